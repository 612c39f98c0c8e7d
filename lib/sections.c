/* SPDX-License-Identifier: MIT */
#include "sections.h"

#include "causetable.h"
#include "healthtable.h"
#include "place.h"
#include "rows.h"
#include "totals.h"

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
	{ "torch_version", "torch", CELL_TEXT, 0, NULL },
	{ "complete", "complete", CELL_FLAG, 0, NULL },
};

static const struct section_def summary_def = {
	"summary", "", SHAPE_OBJECT, COLUMN_DATA, NULL,
	summary_columns, COUNT_OF(summary_columns), 0
};

static const struct column verdict_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "time_us", "", CELL_TIME, 0, NULL },
	{ "note", "", CELL_TEXT, 0, NULL },
};

static const struct section_def verdict_def = {
	"verdict", "", SHAPE_TABLE, COLUMN_VIEW, NULL,
	verdict_columns, COUNT_OF(verdict_columns), 0
};

static const struct column compilation_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "status", "status", CELL_TEXT, 0, NULL },
	{ "start_us", "after", CELL_TIME, 0, NULL },
	{ "time_us", "took", CELL_TIME, 0, NULL },
	{ "backward_us", "backward", CELL_TIME, 0, NULL },
	{ "guards", "guards", CELL_COUNT, 0, NULL },
	{ "graph_ops", "ops", CELL_COUNT, 0, NULL },
	{ "graph_nodes", "nodes", CELL_COUNT, COLUMN_DATA, NULL },
	{ "restarts", "restarts", CELL_COUNT, 0, NULL },
	ROWS_FILE_COLUMNS,
};

static const struct section_def compilations_def = {
	"compilations", "Compiles", SHAPE_TABLE, 0, NULL,
	compilation_columns, COUNT_OF(compilation_columns), 20
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

static void add_compilation(struct rows *s, const struct compile *c)
{
	if (!c->counted)
		return;
	s->row = table_add(s->report, s->table);
	rows_id(s, c);
	rows_function(s, c);
	rows_file(s, c->file, c->first_line);
	rows_text(s, "status", str_c(compile_status_name(c->status)));
	rows_number(s, "start_us", rows_since_first(c));
	rows_number(s, "time_us", c->time_us);
	rows_number(s, "backward_us", c->backward_us > 0 ? c->backward_us : -1);
	rows_number(s, "guards", c->metrics[METRIC_GUARD_COUNT]);
	rows_number(s, "graph_ops", c->metrics[METRIC_GRAPH_OP_COUNT]);
	rows_number(s, "graph_nodes", c->metrics[METRIC_GRAPH_NODE_COUNT]);
	rows_number(s, "restarts", c->attempts - 1);
}

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

static void add_verdict_row(struct rows *s, struct str what, int64_t time_us, struct str note)
{
	s->row = table_add(s->report, s->table);
	rows_text(s, "what", what);
	rows_number(s, "time_us", time_us);
	rows_text(s, "note", note);
}

static const char *plural(int64_t n)
{
	return n == 1 ? "" : "s";
}

static struct str recompiles_note(struct arena *a, const struct totals *all)
{
	char time[32];

	if (all->recompiles == 0)
		return STR("nothing compiled twice");
	place_time(time, sizeof time, all->recompile_us);
	if (all->compile_us <= 0)
		return str_format(a, "%lld of them recompile%s", (long long)all->recompiles,
				  plural(all->recompiles));
	return str_format(a, "%lld of them recompile%s: %s (%lld %%)", (long long)all->recompiles,
			  plural(all->recompiles), time,
			  (long long)(all->recompile_us * 100 / all->compile_us));
}

/* What is open, since when, and where: the first thing to know of a log that breaks off. */
static void add_unfinished(struct rows *s, const struct compile *c)
{
	struct arena *a = &s->report->arena;
	const char *phase = c->open_span == SPAN_NONE ? NULL : c->spans.items[c->open_span].name;
	int64_t since = c->open_span == SPAN_NONE ? c->start_us :
			c->spans.items[c->open_span].start_us;

	if (!c->counted || c->status != COMPILE_UNFINISHED)
		return;
	add_verdict_row(s, str_format(a, "unfinished: %.*s", STR_ARG(rows_shown_id(s->report, s->trace, c))),
			since < 0 ? -1 : c->process->last_us - since,
			str_format(a, "in %s, %.*s (%.*s)", phase ? phase : "an unknown phase",
				   STR_ARG(place_function(a, c->function)),
				   STR_ARG(place_text(a, c->file, c->first_line))));
}

static void add_verdict(struct rows *s, const struct totals *all)
{
	struct arena *a = &s->report->arena;

	rows_per_compile(s, &verdict_def, add_unfinished);
	add_verdict_row(s, str_format(a, "%lld compile%s of %lld function%s",
				      (long long)all->compiles, plural(all->compiles),
				      (long long)all->frames, plural(all->frames)),
			all->compiles ? all->compile_us : -1, recompiles_note(a, all));
	if (all->limit_hits)
		add_verdict_row(s, str_format(a, "recompile limit reached"), -1,
				str_format(a, "by %lld function%s: new variants run eager from then on",
					   (long long)all->limit_hits, plural(all->limit_hits)));
	add_verdict_row(s, str_format(a, "graph breaks %lld, failures %lld",
				      (long long)all->graph_breaks, (long long)all->failures), -1,
			all->restarts ? str_format(a, "%lld restart%s of a compile",
						   (long long)all->restarts,
						   plural(all->restarts)) : STR(""));
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

	totals_count(&all, t);
	causes_find(&causes, t);
	r->title = head_line(&r->arena, t, &all, joined(&r->arena, names, count));
	add_summary(&s, &all);
	add_verdict(&s, &all);
	causetable_add(&s, &causes, 0);
	rows_per_compile(&s, &failures_def, add_failure);
	add_breaks(&s, &all);
	rows_per_compile(&s, &compilations_def, add_compilation);
	healthtable_add(r, t);
	causes_release(&causes);
	totals_release(&all);
}
