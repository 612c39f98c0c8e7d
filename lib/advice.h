/*
 * advice.h - remedies for causes: a table of rules, chosen by kind and torch version,
 * filled in with the program's own names, dimensions and ranges.
 */
#ifndef CTRACE_ADVICE_H
#define CTRACE_ADVICE_H

#include "cause.h"

/* Where a remedy's code goes. */
enum advice_where {
	ADVICE_ENVIRONMENT,	/* a shell line: export NAME=value */
	ADVICE_STARTUP,		/* Python, run once before the first compiled call */
	ADVICE_BEFORE_CALL,	/* Python, run before each call, the function's arguments by name */
	ADVICE_EDIT		/* change the program; the code is an example */
};

struct advice {
	const char *rule;	/* "mark_dynamic": stable, for JSON and policies */
	struct str text;	/* what to do, one sentence, lower case, no full stop */
	struct str code;	/* to paste; absent if there is none */
	enum advice_where where;
	const char *since;	/* first torch release that has it; NULL: all */
	bool unsafe;		/* may give wrong results if its condition does not hold */
	int64_t saves_us;	/* -1 if it cannot be said */
	int64_t saves_compiles;	/* -1 if it cannot be said */
	bool estimate;		/* the remedy makes another graph: its cost is not known */
};

struct advice_list {
	struct advice *items;	/* best first */
	size_t count;
};

/* "2.13.0+cpu" → 213, "2.7" → 207; 0 if it is no version. */
int advice_version(struct str torch_version);

/*
 * Remedies for a cause under that torch version (0: not known, then the newest), best
 * first; in the arena. The last resort dynamic=True is last. When nothing is to be done
 * (train and eval, compiled once each) the one item says that this is expected.
 */
struct advice_list advice_for(struct arena *a, const struct cause *c, int version);

/*
 * The value of TORCH_COMPILE_DYNAMIC_SOURCES that covers all size causes of the run,
 * minimal and merged: "L['x'],L['y']"; absent if there are none or the version lacks it.
 * *saves_us and *saves_compiles: what the line would save.
 */
struct str advice_dynamic_sources(struct arena *a, const struct causes *cs, int version,
				  int64_t *saves_us, int64_t *saves_compiles);

const char *advice_where_name(enum advice_where where);	/* "environment", … */

#endif
