/*
 * blocker.h - what changed together with a cause: facts of other kinds that differ in the
 * same recompiles, so that a remedy for the cause alone saves nothing there.
 */
#ifndef CTRACE_BLOCKER_H
#define CTRACE_BLOCKER_H

#include "cause.h"

struct blocker {
	struct str fact;		/* "factor"; what varies in brackets is [*] */
	size_t count;			/* findings of the cause in which it changed too */
	const struct cause *cause;	/* that it is by itself in other recompiles; NULL */
	const struct finding *last;	/* the last one that was counted */
};

struct blockers {
	ARRAY(struct blocker) items;	/* in the order of appearance; the first few */
};

/* cs: all causes of the run, or NULL; in the arena, or borrowed from the causes. */
struct blockers blockers_find(struct arena *a, const struct causes *cs,
			      const struct cause *c);

/* "factor (#4), mode" of those that changed in that many findings; 0: of all. */
struct str blockers_text(struct arena *a, const struct blockers *bs, size_t count);

/* Whether a remedy for its cause leaves another fact of the finding different. */
bool blocker_of_finding(const struct finding *f);

/* A size of 0 or 1 is a size too: what helps one helps the other. */
bool blocker_same_kind(enum guard_kind one, enum guard_kind other);

/* Whether both causes are of one code object. */
bool blocker_same_function(const struct cause *one, const struct cause *other);

#endif
