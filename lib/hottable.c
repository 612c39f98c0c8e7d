/* SPDX-License-Identifier: MIT */
#include "hottable.h"

#include "guardtally.h"

#include <stdlib.h>

static const struct column hot_columns[] = {
	{ "self_us", "time", CELL_TIME, 0, NULL },
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "name", "what", CELL_TEXT, COLUMN_PATH, NULL },
	{ "phase", "phase", CELL_TEXT, 0, NULL },
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "total_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "start_us", "after", CELL_TIME, 0, NULL },
};

static const struct section_def hot_def = {
	"hot", "Longest single steps", SHAPE_TABLE, 0, NULL,
	hot_columns, COUNT_OF(hot_columns), 8
};

static const struct section_def hot_data_def = {
	"hot", "", SHAPE_TABLE, COLUMN_DATA, NULL, hot_columns, COUNT_OF(hot_columns), 0
};

static const struct column restart_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "restarts", "restarts", CELL_COUNT, 0, NULL },
	{ "wasted_us", "wasted", CELL_TIME, 0, NULL },
	ROWS_FILE_COLUMNS,
	{ "reasons", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "first_lines", "", CELL_TEXTS, COLUMN_VIEW | COLUMN_LINE, NULL },
};

static const struct section_def restarts_def = {
	"restarts", "Tracing that was thrown away and begun again", SHAPE_TABLE, 0, NULL,
	restart_columns, COUNT_OF(restart_columns), 5
};

static const struct column type_columns[] = {
	{ "type", "", CELL_TEXT, 0, NULL },
	{ "count", "", CELL_COUNT, 0, NULL },
};

static const struct section_def type_def = {
	"types", "", SHAPE_TABLE, 0, NULL, type_columns, COUNT_OF(type_columns), 0
};

static const struct column guard_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "all_us", "all variants", CELL_TIME, 0, NULL },
	{ "most_us", "dearest variant", CELL_TIME, 0, NULL },
	{ "variants", "variants", CELL_COUNT, 0, NULL },
	{ "guards", "guards in one", CELL_COUNT, 0, NULL },
	ROWS_FILE_COLUMNS,
	{ "types", "", CELL_ROWS, COLUMN_DATA, &type_def },
	{ "mostly", "mostly", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
};

static const struct section_def guard_def = {
	"guard_cost", "What the guards cost at each call", SHAPE_TABLE, 0, NULL,
	guard_columns, COUNT_OF(guard_columns), 5
};

static const struct section_def guard_data_def = {
	"guard_cost", "", SHAPE_TABLE, COLUMN_DATA, NULL,
	guard_columns, COUNT_OF(guard_columns), 0
};

/* What is shorter is no news to people. */
#define HOT_FROM_US 200000
#define GUARDS_FROM_US 100

/* A span, a worker's span, or the build of a kernel. */
struct hot {
	const char *kind;
	struct str name, phase;
	int64_t self_us, total_us, start_us;
	const struct compile *compile;
	const struct process *process;
	size_t order;		/* in which it was met: settles ties */
};

#define HOT_MOST 50

struct hottest {
	struct hot items[HOT_MOST];	/* the longest first */
	size_t count, met;
};

static void offer(struct hottest *all, struct hot h)
{
	size_t at = all->count;

	h.order = all->met++;
	if (h.self_us <= 0 ||
	    (at == HOT_MOST && h.self_us <= all->items[HOT_MOST - 1].self_us))
		return;
	if (at == HOT_MOST)
		at--;
	else
		all->count++;
	for (; at > 0 && all->items[at - 1].self_us < h.self_us; at--)
		all->items[at] = all->items[at - 1];
	all->items[at] = h;
}

