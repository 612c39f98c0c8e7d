/* SPDX-License-Identifier: MIT */
#include "comparetable.h"

#include "kin.h"
#include "paired.h"
#include "place.h"

#include <stdlib.h>

#define WHERE_COLUMNS \
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL }, \
	{ "place", "where", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL }

static const struct column cause_columns[] = {
	{ "headline", "", CELL_TEXT, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "time_us", "cost", CELL_TIME, 0, NULL },
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "source", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "severity", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "values", "", CELL_TEXTS, COLUMN_DATA, NULL },
	WHERE_COLUMNS,
};

static const struct section_def causes_def = {
	"causes", "Causes of recompiles", SHAPE_TABLE, COLUMN_FIRST, NULL,
	cause_columns, COUNT_OF(cause_columns), 10
};

static const struct column function_columns[] = {
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "function_shown", "", CELL_TEXT, COLUMN_VIEW | COLUMN_HEAD, NULL },
	{ "compiles", "compiles", CELL_COUNT, 0, NULL },
	{ "recompiles", "recompiles", CELL_COUNT, 0, NULL },
	{ "graph_breaks", "breaks", CELL_COUNT, 0, NULL },
	{ "time_us", "compile time", CELL_TIME, 0, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "place", "where", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL },
};

static const struct section_def functions_def = {
	"functions", "Functions", SHAPE_TABLE, 0, NULL,
	function_columns, COUNT_OF(function_columns), 10
};

static const struct column phase_columns[] = {
	{ "phase", "", CELL_TEXT, 0, NULL },
	{ "self_us", "self", CELL_TIME, 0, NULL },
	{ "change_us", "by", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "total_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "count", "", CELL_COUNT, COLUMN_DATA, NULL },
};

static const struct section_def phases_def = {
	"phases", "Where the time went", SHAPE_TABLE, 0, NULL,
	phase_columns, COUNT_OF(phase_columns), 10
};

static const struct column cache_columns[] = {
	{ "layer", "", CELL_TEXT, 0, NULL },
	{ "hits", "hits", CELL_COUNT, 0, NULL },
	{ "misses", "misses", CELL_COUNT, 0, NULL },
	{ "bypasses", "bypasses", CELL_COUNT, 0, NULL },
	{ "saved_us", "saved", CELL_TIME, 0, NULL },
};

static const struct section_def caches_def = {
	"caches", "Caches", SHAPE_TABLE, 0, NULL, cache_columns, COUNT_OF(cache_columns), 0
};

static const struct column break_columns[] = {
	{ "reason", "", CELL_TEXT, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	WHERE_COLUMNS,
};

static const struct section_def breaks_def = {
	"graph_breaks", "Graph breaks", SHAPE_TABLE, 0, NULL,
	break_columns, COUNT_OF(break_columns), 10
};

static const struct column failure_columns[] = {
	{ "type", "", CELL_TEXT, 0, NULL },
	WHERE_COLUMNS,
	{ "reason", "", CELL_TEXT, COLUMN_LINE, NULL },
};

static const struct section_def failures_def = {
	"failures", "Failed compiles", SHAPE_TABLE, 0, NULL,
	failure_columns, COUNT_OF(failure_columns), 10
};

static const struct column limit_columns[] = { WHERE_COLUMNS };

static const struct section_def limits_def = {
	"limits", "Recompile limit reached", SHAPE_TABLE, 0, NULL,
	limit_columns, COUNT_OF(limit_columns), 10
};

static const struct column setting_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "value", "", CELL_TEXT, 0, NULL },
};

static const struct section_def settings_def = {
	"settings", "What the runs were", SHAPE_TABLE, COLUMN_FIRST, NULL,
	setting_columns, COUNT_OF(setting_columns), 20
};

/* settings ------------------------------------------------------------------------- */

/* Columns of the summary that say what a run was rather than how it did. */
static const struct {
	const char *key;
	struct str what;
} run_columns[] = {
	{ "torch_version", STR_INIT("torch") },
	{ "cache_state", STR_INIT("caches") },
	{ "time_source", STR_INIT("times from") },
};

