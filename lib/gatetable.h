/*
 * gatetable.h - the rows of section `gate`, and behind each the rows of the report that
 * it is about.
 */
#ifndef CTRACE_GATETABLE_H
#define CTRACE_GATETABLE_H

#include "measured.h"

/* ORDER of the names in gatetable.c */
enum gatetable_verdict {
	GATETABLE_HOLDS, GATETABLE_VIOLATED, GATETABLE_UNKNOWN, GATETABLE_LOST,
	GATETABLE_WARNING
};

struct gatetable {
	struct report *out;
	struct table *table;
	struct measure *measure;		/* of the report that is judged */
	const struct report *baseline;		/* NULL: none; tells which causes are new */
	struct str root, real_root;		/* as in struct gate_options */
	const struct table *why;		/* the causes shown last; NULL: none */
};

/* What a row says; absent texts and a zeroed place are left out. */
struct gatetable_line {
	enum gatetable_verdict verdict;
	struct str limit, allowed, measured, over, note;
	struct yamlread_place place;		/* in the policy */
	const struct limit_target *target;	/* whose causes are listed; NULL: none */
	struct measured value;
};

void gatetable_begin(struct gatetable *g);	/* .out is set; appends the section */
void gatetable_add(struct gatetable *g, const struct gatetable_line *line);

#endif