static void offer_compile(struct hottest *all, struct timing *t, const struct compile *c)
{
	struct hot h = { .kind = "span", .compile = c, .process = c->process };

	if (c->spans.count)
		timing_compile(t, c);
	for (size_t i = 0; i < c->spans.count; i++) {
		const struct timing_span *ts = &t->spans.items[i];

		if (!c->spans.items[i].summed)
			continue;
		h.name = str_c(c->spans.items[i].name);
		h.phase = t->rows.items[t->rows.items[ts->row].phase].name;
		h.self_us = ts->self_us;
		h.total_us = ts->to_us - ts->from_us;
		h.start_us = ts->from_us;
		offer(all, h);
	}
	h = (struct hot){ .kind = "kernel", .compile = c, .process = c->process,
			  .phase = STR("Triton build of a kernel"), .start_us = -1 };
	for (size_t i = 0; i < c->kernels.count; i++) {
		h.name = c->kernels.items[i].name;
		h.self_us = h.total_us = c->kernels.items[i].time_us;
		offer(all, h);
	}
}

static void offer_workers(struct hottest *all, const struct process *p)
{
	for (size_t i = 0; i < p->worker_spans.count; i++) {
		const struct span *s = &p->worker_spans.items[i];

		if (s->end_us < 0)
			continue;
		offer(all, (struct hot){
			.kind = "worker", .name = str_c(s->name),
			.phase = STR("in a worker, beside"), .self_us = s->end_us - s->start_us,
			.total_us = s->end_us - s->start_us, .start_us = s->start_us,
			.process = p });
	}
}

static void add_hot_row(struct rows *s, const struct hot *h)
{
	rows_begin(s);
	if (h->compile) {
		rows_id(s, h->compile);
		rows_function(s, h->compile);
	} else {
		rows_number(s, "process", (int64_t)h->process->index);
		rows_number(s, "rank", h->process->rank);
	}
	rows_text(s, "kind", str_c(h->kind));
	rows_text(s, "name", h->name);
	rows_text(s, "phase", h->phase);
	rows_number(s, "self_us", h->self_us);
	rows_number(s, "total_us", h->total_us);
	if (h->start_us >= 0 && h->process->first_us >= 0)
		rows_number(s, "start_us", h->start_us - h->process->first_us);
}

static void add_hot(struct rows *s, struct timing *t)
{
	struct hottest all = { .count = 0 };

	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			if (p->compiles.items[k]->counted)
				offer_compile(&all, t, p->compiles.items[k]);
		offer_workers(&all, p);
	}
	s->table = report_section(s->report, all.count && all.items[0].self_us >= HOT_FROM_US ?
				  &hot_def : &hot_data_def);
	for (size_t i = 0; i < all.count; i++)
		add_hot_row(s, &all.items[i]);
}

static int64_t wasted_time(struct timing *t, const struct compile *c)
{
	int64_t us = -1;

	timing_compile(t, c);
	for (size_t i = 0; i < c->spans.count; i++)
		if (t->spans.items[i].row == PHASE_RESTARTS)
			us = (us < 0 ? 0 : us) + t->spans.items[i].self_us;
	return us < 0 && c->metrics[METRIC_BEFORE_RESTART_US] > 0 ?
	       c->metrics[METRIC_BEFORE_RESTART_US] : us;
}

/* A reason is a graph break's whole text, of which the first line says what it is. */
static void add_first_lines(struct rows *s, const struct compile *c)
{
	struct str *lines = arena_array(&s->report->arena, struct str, c->restart_reasons.count);

	for (size_t i = 0; i < c->restart_reasons.count; i++) {
		struct str rest = c->restart_reasons.items[i];

		str_cut(&rest, '\n', &lines[i]);
	}
	rows_texts(s, "first_lines", lines, c->restart_reasons.count);
}

static void add_restart(struct rows *s, struct timing *t, const struct compile *c)
{
	if (!c->counted || c->attempts < 2)
		return;
	rows_begin(s);
	rows_id(s, c);
	rows_function(s, c);
	rows_file(s, c->file, c->first_line);
	rows_number(s, "restarts", c->attempts - 1);
	rows_number(s, "wasted_us", wasted_time(t, c));
	rows_texts(s, "reasons", c->restart_reasons.items, c->restart_reasons.count);
	add_first_lines(s, c);
}

