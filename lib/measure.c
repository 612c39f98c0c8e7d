/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include "pattern.h"
#include "place.h"

#include <string.h>

/*
 * Rows of `compilations`, `recompiles`, `graph_breaks`, `failures` and `limits` become
 * items, unless they are warm-up, of a file that does not count, or accepted. Items are
 * then summed, over the run and by function.
 */

/* A section being walked, and what is known of the row at hand. */
struct walk {
	struct measure *m;
	const struct table *table;	/* NULL: the report has none */
	const struct row *row;
};

/* When a compile began, among those of its process. */
struct began {
	int64_t start_us;	/* -1: not known */
	int64_t ordinal;	/* 1, 2, … */
	int64_t cost_us;	/* forward and backward; -1: not known */
};

static const struct cell *cell_of(const struct walk *w, const char *key)
{
	static const struct cell none = { .present = false };

	for (size_t i = 0; i < w->table->def->column_count; i++)
		if (strcmp(w->table->def->columns[i].key, key) == 0)
			return &w->row->cells[i];
	return &none;
}

static struct str text_of(const struct walk *w, const char *key)
{
	return cell_of(w, key)->text;
}

static int64_t number_of(const struct walk *w, const char *key)
{
	const struct cell *c = cell_of(w, key);

	return c->present ? c->number : -1;
}

static uint64_t id_key(struct measure *m, int64_t process, struct str id)
{
	struct str name = str_format(&m->arena, "%lld %.*s", (long long)process, STR_ARG(id));

	return MAP_KEY(intern_add(&m->names, name));
}

/* filters -------------------------------------------------------------------------- */

static bool file_counts(const struct measure *m, struct str file)
{
	const struct policy *p = m->policy;

	for (size_t i = 0; i < p->only.count; i++)
		if (pattern_matches_file(p->only.items[i], file))
			return true;
	return p->only.count == 0;
}

static bool is_warm_up(const struct measure *m, const struct began *b)
{
	const struct policy *p = m->policy;

	if (!b)
		return false;
	return (p->after_us > 0 && b->start_us >= 0 && b->start_us < p->after_us) ||
	       b->ordinal <= p->after_compiles;
}

/* The name of a function, or of the one that it goes on with after a graph break. */
static bool function_matches(struct str pattern, struct str function)
{
	struct str name;
	int64_t line;

	return pattern_matches(pattern.s, function) ||
	       (place_resumed(function, &name, &line) && pattern_matches(pattern.s, name));
}

static bool ignore_matches(const struct policy_ignore *g, const struct measure_item *item)
{
	if (!item->kind.s || (g->kind.s && !str_eq(g->kind, item->kind)))
		return false;
	if (g->function.s && !function_matches(g->function, item->function))
		return false;
	if (g->file.s && !pattern_matches_file(g->file.s, item->file))
		return false;
	return !g->source.s || pattern_matches(g->source.s, item->source);
}

/* Takes off what an ignore accepts; how many are left of the item. */
static int64_t after_ignores(struct measure *m, const struct measure_item *item)
{
	int64_t left = item->count;

	for (size_t i = 0; i < m->policy->ignores.count && left > 0; i++) {
		const struct policy_ignore *g = &m->policy->ignores.items[i];
		int64_t most = g->up_to < 0 ? left : g->up_to - (int64_t)m->ignored[i];

		if (!ignore_matches(g, item))
			continue;
		most = most < left ? most : left;
		if (most > 0) {
			m->ignored[i] += (size_t)most;
			m->accepted += (size_t)most;
			left -= most;
		}
	}
	return left;
}

/* sums ----------------------------------------------------------------------------- */

static size_t function_index(struct measure *m, const struct measure_item *item)
{
	struct str name = str_format(&m->arena, "%.*s\n%.*s", STR_ARG(item->file),
				     STR_ARG(item->function));
	uint64_t *slot = map_add(&m->by_name, MAP_KEY(intern_add(&m->names, name)));

	if (!*slot) {
		struct measure_sums *s = array_add(&m->arena, &m->functions);

		s->function = item->function;
		s->file = item->file;
		s->line = item->line;
		*slot = m->functions.count;
	}
	return *slot - 1;
}

static void add_up(struct measure_sums *s, const struct measure_item *item)
{
	int64_t time = item->time_us > 0 ? item->time_us : 0;

	switch (item->what) {
	case MEASURE_COMPILE:
		s->values[LIMIT_COMPILES]++;
		s->values[LIMIT_RESTARTS] += item->restarts > 0 ? item->restarts : 0;
		s->values[LIMIT_COMPILE_TIME] += time;
		if (time > s->values[LIMIT_LONGEST_COMPILE])
			s->values[LIMIT_LONGEST_COMPILE] = time;
		break;
	case MEASURE_RECOMPILE:
		s->values[LIMIT_RECOMPILES]++;
		s->values[LIMIT_RECOMPILE_TIME] += time;
		break;
	case MEASURE_BREAK:
		s->values[LIMIT_GRAPH_BREAKS] += item->count;
		break;
	case MEASURE_FAILURE:
		s->values[LIMIT_FAILURES]++;
		break;
	case MEASURE_LIMIT_HIT:
		s->values[LIMIT_LIMIT_HITS]++;
		break;
	}
}

static void add_item(struct measure *m, struct measure_item item)
{
	enum guard_kind kind;

	if (!file_counts(m, item.file))
		return;
	item.count = after_ignores(m, &item);
	if (item.count <= 0)
		return;
	item.function_index = function_index(m, &item);
	*array_add(&m->arena, &m->items) = item;
	add_up(&m->run, &item);
	add_up(&m->functions.items[item.function_index], &item);
	if (item.what == MEASURE_RECOMPILE && guard_kind_find(item.kind, &kind))
		m->kinds[kind]++;
}

