/*
 * lanes.h - the spans of a trace as other tools draw them: lanes, on each of which
 * slices lie one behind the other or inside each other, never across.
 *
 *	torch's spans of a compile hang under a slice that stands for the compile itself;
 *	compiles that overlap, and compile workers, lie on lanes of their own.
 */
#ifndef CTRACE_LANES_H
#define CTRACE_LANES_H

#include "cause.h"
#include "phase.h"
#include "trace.h"

struct lanes_slice {
	struct str name;
	int64_t from_us, to_us;		/* from_us <= to_us; on the process's clock */
	unsigned depth;			/* 0 at the bottom of the lane */
	const struct compile *compile;	/* NULL: of a compile worker */
	bool is_compile;		/* stands for (a part of) the compile itself */
	bool open;			/* had not ended when the log did */
	enum phase phase;		/* of torch's spans; else PHASE_COUNT */
};

struct lanes_lane {
	const struct process *process;
	struct str name;		/* "compiles", "compiles 2", "workers" */
	size_t number;			/* 1, 2, … within its process */
	bool workers;
	int64_t end_us;			/* of the last slice */
	ARRAY(struct lanes_slice) slices;	/* as they begin, outer ones first */
};

enum lanes_kind { LANES_RECOMPILE, LANES_LIMIT, LANES_FAILURE };

/* Something that happened at a moment. */
struct lanes_mark {
	enum lanes_kind kind;
	const struct compile *compile;
	int64_t at_us;
};

struct lanes {
	struct arena arena;
	struct causes causes;
	ARRAY(struct lanes_lane *) lanes;	/* by process, in their order */
	ARRAY(struct lanes_mark) marks;	/* by process; of one, as they happened */
	int64_t origin_us;	/* the earliest moment of all processes with torch's own clock */
};

/* The trace must outlive it. */
void lanes_build(struct lanes *tl, const struct trace *t);
void lanes_release(struct lanes *tl);

/* What to take from a time of this process, so that the run begins at 0. */
int64_t lanes_origin(const struct lanes *tl, const struct process *p);

/* "rank 1, process 4711" or what of it is known. */
struct str lanes_process_name(struct arena *a, const struct process *p);

#endif