static void add_restarts(struct rows *s, struct timing *t)
{
	s->table = report_section(s->report, &restarts_def);
	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			add_restart(s, t, p->compiles.items[k]);
	}
}

/* The variants of one function of one process. */
struct guarded {
	const struct compile *first, *dearest;
	int64_t all_us, most_us, guards;
	size_t variants;
};

struct guarded_list {
	ARRAY(struct guarded) items;
	struct map by_function;
};

static bool is_same_function(const struct compile *a, const struct compile *b)
{
	return a->process == b->process && a->function.s == b->function.s &&
	       a->file.s == b->file.s && a->first_line == b->first_line;
}

static void note_guards(struct arena *a, struct guarded_list *list, const struct compile *c)
{
	int64_t us = c->metrics[METRIC_GUARD_LATENCY_US];
	int64_t guards = c->metrics[METRIC_GUARD_COUNT];
	uint64_t function, *at;
	struct guarded *g;

	if (!c->counted || us < 0)
		return;
	function = map_key(map_key(MAP_KEY(c->function), MAP_KEY(c->file)), (uint64_t)c->first_line);
	at = map_add(&list->by_function, map_key(function, c->process->index));
	if (!*at || !is_same_function(list->items.items[*at - 1].first, c)) {
		*array_add(a, &list->items) = (struct guarded){ .first = c, .dearest = c };
		*at = list->items.count;
	}
	g = &list->items.items[*at - 1];
	g->all_us += us;
	g->variants++;
	if (us > g->most_us) {
		g->most_us = us;
		g->dearest = c;
	}
	if (guards > g->guards)
		g->guards = guards;
}

static int by_cost(const void *a, const void *b)
{
	const struct guarded *x = a, *y = b;

	if (x->all_us != y->all_us)
		return x->all_us < y->all_us ? 1 : -1;
	return (x->first->line > y->first->line) - (x->first->line < y->first->line);
}

static void add_types(struct rows *s, const struct compile *c)
{
	struct table *types = report_table(s->report, &type_def);

	for (size_t i = 0; i < c->guard_types.count; i++) {
		struct row *row = table_add(s->report, types);

		row_text(types, row, "type", c->guard_types.items[i].name);
		row_number(types, row, "count", (int64_t)c->guard_types.items[i].count);
	}
	row_rows(s->table, s->row, "types", types);
	rows_text(s, "mostly", guardtally_text(&s->report->arena, c));
}

static void add_guarded(struct rows *s, const struct guarded *g)
{
	rows_begin(s);
	rows_id(s, g->first);
	rows_function(s, g->first);
	rows_file(s, g->first->file, g->first->first_line);
	rows_number(s, "all_us", g->all_us);
	rows_number(s, "most_us", g->most_us);
	rows_number(s, "variants", (int64_t)g->variants);
	rows_number(s, "guards", g->guards);
	add_types(s, g->dearest);
}

static void add_guard_cost(struct rows *s)
{
	struct guarded_list list = { .items = { 0 } };

	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			note_guards(&s->report->arena, &list, p->compiles.items[k]);
	}
	if (list.items.count)
		qsort(list.items.items, list.items.count, sizeof *list.items.items, by_cost);
	s->table = report_section(s->report, list.items.count &&
				  list.items.items[0].all_us >= GUARDS_FROM_US ?
				  &guard_def : &guard_data_def);
	for (size_t i = 0; i < list.items.count; i++)
		add_guarded(s, &list.items.items[i]);
	map_release(&list.by_function);
}

void hottable_add(struct rows *s, struct timing *t)
{
	add_hot(s, t);
	add_restarts(s, t);
	add_guard_cost(s);
}
