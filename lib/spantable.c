/* SPDX-License-Identifier: MIT */
#include "spantable.h"

#include "timing.h"

static const struct column span_columns[] = {
	{ "span", "span", CELL_TEXT, 0, NULL },
	{ "depth", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "start_us", "after", CELL_TIME, 0, NULL },
	{ "total_us", "total", CELL_TIME, 0, NULL },
	{ "self_us", "self", CELL_TIME, 0, NULL },
	{ "phase", "counts to", CELL_TEXT, 0, NULL },
	{ "open", "open", CELL_FLAG, COLUMN_DATA, NULL },
};

static const struct section_def spans_def = {
	"spans", "", SHAPE_TABLE, COLUMN_DATA, NULL, span_columns, COUNT_OF(span_columns), 0
};

static const struct section_def shown_def = {
	"spans_shown", "What it did", SHAPE_TABLE, COLUMN_VIEW, NULL,
	span_columns, COUNT_OF(span_columns), 0
};

static void add_span(struct rows *s, const struct timing *t, const struct compile *c, size_t i)
{
	const struct span *span = &c->spans.items[i];
	const struct timing_span *ts = &t->spans.items[i];

	rows_begin(s);
	s->row->depth = span->depth;
	rows_text(s, "span", str_c(span->name));
	rows_number(s, "start_us", c->start_us < 0 ? -1 : ts->from_us - c->start_us);
	rows_number(s, "total_us", ts->to_us - ts->from_us);
	rows_number(s, "self_us", ts->self_us);
	rows_number(s, "open", span->end_us < 0);
	if (span->end_us < 0)
		rows_text(s, "phase", STR("(open when the log ended)"));
	else if (span->summed)
		rows_text(s, "phase", phase_name(t->rows.items[ts->row].phase));
}

static void add_spans(struct rows *s, const struct timing *t, const struct compile *c,
		      int64_t least_us)
{
	for (size_t i = 0; i < c->spans.count; i++) {
		const struct timing_span *ts = &t->spans.items[i];

		if (ts->to_us - ts->from_us >= least_us || c->spans.items[i].end_us < 0)
			add_span(s, t, c, i);
	}
}

#define SHOWN_PART 200	/* of the compile, for people */

void spantable_add(struct rows *s, const struct compile *c)
{
	static const struct trace none;
	struct timing t;

	timing_init(&t, &none);
	timing_compile(&t, c);
	s->table = report_section(s->report, &spans_def);
	add_spans(s, &t, c, 0);
	s->table = report_section(s->report, &shown_def);
	add_spans(s, &t, c, compile_cost(c) / SHOWN_PART);
	timing_release(&t);
}
