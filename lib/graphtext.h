/* graphtext.h - the text of an FX graph -> its operators, inputs and subgraphs. */
#ifndef CTRACE_GRAPHTEXT_H
#define CTRACE_GRAPHTEXT_H

#include "str.h"

/* A tensor that a graph is given: L_x_: "f32[4, 16][16, 1]cpu". */
struct graphtext_input {
	struct str name, type;
};

/* One line that computes something. */
struct graphtext_op {
	uint64_t signature;	/* equal for the same call on values of the same types */
	struct str name;	/* of its result: "linear_1" */
	struct str text;	/* what is computed: "torch.relu(linear_1)" */
	uint32_t place;		/* index into places */
	uint32_t input;		/* the first graph input that it reads; GRAPHTEXT_NONE */
};
#define GRAPHTEXT_NONE ((uint32_t)-1)

/* User code that ops come from: "# File: FILE:LINE in FUNCTION, code: CODE". */
struct graphtext_place {
	struct str file, function, code;
	int64_t line;
};

/* A GraphModule: the graph itself, or one that lies in another. */
struct graphtext_body {
	struct str name;		/* "GraphModule", "subgraph_0" */
	size_t indent;
	uint32_t parent;		/* the body that it lies in; GRAPHTEXT_NONE */
	ARRAY(struct graphtext_input) inputs;
	ARRAY(struct graphtext_op) ops;
	ARRAY(struct str) calls;	/* names of subgraphs called by invoke_subgraph */
};

/* Slices are of the payload. A zeroed one is empty. */
struct graphtext {
	struct arena arena;
	ARRAY(struct graphtext_body) bodies;	/* the first is the graph itself */
	ARRAY(struct graphtext_place) places;
	struct map children;		/* hash of (body, name) → index of the body in it + 1 */
	struct map names;		/* the rest is scratch, of the body being read */
	ARRAY(struct graphtext_value) values;
	uint32_t place;
};

/*
 * Reads the payload of dynamo_output_graph, GraphModule.print_readable() of torch 2.2 to
 * 2.14, with or without its tabs. What stood in g before is dropped. A line that is cut
 * or strange costs at most itself. Linear in the length.
 */
void graphtext_read(struct graphtext *g, struct str payload);
void graphtext_release(struct graphtext *g);

/* The body that is called by that name inside of another; GRAPHTEXT_NONE. */
uint32_t graphtext_callee(const struct graphtext *g, uint32_t caller, struct str name);

#endif
