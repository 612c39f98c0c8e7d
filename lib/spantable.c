/* SPDX-License-Identifier: MIT */
#include "spantable.h"

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
	"spans", "What it did", SHAPE_TABLE, 0, NULL, span_columns, COUNT_OF(span_columns), 0
};

void spantable_add(struct rows *s, struct timing *t, const struct compile *c)
{
	int64_t first = c->start_us;

	s->table = report_section(s->report, &spans_def);
	timing_compile(t, c);
	for (size_t i = 0; i < c->spans.count; i++) {
		const struct span *span = &c->spans.items[i];
		const struct timing_span *ts = &t->spans.items[i];

		rows_begin(s);
		s->row->depth = span->depth;
		rows_text(s, "span", str_c(span->name));
		rows_number(s, "start_us", first < 0 ? -1 : ts->from_us - first);
		rows_number(s, "total_us", ts->to_us - ts->from_us);
		rows_number(s, "self_us", ts->self_us);
		rows_number(s, "open", span->end_us < 0);
		if (span->summed)
			rows_text(s, "phase", t->rows.items[t->rows.items[ts->row].phase].name);
	}
	if (c->spans.count == 0)
		s->table->note = STR("the log has no spans of this compile");
}
