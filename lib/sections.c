/* SPDX-License-Identifier: MIT */
#include "sections.h"

#include "advice.h"
#include "blocktable.h"
#include "cachetable.h"
#include "causetable.h"
#include "compiletable.h"
#include "configtable.h"
#include "healthtable.h"
#include "hottable.h"
#include "phasetable.h"
#include "regiontable.h"
#include "rows.h"
#include "rundata.h"
#include "shapetable.h"
#include "spantree.h"
#include "timeline.h"
#include "totals.h"
#include "verdict.h"

#include <string.h>

static const struct column summary_columns[] = {
	{ "compiles", "compiles", CELL_COUNT, 0, NULL },
	{ "recompiles", "recompiles", CELL_COUNT, 0, NULL },
	{ "frames", "frames", CELL_COUNT, 0, NULL },
	{ "limit_hits", "limit hits", CELL_COUNT, 0, NULL },
	{ "failures", "failures", CELL_COUNT, 0, NULL },
	{ "graph_breaks", "graph breaks", CELL_COUNT, 0, NULL },
	{ "restarts", "restarts", CELL_COUNT, 0, NULL },
	{ "processes", "processes", CELL_COUNT, 0, NULL },
	{ "compile_us", "compile time", CELL_TIME, 0, NULL },
	{ "recompile_us", "recompile time", CELL_TIME, 0, NULL },
	{ "wall_us", "time on the wall", CELL_TIME, 0, NULL },
	{ "backward_us", "of it backward", CELL_TIME, 0, NULL },
	{ "one_time_us", "of it first-use costs", CELL_TIME, 0, NULL },
	{ "time_source", "times from", CELL_TEXT, 0, NULL },
	{ "cache_state", "caches", CELL_TEXT, 0, NULL },
	{ "torch_version", "torch", CELL_TEXT, 0, NULL },
	{ "complete", "complete", CELL_FLAG, 0, NULL },
};

static const struct section_def summary_def = {
	"summary", "", SHAPE_OBJECT, COLUMN_DATA, NULL,
	summary_columns, COUNT_OF(summary_columns), 0
};

static const struct column failure_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "type", "error", CELL_TEXT, 0, NULL },
	ROWS_FILE_COLUMNS,
	{ "reason", "", CELL_TEXT, COLUMN_LINE, NULL },
};

static const struct section_def failures_def = {
	"failures", "Failed", SHAPE_TABLE, 0, NULL,
	failure_columns, COUNT_OF(failure_columns), 10
};

static const struct column break_columns[] = {
	ROWS_ID_COLUMNS,
	{ "count", "count", CELL_COUNT, 0, NULL },
	ROWS_FUNCTION_COLUMNS,
	ROWS_FILE_COLUMNS,
	{ "reason", "", CELL_TEXT, COLUMN_LINE, NULL },
	{ "hints", "hint", CELL_TEXTS, COLUMN_LINE, NULL },
	{ "link", "see", CELL_TEXT, COLUMN_LINE | COLUMN_URL, NULL },
	{ "compiles", "", CELL_TEXTS, COLUMN_DATA, NULL },
};

static const struct section_def breaks_def = {
	"graph_breaks", "Graph breaks", SHAPE_TABLE, 0, NULL,
	break_columns, COUNT_OF(break_columns), 10
};

static void add_failure(struct rows *s, const struct compile *c)
{
	bool placed = c->fail_file.s && c->fail_line >= 0;

	if (!c->counted || c->status != COMPILE_FAILED)
		return;
	s->row = table_add(s->report, s->table);
	rows_id(s, c);
	rows_function(s, c);
	rows_text(s, "type", c->fail_type);
	rows_text(s, "reason", c->fail_reason);
	rows_file(s, placed ? c->fail_file : c->file, placed ? c->fail_line : c->first_line);
}

