/*
 * region.h - regions that a program marked with torch.compiler.nested_compile_region:
 * how often each was called, traced anew and reused, and why not reused.
 *
 * Counts come from the compile's spans (invoke_subgraph_trace, …_reuse_lookup,
 * …_reuse_stamp_out, …_reuse_hash_fn); which function they belong to, and what differs,
 * from the graph's subgraphs, and from the lines of TORCH_LOGS=+hierarchical_compile
 * where a text log is there too. What is concluded, not read, is marked inferred.
 */
#ifndef CTRACE_REGION_H
#define CTRACE_REGION_H

#include "graph.h"
#include "trace.h"

/* Why calls were traced anew though the function had been traced before. */
struct region_miss {
	const char *why;	/* "size", "requires_grad", "graph differs", … */
	size_t count;
	bool inferred;
	struct str what;	/* input or operator; absent */
	int64_t input;		/* its number among the call's arguments; -1: not known */
	ARRAY(struct str) values;	/* of it, one call after the other */
};

struct region {
	const struct compile *compile;
	struct str function, file;	/* that was marked; absent if it cannot be told */
	int64_t line;
	size_t calls, traced, reused;
	size_t lookups;			/* comparisons with what had been traced */
	size_t hashed;			/* calls of the user's reuse_hash_fn */
	ARRAY(struct region_miss) misses;
	int64_t trace_us;		/* spent on tracing */
	int64_t reuse_us;		/* on lookups, keys and reuse */
	int64_t saved_us;		/* reused × a trace − reuse_us, if that is positive; -1 */
	int64_t limit;			/* max_reuse_entries; -1 if it cannot be told */
	bool limit_assumed;		/* torch's default, which nothing speaks against */
	bool overflowed;		/* the compile failed because of it */
	size_t before;			/* traces of the same region in older compiles of the frame */
};

struct regions {
	struct arena arena;
	ARRAY(struct region *) items;	/* by compile, in the order of their first call */
};

#define REGION_LIMIT 8		/* torch's default of max_reuse_entries */

void regions_find(struct regions *rs, const struct trace *t);
void regions_release(struct regions *rs);

/*
 * RuntimeError "invoke_subgraph: exceeded maximum reuse entries (3) for function code
 * <code object gn at 0x7f…, file "zoo.py", line 530>": fills function, file, line and
 * limit. False if it is another.
 */
bool region_overflow(struct str reason, struct region *r);

#endif
