/* cachetable.h - the report's sections on caches: `caches`, `cache_misses`. */
#ifndef CTRACE_CACHETABLE_H
#define CTRACE_CACHETABLE_H

#include "rows.h"

/* What all events of one layer add up to. */
struct cachetable_layer {
	size_t counts[CACHE_OUTCOME_COUNT];
	int64_t saved_us;	/* by hits that are in no other hit */
	int64_t inner_us;	/* by FX graph hits inside AOTAutograd hits: part of those */
};

enum cachetable_remote { CACHETABLE_AOT_REMOTE, CACHETABLE_FX_REMOTE, CACHETABLE_REMOTE_COUNT };

struct cachetable {
	struct cachetable_layer layers[CACHE_LAYER_COUNT];
	struct cachetable_layer remote[CACHETABLE_REMOTE_COUNT];
};

void cachetable_count(struct cachetable *ct, const struct trace *t);

/* "cold", "warm", "mixed", by the graph caches; absent if they were not asked. */
struct str cachetable_state(const struct cachetable *ct);

/* "hit", "miss", "bypass", "mixed" for one compile; absent. */
struct str cachetable_of(const struct compile *c);

void cachetable_add(struct rows *s, const struct cachetable *ct);

#endif
