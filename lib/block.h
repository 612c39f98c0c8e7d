/* block.h - the block of operators that a graph holds several times in a row. */
#ifndef CTRACE_BLOCK_H
#define CTRACE_BLOCK_H

#include "graph.h"

/*
 * Looks for it in the graph that was read; scratch is the graph text's own arena. Its
 * texts are slices of the payload or in that arena. Only blocks that read other inputs
 * each time count: a repeated operator on the same values is no block.
 */
struct graph_block block_find(struct graphtext *g);

#endif
