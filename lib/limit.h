/*
 * limit.h - what a policy may limit, and by how much: "recompile_time: 20 %" → a target
 * and a bound. Names are short forms (recompiles, causes.size, per_function.compiles) or
 * any column of the report: phases["C++ build"].self_us
 */
#ifndef CTRACE_LIMIT_H
#define CTRACE_LIMIT_H

#include "guard.h"
#include "report.h"
#include "yamlread.h"

/* What is measured. ORDER of the table in limit.c. */
enum limit_what {
	LIMIT_COMPILES,
	LIMIT_RECOMPILES,
	LIMIT_GRAPH_BREAKS,
	LIMIT_FAILURES,
	LIMIT_LIMIT_HITS,
	LIMIT_RESTARTS,
	LIMIT_COMPILE_TIME,
	LIMIT_RECOMPILE_TIME,
	LIMIT_LONGEST_COMPILE,
	LIMIT_CACHE_HIT_RATE,
	LIMIT_CELL		/* a column of a section */
};

enum limit_unit {
	LIMIT_UNIT_COUNT,
	LIMIT_UNIT_TIME,	/* µs */
	LIMIT_UNIT_BYTES,
	LIMIT_UNIT_SHARE,	/* 1/10000 */
	LIMIT_UNIT_FLAG,	/* 0 or 1 */
	LIMIT_UNIT_TEXT
};

struct limit_target {
	struct str name;		/* as in messages: causes.size */
	enum limit_what what;
	bool per_function;		/* of each function, not of the run */
	bool by_kind;			/* RECOMPILES of one kind only: … */
	enum guard_kind kind;
	enum limit_unit unit;		/* that a value of it has */
	/* LIMIT_CELL: */
	const struct section_def *section;
	size_t column;			/* index */
	struct str row;			/* a text in the row; absent: every row */
};

enum limit_operator {
	LIMIT_AT_MOST, LIMIT_AT_LEAST, LIMIT_EXACTLY, LIMIT_LESS, LIMIT_MORE
};

struct limit_bound {
	enum limit_operator op;
	enum limit_unit unit;		/* SHARE of a time: of the whole compile time */
	int64_t number;
	struct str text;		/* of LIMIT_UNIT_TEXT */
};

struct limit {
	struct limit_target target;
	struct limit_bound bound;
	struct yamlread_place place;
};

/* How much more than the baseline is allowed: "+2", "+10 %", "+5 s". */
struct limit_growth {
	struct limit_target target;
	enum limit_unit unit;		/* SHARE: of the baseline's value */
	int64_t number;
	struct yamlread_place place;
};

/*
 * A name. sections is a report that has all sections (rows do not matter); it must live
 * as long as the target. -1 with *e, such as "unknown limit 'recompile'; did you mean
 * 'recompiles'?".
 */
int limit_target(struct limit_target *t, struct arena *a, struct str name,
		 const struct report *sections, struct err *e);

/* A value: "3", ">= 90 %", "120 s", "== 2.13.0". -1 with *e. */
int limit_bound(struct limit_bound *b, const struct limit_target *t, struct str value,
		struct err *e);
int limit_growth(struct limit_growth *g, struct str value, struct err *e);

/* "60 s", "500 ms": a time alone. */
bool limit_time(struct str value, int64_t *us);

bool limit_holds(const struct limit_bound *b, int64_t measured);
const char *limit_sign(enum limit_operator op);		/* "≤" */

/* "at most 3", "at least 90 %" */
struct str limit_bound_text(struct arena *a, const struct limit_bound *b);
struct str limit_number_text(struct arena *a, enum limit_unit unit, int64_t number);

/* How far two values are apart: of shares in "18 points", else as the number itself. */
struct str limit_distance_text(struct arena *a, enum limit_unit unit, int64_t number);

#endif
