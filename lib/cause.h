/*
 * cause.h - why functions were compiled again: one finding a recompile, and the causes
 * they add up to, which are what a person would fix.
 */
#ifndef CTRACE_CAUSE_H
#define CTRACE_CAUSE_H

#include "closest.h"
#include "trace.h"

struct cause;

/* One recompile, or one limit hit, explained. */
struct finding {
	const struct compile *compile;
	const struct compile *closest;	/* the older entry it came nearest to; NULL: not known */
	struct closest why;
	struct cause *cause;		/* NULL for a limit hit */
};

/* What will happen next if nothing is changed. */
enum outlook {
	OUTLOOK_SETTLES,	/* torch made it dynamic, or both values have been seen */
	OUTLOOK_BOUNDED,	/* a few values, as far as seen: as many compiles as values */
	OUTLOOK_GROWS,		/* a new value each time, three times or more */
	OUTLOOK_AT_LIMIT	/* the frame reached its recompile limit: new variants run eager */
};

struct cause {
	size_t number;			/* 1, 2, … in the order of cost */
	enum guard_kind kind;
	struct str function, file;	/* the code object that was compiled again */
	int64_t line;
	struct str source;		/* short name; what varies in brackets is [*] */
	struct str raw;			/* the source of the first finding as torch wrote it: L['x'] */
	int index;			/* dimension of a size or stride; -1: none, or several */
	ARRAY(struct finding *) findings;	/* in the order they happened; at least one */
	int64_t time_us;		/* forward and backward compile time of these */
	ARRAY(struct str) values;	/* distinct, in order of appearance, the first entry's first */
	int64_t smallest, largest;	/* of values that are numbers; 0 and -1 if there are none */
	struct str guard_file, guard_code;	/* user line where the guard was made */
	int64_t guard_line;		/* -1 if not known */
	enum outlook outlook;
	bool made_dynamic;		/* size, int, float: torch's automatic dynamic took it over */
	bool guessed;			/* at least one finding's nearest entry is a guess */
	int64_t variants;		/* cache entries that the frame had at the end */
	int64_t limit;			/* its recompile limit; -1 if the log does not say */
	struct str resumed_in;		/* of a function resumed after a graph break: whose… */
	int64_t resumed_line;		/* …and the line of the break; -1 */
};

struct causes {
	struct arena arena;
	ARRAY(struct finding *) findings;	/* every recompile, in the order of the report */
	ARRAY(struct finding *) limits;		/* every limit hit */
	ARRAY(struct cause *) causes;		/* by time_us, the largest first */
};

/* Explains every recompile of the trace. The trace must outlive it. */
void causes_find(struct causes *cs, const struct trace *t);
void causes_release(struct causes *cs);

/* The finding of a compile, NULL if it is no recompile or limit hit. */
const struct finding *causes_of(const struct causes *cs, const struct compile *c);

const char *cause_outlook_name(enum outlook outlook);	/* "settles", "bounded", … */

#endif
