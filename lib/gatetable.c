/* SPDX-License-Identifier: MIT */
#include "gatetable.h"

#include "kin.h"
#include "place.h"

#include <stdlib.h>

static const struct column why_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "new", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "source", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "count", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "time_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "where", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "remedy", "to do:", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "remedies", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "codes", "", CELL_TEXTS, COLUMN_DATA, NULL },	/* of each remedy; "": it has none */
	{ "code", "", CELL_TEXT, COLUMN_LINE | COLUMN_CODE, NULL },
};

static const struct section_def why_def = {
	"why", "", SHAPE_CARDS, 0, NULL, why_columns, COUNT_OF(why_columns), 5
};

static const struct column gate_columns[] = {
	{ "verdict", "", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "limit", "limit", CELL_TEXT, 0, NULL },
	{ "allowed", "allowed", CELL_TEXT, 0, NULL },
	{ "measured", "measured", CELL_TEXT, 0, NULL },
	{ "over", "off by", CELL_TEXT, 0, NULL },
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "policy", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "policy_line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "where", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "note", "", CELL_TEXT, COLUMN_LINE, NULL },
	{ "again", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "why", "", CELL_ROWS, COLUMN_DATA, &why_def },
	{ "shown", "", CELL_ROWS, COLUMN_VIEW, &why_def },
};

static const struct section_def gate_def = {
	"gate", "Gate", SHAPE_CARDS, COLUMN_FIRST, NULL, gate_columns, COUNT_OF(gate_columns), 0
};

/* ORDER of enum gatetable_verdict */
static const struct str verdict_names[] = {
	STR_INIT("holds"), STR_INIT("violated"), STR_INIT("unknown"), STR_INIT("lost"),
	STR_INIT("warning"),
};

/* One thing behind a violation: a cause, a graph break, a failure, a compile. */
struct reason {
	const struct measure_item *first;
	int64_t count, time_us;
	bool is_new;
};

struct reasons {
	ARRAY(struct reason) list;
	struct map by_cause;		/* its number → index + 1 */
};

/* What items stand behind a limit on this. */
static bool is_behind(enum limit_what limit, enum measure_what item)
{
	switch (item) {
	case MEASURE_RECOMPILE:
		return limit == LIMIT_RECOMPILES || limit == LIMIT_RECOMPILE_TIME ||
		       limit == LIMIT_COMPILE_TIME || limit == LIMIT_COMPILES ||
		       limit == LIMIT_LIMIT_HITS;
	case MEASURE_BREAK:
		return limit == LIMIT_GRAPH_BREAKS;
	case MEASURE_FAILURE:
		return limit == LIMIT_FAILURES;
	case MEASURE_LIMIT_HIT:
		return limit == LIMIT_LIMIT_HITS;
	case MEASURE_COMPILE:
		return limit == LIMIT_LONGEST_COMPILE || limit == LIMIT_RESTARTS;
	}
	return false;
}

static bool item_counts(const struct gatetable *g, const struct gatetable_line *line,
			const struct measure_item *item)
{
	const struct limit_target *t = line->target;
	const struct measure_sums *f = line->value.function;

	if (!is_behind(t->what, item->what))
		return false;
	if (f && &g->measure->functions.items[item->function_index] != f)
		return false;
	if (t->what == LIMIT_LONGEST_COMPILE && item->time_us < line->value.number)
		return false;
	if (t->what == LIMIT_RESTARTS && item->restarts <= 0)
		return false;
	return !t->by_kind || str_eq(item->kind, str_c(guard_kind_name(t->kind)));
}

static const char *section_of(enum measure_what what)
{
	switch (what) {
	case MEASURE_COMPILE:
		return "compilations";
	case MEASURE_RECOMPILE:
		return "causes";
	case MEASURE_BREAK:
		return "graph_breaks";
	case MEASURE_FAILURE:
		return "failures";
	case MEASURE_LIMIT_HIT:
		return "limits";
	}
	return "";
}

/* The row of a reason in the report: of a recompile, that of its cause. */
static const struct row *row_of(const struct gatetable *g, const struct measure_item *item,
				const struct table **table)
{
	*table = report_find(g->measure->report, str_c(section_of(item->what)));
	if (item->what != MEASURE_RECOMPILE)
		return *table ? &(*table)->rows.items[item->row] : NULL;
	for (size_t i = 0; *table && i < (*table)->rows.count; i++)
		if (kin_number(*table, &(*table)->rows.items[i], "cause") == item->cause)
			return &(*table)->rows.items[i];
	return NULL;
}

static bool is_new(const struct gatetable *g, const struct measure_item *item)
{
	const struct table *now, *before;
	const struct row *row = row_of(g, item, &now);

	if (!g->baseline || !row || item->what == MEASURE_COMPILE)
		return false;
	before = report_find(g->baseline, str_c(now->def->key));
	return !before || !kin_find(before, now, row);
}

