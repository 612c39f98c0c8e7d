/* selftime.h - the spans of one compile → the time each spent outside of the ones in it. */
#ifndef CTRACE_SELFTIME_H
#define CTRACE_SELFTIME_H

#include "compile.h"

struct timing_span;

/*
 * Fills from_us, to_us, self_us and gap_us of out, which has c->spans.count items. A span
 * is clipped to what is around it and to the end of the one before it there, so that no
 * time counts twice, whatever the clock said; only spans with sum_root keep all of
 * theirs. Open spans last until what is around them ends, at a root until last_us.
 */
void selftime_measure(const struct compile *c, struct timing_span *out, int64_t last_us);

/*
 * The innermost span in which ts_us lies, SPAN_NONE if there is none; *since_us becomes
 * the end of what came before ts_us in it.
 */
uint32_t selftime_find(const struct compile *c, const struct timing_span *spans, int64_t ts_us,
		       int64_t *since_us);

#endif
