/* SPDX-License-Identifier: MIT */
#include "sections.h"

#include "blocktable.h"
#include "cachetable.h"
#include "causetable.h"
#include "compiletable.h"
#include "healthtable.h"
#include "hottable.h"
#include "phasetable.h"
#include "regiontable.h"
#include "rows.h"
#include "rundata.h"
#include "shapetable.h"
#include "totals.h"
#include "verdict.h"

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
	{ "link", "see", CELL_TEXT, COLUMN_LINE, NULL },
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
}

static void add_breaks(struct rows *s, const struct totals *all)
{
	s->table = report_section(s->report, &breaks_def);
	for (size_t i = 0; i < all->breaks.count; i++)
		add_break(s, &all->breaks.items[i]);
}

static void add_times(struct rows *s, const struct timing *t, const struct cachetable *ct)
{
	rows_number(s, "backward_us", t->backward_us);
	rows_number(s, "one_time_us", t->once_us);
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

void sections_build(struct report *r, const struct trace *t, const char *const *names,
		    size_t count)
{
	struct rows s = { .report = r, .trace = t };
	struct totals all;
	struct causes causes;
	struct regions regions;
	struct dimensions shapes;
	struct regionals blocks;
	struct timing timing;
	struct cachetable caches;

	totals_count(&all, t);
	timing_init(&timing, t);
	cachetable_count(&caches, t);
	causes_find(&causes, t);
	regions_find(&regions, t);
	dimensions_find(&shapes, t, &causes);
	regionals_find(&blocks, t, &causes, &timing);
	r->title = head_line(&r->arena, t, &all, joined(&r->arena, names, count));
	add_summary(&s, &all);
	add_times(&s, &timing, &caches);
	verdict_add(&s, &all, &timing, &caches);
	phasetable_add(&s, &timing, all.wall_us);
	causetable_add(&s, &causes, 0);
	regiontable_add(&s, &regions);
	blocktable_add(&s, &blocks, 0);
	shapetable_add(&s, &shapes);
	rows_per_compile(&s, &failures_def, add_failure);
	add_breaks(&s, &all);
	phasetable_add_beside(&s, &timing);
	cachetable_add(&s, &caches);
	hottable_add(&s, &timing);
	compiletable_add(&s, &timing);
	rundata_add(&s);
	healthtable_add(r, t);
	regionals_release(&blocks);
	regions_release(&regions);
	dimensions_release(&shapes);
	arena_adopt(&r->arena, &causes.arena);	/* rows borrow their texts */
	timing_release(&timing);
	totals_release(&all);
}