static void add_setting(struct report *out, struct table *t, struct str what, struct str value)
{
	struct row *row = table_add(out, t);

	row_text(t, row, "what", what);
	row_text(t, row, "value", value.s ? value : STR("not known"));
}

static const struct table *settings_of(struct report *out, const struct report *r)
{
	struct table *t = report_table(out, &settings_def);
	const struct table *summary = report_find(r, STR("summary"));

	for (size_t i = 0; summary && summary->rows.count && i < COUNT_OF(run_columns); i++)
		add_setting(out, t, run_columns[i].what,
			    kin_text(summary, &summary->rows.items[0], run_columns[i].key));
	if (summary && summary->rows.count)
		add_setting(out, t, STR("processes"),
			    str_format(&out->arena, "%lld",
				       (long long)kin_number(summary, &summary->rows.items[0],
							     "processes")));
	return t;
}

static void add_configs(struct report *out, const struct table *from, struct table *into)
{
	for (size_t i = 0; i < from->rows.count; i++) {
		const struct row *row = &from->rows.items[i];
		struct str setting = kin_text(from, row, "setting");
		struct str what = str_format(&out->arena, "%.*s%s%.*s",
					     STR_ARG(kin_text(from, row, "config")),
					     setting.s ? "." : " config", STR_ARG(setting));

		add_setting(out, into, what, setting.s ? kin_text(from, row, "value") :
			    kin_text(from, row, "fingerprint"));
	}
}

static bool is_filled(const struct table *t)
{
	return t && t->rows.count;
}

/* Each setting of torch, where both sides are logs; of saved reports, fingerprints. */
static void compare_configs(struct report *out, const struct report *before,
			    const struct report *after, struct table *into)
{
	bool logs = is_filled(report_find(before, STR("config_values"))) &&
		    is_filled(report_find(after, STR("config_values")));
	struct str section = logs ? STR("config_values") : STR("configs");
	const struct table *old = report_find(before, section), *now = report_find(after, section);
	struct table *a = report_table(out, &settings_def), *b = report_table(out, &settings_def);
	struct paired p = { .out = out, .before = a, .after = b };

	if (!is_filled(old) || !is_filled(now))
		return;
	add_configs(out, old, a);
	add_configs(out, now, b);
	paired_add(&p, into);
}

void comparetable_add_settings(struct report *out, const struct compare_side *before,
			       const struct compare_side *after)
{
	const struct table *old = report_find(before->report, STR("summary"));
	const struct table *now = report_find(after->report, STR("summary"));
	struct section_def *data = arena_new(&out->arena, struct section_def);
	struct paired p = { .out = out, .before = old, .after = now };
	struct table *settings;

	if (now && old) {
		*data = *now->def;
		data->flags |= COLUMN_DATA;
		if (!paired_add(&p, report_section(out, data)))
			out->sections.count--;
	}
	p.before = settings_of(out, before->report);
	p.after = settings_of(out, after->report);
	settings = report_section(out, &settings_def);
	paired_add(&p, settings);
	compare_configs(out, before->report, after->report, settings);
}

/* rows of both --------------------------------------------------------------------- */

static void add_pairs(struct report *out, const struct measure *before,
		      const struct measure *after, const struct section_def *def, int64_t noise)
{
	const struct paired p = {
		.out = out, .noise = noise,
		.before = report_find(before->report, str_c(def->key)),
		.after = report_find(after->report, str_c(def->key)),
	};

	paired_add(&p, report_section(out, def));
}

static struct table *functions_of(struct report *out, const struct measure *m)
{
	struct table *t = report_table(out, &functions_def);

