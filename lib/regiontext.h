/*
 * regiontext.h - lines of TORCH_LOGS=+hierarchical_compile → calls of regions.
 *
 *	gn: Installing subgraph with identifier 'subgraph_1', bringing total count for 'gn' function to 2
 *	Number of guards 4
 *	subgraph_reuse: reuse failed -- input 1 tensor metadata mismatch
 *	subgraph_reuse: cache hit for 'UserFunctionVariable()', reusing subgraph 'subgraph_1'
 *	gn: Graph comparison failed at node (call_function): mul
 * torch/_dynamo/variables/invoke_subgraph.py and higher_order_ops.py, torch 2.9 to 2.14.
 */
#ifndef CTRACE_REGIONTEXT_H
#define CTRACE_REGIONTEXT_H

#include "trace.h"

enum regiontext_why {
	REGIONTEXT_SILENT,	/* the lines give no reason */
	REGIONTEXT_METADATA,	/* of an input tensor; which property is not said */
	REGIONTEXT_ARGUMENTS,	/* their number or structure */
	REGIONTEXT_NODE,	/* the graph differs at an operator */
	REGIONTEXT_GUARD,	/* a guard on something that the region reads */
	REGIONTEXT_GLOBAL,	/* …which is a global */
	REGIONTEXT_MUTATION,	/* side effects */
	REGIONTEXT_UNFIT	/* a result or argument of a type that is never reused */
};

struct regiontext_call {
	bool traced;		/* else reused */
	struct str function;	/* absent if no line names it */
	struct str subgraph;	/* absent: traced, and the graph was there already */
	int64_t number;		/* how many graphs the function has with this one; 0 */
	enum regiontext_why why;	/* of a traced one: what earlier ones were not reused for */
	struct str what;	/* operator, guard source, property; absent */
	int64_t input;		/* of METADATA: which; -1 */
	struct str was, now;
};

struct regiontext {
	struct arena arena;
	ARRAY(struct regiontext_calls *) compiles;
	struct map by_compile;
};

struct regiontext_calls {
	struct regiontext_call *items;
	size_t count, capacity;
	struct regiontext_call open;	/* being read */
	bool begun;
};

/* All such lines of a process. Strings are slices of the notes. */
void regiontext_read(struct regiontext *rt, const struct process *p);
void regiontext_release(struct regiontext *rt);

/* The calls of one compile in the order in which they ended; NULL: no line is of it. */
const struct regiontext_calls *regiontext_of(const struct regiontext *rt,
					     const struct compile *c);

#endif
