/*
 * textlog.h - a text log (TORCH_LOGS of torch 2.0 to 2.14, or what people keep of it)
 * -> the model that a structured trace gives, as far as text says it.
 *
 * Lines of several processes may come mixed: a message is put together by who wrote it
 * (container, rank, process id, compile id). What has no head is read only where a
 * message needs it, so that a program's own text is never taken for torch's.
 */
#ifndef CTRACE_TEXTLOG_H
#define CTRACE_TEXTLOG_H

#include "str.h"

struct line_reader;
struct source;
struct textlog;

struct textlog *textlog_new(struct source *s, struct line_reader *lr);	/* borrows both */
void textlog_free(struct textlog *tl);

/*
 * Reads on to the next line that is torch's and takes it into the source's model: 1, or
 * 0 at the end of the log, when all that was still open has been taken too.
 */
int textlog_next(struct textlog *tl);

#endif
