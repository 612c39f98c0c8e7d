/* SPDX-License-Identifier: MIT */
#include "causetable.h"

#include "advicetable.h"
#include "blocker.h"
#include "causetext.h"
#include "place.h"
#include "totals.h"

static const struct column also_columns[] = {
	{ "fact", "also", CELL_TEXT, 0, NULL },
	{ "was", "was", CELL_TEXT, 0, NULL },
	{ "now", "now", CELL_TEXT, 0, NULL },
};

static const struct section_def also_def = {
	"also", "", SHAPE_TABLE, COLUMN_DATA, NULL, also_columns, COUNT_OF(also_columns), 0
};

static const struct column difference_columns[] = {
	{ "fact", "guard", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "was", "nearest entry", CELL_TEXT, 0, NULL },
	{ "now", "this compile", CELL_TEXT, 0, NULL },
};

static const struct section_def difference_def = {
	"difference", "What differs from the nearest cache entry", SHAPE_TABLE, COLUMN_PAGE,
	NULL, difference_columns, COUNT_OF(difference_columns), 0
};

static const struct column cause_columns[] = {
	{ "cause", "", CELL_NUMBER, COLUMN_HEAD, NULL },
	{ "headline", "", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "source", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "time_us", "cost", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "severity", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "outlook", "", CELL_TEXT, COLUMN_LINE, NULL },
	{ "values", "values", CELL_TEXTS, COLUMN_DATA | COLUMN_PAGE | COLUMN_LINE, NULL },
	{ "guard_file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "guard_line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "guard_code", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "also", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "also_shown", "", CELL_TEXTS, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "where", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "made_at", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "compiles", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "compiles_shown", "compiles", CELL_TEXTS,
	  COLUMN_VIEW | COLUMN_PAGE | COLUMN_LINE, NULL },
	{ "difference", "", CELL_ROWS, COLUMN_VIEW | COLUMN_PAGE, &difference_def },
	{ "variants", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "limit", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "guessed", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "advice", "", CELL_ROWS, COLUMN_LINE, &advicetable_def },
};

static const struct section_def causes_def = {
	"causes", "Why it compiled again", SHAPE_CARDS, COLUMN_FIRST, NULL,
	cause_columns, COUNT_OF(cause_columns), 10
};

static const struct column recompile_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "start_us", "after", CELL_TIME, 0, NULL },
	{ "time_us", "took", CELL_TIME, 0, NULL },
	{ "status", "status", CELL_TEXT, COLUMN_DATA, NULL },
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "source", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "closest", "against", CELL_TEXT, 0, NULL },
	{ "cause", "cause", CELL_NUMBER, 0, NULL },
	{ "change", "what changed", CELL_TEXT, 0, NULL },
	{ "was", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "now", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "also", "", CELL_ROWS, COLUMN_DATA, &also_def },
	{ "guessed", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "contradiction", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "guard_file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "guard_line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "guard_code", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "reasons", "", CELL_TEXTS, COLUMN_DATA, NULL },
};

static const struct section_def recompiles_def = {
	"recompiles", "Recompiles", SHAPE_TABLE, 0, NULL,
	recompile_columns, COUNT_OF(recompile_columns), 10
};

static const struct column limit_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "limit", "limit", CELL_COUNT, 0, NULL },
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "source", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "change", "the last change", CELL_TEXT, 0, NULL },
	ROWS_FILE_COLUMNS,
};

static const struct section_def limits_def = {
	"limits", "Recompile limit reached: new variants run eager", SHAPE_TABLE, 0, NULL,
	limit_columns, COUNT_OF(limit_columns), 10
};

/* "cause-1": of its card in a page. */
static struct str anchor(struct arena *a, const struct cause *c)
{
	return str_format(a, "cause-%zu", (size_t)c->number);
}

static void add_kind(const struct rows *s, const struct finding *f)
{
	rows_text(s, "kind", str_c(guard_kind_name(f->why.cause.kind)));
	rows_text(s, "source", f->why.cause.source);
	rows_text(s, "change", causetext_change(&s->report->arena, f));
}

static void add_guard(const struct rows *s, struct str file, int64_t line, struct str code)
{
	rows_text(s, "guard_file", file);
	rows_number(s, "guard_line", line > 0 ? line : -1);
	rows_text(s, "guard_code", code);
}

