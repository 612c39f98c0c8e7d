/* difference.h - how one cache entry differs from another, and how much. */
#ifndef CTRACE_DIFFERENCE_H
#define CTRACE_DIFFERENCE_H

#include "guardtree.h"

/* Weights: how much of a cause a difference is, in thousandths of one. */
enum {
	DIFFERENCE_CHANGE = 1000,	/* a fact that differs */
	DIFFERENCE_OTHER_SORT = 900,	/* None here, a tensor there */
	DIFFERENCE_REPEATED = 100,	/* the same change again, at another source */
	DIFFERENCE_EFFECT = 10,	/* follows from another one: strides from a size */
	DIFFERENCE_ONE_SIDED = 10,	/* only one entry asks: it took another path */
	DIFFERENCE_NOISE = 10,	/* names that torch makes up */
	DIFFERENCE_DYNAMIC = 1,	/* a number here, left open there */
};

/* A fact that is not the same in two entries. One of was and now may be NULL. */
struct difference {
	const struct fact *was, *now;
	enum guard_kind kind;
	int weight;
};

struct difference_list {
	struct difference *items;
	size_t count;
	int64_t weight;			/* sum */
};

/*
 * How entry now differs from the older entry was (indices): in the arena, the heaviest
 * first, then by source, kind and dimension.
 */
struct difference_list difference_find(struct arena *a, const struct guard_frame *f,
				       size_t was, size_t now);

/* The fact that differs, as it is now; as it was if it is gone. */
const struct fact *difference_fact(const struct difference *d);

/* What differs, for people: "x.size(1)", "dtype of x", "cfg.scale"; in the arena. */
struct str difference_name(struct arena *a, const struct difference *d);

/*
 * The older entry that differs least from entry now, STR_NONE if there is none.
 * Superseded entries are never nearest; of equally near ones the newest is.
 */
size_t difference_nearest(const struct guard_frame *f, size_t now);

#endif
