/* remedytable.h - remedies as nested rows: the same columns wherever they stand. */
#ifndef CTRACE_REMEDYTABLE_H
#define CTRACE_REMEDYTABLE_H

#include "advice.h"
#include "report.h"

/* For a column { "advice", "", CELL_ROWS, 0, &remedytable_def }. */
extern const struct section_def remedytable_def;

void remedytable_add(struct report *r, struct table *t, const struct advice *item);

#endif
