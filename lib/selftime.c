/* SPDX-License-Identifier: MIT */
#include "selftime.h"

#include "timing.h"

static int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

struct walk {
	const struct compile *c;
	struct timing_span *out;
	int64_t last_us;
};

/* reached: the end of what came before it in the span around it. */
static void clip(const struct walk *w, uint32_t i, int64_t reached)
{
	const struct span *s = &w->c->spans.items[i];
	const struct timing_span *around = &w->out[s->parent];
	struct timing_span *own = &w->out[i];
	int64_t end = s->end_us < 0 ? around->to_us : s->end_us;

	own->from_us = min(max(s->start_us, reached), around->to_us);
	own->to_us = max(min(end, around->to_us), own->from_us);
	own->gap_us = own->from_us - reached;
}

static void set_whole(const struct walk *w, uint32_t i)
{
	const struct span *s = &w->c->spans.items[i];
	int64_t end = s->end_us < 0 ? max(w->last_us, s->start_us) : s->end_us;

	w->out[i].from_us = s->start_us;
	w->out[i].to_us = min(end, s->start_us + TIME_LONGEST_US);
}

void selftime_measure(const struct compile *c, struct timing_span *out, int64_t last_us)
{
	struct walk w = { c, out, last_us };
	int64_t reached[SPAN_DEPTH_MOST];	/* by depth: how far the open span is walked */

	for (uint32_t i = 0; i < c->spans.count; i++) {
		const struct span *s = &c->spans.items[i];

		out[i].gap_us = 0;
		if (s->parent == SPAN_NONE) {
			set_whole(&w, i);
		} else {
			clip(&w, i, reached[s->depth - 1]);
			out[s->parent].self_us -= out[i].to_us - out[i].from_us;
			reached[s->depth - 1] = out[i].to_us;
			if (s->sum_root)
				set_whole(&w, i);
		}
		out[i].self_us = out[i].to_us - out[i].from_us;
		reached[s->depth] = out[i].from_us;
	}
}

uint32_t selftime_find(const struct compile *c, const struct timing_span *spans, int64_t ts_us,
		       int64_t *since_us)
{
	uint32_t found = SPAN_NONE;

	for (uint32_t i = 0; i < c->spans.count; i++)
		if (spans[i].from_us <= ts_us && ts_us <= spans[i].to_us &&
		    (found == SPAN_NONE || c->spans.items[i].depth >= c->spans.items[found].depth))
			found = i;
	if (found == SPAN_NONE)
		return found;
	*since_us = spans[found].from_us;
	for (uint32_t i = found + 1; i < c->spans.count; i++)
		if (c->spans.items[i].parent == found && spans[i].to_us <= ts_us)
			*since_us = max(*since_us, spans[i].to_us);
	return found;
}
