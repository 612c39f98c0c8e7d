/* SPDX-License-Identifier: MIT */
#include "causetable.h"

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

static const struct column cause_columns[] = {
	{ "cause", "", CELL_NUMBER, COLUMN_HEAD, NULL },
	{ "headline", "", CELL_TEXT, COLUMN_VIEW | COLUMN_HEAD, NULL },
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "source", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "time_us", "cost", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "severity", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "outlook", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "values", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "guard_file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "guard_line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "guard_code", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "where", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "made_at", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "compiles", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "variants", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "limit", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "guessed", "", CELL_FLAG, COLUMN_DATA, NULL },
};

static const struct section_def causes_def = {
	"causes", "Why it compiled again", SHAPE_CARDS, 0, NULL,
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
	{ "change", "what changed", CELL_TEXT, COLUMN_VIEW, NULL },
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
	{ "change", "the last change", CELL_TEXT, COLUMN_VIEW, NULL },
	ROWS_FILE_COLUMNS,
};

static const struct section_def limits_def = {
	"limits", "Recompile limit reached: new variants run eager", SHAPE_TABLE, 0, NULL,
	limit_columns, COUNT_OF(limit_columns), 10
};

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
	rows_number(s, "cause", (int64_t)f->cause->number);
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
	ARRAY(struct str) ids = { 0 };

	for (size_t i = 0; i < c->findings.count; i++)
		*array_add(&s->report->arena, &ids) = c->findings.items[i]->compile->id_text;
	rows_texts(s, "compiles", ids.items, ids.count);
}

static void add_cause(struct rows *s, const struct cause *c)
{
	struct arena *a = &s->report->arena;

	rows_begin(s);
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
	rows_text(s, "where", where(a, c));
	rows_text(s, "made_at", made_at(a, c));
	add_compiles(s, c);
	rows_number(s, "variants", c->variants);
	rows_number(s, "limit", c->limit);
	rows_number(s, "guessed", c->guessed);
}

void causetable_cause(struct rows *s, const struct cause *c, int version)
{
	(void)version;
	s->table = report_section(s->report, &causes_def);
	add_cause(s, c);
}

void causetable_findings(struct rows *s, struct finding *const *findings, size_t count)
{
	s->table = report_section(s->report, &recompiles_def);
	for (size_t i = 0; i < count; i++)
		add_recompile(s, findings[i]);
}

void causetable_add(struct rows *s, const struct causes *cs, int version)
{
	(void)version;
	s->table = report_section(s->report, &causes_def);
	for (size_t i = 0; i < cs->causes.count; i++)
		add_cause(s, cs->causes.items[i]);
	causetable_findings(s, cs->findings.items, cs->findings.count);
	s->table = report_section(s->report, &limits_def);
	for (size_t i = 0; i < cs->limits.count; i++)
		add_limit(s, cs->limits.items[i]);
}
