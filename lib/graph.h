/*
 * graph.h - what is kept of the graph that a compile put out: its subgraphs and how
 * they differ, and the block that it holds several times.
 */
#ifndef CTRACE_GRAPH_H
#define CTRACE_GRAPH_H

#include "graphtext.h"

struct source;

/* The first thing in which a subgraph differs from an earlier one of the same code. */
enum graph_change {
	GRAPH_FIRST,	/* there is no earlier one */
	GRAPH_SAME,	/* nothing that is written differs */
	GRAPH_INPUTS,	/* number of inputs */
	GRAPH_DTYPE,
	GRAPH_SIZE,
	GRAPH_STRIDE,
	GRAPH_DEVICE,
	GRAPH_NODE	/* an operator */
};

/* A graph, or a subgraph that invoke_subgraph calls in it. */
struct graph_body {
	struct str name;		/* "subgraph_0" */
	struct str function, file;	/* user code of its first operator; absent: none */
	int64_t line;
	size_t ops;
	const uint32_t *calls;		/* bodies that it calls, in order */
	size_t call_count;
	enum graph_change change;
	struct str what;		/* the input or operator that differs */
	struct str was, now;		/* absent: not a single word */
};

/* The same operators several times in a row, on other parameters. */
struct graph_block {
	size_t count;			/* how often; 0: there is none */
	size_t ops;			/* operators of one */
	struct str module;		/* "self.layers[0..5]"; absent: no such name */
	struct str function, file, code;	/* user code of its first operator */
	int64_t line;
};

struct graph {
	ARRAY(struct graph_body) bodies;	/* the first is the graph itself */
	struct graph_block block;
};

/* A zeroed one is ready; one a source. */
struct graph_reader {
	struct graphtext text;	/* scratch */
	struct map known;	/* hash of a payload → struct graph * */
};

/*
 * What the payload says, in the source's arena; NULL if there is no graph in it. The
 * same text once more gives the same graph: functions are often compiled again for a
 * reason that the graph does not show.
 */
struct graph *graph_read(struct graph_reader *gr, struct source *s, struct str payload);
void graph_reader_release(struct graph_reader *gr);

#endif
