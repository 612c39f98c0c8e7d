/* shapetable.h - the report's section `shapes`. */
#ifndef CTRACE_SHAPETABLE_H
#define CTRACE_SHAPETABLE_H

#include "dimension.h"
#include "rows.h"

void shapetable_add(struct rows *s, const struct dimensions *ds);

#endif