/* rows → items --------------------------------------------------------------------- */

static struct measure_item item_of(const struct walk *w, enum measure_what what,
				   struct str kind)
{
	return (struct measure_item){
		.what = what, .kind = kind, .function = text_of(w, "function"),
		.file = text_of(w, "file"), .line = number_of(w, "line"),
		.source = text_of(w, "source"), .count = 1, .time_us = -1, .cause = -1,
		.row = (size_t)(w->row - w->table->rows.items),
	};
}

static const struct began *find_began(struct measure *m, int64_t process, struct str id)
{
	const uint64_t *slot = map_find(&m->by_id, id_key(m, process, id));

	return slot ? (const struct began *)(uintptr_t)*slot : NULL;
}

static struct began *add_began(const struct walk *w, int64_t *ordinal, int64_t *process)
{
	struct began *b = arena_new(&w->m->arena, struct began);
	int64_t forward = number_of(w, "time_us"), backward = number_of(w, "backward_us");
	int64_t mine = number_of(w, "process");
	uint64_t *slot = map_add(&w->m->by_id, id_key(w->m, mine, text_of(w, "id")));

	*ordinal = mine == *process ? *ordinal + 1 : 1;
	*process = mine;
	b->ordinal = *ordinal;
	b->start_us = number_of(w, "start_us");
	b->cost_us = forward < 0 ? backward : forward + (backward > 0 ? backward : 0);
	/* Ids begin anew after torch._dynamo.reset(): the last one stands for all. */
	*slot = (uint64_t)(uintptr_t)b;
	return b;
}

static void take_compiles(struct walk *w)
{
	int64_t ordinal = 0, process = -1;
	size_t started = 0;

	for (size_t i = 0; w->table && i < w->table->rows.count; i++) {
		struct measure_item item;
		const struct began *b;

		w->row = &w->table->rows.items[i];
		b = add_began(w, &ordinal, &process);
		item = item_of(w, MEASURE_COMPILE, (struct str){ NULL, 0 });
		item.time_us = b->cost_us;
		item.restarts = number_of(w, "restarts");
		started += b->start_us >= 0;
		w->m->has_times |= b->cost_us >= 0;
		add_item(w->m, item);
	}
	w->m->compiled = w->table && w->table->rows.count > 0;
	w->m->has_starts = started > 0;
}

static void take_recompiles(struct walk *w)
{
	for (size_t i = 0; w->table && i < w->table->rows.count; i++) {
		const struct began *b;
		struct measure_item item;

		w->row = &w->table->rows.items[i];
		item = item_of(w, MEASURE_RECOMPILE, text_of(w, "kind"));
		b = find_began(w->m, number_of(w, "process"), text_of(w, "id"));
		item.time_us = b ? b->cost_us : number_of(w, "time_us");
		item.cause = number_of(w, "cause");
		if (is_warm_up(w->m, b))
			w->m->warm_recompiles++;
		else
			add_item(w->m, item);
	}
}

/* How many of a row's breaks are behind the warm-up. */
static int64_t count_breaks(const struct walk *w)
{
	const struct cell *ids = cell_of(w, "compiles");
	int64_t process = number_of(w, "process"), count = number_of(w, "count"), warm = 0;

	for (size_t i = 0; i < ids->item_count; i++)
		warm += is_warm_up(w->m, find_began(w->m, process, ids->items[i].text));
	w->m->warm_breaks += (size_t)warm;
	return (count < 0 ? 1 : count) - warm;
}

static void take_breaks(struct walk *w)
{
	for (size_t i = 0; w->table && i < w->table->rows.count; i++) {
		struct measure_item item;

		w->row = &w->table->rows.items[i];
		item = item_of(w, MEASURE_BREAK, STR("graph_break"));
		item.count = count_breaks(w);
		if (item.count > 0)
			add_item(w->m, item);
	}
}

static void take_rows(struct walk *w, enum measure_what what, struct str kind)
{
	for (size_t i = 0; w->table && i < w->table->rows.count; i++) {
		w->row = &w->table->rows.items[i];
		add_item(w->m, item_of(w, what, kind));
	}
}

static struct walk walk_of(struct measure *m, const char *section)
{
	return (struct walk){ .m = m, .table = report_find(m->report, str_c(section)) };
}

static int check_warm_up(const struct measure *m, struct err *e)
{
	if (m->policy->after_us > 0 && m->compiled && !m->has_starts)
		return err_set(e, "'after' is a time, and this input has none: record with "
				  "TORCH_TRACE, or give a number of compiles");
	return 0;
}

int measure_init(struct measure *m, const struct report *r, const struct policy *p,
		 struct err *e)
{
	struct walk w;

	*m = (struct measure){ .report = r, .policy = p };
	intern_init(&m->names, &m->arena);
	m->ignored = arena_array(&m->arena, size_t, p->ignores.count);
	w = walk_of(m, "compilations");
	take_compiles(&w);
	if (check_warm_up(m, e) < 0)
		return -1;
	w = walk_of(m, "recompiles");
	take_recompiles(&w);
	w = walk_of(m, "graph_breaks");
	take_breaks(&w);
	w = walk_of(m, "failures");
	take_rows(&w, MEASURE_FAILURE, STR("failure"));
	w = walk_of(m, "limits");
	take_rows(&w, MEASURE_LIMIT_HIT, STR("limit_hit"));
	return 0;
}

void measure_release(struct measure *m)
{
	intern_release(&m->names);
	map_release(&m->by_name);
	map_release(&m->by_id);
	arena_release(&m->arena);
}
