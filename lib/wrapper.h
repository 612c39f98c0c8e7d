/*
 * wrapper.h - what launchers, containers, CI systems and terminals put before a log
 * line: a table of forms, stripped from the left until torch's own head is reached.
 */
#ifndef CTRACE_WRAPPER_H
#define CTRACE_WRAPPER_H

#include "str.h"

/* Who wrote the line, as far as wrappers tell. */
struct wrapper {
	int64_t rank;		/* -1: none says it */
	int64_t pid;		/* Ray; -1 */
	uint64_t stream;	/* hash of container, pod and job names; 0: none */
};

#define WRAPPER_MOST 8		/* wrappers before one line */

/*
 * Steps over one wrapper at the start of *line and notes what it says in w (which
 * begins as { -1, -1, 0 }); false if none stands there.
 */
bool wrapper_strip(struct str *line, struct wrapper *w);

/*
 * The line behind the progress bars (tqdm) that stand before its text on the same line
 * without a line end between; the line itself if there is none.
 */
struct str wrapper_behind_bar(struct str line);

/*
 * Colours: the line without its ANSI escape sequences. The line itself if there are
 * none, else text in b, which dies with the next change of b.
 */
struct str wrapper_plain(struct buf *b, struct str line);

#endif
