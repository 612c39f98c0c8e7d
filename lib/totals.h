/* totals.h - the counts and sums of a whole trace. */
#ifndef CTRACE_TOTALS_H
#define CTRACE_TOTALS_H

#include "trace.h"

/* One place of a graph break: same function, file, line and reason of one process. */
struct totals_break {
	const struct process *process;
	const struct graph_break *first;
	size_t count;
	ARRAY(struct str) compiles;	/* ids of the compiles it broke, one per event */
};

struct totals {
	int64_t compiles;	/* started or refused; a limit hit is none. -1: a text log that
				   does not name every compile */
	int64_t recompiles;	/* …of these, with a frame_compile_id above 0 */
	int64_t frames;		/* distinct frame ids of these, per process; -1 with compiles */
	int64_t limit_hits, failures;
	int64_t restarts;	/* -1 with compiles */
	int64_t graph_breaks;	/* events */
	/* times are -1 if all is known from text alone */
	int64_t compile_us;	/* forward and backward, summed over compiles */
	int64_t recompile_us;	/* the recompiles' part of it */
	int64_t wall_us;	/* during which at least one compile was open */
	struct str torch_version;	/* of the first process that says it */
	bool complete;		/* nothing was lost, nothing is unfinished */
	struct arena arena;
	ARRAY(struct totals_break) breaks;	/* in the order of their first event */
};

void totals_count(struct totals *all, const struct trace *t);
void totals_release(struct totals *all);

/* The recompile limit a limit hit reached; -1 if the log does not say. */
int64_t totals_limit(const struct compile *c);

#endif
