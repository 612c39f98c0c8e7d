/* guardtree.h - guard trees of a frame's cache entries, kept as differences. */
#ifndef CTRACE_GUARDTREE_H
#define CTRACE_GUARDTREE_H

#include "fact.h"

struct guard_line;
struct guard_slot;
struct guard_delta;

/*
 * All distinct guard lines of one trace, each kept once. A zeroed one with its arena
 * set is a valid, empty one; everything lives in that arena.
 */
struct guard_lines {
	struct arena *arena;
	struct guard_slot *slots;
	size_t count, capacity;
	uint32_t mark;
};

/* One cache entry: what it asks for, kept as the difference to the frame's first one. */
struct guard_tree {
	int64_t number;			/* frame_compile_id, 3 of 0/3 */
	size_t guards;			/* lines that are guards */
	struct guard_delta *deltas;	/* sorted by key */
	size_t delta_count;
	size_t superseded_by;		/* index of the first later entry that accepts all
					   that this one does and more; STR_NONE */
};

/*
 * The entries of one frame, in the order in which they were made. Zeroed is empty. After
 * torch._dynamo.reset() the frame's ids start again: take a new one.
 */
struct guard_frame {
	struct guard_line **base;	/* the lines of trees.items[0] */
	size_t base_count;
	ARRAY(struct guard_tree) trees;
};

/*
 * Adds the entry that a dynamo_cpp_guards_str record describes; gives its index. The
 * payload may be raw (each line begins with a TAB) or not; it is not kept. Lines that
 * are no guards are passed over; a cut or damaged line at most adds a wrong fact.
 * Time: one pass over the bytes, and per earlier entry the number of facts in which
 * it and the new one differ from the first. torch 2.4 to 2.14.
 */
size_t guardtree_add(struct guard_lines *lines, struct guard_frame *f, int64_t number,
		       struct str payload);

/* Index of the latest entry of that number; STR_NONE. */
size_t guardtree_find(const struct guard_frame *f, int64_t number);

/* One property that two entries do not agree on. One of both may be NULL. */
struct guard_pair {
	const struct fact *was, *now;
};

/* Walks the properties in which entries was and now differ; at starts zeroed. */
struct guard_walk {
	size_t was, now;
};
bool guardtree_next(const struct guard_frame *f, size_t was, size_t now,
		     struct guard_walk *at, struct guard_pair *pair);

#endif