	for (size_t i = 0; i < m->functions.count; i++) {
		const struct measure_sums *s = &m->functions.items[i];
		struct row *row = table_add(out, t);

		row_text(t, row, "function", s->function);
		row_text(t, row, "function_shown", place_function(&out->arena, s->function));
		row_text(t, row, "file", s->file);
		if (s->line >= 0)
			row_number(t, row, "line", s->line);
		row_text(t, row, "place", place_text(&out->arena, s->file, s->line));
		row_number(t, row, "compiles", s->values[LIMIT_COMPILES]);
		row_number(t, row, "recompiles", s->values[LIMIT_RECOMPILES]);
		row_number(t, row, "graph_breaks", s->values[LIMIT_GRAPH_BREAKS]);
		if (m->has_times)
			row_number(t, row, "time_us", s->values[LIMIT_COMPILE_TIME]);
	}
	return t;
}

static int64_t change_of(const struct table *t, const struct row *row, const char *key)
{
	const struct cell *c = kin_cell(t, row, key);
	int64_t now = c->present ? c->number : 0, old = 0;

	if (row->mark == ROW_REMOVED)
		return -now;
	if (row->mark == ROW_CHANGED)
		old = !c->old ? now : c->old->present ? c->old->number : 0;
	return now - old;
}

static void move_row(struct row *items, size_t from, size_t to)
{
	struct row row = items[from];

	for (; from > to; from--)
		items[from] = items[from - 1];
	items[to] = row;
}

/* The largest change of the time in that column first. */
static void sort_by_change(struct table *t, const char *key)
{
	for (size_t i = 1; i < t->rows.count; i++) {
		int64_t mine = llabs(change_of(t, &t->rows.items[i], key));
		size_t k = i;

		while (k > 0 && llabs(change_of(t, &t->rows.items[k - 1], key)) < mine)
			k--;
		move_row(t->rows.items, i, k);
	}
}

/* "−3.10 s", "+0.20 s" */
static void put_changes(struct report *out, struct table *t)
{
	for (size_t i = 0; i < t->rows.count; i++) {
		struct row *row = &t->rows.items[i];
		int64_t by = change_of(t, row, "self_us");
		char time[32];

		place_time(time, sizeof time, llabs(by));
		if (by)
			row_text(t, row, "change_us",
				 str_format(&out->arena, "%s%s", by < 0 ? "−" : "+", time));
	}
}

static bool has_changed(const struct row *row, size_t column)
{
	return row->mark != ROW_CHANGED || row->cells[column].old;
}

/* Phases whose own time is the same but for noise are left out. */
static void keep_changed_phases(struct table *t)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->rows.count; i++)
		if (has_changed(&t->rows.items[i], 1) &&
		    llabs(change_of(t, &t->rows.items[i], "self_us")) >= 500)
			t->rows.items[kept++] = t->rows.items[i];
	t->rows.count = kept;
}

static bool has_rows(const struct report *r, const struct section_def *def)
{
	const struct table *t = report_find(r, str_c(def->key));

	return t && t->rows.count;
}

static void add_phases(struct report *out, const struct measure *before,
		       const struct measure *after, int64_t noise)
{
	struct table *phases;

	add_pairs(out, before, after, &phases_def, noise);
	phases = out->sections.items[out->sections.count - 1];
	keep_changed_phases(phases);
	sort_by_change(phases, "self_us");
	put_changes(out, phases);
}

void comparetable_add(struct report *out, const struct measure *before,
		      const struct measure *after, int64_t noise)
{
	static const struct section_def *const others[] = {
		&caches_def, &breaks_def, &failures_def, &limits_def,
	};
	struct paired p = { .out = out, .noise = noise };

	add_pairs(out, before, after, &causes_def, noise);
	if (has_rows(before->report, &phases_def) && has_rows(after->report, &phases_def))
		add_phases(out, before, after, noise);
	p.before = functions_of(out, before);
	p.after = functions_of(out, after);
	if (p.before->rows.count > 1 || p.after->rows.count > 1)
		paired_add(&p, report_section(out, &functions_def));
	for (size_t i = 0; i < COUNT_OF(others); i++)
		add_pairs(out, before, after, others[i], noise);
}
