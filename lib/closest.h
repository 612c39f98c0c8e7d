/* closest.h - which older entry a recompile came nearest to, and what kept it off. */
#ifndef CTRACE_CLOSEST_H
#define CTRACE_CLOSEST_H

#include "difference.h"

/* A further fact that differs: "x.size(1)"; values absent where an entry does not ask. */
struct closest_also {
	struct str fact, was, now;
	enum guard_kind kind;
	struct str raw;		/* the source that it is a property of: L['x'] */
	int index;		/* its dimension or key, -1 */
};

/* Why a frame was compiled again. */
struct closest {
	int64_t entry;		/* frame_compile_id of the nearest older one, or -1 */
	bool guessed;		/* from the reasons alone: no trees, or equal ones */
	bool from_tree;		/* torch gave no reason for it: cause is the tree's */
	bool contradiction;	/* torch's reason is none of what differs */
	struct guard cause;
	struct closest_also *also;	/* without what follows from the cause */
	size_t also_count;
};

/*
 * The join of trees and reasons. f and now: the frame and the index of the new entry's
 * tree; now is STR_NONE if it has none (it failed, was refused, the log is cut, or is
 * text). reasons: all that torch printed for this recompile, parsed. Everything is in the
 * arena or belongs to the frame. Kind, source, was and now come from the reason of the
 * nearest entry; what it does not say, from the trees.
 */
struct closest closest_find(struct arena *a, const struct guard_frame *f, size_t now,
			    const struct guard *reasons, size_t count);

#endif
