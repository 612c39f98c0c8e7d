/* human.h - numbers as people read them: 5.31 s, 41.2 ms, 1,234, 12.3 MiB, 87.0 %. */
#ifndef CTRACE_HUMAN_H
#define CTRACE_HUMAN_H

#include "report.h"

/* Three digits in the unit that fits; from two minutes on 2 min 5 s, then 1 h 5 min. */
void human_time(struct buf *out, int64_t us);

/*
 * A time among others, in a column whose greatest is most_us: when that is a second or
 * more, everything from 10 ms on is in seconds with two digits, so that they compare.
 */
void human_time_among(struct buf *out, int64_t us, int64_t most_us);

void human_count(struct buf *out, int64_t n);		/* 1,234 */
void human_bytes(struct buf *out, int64_t bytes);	/* 812 B, 1.5 KiB */
void human_share(struct buf *out, int64_t share);	/* of 1/10000: 12.3 % */

/*
 * The cell on one line, safe for a terminal; nothing for an absent one and for
 * CELL_ROWS. Lists are joined with ", ". With an old value that differs: old → new.
 */
void human_cell(struct buf *out, const struct column *c, const struct cell *cell,
		int64_t most_us);

/* Does the cell differ from its old one? False outside of a diff. */
bool human_is_changed(const struct column *c, const struct cell *cell);

#endif
