/* SPDX-License-Identifier: MIT */
#include "rundata.h"

#include "phase.h"

static const struct column times_columns[] = {
	{ "function", "function", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "process", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "rank", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "sum_us", "in all", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "longest_us", "longest", CELL_TIME, 0, NULL },
	{ "phase", "part of", CELL_TEXT, 0, NULL },
	{ "runtimes_us", "", CELL_TIMES, COLUMN_DATA, NULL },
};

static const struct section_def times_def = {
	"times", "compile_times()", SHAPE_TABLE, 0, NULL,
	times_columns, COUNT_OF(times_columns), 15
};

static const struct column graph_columns[] = {
	{ "graph", "graph", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "number", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "process", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "pid", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "run", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "kind", "kind", CELL_TEXT, 0, NULL },
	{ "kernels_before", "before fusion", CELL_COUNT, 0, NULL },
	{ "kernels_after", "kernels", CELL_COUNT, 0, NULL },
	{ "code_lines", "lines of code", CELL_COUNT, 0, NULL },
	{ "inputs", "inputs", CELL_TEXT, COLUMN_PATH, NULL },
	{ "path", "see", CELL_TEXT, COLUMN_LINE, NULL },
};

static const struct section_def graphs_def = {
	"graphs", "Graphs (TORCH_COMPILE_DEBUG)", SHAPE_TABLE, 0, NULL,
	graph_columns, COUNT_OF(graph_columns), 10
};

static void add_times(struct rows *s, const struct times_row *t)
{
	enum phase phase = phase_of_span(t->function);
	int64_t sum = 0, longest = 0;

	for (size_t i = 0; i < t->runtimes_us.count; i++) {
		sum += t->runtimes_us.items[i];
		if (t->runtimes_us.items[i] > longest)
			longest = t->runtimes_us.items[i];
	}
	rows_begin(s);
	rows_text(s, "function", t->function);
	if (t->process) {
		rows_number(s, "process", (int64_t)t->process->index);
		rows_number(s, "rank", t->process->rank);
	}
	rows_number(s, "sum_us", sum);
	rows_number(s, "count", (int64_t)t->runtimes_us.count);
	rows_number(s, "longest_us", longest);
	if (phase != PHASE_UNKNOWN && phase != PHASE_UNATTRIBUTED)
		rows_text(s, "phase", phase_name(phase));
	row_times(s->report, s->table, s->row, "runtimes_us", t->runtimes_us.items,
		  t->runtimes_us.count);
}

static const struct process *process_of_pid(const struct trace *t, int64_t pid)
{
	for (size_t i = 0; pid >= 0 && i < t->processes.count; i++)
		if (t->processes.items[i]->pid == pid)
			return t->processes.items[i];
	return NULL;
}

static void add_graph(struct rows *s, const struct debug_graph *g)
{
	const struct process *p = process_of_pid(s->trace, g->pid);

	rows_begin(s);
	rows_text(s, "graph", g->name);
	rows_number(s, "number", g->number);
	if (p)
		rows_number(s, "process", (int64_t)p->index);
	rows_number(s, "pid", g->pid);
	rows_text(s, "run", g->run);
	rows_text(s, "kind", g->kind);
	rows_number(s, "kernels_before", g->kernels_before);
	rows_number(s, "kernels_after", g->kernels_after);
	rows_number(s, "code_lines", g->code_lines);
	rows_text(s, "inputs", g->inputs);
	rows_text(s, "path", g->path);
}

void rundata_add(struct rows *s)
{
	const struct trace *t = s->trace;

	s->table = report_section(s->report, &times_def);
	if (t->times.list.count)
		s->table->note = STR("Functions call each other: times of rows are not to be "
				     "added up.");
	for (size_t i = 0; i < t->times.list.count; i++)
		add_times(s, &t->times.list.items[i]);
	s->table = report_section(s->report, &graphs_def);
	for (size_t i = 0; i < t->graphs.count; i++)
		add_graph(s, &t->graphs.items[i]);
}
