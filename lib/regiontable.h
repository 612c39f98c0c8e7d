/* regiontable.h - the report's section `regions`. */
#ifndef CTRACE_REGIONTABLE_H
#define CTRACE_REGIONTABLE_H

#include "region.h"
#include "rows.h"

void regiontable_add(struct rows *s, const struct regions *rs);

#endif