static void add_also(const struct rows *s, const struct closest *why)
{
	struct table *t = report_table(s->report, &also_def);

	for (size_t i = 0; i < why->also_count; i++) {
		struct row *row = table_add(s->report, t);

		row_text(t, row, "fact", why->also[i].fact);
		row_text(t, row, "was", why->also[i].was);
		row_text(t, row, "now", why->also[i].now);
	}
	row_rows(s->table, s->row, "also", t);
}

/* A text log may name an entry whose compile it does not show. */
static struct str closest_id(const struct rows *s, const struct finding *f)
{
	struct compile_id id = f->compile->id;

	if (f->closest || f->why.entry < 0 || id.frame < 0)
		return f->closest ? f->closest->id_text : (struct str){ NULL, 0 };
	id.compile = f->why.entry;
	return compile_id_format(&s->report->arena, id);
}

static void add_recompile(struct rows *s, const struct finding *f)
{
	const struct compile *c = f->compile;
	const struct guard *g = &f->why.cause;

	rows_begin(s);
	rows_id(s, c);
	rows_function(s, c);
	rows_text(s, "file", c->file);
	rows_number(s, "line", c->first_line);
	rows_text(s, "status", str_c(compile_status_name(c->status)));
	rows_number(s, "start_us", rows_since_first(c));
	rows_number(s, "time_us", c->time_us);
	rows_text(s, "closest", closest_id(s, f));
	if (f->closest)
		row_link(s->table, s->row, "closest",
			 rows_anchor(s->report, s->trace, f->closest));
	rows_number(s, "cause", (int64_t)f->cause->number);
	row_link(s->table, s->row, "cause", anchor(&s->report->arena, f->cause));
	add_kind(s, f);
	rows_text(s, "was", g->was);
	rows_text(s, "now", g->now);
	add_also(s, &f->why);
	rows_number(s, "guessed", f->why.guessed);
	rows_number(s, "contradiction", f->why.contradiction);
	add_guard(s, g->file, g->line, g->code);
	rows_texts(s, "reasons", c->reasons.items, c->reasons.count);
}

static void add_limit(struct rows *s, const struct finding *f)
{
	const struct compile *c = f->compile;

	rows_begin(s);
	s->row->anchor = rows_anchor(s->report, s->trace, c);
	rows_id(s, c);
	rows_function(s, c);
	rows_file(s, c->file, c->first_line);
	rows_number(s, "limit", totals_limit(c));
	add_kind(s, f);
}

/* "guard made at cache_utils.py:133: if not self.is_initialized" */
static struct str made_at(struct arena *a, const struct cause *c)
{
	if (!c->guard_file.s)
		return (struct str){ NULL, 0 };
	return str_format(a, "guard made at %.*s: %.*s",
			  STR_ARG(place_text(a, c->guard_file, c->guard_line)),
			  STR_ARG(c->guard_code));
}

static struct str where(struct arena *a, const struct cause *c)
{
	return str_format(a, "in %.*s, %.*s%s", STR_ARG(place_function(a, c->function)),
			  STR_ARG(place_text(a, c->file, c->line)), c->guessed ?
			  " (which entry came nearest is a guess: there is no guard tree)" : "");
}

static void add_compiles(const struct rows *s, const struct cause *c)
{
	ARRAY(struct str) ids = { 0 }, shown = { 0 }, anchors = { 0 };

	for (size_t i = 0; i < c->findings.count; i++) {
		const struct compile *own = c->findings.items[i]->compile;

		*array_add(&s->report->arena, &ids) = own->id_text;
		*array_add(&s->report->arena, &shown) = rows_shown_id(s->report, s->trace, own);
		*array_add(&s->report->arena, &anchors) = rows_anchor(s->report, s->trace, own);
	}
	rows_texts(s, "compiles", ids.items, ids.count);
	rows_texts(s, "compiles_shown", shown.items, shown.count);
	row_links(s->report, s->table, s->row, "compiles_shown", anchors.items, anchors.count);
}

static void add_fact(struct report *r, struct table *t, struct str fact, struct str was,
		     struct str now)
{
	struct row *row = table_add(r, t);

	row_text(t, row, "fact", fact);
	row_text(t, row, "was", was);
	row_text(t, row, "now", now);
}

#define DIFFERENCE_MOST 12	/* facts of one compile that a card shows */

