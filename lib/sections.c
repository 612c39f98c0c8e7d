/* SPDX-License-Identifier: MIT */
#include "sections.h"

#include "healthtable.h"
#include "place.h"
#include "totals.h"

#include <string.h>

#define ID_COLUMNS \
	{ "id", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "compile", "compile", CELL_TEXT, COLUMN_VIEW | COLUMN_HEAD, NULL }, \
	{ "process", "", CELL_NUMBER, COLUMN_DATA, NULL }, \
	{ "rank", "", CELL_NUMBER, COLUMN_DATA, NULL }

/* Name, file and first line of a code object; people see "f" and "file.py:12". */
#define FUNCTION_COLUMNS \
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "function_shown", "function", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL }

#define FILE_COLUMNS \
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL }, \
	{ "place", "where", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL }

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

static const struct column recompile_columns[] = {
	ID_COLUMNS,
	FUNCTION_COLUMNS,
	{ "start_us", "after", CELL_TIME, 0, NULL },
	{ "time_us", "took", CELL_TIME, 0, NULL },
	{ "status", "status", CELL_TEXT, COLUMN_DATA, NULL },
	FILE_COLUMNS,
	{ "reasons", "", CELL_TEXTS, COLUMN_LINE, NULL },
};

static const struct section_def recompiles_def = {
	"recompiles", "Recompiled", SHAPE_TABLE, 0, NULL,
	recompile_columns, COUNT_OF(recompile_columns), 10
};

static const struct column compilation_columns[] = {
	ID_COLUMNS,
	FUNCTION_COLUMNS,
	{ "status", "status", CELL_TEXT, 0, NULL },
	{ "start_us", "after", CELL_TIME, 0, NULL },
	{ "time_us", "took", CELL_TIME, 0, NULL },
	{ "backward_us", "backward", CELL_TIME, 0, NULL },
	{ "guards", "guards", CELL_COUNT, 0, NULL },
	{ "graph_ops", "ops", CELL_COUNT, 0, NULL },
	{ "graph_nodes", "nodes", CELL_COUNT, COLUMN_DATA, NULL },
	{ "restarts", "restarts", CELL_COUNT, 0, NULL },
	FILE_COLUMNS,
};

static const struct section_def compilations_def = {
	"compilations", "Compiles", SHAPE_TABLE, 0, NULL,
	compilation_columns, COUNT_OF(compilation_columns), 20
};

static const struct column limit_columns[] = {
	ID_COLUMNS,
	FUNCTION_COLUMNS,
	{ "limit", "limit", CELL_COUNT, 0, NULL },
	FILE_COLUMNS,
};

static const struct section_def limits_def = {
	"limits", "Recompile limit reached", SHAPE_TABLE, 0, NULL,
	limit_columns, COUNT_OF(limit_columns), 10
};

static const struct column failure_columns[] = {
	ID_COLUMNS,
	FUNCTION_COLUMNS,
	{ "type", "error", CELL_TEXT, 0, NULL },
	FILE_COLUMNS,
	{ "reason", "", CELL_TEXT, COLUMN_LINE, NULL },
};

static const struct section_def failures_def = {
	"failures", "Failed", SHAPE_TABLE, 0, NULL,
	failure_columns, COUNT_OF(failure_columns), 10
};

static const struct column break_columns[] = {
	ID_COLUMNS,
	{ "count", "count", CELL_COUNT, 0, NULL },
	FUNCTION_COLUMNS,
	FILE_COLUMNS,
	{ "reason", "", CELL_TEXT, COLUMN_LINE, NULL },
	{ "hints", "hint", CELL_TEXTS, COLUMN_LINE, NULL },
	{ "link", "see", CELL_TEXT, COLUMN_LINE, NULL },
};

static const struct section_def breaks_def = {
	"graph_breaks", "Graph breaks", SHAPE_TABLE, 0, NULL,
	break_columns, COUNT_OF(break_columns), 10
};

