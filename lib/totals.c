/* SPDX-License-Identifier: MIT */
#include "totals.h"

#include <stdlib.h>

struct interval {
	int64_t from_us, to_us;
};

struct intervals {
	ARRAY(struct interval) list;
};

static int by_start(const void *a, const void *b)
{
	const struct interval *x = a, *y = b;

	return (x->from_us > y->from_us) - (x->from_us < y->from_us);
}

/* Length of the union. */
static int64_t covered(struct intervals *iv)
{
	int64_t total = 0, reached = INT64_MIN;

	if (iv->list.count)
		qsort(iv->list.items, iv->list.count, sizeof *iv->list.items, by_start);
	for (size_t i = 0; i < iv->list.count; i++) {
		const struct interval *x = &iv->list.items[i];
		int64_t from = x->from_us > reached ? x->from_us : reached;

		if (x->to_us <= reached)
			continue;
		total += x->to_us - from;
		reached = x->to_us;
	}
	return total;
}

static void add_interval(struct arena *a, struct intervals *iv, int64_t from_us, int64_t to_us)
{
	if (to_us > from_us)
		*array_add(a, &iv->list) = (struct interval){ from_us, to_us };
}

static void add_open_times(struct arena *a, struct intervals *iv, const struct compile *c)
{
	if (c->metered && c->start_us >= 0 && c->time_us > 0)
		add_interval(a, iv, c->start_us, c->start_us + c->time_us);
	for (size_t i = 0; i < c->spans.count; i++) {
		const struct span *s = &c->spans.items[i];

		if (s->sum_root)
			add_interval(a, iv, s->start_us, s->end_us);
	}
}

/*
 * Clocks of processes that log absolute times are one; those of logs that only have
 * heads may be of any year and zone, so each of these stands alone.
 */
static int64_t wall_time(struct arena *a, const struct trace *t)
{
	struct intervals common = { { 0 } };
	int64_t total = 0;

	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];
		struct intervals own = { { 0 } };

		for (size_t k = 0; k < p->compiles.count; k++)
			if (p->compiles.items[k]->counted)
				add_open_times(a, p->absolute ? &common : &own,
					       p->compiles.items[k]);
		total += covered(&own);
	}
	return total + covered(&common);
}

static void count_compile(struct totals *all, const struct compile *c)
{
	int64_t cost = compile_cost(c);

	all->limit_hits += c->status == COMPILE_LIMIT;
	if (!c->counted)
		return;
	all->compiles++;
	all->failures += c->status == COMPILE_FAILED;
	all->restarts += c->attempts - 1;
	all->compile_us += cost;
	all->complete &= !compile_is_unfinished(c);
	if (compile_is_recompile(c)) {
		all->recompiles++;
		all->recompile_us += cost;
	}
}

static bool is_same_break(const struct totals_break *b, const struct process *p,
			  const struct graph_break *g)
{
	return b->process == p && b->first->file.s == g->file.s && b->first->line == g->line &&
	       b->first->reason.s == g->reason.s;
}

/* Another event at a place. */
static void count_break(struct totals *all, struct totals_break *b, const struct graph_break *g)
{
	b->count++;
	if (g->compile)
		*array_add(&all->arena, &b->compiles) = g->compile->id_text;
}

/* Places by a hash of what makes them equal; a collision only costs a second row. */
static void count_breaks(struct totals *all, const struct process *p)
{
	struct map places = { 0 };

	for (size_t i = 0; i < p->breaks.count; i++) {
		const struct graph_break *g = &p->breaks.items[i];
		uint64_t place = map_key(MAP_KEY(g->file), (uint64_t)g->line);
		uint64_t *at = map_add(&places, map_key(place, MAP_KEY(g->reason)));

		if (*at && is_same_break(&all->breaks.items[*at - 1], p, g)) {
			count_break(all, &all->breaks.items[*at - 1], g);
			continue;
		}
		*array_add(&all->arena, &all->breaks) = (struct totals_break){
			.process = p, .first = g,
		};
		*at = all->breaks.count;
		count_break(all, &all->breaks.items[*at - 1], g);
	}
	all->graph_breaks += (int64_t)p->breaks.count;
	map_release(&places);
}

/* Where a text log gives no ids, a function stands for its frame. */
static uint64_t frame_of(const struct compile *c)
{
	return c->id.frame >= 0 ? (uint64_t)c->id.frame :
	       map_key(map_key(MAP_KEY(c->function), MAP_KEY(c->file)), (uint64_t)c->first_line);
}

static void count_process(struct totals *all, const struct process *p)
{
	struct map frames = { 0 };

	for (size_t i = 0; i < p->compiles.count; i++) {
		const struct compile *c = p->compiles.items[i];

		count_compile(all, c);
		if (c->counted)
			map_add(&frames, frame_of(c));
	}
	all->frames += (int64_t)frames.count;
	map_release(&frames);
	count_breaks(all, p);
	if (!all->torch_version.s)
		all->torch_version = p->torch_version;
}

/* What text alone cannot tell is not counted as if it were all. */
static void drop_unknown(struct totals *all, const struct trace *t)
{
	bool all_text = true, all_named = true;

	for (size_t i = 0; i < t->processes.count; i++) {
		all_text &= t->processes.items[i]->from_text && all->compile_us == 0;
		all_named &= !t->processes.items[i]->from_text ||
			     t->processes.items[i]->says_starts;
	}
	if (all_text)
		all->compile_us = all->recompile_us = all->wall_us = -1;
	if (all->wall_us == 0 && all->compile_us > 0)	/* text without times of day */
		all->wall_us = -1;
	if (!all_named || t->processes.count == 0)
		all->compiles = all->frames = all->restarts = -1;
}

void totals_count(struct totals *all, const struct trace *t)
{
	struct arena scratch = { 0 };

	*all = (struct totals){ .complete = health_losses(&t->health) == 0 };
	for (size_t i = 0; i < t->processes.count; i++)
		count_process(all, t->processes.items[i]);
	all->wall_us = wall_time(&scratch, t);
	drop_unknown(all, t);
	arena_release(&scratch);
}

void totals_release(struct totals *all)
{
	arena_release(&all->arena);
}

/* "(currently set to 8)" */
static int64_t limit_in_text(struct str text)
{
	static const struct str sign = STR_INIT("currently set to ");
	size_t at = str_find(text, sign);
	int64_t limit = -1;

	if (at == STR_NONE)
		return -1;
	text = str_skip(text, at + sign.len);
	return str_to_i64(str_take(text, str_digits(text)), &limit) ? limit : -1;
}

int64_t totals_limit(const struct compile *c)
{
	int64_t limit = limit_in_text(c->fail_reason);

	if (limit >= 0)
		return limit;
	if (str_find(c->fail_reason, STR("accumulated")) != STR_NONE &&
	    c->metrics[METRIC_ACCUMULATED_LIMIT] >= 0)
		return c->metrics[METRIC_ACCUMULATED_LIMIT];
	return c->metrics[METRIC_RECOMPILE_LIMIT];
}
