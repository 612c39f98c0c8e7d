/* SPDX-License-Identifier: MIT */
#include "compiletable.h"

#include "cachetable.h"
#include "place.h"

/* The five groups of phases sum to time_us + backward_us. */
static const struct column columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "status", "status", CELL_TEXT, 0, NULL },
	{ "start_us", "after", CELL_TIME, 0, NULL },
	{ "time_us", "took", CELL_TIME, 0, NULL },
	{ "backward_us", "backward", CELL_TIME, 0, NULL },
	{ "dynamo_us", "Dynamo", CELL_TIME, 0, NULL },
	{ "aot_us", "AOT", CELL_TIME, 0, NULL },
	{ "inductor_us", "Inductor", CELL_TIME, 0, NULL },
	{ "build_us", "build", CELL_TIME, 0, NULL },
	{ "other_us", "other", CELL_TIME, COLUMN_DATA, NULL },
	{ "cache", "cache", CELL_TEXT, 0, NULL },
	ROWS_FILE_COLUMNS,
	{ "guards", "guards", CELL_COUNT, 0, NULL },
	{ "graph_ops", "ops", CELL_COUNT, 0, NULL },
	{ "graph_nodes", "nodes", CELL_COUNT, COLUMN_DATA, NULL },
	{ "restarts", "restarts", CELL_COUNT, COLUMN_DATA, NULL },
	{ "metrics_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "cudagraph_skip_reason", "no CUDA graph", CELL_TEXT, COLUMN_LINE, NULL },
	{ "differs", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
};

static const struct section_def def = {
	"compilations", "Compiles", SHAPE_TABLE, COLUMN_FIRST, NULL, columns, COUNT_OF(columns), 20
};

/* ORDER of enum phase_group */
static const char *const group_keys[] = {
	"dynamo_us", "aot_us", "inductor_us", "build_us", "other_us",
};
_Static_assert(COUNT_OF(group_keys) == PHASE_GROUP_COUNT, "a column for every group");

/* The span and the metrics tell the same time, to 1 %; where not, people should know. */
static void set_difference(struct rows *s, const struct compile *c)
{
	int64_t metrics = c->metrics[METRIC_DURATION_US];
	int64_t off = metrics > c->time_us ? metrics - c->time_us : c->time_us - metrics;
	char time[32];

	rows_number(s, "metrics_us", metrics);
	if (metrics < 0 || c->time_us < 0 || off <= metrics / 100)
		return;
	place_time(time, sizeof time, metrics);
	rows_text(s, "differs", str_format(&s->report->arena,
					   "torch's own metrics say %s for it", time));
}

static void set_times(struct rows *s, struct timing *t, const struct compile *c)
{
	int64_t us[PHASE_GROUP_COUNT];

	rows_number(s, "start_us", rows_since_first(c));
	rows_number(s, "time_us", c->time_us);
	rows_number(s, "backward_us", c->backward_us > 0 ? c->backward_us : -1);
	if (compile_cost(c) <= 0)
		return;
	timing_groups(t, c, us);
	for (int i = 0; i < PHASE_GROUP_COUNT; i++)
		rows_number(s, group_keys[i], us[i]);
}

static void add(struct rows *s, struct timing *t, const struct compile *c)
{
	if (!c->counted)
		return;
	rows_begin(s);
	s->row->anchor = rows_anchor(s->report, s->trace, c);
	rows_id(s, c);
	rows_function(s, c);
	rows_file(s, c->file, c->first_line);
	rows_text(s, "status", str_c(compile_status_name(c->status)));
	set_times(s, t, c);
	rows_text(s, "cache", cachetable_of(c));
	rows_number(s, "guards", c->metrics[METRIC_GUARD_COUNT]);
	rows_number(s, "graph_ops", c->metrics[METRIC_GRAPH_OP_COUNT]);
	rows_number(s, "graph_nodes", c->metrics[METRIC_GRAPH_NODE_COUNT]);
	rows_number(s, "restarts", c->attempts - 1);
	rows_text(s, "cudagraph_skip_reason", c->cudagraph_skip_reason);
	set_difference(s, c);
}

void compiletable_add(struct rows *s, struct timing *t)
{
	s->table = report_section(s->report, &def);
	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			add(s, t, p->compiles.items[k]);
	}
}