/* "0/1", or with several processes "r1:0/1" by rank, "p2:0/1" by process. */
static struct str shown_id(struct report *r, const struct trace *t, const struct compile *c)
{
	if (t->processes.count < 2)
		return c->id_text;
	if (c->process->rank >= 0)
		return str_format(&r->arena, "r%lld:%.*s", (long long)c->process->rank,
				  STR_ARG(c->id_text));
	return str_format(&r->arena, "p%zu:%.*s", c->process->index, STR_ARG(c->id_text));
}

struct section {
	struct report *report;
	const struct trace *trace;
	struct table *table;
	struct row *row;
};

static void set_text(const struct section *s, const char *key, struct str text)
{
	row_text(s->table, s->row, key, text);
}

/* Negative numbers mean "not known": the cell stays absent. */
static void set_number(const struct section *s, const char *key, int64_t number)
{
	if (number >= 0)
		row_number(s->table, s->row, key, number);
}

static void set_id(const struct section *s, const struct compile *c)
{
	set_text(s, "id", c->id_text);
	set_text(s, "compile", shown_id(s->report, s->trace, c));
	set_number(s, "process", (int64_t)c->process->index);
	set_number(s, "rank", c->process->rank);
}

static void set_file(const struct section *s, struct str file, int64_t line)
{
	set_text(s, "file", file);
	set_number(s, "line", line);
	set_text(s, "place", place_text(&s->report->arena, file, line));
}

static void set_function(const struct section *s, const struct compile *c)
{
	set_text(s, "function", c->function);
	set_text(s, "function_shown", place_function(&s->report->arena, c->function));
}

static int64_t since_first(const struct compile *c)
{
	int64_t first = c->process->first_us;

	return c->start_us < 0 || first < 0 || c->start_us < first ? -1 : c->start_us - first;
}

static void add_recompile(struct section *s, const struct compile *c)
{
	if (!compile_is_recompile(c))
		return;
	s->row = table_add(s->report, s->table);
	set_id(s, c);
	set_function(s, c);
	set_file(s, c->file, c->first_line);
	set_text(s, "status", str_c(compile_status_name(c->status)));
	set_number(s, "start_us", since_first(c));
	set_number(s, "time_us", c->time_us);
	row_texts(s->report, s->table, s->row, "reasons", c->reasons.items, c->reasons.count);
}

static void add_compilation(struct section *s, const struct compile *c)
{
	if (!c->counted)
		return;
	s->row = table_add(s->report, s->table);
	set_id(s, c);
	set_function(s, c);
	set_file(s, c->file, c->first_line);
	set_text(s, "status", str_c(compile_status_name(c->status)));
	set_number(s, "start_us", since_first(c));
	set_number(s, "time_us", c->time_us);
	set_number(s, "backward_us", c->backward_us > 0 ? c->backward_us : -1);
	set_number(s, "guards", c->metrics[METRIC_GUARD_COUNT]);
	set_number(s, "graph_ops", c->metrics[METRIC_GRAPH_OP_COUNT]);
	set_number(s, "graph_nodes", c->metrics[METRIC_GRAPH_NODE_COUNT]);
	set_number(s, "restarts", c->attempts - 1);
}

static void add_limit(struct section *s, const struct compile *c)
{
	if (c->status != COMPILE_LIMIT)
		return;
	s->row = table_add(s->report, s->table);
	set_id(s, c);
	set_function(s, c);
	set_file(s, c->file, c->first_line);
	set_number(s, "limit", totals_limit(c));
}

static void add_failure(struct section *s, const struct compile *c)
{
	bool placed = c->fail_file.s && c->fail_line >= 0;

	if (!c->counted || c->status != COMPILE_FAILED)
		return;
	s->row = table_add(s->report, s->table);
	set_id(s, c);
	set_function(s, c);
	set_text(s, "type", c->fail_type);
	set_text(s, "reason", c->fail_reason);
	set_file(s, placed ? c->fail_file : c->file, placed ? c->fail_line : c->first_line);
}

