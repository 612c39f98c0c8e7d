/* blocktable.h - the report's section `blocks`. */
#ifndef CTRACE_BLOCKTABLE_H
#define CTRACE_BLOCKTABLE_H

#include "regional.h"
#include "rows.h"

/* version chooses the advice: advice_version(). */
void blocktable_add(struct rows *s, const struct regionals *rs, const struct causes *cs,
		    int version);

#endif