/* Of the first compile that has this cause. */
static void add_difference(const struct rows *s, const struct cause *c)
{
	const struct finding *f = c->findings.items[0];
	const struct closest *why = &f->why;
	struct table *t;

	if (!f->closest || (!why->cause.was.s && !why->cause.now.s))
		return;
	t = report_table(s->report, &difference_def);
	add_fact(s->report, t, causetext_fact(&s->report->arena, f), why->cause.was,
		 why->cause.now);
	for (size_t i = 0; i < why->also_count && i < DIFFERENCE_MOST; i++)
		add_fact(s->report, t, why->also[i].fact, why->also[i].was, why->also[i].now);
	t->note = str_format(&s->report->arena, "%.*s against %.*s%s",
			     STR_ARG(rows_shown_id(s->report, s->trace, f->compile)),
			     STR_ARG(rows_shown_id(s->report, s->trace, f->closest)),
			     why->also_count > DIFFERENCE_MOST ?
			     "; there are more differences: ctrace explain has all" : "");
	row_rows(s->table, s->row, "difference", t);
}

/* "also changed in 3 of 3: factor (#4), mode": a line for each count. */
static struct str also_text(struct arena *a, const struct blockers *bs, const struct cause *c,
			    size_t count)
{
	return str_format(a, "also changed in %zu of %zu: %.*s", count, c->findings.count,
			  STR_ARG(blockers_text(a, bs, count)));
}

static void add_blockers(const struct rows *s, const struct causes *cs, const struct cause *c)
{
	struct arena *a = &s->report->arena;
	struct blockers bs = blockers_find(a, cs, c);
	ARRAY(struct str) facts = { 0 }, lines = { 0 };

	for (size_t i = 0; i < bs.items.count; i++) {
		size_t count = bs.items.items[i].count, k = 0;

		*array_add(a, &facts) = bs.items.items[i].fact;
		while (bs.items.items[k].count != count)
			k++;
		if (k == i)
			*array_add(a, &lines) = also_text(a, &bs, c, count);
	}
	rows_texts(s, "also", facts.items, facts.count);
	if (lines.count)
		rows_texts(s, "also_shown", lines.items, lines.count);
}

static void add_cause(struct rows *s, const struct causes *cs, const struct cause *c)
{
	struct arena *a = &s->report->arena;

	rows_begin(s);
	s->row->anchor = anchor(a, c);
	rows_number(s, "cause", (int64_t)c->number);
	rows_text(s, "headline", causetext_headline(a, c));
	rows_text(s, "kind", str_c(guard_kind_name(c->kind)));
	rows_text(s, "function", c->function);
	rows_text(s, "file", c->file);
	rows_number(s, "line", c->line);
	rows_text(s, "source", c->source);
	rows_number(s, "time_us", c->time_us > 0 ? c->time_us : -1);
	rows_number(s, "count", (int64_t)c->findings.count);
	rows_text(s, "severity", str_c(cause_outlook_name(c->outlook)));
	rows_text(s, "outlook", causetext_outlook(a, c));
	rows_texts(s, "values", c->values.items, c->values.count);
	add_guard(s, c->guard_file, c->guard_line, c->guard_code);
	add_blockers(s, cs, c);
	rows_text(s, "where", where(a, c));
	rows_text(s, "made_at", made_at(a, c));
	add_compiles(s, c);
	add_difference(s, c);
	rows_number(s, "variants", c->variants);
	rows_number(s, "limit", c->limit);
	rows_number(s, "guessed", c->guessed);
}

static void add_advice(struct rows *s, const struct causes *cs, const struct cause *c,
		       int version)
{
	row_rows(s->table, s->row, "advice", advicetable_of(s->report, cs, c, version));
}

void causetable_cause(struct rows *s, const struct causes *cs, const struct cause *c,
		      int version)
{
	s->table = report_section(s->report, &causes_def);
	add_cause(s, cs, c);
	add_advice(s, cs, c, version);
}

void causetable_findings(struct rows *s, struct finding *const *findings, size_t count)
{
	s->table = report_section(s->report, &recompiles_def);
	for (size_t i = 0; i < count; i++)
		add_recompile(s, findings[i]);
}

void causetable_add(struct rows *s, const struct causes *cs, int version)
{
	s->table = report_section(s->report, &causes_def);
	for (size_t i = 0; i < cs->causes.count; i++) {
		add_cause(s, cs, cs->causes.items[i]);
		add_advice(s, cs, cs->causes.items[i], version);
	}
	advicetable_dynamic(s->report, cs, version);
	causetable_findings(s, cs->findings.items, cs->findings.count);
	s->table = report_section(s->report, &limits_def);
	for (size_t i = 0; i < cs->limits.count; i++)
		add_limit(s, cs->limits.items[i]);
}
