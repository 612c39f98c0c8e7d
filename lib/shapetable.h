/* shapetable.h - the report's section `shapes`. */
#ifndef CTRACE_SHAPETABLE_H
#define CTRACE_SHAPETABLE_H

#include "dimension.h"
#include "rows.h"

/* version chooses the advice: advice_version(). */
void shapetable_add(struct rows *s, const struct dimensions *ds, const struct causes *cs,
		    int version);

#endif