/* One section with a row for some of the compiles. */
static void add_per_compile(struct section *s, const struct section_def *def,
			    void (*add)(struct section *, const struct compile *))
{
	s->table = report_section(s->report, def);
	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			add(s, p->compiles.items[k]);
	}
}

static void set_hints(const struct section *s, struct str hints)
{
	ARRAY(struct str) list = { 0 };
	struct str hint;

	while (str_cut(&hints, '\n', &hint))
		*array_add(&s->report->arena, &list) = hint;
	row_texts(s->report, s->table, s->row, "hints", list.items, list.count);
}

static void add_break(struct section *s, const struct totals_break *b)
{
	const struct graph_break *first = b->first;

	s->row = table_add(s->report, s->table);
	if (first->compile) {
		set_id(s, first->compile);
		set_function(s, first->compile);
	} else {
		set_number(s, "process", (int64_t)b->process->index);
		set_number(s, "rank", b->process->rank);
	}
	set_number(s, "count", (int64_t)b->count);
	set_file(s, first->file, first->line);
	set_text(s, "reason", first->reason);
	set_hints(s, first->hints);
	set_text(s, "link", first->link);
}

static void add_breaks(struct section *s, const struct totals *all)
{
	s->table = report_section(s->report, &breaks_def);
	for (size_t i = 0; i < all->breaks.count; i++)
		add_break(s, &all->breaks.items[i]);
}

static void add_summary(struct section *s, const struct totals *all)
{
	s->table = report_section(s->report, &summary_def);
	s->row = table_add(s->report, s->table);
	set_number(s, "compiles", all->compiles);
	set_number(s, "recompiles", all->recompiles);
	set_number(s, "frames", all->frames);
	set_number(s, "limit_hits", all->limit_hits);
	set_number(s, "failures", all->failures);
	set_number(s, "graph_breaks", all->graph_breaks);
	set_number(s, "restarts", all->restarts);
	set_number(s, "processes", (int64_t)s->trace->processes.count);
	set_number(s, "compile_us", all->compile_us);
	set_number(s, "recompile_us", all->recompile_us);
	set_number(s, "wall_us", all->wall_us);
	set_text(s, "torch_version", all->torch_version);
	set_number(s, "complete", all->complete);
}

static void add_verdict_row(struct section *s, struct str what, int64_t time_us, struct str note)
{
	s->row = table_add(s->report, s->table);
	set_text(s, "what", what);
	set_number(s, "time_us", time_us);
	set_text(s, "note", note);
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
static void add_unfinished(struct section *s, const struct compile *c)
{
	struct arena *a = &s->report->arena;
	const char *phase = c->open_span == SPAN_NONE ? NULL : c->spans.items[c->open_span].name;
	int64_t since = c->open_span == SPAN_NONE ? c->start_us :
			c->spans.items[c->open_span].start_us;

	if (!c->counted || c->status != COMPILE_UNFINISHED)
		return;
	add_verdict_row(s, str_format(a, "unfinished: %.*s", STR_ARG(shown_id(s->report, s->trace, c))),
			since < 0 ? -1 : c->process->last_us - since,
			str_format(a, "in %s, %.*s (%.*s)", phase ? phase : "an unknown phase",
				   STR_ARG(place_function(a, c->function)),
				   STR_ARG(place_text(a, c->file, c->first_line))));
}

static void add_verdict(struct section *s, const struct totals *all)
{
	struct arena *a = &s->report->arena;

	add_per_compile(s, &verdict_def, add_unfinished);
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
	struct section s = { .report = r, .trace = t };
	struct totals all;

	totals_count(&all, t);
	r->title = head_line(&r->arena, t, &all, joined(&r->arena, names, count));
	add_summary(&s, &all);
	add_verdict(&s, &all);
	add_per_compile(&s, &recompiles_def, add_recompile);
	add_per_compile(&s, &limits_def, add_limit);
	add_per_compile(&s, &failures_def, add_failure);
	add_breaks(&s, &all);
	add_per_compile(&s, &compilations_def, add_compilation);
	healthtable_add(r, t);
	totals_release(&all);
}
