/* advicetable.h - advice in the report: the items of a cause, and section `dynamic`. */
#ifndef CTRACE_ADVICETABLE_H
#define CTRACE_ADVICETABLE_H

#include "advice.h"
#include "report.h"

/* For a column that nests advice: { "advice", "", CELL_ROWS, 0, &advicetable_def }. */
extern const struct section_def advicetable_def;

/* Appends one item to such a nested table. */
void advicetable_row(struct report *r, struct table *t, const struct advice *item);

/* The remedies for a cause, best first: a table to nest in its row. cs may be NULL. */
const struct table *advicetable_of(struct report *r, const struct causes *cs,
				   const struct cause *c, int version);

/* Appends section `dynamic`: one setting for all sizes of the run; no row if none helps. */
void advicetable_dynamic(struct report *r, const struct causes *cs, int version);

#endif
