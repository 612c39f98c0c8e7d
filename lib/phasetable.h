/*
 * phasetable.h - the report's sections on where the time went: `phases`, `one_time`,
 * `apart`.
 */
#ifndef CTRACE_PHASETABLE_H
#define CTRACE_PHASETABLE_H

#include "rows.h"
#include "timing.h"

/* `phases`: for data all rows; for people small ones are folded. wall_us: of summary. */
void phasetable_add(struct rows *s, const struct timing *t, int64_t wall_us);

/* `one_time` and `apart`, which stand further below. */
void phasetable_add_beside(struct rows *s, const struct timing *t);

/* "spans", "metrics", or "both": what the figures were read from. Absent if none. */
struct str phasetable_source(const struct timing *t);

#endif
