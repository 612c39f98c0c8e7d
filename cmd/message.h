/* message.h - what ctrace says on stderr. */
#ifndef CTRACE_MESSAGE_H
#define CTRACE_MESSAGE_H

#include "base.h"

/*
 * Writes "ctrace: …" and a line end with one write(). Whatever came in by the
 * arguments is escaped as a whole (\x1b), newlines too; overlong text is cut. Leaves
 * errno as it was.
 */
void message_error(const char *fmt, ...) BASE_PRINTF(1, 2);

/* The same without "ctrace: ", for what follows a message, such as how to use it. */
void message_more(const char *fmt, ...) BASE_PRINTF(1, 2);

#endif
