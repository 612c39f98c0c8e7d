/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "comparetable.h"
#include "kin.h"
#include "measured.h"
#include "paired.h"
#include "place.h"

#include <stdlib.h>

/*
 * What got worse and what got better: sums of the runs, causes that came, went, or count
 * more, functions that take longer. Each is a change with its old and its new value; the
 * ones that cost time come first, by how much, then counts.
 */

static const struct column change_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "time_us", "time", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "share", "share", CELL_SHARE, 0, NULL },
	{ "by", "by", CELL_TEXT, 0, NULL },
};

static const struct section_def worse_def = {
	"regressions", "Got worse", SHAPE_TABLE, COLUMN_FIRST, "nothing got worse",
	change_columns, COUNT_OF(change_columns), 20
};

static const struct section_def better_def = {
	"improvements", "Got better", SHAPE_TABLE, COLUMN_FIRST, "nothing got better",
	change_columns, COUNT_OF(change_columns), 20
};

/* What a cell of a change holds; -1: nothing. */
struct value {
	int64_t time_us, count, share;
};

struct change {
	struct str what;
	struct value before, after;
	int64_t weight_us;	/* how much time it is about */
	int64_t weight;		/* … or how many */
	bool worse;
	size_t order;
};

struct comparing {
	struct report *out;
	struct measure before, after;
	int64_t noise;
	ARRAY(struct change) changes;
};

#define NOTHING (struct value){ -1, -1, -1 }

static struct change *add_change(struct comparing *c, struct str what, bool worse)
{
	struct change *one = array_add(&c->out->arena, &c->changes);

	one->what = what;
	one->before = one->after = NOTHING;
	one->worse = worse;
	one->order = c->changes.count;
	return one;
}

static void add_count(struct comparing *c, struct str what, int64_t before, int64_t after)
{
	struct change *one;

	if (before == after)
		return;
	one = add_change(c, what, after > before);
	one->before.count = before;
	one->after.count = after;
	one->weight = llabs(after - before);
}

static void add_time(struct comparing *c, struct str what, int64_t before, int64_t after)
{
	struct change *one;

	if (paired_is_noise(before, after, c->noise))
		return;
	one = add_change(c, what, after > before);
	one->before.time_us = before;
	one->after.time_us = after;
	one->weight_us = llabs(after - before);
}

static struct measured get(struct measure *m, enum limit_what what)
{
	const struct limit_target t = { .what = what };

	return measured_get(m, &t, 0);
}

/* ORDER in which equal ones are shown */
static const struct {
	enum limit_what what;
	struct str name;
} sums[] = {
	{ LIMIT_COMPILE_TIME, STR_INIT("compile time") },
	{ LIMIT_FAILURES, STR_INIT("failed compiles") },
	{ LIMIT_LIMIT_HITS, STR_INIT("recompile limit hits") },
	{ LIMIT_RECOMPILES, STR_INIT("recompiles") },
	{ LIMIT_GRAPH_BREAKS, STR_INIT("graph breaks") },
	{ LIMIT_RESTARTS, STR_INIT("restarts") },
};

static void compare_sums(struct comparing *c)
{
	for (size_t i = 0; i < COUNT_OF(sums); i++) {
		struct measured before = get(&c->before, sums[i].what);
		struct measured after = get(&c->after, sums[i].what);

		if (!before.known || !after.known)
			continue;
		if (sums[i].what == LIMIT_COMPILE_TIME)
			add_time(c, sums[i].name, before.number, after.number);
		else
			add_count(c, sums[i].name, before.number, after.number);
	}
}

static void compare_caches(struct comparing *c)
{
	struct measured before = get(&c->before, LIMIT_CACHE_HIT_RATE);
	struct measured after = get(&c->after, LIMIT_CACHE_HIT_RATE);
	struct change *one;

	if (!before.known || !after.known || before.number == after.number)
		return;
	one = add_change(c, STR("cache hit rate"), after.number < before.number);
	one->before.share = before.number;
	one->after.share = after.number;
	one->weight = 1;
}

static int64_t at_least_0(int64_t n)
{
	return n > 0 ? n : 0;
}

/* A cause that is in one of the reports alone. */
static void add_cause(struct comparing *c, const struct table *t, const struct row *row,
		      bool came)
{
	struct str headline = kin_text(t, row, "headline");
	struct value v = { kin_number(t, row, "time_us"), kin_number(t, row, "count"), -1 };
	struct change *one;

	if (!headline.s)
		headline = str_format(&c->out->arena, STR_FMT " " STR_FMT,
				      STR_ARG(kin_text(t, row, "kind")),
				      STR_ARG(kin_text(t, row, "source")));
	one = add_change(c, str_format(&c->out->arena, "%s: " STR_FMT,
				       came ? "new cause" : "no more", STR_ARG(headline)), came);
	*(came ? &one->after : &one->before) = v;
	one->weight_us = at_least_0(v.time_us);
	one->weight = at_least_0(v.count);
}

/* A cause of both that counts more, or less. */
static void compare_cause(struct comparing *c, const struct table *t, const struct row *row,
			  const struct table *t_before, const struct row *before)
{
	int64_t count = kin_number(t, row, "count"), old = kin_number(t_before, before, "count");
	struct change *one;

	if (count == old)
		return;
	one = add_change(c, str_format(&c->out->arena, "%s: " STR_FMT,
				       count > old ? "more often" : "less often",
				       STR_ARG(kin_text(t, row, "headline"))), count > old);
	one->before = (struct value){ kin_number(t_before, before, "time_us"), old, -1 };
	one->after = (struct value){ kin_number(t, row, "time_us"), count, -1 };
	one->weight_us = llabs(at_least_0(one->after.time_us) - at_least_0(one->before.time_us));
	one->weight = llabs(count - old);
}

