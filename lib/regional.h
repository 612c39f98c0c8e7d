/*
 * regional.h - models that are many equal blocks: is each block compiled once?
 *
 * missed: one graph holds the same block several times, and all copies were compiled.
 * failing: a block compiled alone is compiled again for each instance, because of an
 * attribute of it. working: a block compiled alone has one compile for all instances.
 */
#ifndef CTRACE_REGIONAL_H
#define CTRACE_REGIONAL_H

#include "cause.h"
#include "graph.h"
#include "timing.h"

enum regional_state { REGIONAL_MISSED, REGIONAL_FAILING, REGIONAL_WORKING };

struct regional {
	enum regional_state state;
	const struct compile *compile;	/* the first one */
	const struct graph_block *block;	/* missed: what repeats */
	const struct cause *cause;	/* failing: why */
	const struct stack_frame *caller;	/* working, failing: where it is called; NULL */
	size_t instances;		/* blocks in the graph; distinct values seen; 0: not known */
	size_t compiles;		/* that this happened in */
	int64_t time_us;		/* of these */
	int64_t saves_us;		/* an estimate; -1 if it cannot be said */
};

struct regionals {
	struct arena arena;
	ARRAY(struct regional) items;
};

/* What repeats too little, or would save too little, is left out. t is asked for times. */
void regionals_find(struct regionals *rs, const struct trace *trace, const struct causes *cs,
		    struct timing *t);
void regionals_release(struct regionals *rs);

const char *regional_state_name(enum regional_state state);	/* "missed", … */

#endif
