/* advicetable.h - advice in the report: the items of a cause, and section `dynamic`. */
#ifndef CTRACE_ADVICETABLE_H
#define CTRACE_ADVICETABLE_H

#include "advice.h"
#include "report.h"

/* What a column of causes that nests advice is described by. */
extern const struct section_def advicetable_def;

/* The remedies for a cause, best first: a table to nest in its row. cs may be NULL. */
const struct table *advicetable_of(struct report *r, const struct causes *cs,
				   const struct cause *c, int version);

/* Appends section `dynamic`: one setting for all sizes of the run; no row if none helps. */
void advicetable_dynamic(struct report *r, const struct causes *cs, int version);

#endif
