/* silence.h - why a command may have compiled nothing. */
#ifndef CTRACE_SILENCE_H
#define CTRACE_SILENCE_H

#include <stdbool.h>

/* Says so on stderr. ended: the command's exit status; traced: it left a log. */
void silence_explain(const char *command, int ended, bool traced);

#endif
