/*
 * advice.h - remedies for causes: a table of rules, chosen by kind and torch version,
 * filled in with the program's own names, dimensions and ranges.
 */
#ifndef CTRACE_ADVICE_H
#define CTRACE_ADVICE_H

#include "cause.h"

/*
 * Where a remedy's code goes. Code before a call may assign to an argument by its plain
 * name (x = x.contiguous()): the call then gets the new value.
 */
enum advice_where {
	ADVICE_ENVIRONMENT,	/* a shell line: export NAME=value */
	ADVICE_STARTUP,		/* Python, run once before the first compiled call */
	ADVICE_BEFORE_CALL,	/* Python, run before each call, with torch and the function's
				   arguments by name */
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
	int64_t saves_compiles;	/* of this cause, and of what follows a graph break of the
				   same function; -1 if it cannot be said */
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
 * first; in the arena. cs: all causes of the run, or NULL; what others say of the same
 * tensor decides too. The last resort dynamic=True is last. When nothing has to be done
 * (train and eval, compiled once each) the first item says that this is expected; when
 * something else changed in each of the recompiles, that both have to be fixed.
 */
struct advice_list advice_for(struct arena *a, const struct causes *cs,
			      const struct cause *c, int version);

/* One setting for the whole run, and what it would save. */
struct advice_dynamic {
	struct str sources;	/* "L['x']:0,L['y']:1"; absent if it would save nothing */
	int64_t saves_us;	/* -1 if the log has no times */
	int64_t saves_compiles;
	bool estimate;
};

/*
 * The value of TORCH_COMPILE_DYNAMIC_SOURCES that covers all size causes of the run,
 * minimal and merged; per dimension from torch 2.13 on. Without sizes of 0 and 1 and
 * those that the code turns into constants.
 */
struct advice_dynamic advice_dynamic_sources(struct arena *a, const struct causes *cs,
					     int version);

const char *advice_where_name(enum advice_where where);	/* "environment", … */

#endif