static void set_hints(const struct rows *s, struct str hints)
{
	ARRAY(struct str) list = { 0 };
	struct str hint;

	while (str_cut(&hints, '\n', &hint))
		*array_add(&s->report->arena, &list) = hint;
	row_texts(s->report, s->table, s->row, "hints", list.items, list.count);
}

static void add_break(struct rows *s, const struct totals_break *b)
{
	const struct graph_break *first = b->first;

	s->row = table_add(s->report, s->table);
	if (first->compile) {
		rows_id(s, first->compile);
		rows_function(s, first->compile);
	} else {
		rows_number(s, "process", (int64_t)b->process->index);
		rows_number(s, "rank", b->process->rank);
	}
	rows_number(s, "count", (int64_t)b->count);
	rows_file(s, first->file, first->line);
	rows_text(s, "reason", first->reason);
	set_hints(s, first->hints);
	rows_text(s, "link", first->link);
	rows_texts(s, "compiles", b->compiles.items, b->compiles.count);
}

static void add_breaks(struct rows *s, const struct totals *all)
{
	s->table = report_section(s->report, &breaks_def);
	for (size_t i = 0; i < all->breaks.count; i++)
		add_break(s, &all->breaks.items[i]);
}

static void add_times(struct rows *s, const struct totals *all, const struct timing *t,
		      const struct cachetable *ct)
{
	rows_number(s, "backward_us", all->compile_us < 0 ? -1 : t->backward_us);
	rows_number(s, "one_time_us", all->compile_us < 0 ? -1 : t->once_us);
	rows_text(s, "time_source", phasetable_source(t));
	rows_text(s, "cache_state", cachetable_state(ct));
}

static void add_summary(struct rows *s, const struct totals *all)
{
	s->table = report_section(s->report, &summary_def);
	s->row = table_add(s->report, s->table);
	rows_number(s, "compiles", all->compiles);
	rows_number(s, "recompiles", all->recompiles);
	rows_number(s, "frames", all->frames);
	rows_number(s, "limit_hits", all->limit_hits);
	rows_number(s, "failures", all->failures);
	rows_number(s, "graph_breaks", all->graph_breaks);
	rows_number(s, "restarts", all->restarts);
	rows_number(s, "processes", (int64_t)s->trace->processes.count);
	rows_number(s, "compile_us", all->compile_us);
	rows_number(s, "recompile_us", all->recompile_us);
	rows_number(s, "wall_us", all->wall_us);
	rows_text(s, "torch_version", all->torch_version);
	rows_number(s, "complete", all->complete);
}

/* "trace.log  torch 2.13.0, 1 process, complete" */
static struct str head_line(struct arena *a, const struct trace *t, const struct totals *all,
			    struct str names)
{
	return str_format(a, "%.*s  torch %.*s, %zu process%s, %s", STR_ARG(names),
			  STR_ARG(all->torch_version.s ? all->torch_version : STR("unknown")),
			  t->processes.count, t->processes.count == 1 ? "" : "es",
			  all->complete ? "complete" : "incomplete: see the end");
}

static struct str joined(struct arena *a, const char *const *names, size_t count)
{
	if (count == 1)
		return str_c(names[0]);
	return str_format(a, "%s and %zu more", names[0], count - 1);
}

int sections_torch_version(const struct trace *t)
{
	for (size_t i = 0; i < t->processes.count; i++)
		if (t->processes.items[i]->torch_version.s)
			return advice_version(t->processes.items[i]->torch_version);
	return 0;
}

/* What people are shown only if they ask for details, or read the page. */
static const struct str details[] = {
	STR_INIT("recompiles"), STR_INIT("shapes"), STR_INIT("one_time"), STR_INIT("apart"),
	STR_INIT("caches"), STR_INIT("cache_misses"), STR_INIT("hot"), STR_INIT("restarts"),
	STR_INIT("guard_cost"), STR_INIT("compilations"),
};

#define QUICK_US 1000000	/* a run that compiled nothing twice and no longer than that… */