static void compare_causes(struct comparing *c)
{
	const struct table *after = report_find(c->after.report, STR("causes"));
	const struct table *before = report_find(c->before.report, STR("causes"));

	for (size_t i = 0; after && i < after->rows.count; i++) {
		const struct row *row = &after->rows.items[i];
		const struct row *old = before ? kin_find(before, after, row) : NULL;

		if (old)
			compare_cause(c, after, row, before, old);
		else
			add_cause(c, after, row, true);
	}
	for (size_t i = 0; before && i < before->rows.count; i++)
		if (!after || !kin_find(after, before, &before->rows.items[i]))
			add_cause(c, before, &before->rows.items[i], false);
}

/* Of functions that both runs compiled; with one function the sum says it already. */
static void compare_functions(struct comparing *c)
{
	size_t count = c->before.functions.count, next = 0;

	if (count < 2 && c->after.functions.count < 2)
		return;
	for (size_t i = 0; i < c->after.functions.count && c->before.has_times &&
			   c->after.has_times; i++) {
		const struct measure_sums *now = &c->after.functions.items[i], *old = NULL;

		/* Runs of one program compile in the same order: look on from the last one. */
		for (size_t k = 0; k < count && !old; k++) {
			const struct measure_sums *s =
				&c->before.functions.items[(next + k) % count];

			if (!str_eq(s->function, now->function) ||
			    !kin_same_file(s->file, now->file))
				continue;
			old = s;
			next = (next + k + 1) % count;
		}
		if (old)
			add_time(c, str_format(&c->out->arena, "compile time of " STR_FMT,
					       STR_ARG(place_function(&c->out->arena,
								      now->function))),
				 old->values[LIMIT_COMPILE_TIME],
				 now->values[LIMIT_COMPILE_TIME]);
	}
}

static int compare_changes(const void *x, const void *y)
{
	const struct change *a = x, *b = y;

	if (a->weight_us != b->weight_us)
		return a->weight_us > b->weight_us ? -1 : 1;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

static void put_value(struct comparing *c, const struct table *t, struct row *row,
		      const char *key, int64_t before, int64_t after)
{
	struct cell *cell = row_cell(t, row, key), *old;

	if (before < 0 && after < 0)
		return;
	cell->present = after >= 0;
	cell->number = after;
	if (before < 0)
		return;
	old = arena_new(&c->out->arena, struct cell);
	old->present = true;
	old->number = before;
	if (after < 0) {	/* gone: the cell shows what there was */
		*cell = *old;
		return;
	}
	cell->old = old;
}

/* "+12.3 %": by how much of the old time; of a new one there is none. */
static struct str change_text(struct comparing *c, const struct change *one)
{
	int64_t old = one->before.time_us, now = one->after.time_us, permille;

	if (old <= 0 || now < 0)
		return (struct str){ NULL, 0 };
	if (now >= old * 10)
		return str_format(&c->out->arena, "%lld times", (long long)(now / old));
	permille = (llabs(now - old) * 1000 + old / 2) / old;
	return str_format(&c->out->arena, "%s%lld.%lld %%", now < old ? "−" : "+",
			  (long long)(permille / 10), (long long)(permille % 10));
}

static size_t put_changes(struct comparing *c, const struct section_def *def, bool worse)
{
	struct table *t = report_section(c->out, def);

	for (size_t i = 0; i < c->changes.count; i++) {
		const struct change *one = &c->changes.items[i];
		struct row *row;

		if (one->worse != worse)
			continue;
		row = table_add(c->out, t);
		row_text(t, row, "what", one->what);
		put_value(c, t, row, "time_us", one->before.time_us, one->after.time_us);
		put_value(c, t, row, "count", one->before.count, one->after.count);
		put_value(c, t, row, "share", one->before.share, one->after.share);
		row_text(t, row, "by", change_text(c, one));
	}
	return t->rows.count;
}

static int measure_both(struct comparing *c, const struct compare_side *before,
			const struct compare_side *after, struct err *e)
{
	static const struct policy all = { .after_us = 0 };

	c->before.silent_is_fine = c->after.silent_is_fine = true;
	if (measure_init(&c->before, before->report, &all, e) < 0 ||
	    measure_init(&c->after, after->report, &all, e) < 0)
		return -1;
	c->before.silent_is_fine = c->after.silent_is_fine = true;
	return 0;
}

int compare_build(struct report *out, const struct compare_side *before,
		  const struct compare_side *after, const struct compare_options *o,
		  struct compare_counts *counts, struct err *e)
{
	struct comparing c = { .out = out, .noise = o->noise };
	int result = measure_both(&c, before, after, e);

	if (result == 0) {
		compare_sums(&c);
		compare_causes(&c);
		compare_functions(&c);
		compare_caches(&c);
		if (c.changes.count)
			qsort(c.changes.items, c.changes.count, sizeof *c.changes.items,
			      compare_changes);
		out->title = str_format(&out->arena, STR_FMT " → " STR_FMT,
					STR_ARG(before->name), STR_ARG(after->name));
		counts->worse = put_changes(&c, &worse_def, true);
		counts->better = put_changes(&c, &better_def, false);
		comparetable_add_settings(out, before, after);
		comparetable_add(out, &c.before, &c.after, o->noise);
	}
	measure_release(&c.before);
	measure_release(&c.after);
	return result;
}
