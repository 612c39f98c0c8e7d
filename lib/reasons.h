/* reasons.h - all that torch printed about why a compile was needed, wherever it stands. */
#ifndef CTRACE_REASONS_H
#define CTRACE_REASONS_H

#include "guard.h"
#include "trace.h"

struct reasons {
	struct guard *items;	/* one per older entry, most recently used first */
	size_t count;
};

/*
 * Parsed, in the arena: the recompile_reasons record; else the message of a
 * RecompileError; else the one reason in the metrics.
 */
struct reasons reasons_of(struct arena *a, const struct compile *c);

#endif