/* …needs no more than its verdict. */
static bool is_quiet(const struct totals *all)
{
	return all->recompiles == 0 && all->limit_hits == 0 && all->failures == 0 &&
	       all->graph_breaks == 0 && all->compile_us < QUICK_US;
}

static void mark_details(struct report *r, const struct totals *all, size_t causes)
{
	for (size_t i = 0; i < r->sections.count; i++) {
		struct table *t = r->sections.items[i];
		struct str key = str_c(t->def->key);

		t->detail = (str_starts(key, STR("phases")) && is_quiet(all)) ||
			    (str_eq(key, STR("dynamic")) && causes < 2);
		for (size_t k = 0; k < COUNT_OF(details); k++)
			t->detail |= str_eq(key, details[k]);
	}
}

/* A path as one types it: quoted where a shell would not take it as it is. */
static struct str shell_word(struct arena *a, const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-./:=@%+,";

	if (path[0] && strspn(path, plain) == strlen(path))
		return str_c(path);
	if (strchr(path, '\''))
		return STR("PATH");
	return str_format(a, "'%s'", path);
}

static void suggest(struct report *r, const struct causes *cs, const struct trace *t,
		    struct str path)
{
	struct arena *a = &r->arena;

	if (cs->causes.count) {
		const struct cause *first = cs->causes.items[0];
		const struct finding *f = first->findings.items[first->findings.count - 1];

		*array_add(a, &r->next) =
			str_format(a, "ctrace explain %.*s %.*s", STR_ARG(path),
				   STR_ARG(rows_shown_id(r, t, f->compile)));
	}
	*array_add(a, &r->next) = str_format(a, "ctrace analyze --details %.*s", STR_ARG(path));
	*array_add(a, &r->next) = str_format(a, "ctrace analyze --format html -o report.html %.*s",
					     STR_ARG(path));
}

void sections_build(struct report *r, const struct trace *t, const char *const *names,
		    size_t count, int version)
{
	struct rows s = { .report = r, .trace = t };
	struct totals all;
	struct causes causes;
	struct regions regions;
	struct dimensions shapes;
	struct regionals blocks;
	struct timing timing;
	struct cachetable caches;

	if (version == 0)
		version = sections_torch_version(t);
	totals_count(&all, t);
	timing_init(&timing, t);
	cachetable_count(&caches, t);
	causes_find(&causes, t);
	regions_find(&regions, t);
	dimensions_find(&shapes, t, &causes);
	regionals_find(&blocks, t, &causes, &timing);
	r->title = head_line(&r->arena, t, &all, joined(&r->arena, names, count));
	add_summary(&s, &all);
	add_times(&s, &all, &timing, &caches);
	verdict_add(&s, &all, &timing, &caches);
	phasetable_add(&s, &timing, all.wall_us);
	spantree_add(&s, &timing);
	causetable_add(&s, &causes, version);
	timeline_add(&s, &timing, &causes);
	regiontable_add(&s, &regions);
	blocktable_add(&s, &blocks, &causes, version);
	shapetable_add(&s, &shapes, &causes, version);
	rows_per_compile(&s, &failures_def, add_failure);
	add_breaks(&s, &all);
	phasetable_add_beside(&s, &timing);
	cachetable_add(&s, &caches);
	hottable_add(&s, &timing);
	compiletable_add(&s, &timing);
	rundata_add(&s);
	configtable_add(&s);
	healthtable_add(r, t);
	mark_details(r, &all, causes.causes.count);
	if (count)
		suggest(r, &causes, t, count == 1 ? shell_word(&r->arena, names[0]) : STR("PATH…"));
	regionals_release(&blocks);
	dimensions_release(&shapes);
	arena_adopt(&r->arena, &causes.arena);	/* rows borrow their texts */
	arena_adopt(&r->arena, &regions.arena);
	timing_release(&timing);
	totals_release(&all);
}