static void add_reason(struct gatetable *g, struct reasons *all, const struct measure_item *item)
{
	bool joins = item->what == MEASURE_RECOMPILE && item->cause >= 0;
	uint64_t own = 0, *slot = joins ? map_add(&all->by_cause, (uint64_t)item->cause) : &own;
	struct reason *r;

	if (!*slot) {
		r = array_add(&g->out->arena, &all->list);
		r->first = item;
		r->is_new = is_new(g, item);
		*slot = all->list.count;
	}
	r = &all->list.items[*slot - 1];
	r->count += item->count;
	r->time_us += item->time_us > 0 ? item->time_us : 0;
}

/* New ones first, then by cost, then by count; else in the order they came. */
static int compare_reasons(const void *x, const void *y)
{
	const struct reason *a = x, *b = y;

	if (a->is_new != b->is_new)
		return a->is_new ? -1 : 1;
	if (a->time_us != b->time_us)
		return a->time_us > b->time_us ? -1 : 1;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->first < b->first ? -1 : 1;
}

static bool is_below(struct str folder, struct str *file)
{
	struct str rest = *file;

	if (!folder.len || !str_eat(&rest, folder) ||
	    (!str_eat(&rest, STR("/")) && !str_ends(folder, STR("/"))))
		return false;
	*file = rest;
	return true;
}

/* The path from the root, where it lies below it. */
static struct str from_root(const struct gatetable *g, struct str file)
{
	if (!is_below(g->root, &file))
		is_below(g->real_root, &file);
	return file;
}

static struct str plain_words(const struct gatetable *g, const struct reason *r,
			      const struct table *t, const struct row *row)
{
	struct arena *a = &g->out->arena;
	struct str text = { NULL, 0 };

	switch (r->first->what) {
	case MEASURE_RECOMPILE:
		text = row ? kin_text(t, row, "headline") : text;
		if (!text.s)
			text = str_format(a, "%.*s of %.*s", STR_ARG(r->first->kind),
					  STR_ARG(r->first->source));
		return text;
	case MEASURE_BREAK:
		return str_format(a, "graph break: %.*s", STR_ARG(kin_text(t, row, "reason")));
	case MEASURE_FAILURE:
		return str_format(a, "%.*s: %.*s", STR_ARG(kin_text(t, row, "type")),
				  STR_ARG(kin_text(t, row, "reason")));
	case MEASURE_LIMIT_HIT:
		return STR("the recompile limit was reached: new variants run eager");
	case MEASURE_COMPILE:
		return str_format(a, "compile %.*s", STR_ARG(kin_text(t, row, "id")));
	}
	return text;
}

/* "new: x.size(1) changed 128 → 160 (3 times, 0.61 s)" */
static struct str what_text(const struct gatetable *g, const struct reason *r, struct str plain)
{
	struct arena *a = &g->out->arena;
	char time[32];

	place_time(time, sizeof time, r->time_us);
	if (r->time_us > 0)
		return str_format(a, "%s%.*s (%lld time%s, %s)", r->is_new ? "new: " : "",
				  STR_ARG(plain), (long long)r->count,
				  r->count == 1 ? "" : "s", time);
	return str_format(a, "%s%.*s (%lld time%s)", r->is_new ? "new: " : "", STR_ARG(plain),
			  (long long)r->count, r->count == 1 ? "" : "s");
}

static void add_remedies(const struct gatetable *g, struct table *why, struct row *to,
			 const struct table *t, const struct row *row)
{
	const struct cell *advice = row ? kin_cell(t, row, "advice") : NULL;
	const struct cell *hints = row ? kin_cell(t, row, "hints") : NULL;
	ARRAY(struct str) texts = { 0 }, codes = { 0 };
	struct str code;

	for (size_t i = 0; advice && advice->rows && i < advice->rows->rows.count; i++) {
		const struct row *one = &advice->rows->rows.items[i];

		code = kin_text(advice->rows, one, "code");
		*array_add(&g->out->arena, &texts) = kin_text(advice->rows, one, "text");
		*array_add(&g->out->arena, &codes) = code.s ? code : STR("");
		if (i == 0)
			row_text(why, to, "code", code);
	}
	for (size_t i = 0; hints && i < hints->item_count; i++) {
		*array_add(&g->out->arena, &texts) = hints->items[i].text;
		*array_add(&g->out->arena, &codes) = STR("");
	}
	if (!texts.count)
		return;
	row_text(why, to, "remedy", texts.items[0]);
	row_texts(g->out, why, to, "remedies", texts.items, texts.count);
	row_texts(g->out, why, to, "codes", codes.items, codes.count);
}

