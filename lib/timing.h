/*
 * timing.h - where the time of compiles went: exclusive time of every span, added up by
 * phase, so that the rows sum to what the compiles cost, to the microsecond.
 *
 *	struct timing t;
 *	timing_init(&t, trace);
 *	… t.rows, t.once, t.apart; timing_compile(&t, c) …
 *	timing_release(&t);
 */
#ifndef CTRACE_TIMING_H
#define CTRACE_TIMING_H

#include "phase.h"
#include "trace.h"

/* A phase, or a span name that is in no phase's table. The first PHASE_COUNT are ORDER
 * of enum phase. */
struct timing_row {
	struct str name;
	enum phase phase;	/* its own, or the one an unknown span stands in */
	size_t parent;		/* row it is part of; its own index at the top */
	unsigned depth;		/* 0 at the top, at most 2 */
	int64_t self_us;
	int64_t total_us;	/* with the rows that are part of it */
	size_t count;		/* spans; compiles, where there are none */
};

/* What a process pays only once, part of the rows above; or time beside them. */
struct timing_item {
	struct str what, note;
	int64_t time_us;
	size_t count;
	bool estimate;		/* first use minus the longest later one, not a span */
};

/* One span of the compile last given to timing_compile(). */
struct timing_span {
	int64_t from_us, to_us;	/* clipped to the span around it and the one before it */
	int64_t self_us;	/* …minus the spans inside it */
	int64_t gap_us;		/* between it and what came before it in the span around it */
	uint32_t row;
};

struct timing {
	struct arena arena;
	ARRAY(struct timing_row) rows;
	ARRAY(size_t) order;		/* of rows: costliest first, parts behind their whole */
	ARRAY(struct timing_item) once;
	ARRAY(struct timing_item) apart;
	int64_t total_us;		/* Σ rows.self_us = Σ compile_cost() */
	int64_t backward_us;		/* the backward compiles' part of it */
	int64_t once_us;		/* Σ once */
	int64_t once_dynamo_us;		/* …the part of it in Dynamo tracing and guards */
	size_t by_spans, by_metrics;	/* compiles, by where their time was read */

	/* Of the compile last given to timing_compile(): */
	ARRAY(struct timing_span) spans;	/* beside compile.spans */
	int64_t moved_us[PHASE_COUNT];	/* no span's own: taken from spans, or from metrics */

	struct intern names;
	struct map by_name, by_part, by_first;
	ARRAY(struct timing_name) known;
	ARRAY(struct timing_first) firsts;
};

/* Reads all counted compiles of the trace, which t borrows. */
void timing_init(struct timing *t, const struct trace *trace);
void timing_release(struct timing *t);

/* Fills t->spans and t->moved_us. Any compile will do, also one that is not counted. */
void timing_compile(struct timing *t, const struct compile *c);

/* …and adds what the compile cost up by groups of phases: Σ = compile_cost(c). */
void timing_groups(struct timing *t, const struct compile *c, int64_t us[PHASE_GROUP_COUNT]);

#endif
