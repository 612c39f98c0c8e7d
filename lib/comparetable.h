/* comparetable.h - the sections of a difference that hold rows of both reports. */
#ifndef CTRACE_COMPARETABLE_H
#define CTRACE_COMPARETABLE_H

#include "compare.h"
#include "measure.h"

/* `summary`, and what else is the same for a whole run: `settings`. */
void comparetable_add_settings(struct report *out, const struct compare_side *before,
			       const struct compare_side *after);

/* `causes`, `functions`, `phases`, `caches`, `graph_breaks`, `failures`, `limits`. */
void comparetable_add(struct report *out, const struct measure *before,
		      const struct measure *after, int64_t noise);

#endif