/*
 * The user's line: where the failing guard was made, if that is in the function's own
 * file (torch cuts that name by characters), else where the function begins.
 */
static int64_t user_line(const struct measure_item *item, const struct table *t,
			 const struct row *row)
{
	struct str guard_file = row && item->what == MEASURE_RECOMPILE ?
				kin_text(t, row, "guard_file") : (struct str){ NULL, 0 };
	int64_t line = guard_file.len && str_ends(item->file, guard_file) ?
		       kin_number(t, row, "guard_line") : -1;

	return line > 0 ? line : item->line;
}

static void add_why(const struct gatetable *g, struct table *why, const struct reason *r)
{
	const struct measure_item *item = r->first;
	struct arena *a = &g->out->arena;
	const struct table *t = NULL;
	const struct row *row = row_of(g, item, &t);
	struct row *to = table_add(g->out, why);
	struct str plain = plain_words(g, r, t, row);
	struct str file = from_root(g, item->file);
	int64_t line = user_line(item, t, row);

	row_text(why, to, "what", what_text(g, r, plain));
	row_number(why, to, "new", r->is_new);
	row_text(why, to, "kind", item->kind.s ? item->kind : STR("compile"));
	row_text(why, to, "function", item->function);
	row_text(why, to, "file", file);
	if (line >= 0)
		row_number(why, to, "line", line);
	row_text(why, to, "source", item->source);
	row_number(why, to, "count", r->count);
	if (r->time_us > 0)
		row_number(why, to, "time_us", r->time_us);
	if (item->function.s)
		row_text(why, to, "where",
			 str_format(a, "in %.*s, %.*s", STR_ARG(place_function(a, item->function)),
				    STR_ARG(place_text(a, file, line))));
	add_remedies(g, why, to, t, row);
}

/* Several limits often have the same causes: people see them once. */
static bool is_same_list(const struct table *a, const struct table *b)
{
	if (!b || a->rows.count != b->rows.count)
		return false;
	for (size_t i = 0; i < a->rows.count; i++)
		if (!str_eq(table_get(a, i, "what")->text, table_get(b, i, "what")->text) ||
		    !str_eq(table_get(a, i, "where")->text, table_get(b, i, "where")->text))
			return false;
	return true;
}

static void add_reasons(struct gatetable *g, struct row *row, const struct gatetable_line *line)
{
	struct table *why = report_table(g->out, &why_def);
	struct reasons all = { 0 };

	for (size_t i = 0; i < g->measure->items.count; i++)
		if (item_counts(g, line, &g->measure->items.items[i]))
			add_reason(g, &all, &g->measure->items.items[i]);
	if (all.list.count)
		qsort(all.list.items, all.list.count, sizeof *all.list.items, compare_reasons);
	for (size_t i = 0; i < all.list.count; i++)
		add_why(g, why, &all.list.items[i]);
	map_release(&all.by_cause);
	row_rows(g->table, row, "why", why);
	if (!why->rows.count || !is_same_list(why, g->why))
		row_rows(g->table, row, "shown", why);
	else
		row_text(g->table, row, "again", STR("for the same causes"));
	g->why = why;
}

void gatetable_begin(struct gatetable *g)
{
	g->table = report_section(g->out, &gate_def);
}

static void add_function(const struct gatetable *g, struct row *row,
			 const struct measure_sums *f)
{
	struct arena *a = &g->out->arena;
	struct str file = from_root(g, f->file);

	row_text(g->table, row, "function", f->function);
	row_text(g->table, row, "file", file);
	if (f->line >= 0)
		row_number(g->table, row, "line", f->line);
	row_text(g->table, row, "where",
		 str_format(a, "in %.*s, %.*s", STR_ARG(place_function(a, f->function)),
			    STR_ARG(place_text(a, file, f->line))));
}

void gatetable_add(struct gatetable *g, const struct gatetable_line *line)
{
	const struct measure_sums *f = line->value.function;
	struct row *row = table_add(g->out, g->table);

	row_text(g->table, row, "verdict", verdict_names[line->verdict]);
	row_text(g->table, row, "limit", line->limit);
	row_text(g->table, row, "allowed", line->allowed);
	row_text(g->table, row, "measured", line->measured);
	row_text(g->table, row, "over", line->over);
	row_text(g->table, row, "note", line->note);
	if (f)
		add_function(g, row, f);
	row_text(g->table, row, "policy", line->place.path);
	if (line->place.path.s)
		row_number(g->table, row, "policy_line", (int64_t)line->place.line);
	if (line->target && line->verdict == GATETABLE_VIOLATED &&
	    line->target->what != LIMIT_CELL)
		add_reasons(g, row, line);
}
