/* breaks.h - torch's texts about graph breaks and errors: where, why, what to do. */
#ifndef CTRACE_BREAKS_H
#define CTRACE_BREAKS_H

#include "trace.h"

/*
 * The text of a dynamo_graph_break_reason artifact, or of the graph_breaks log:
 *	Graph break in user code at FILE:LINE
 *	Graph Break Reason: …			(2.7 on; "Reason: …" before)
 *	  Hint: …
 *	 For more details about this graph break, please visit: URL
 * Fills reason, hints, link, file and line of b with slices interned in s.
 */
void breaks_read(struct source *s, struct str text, struct graph_break *b);

/*
 * The innermost line of user code that a Python traceback names ("from user code:",
 * "User stack:", "User code traceback:" sections). False if it names none.
 */
bool breaks_user_place(struct str text, struct str *file, int64_t *line);

/* FILE and N of a line `  File "FILE", line N, in f`. False if it is none. */
bool breaks_file_line(struct str line, struct str *file, int64_t *number);

#endif
