/* advicetable.h - remedies as nested rows: the same columns wherever they stand. */
#ifndef CTRACE_ADVICETABLE_H
#define CTRACE_ADVICETABLE_H

#include "advice.h"
#include "report.h"

extern const struct section_def advicetable_def;

/* For a column { "advice", "", CELL_ROWS, 0, &advicetable_def }. */
struct table *advicetable_new(struct report *r, const struct advice_list *list);

/* "2.13.0+cpu" → 213; as advice_version(), but the newest where it is not known. */
void advicetable_add(struct report *r, struct table *t, const struct advice *item);

#endif
