/*
 * measure.h - a report under a policy: what of it counts, and how much that is. Warm-up,
 * files that do not count, and what is accepted are taken off here, once for all limits.
 */
#ifndef CTRACE_MEASURE_H
#define CTRACE_MEASURE_H

#include "policy.h"

enum measure_what {
	MEASURE_COMPILE, MEASURE_RECOMPILE, MEASURE_BREAK, MEASURE_FAILURE, MEASURE_LIMIT_HIT
};

/* A row that counts. Texts are the report's. */
struct measure_item {
	enum measure_what what;
	struct str kind;	/* of the cause; graph_break, failure, limit_hit; absent */
	struct str function, file, source;
	int64_t line;
	int64_t count;		/* break events; else 1 */
	int64_t time_us;	/* a compile's forward and backward time; -1: not known */
	int64_t restarts;
	int64_t cause;		/* number of a recompile's; -1 */
	size_t row;		/* in its section */
	size_t function_index;
};

/* Sums by enum limit_what, of the run or of one function. */
struct measure_sums {
	struct str function, file;
	int64_t line;
	int64_t values[LIMIT_CELL];
};

struct measure {
	struct arena arena;
	const struct report *report;
	const struct policy *policy;
	ARRAY(struct measure_item) items;
	struct measure_sums run;
	ARRAY(struct measure_sums) functions;
	int64_t kinds[GUARD_KINDS];	/* recompiles by kind */
	size_t *ignored;		/* events taken off, by each ignore of the policy */
	size_t warm_recompiles, warm_breaks, accepted;	/* events taken off */
	bool compiled;			/* there is at least one compile */
	bool has_times;			/* compiles have times, in every process */
	bool has_starts;
	bool silent_is_fine;	/* to be set: what a text log does not name did not happen */
	struct intern names;
	struct map by_name, by_id;
};

/* -1 with *e if the policy asks for what the report cannot tell (after, without times). */
int measure_init(struct measure *m, const struct report *r, const struct policy *p,
		 struct err *e);
void measure_release(struct measure *m);

#endif
