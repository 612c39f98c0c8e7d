/* SPDX-License-Identifier: MIT */
#include "phasetable.h"

#include "place.h"

static const struct column phase_columns[] = {
	{ "phase", "", CELL_TEXT, 0, NULL },
	{ "depth", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "total_us", "total", CELL_TIME, 0, NULL },
	{ "self_us", "self", CELL_TIME, 0, NULL },
	{ "share", "share", CELL_SHARE, COLUMN_BAR, NULL },
	{ "count", "count", CELL_COUNT, COLUMN_DATA, NULL },
};

static const struct section_def phases_def = {
	"phases", "", SHAPE_TABLE, COLUMN_DATA, NULL,
	phase_columns, COUNT_OF(phase_columns), 0
};

static const struct section_def shown_phases_def = {
	"phases_shown", "Where the time went", SHAPE_TABLE, COLUMN_VIEW | COLUMN_FIRST, NULL,
	phase_columns, COUNT_OF(phase_columns), 0
};

static const struct column once_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "time_us", "time", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "estimate", "estimate", CELL_FLAG, COLUMN_DATA, NULL },
	{ "note", "", CELL_TEXT, 0, NULL },
};

static const struct section_def once_def = {
	"one_time", "Paid once per process, in the phases above", SHAPE_TABLE, 0, NULL,
	once_columns, COUNT_OF(once_columns), 8
};

static const struct section_def once_data_def = {
	"one_time", "", SHAPE_TABLE, COLUMN_DATA, NULL, once_columns, COUNT_OF(once_columns), 0
};

static const struct column apart_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "time_us", "time", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "note", "", CELL_TEXT, 0, NULL },
};

static const struct section_def apart_def = {
	"apart", "Not in the sum above", SHAPE_TABLE, 0, NULL,
	apart_columns, COUNT_OF(apart_columns), 0
};

static const struct section_def apart_data_def = {
	"apart", "", SHAPE_TABLE, COLUMN_DATA, NULL, apart_columns, COUNT_OF(apart_columns), 0
};

/* In 1/10000; the rows of self times add up to at most 1. */
static int64_t share(const struct timing *t, int64_t us)
{
	return t->total_us > 0 ? (int64_t)((double)us * 10000 / (double)t->total_us + 0.5) : 0;
}

static void add_row(struct rows *s, const struct timing *t, struct timing_row r)
{
	rows_begin(s);
	s->row->depth = r.depth;
	rows_text(s, "phase", str_copy(&s->report->arena, r.name));
	rows_number(s, "total_us", r.total_us);
	rows_number(s, "self_us", r.self_us);
	rows_number(s, "share", share(t, r.self_us));
	rows_number(s, "count", (int64_t)r.count);
}

#define FOLDED_BELOW 100	/* 1 % of the whole */

static bool is_folded(const struct timing *t, const struct timing_row *r)
{
	return share(t, r->total_us) < FOLDED_BELOW;
}

/* The row at t->order[*at] for people, with its small parts in it; *at steps behind it. */
static struct timing_row folded_row(const struct timing *t, size_t *at)
{
	size_t own = t->order.items[(*at)++];
	struct timing_row r = t->rows.items[own];

	for (size_t i = *at; i < t->order.count; i++) {
		const struct timing_row *p = &t->rows.items[t->order.items[i]];

		if (p->depth <= r.depth)
			break;
		if (is_folded(t, p) &&
		    (p->parent == own || is_folded(t, &t->rows.items[p->parent])))
			r.self_us += p->self_us;
	}
	return r;
}

/* The total for people, who see that the column adds up. */
static void add_total(struct rows *s, const struct timing *t)
{
	rows_begin(s);
	s->row->mark = ROW_TOTAL;
	rows_text(s, "phase", STR("total"));
	rows_number(s, "self_us", t->total_us);
	rows_number(s, "share", t->total_us > 0 ? 10000 : 0);
}

static void add_shown(struct rows *s, const struct timing *t)
{
	struct timing_row small = { .name = STR("smaller ones") };
	size_t at = 0, folded = 0;

	while (at < t->order.count) {
		size_t row = t->order.items[at];
		const struct timing_row *r = &t->rows.items[row];

		if (row == PHASE_UNATTRIBUTED && folded)
			add_row(s, t, small);
		if (is_folded(t, r) && row != PHASE_UNATTRIBUTED) {
			folded += r->depth == 0;
			small.self_us += r->depth == 0 ? r->total_us : 0;
			small.total_us = small.self_us;
			at++;
			continue;
		}
		add_row(s, t, folded_row(t, &at));
	}
	add_total(s, t);
}

struct str phasetable_source(const struct timing *t)
{
	if (t->by_spans && t->by_metrics)
		return STR("both");
	if (t->by_metrics)
		return STR("metrics");
	return t->by_spans ? STR("spans") : (struct str){ NULL, 0 };
}

/* "1.97 s summed, 1.20 s on the wall: compiles overlap" */
static struct str wall_note(struct arena *a, const struct timing *t, int64_t wall_us)
{
	char sum[32], wall[32];

	if (wall_us <= 0 || wall_us >= t->total_us - t->total_us / 100)
		return STR("");
	place_time(sum, sizeof sum, t->total_us);
	place_time(wall, sizeof wall, wall_us);
	return str_format(a, "%s is the sum; on the wall it was %s, as compiles overlap", sum, wall);
}

static struct str note(struct arena *a, const struct timing *t, int64_t wall_us)
{
	struct str wall = wall_note(a, t, wall_us), source = STR("");

	if (t->by_metrics && !t->by_spans)
		source = STR("from the times in compilation_metrics: the log has no spans");
	else if (t->by_metrics)
		source = str_format(a, "%zu compile%s without spans: from compilation_metrics",
				    t->by_metrics, t->by_metrics == 1 ? "" : "s");
	if (wall.len && source.len)
		return str_format(a, "%.*s; %.*s", STR_ARG(wall), STR_ARG(source));
	return wall.len ? wall : source.len ? source : (struct str){ NULL, 0 };
}

void phasetable_add(struct rows *s, const struct timing *t, int64_t wall_us)
{
	s->table = report_section(s->report, &phases_def);
	for (size_t i = 0; i < t->order.count; i++)
		add_row(s, t, t->rows.items[t->order.items[i]]);
	s->table = report_section(s->report, &shown_phases_def);
	if (t->total_us <= 0)
		return;
	add_shown(s, t);
	s->table->note = note(&s->report->arena, t, wall_us);
}

#define BESIDE_FROM 500		/* 5 % of the whole: what people are shown */

static int64_t apart_time(const struct timing *t)
{
	int64_t us = 0;

	for (size_t i = 0; i < t->apart.count; i++)
		us += t->apart.items[i].time_us;
	return us;
}

void phasetable_add_beside(struct rows *s, const struct timing *t)
{
	s->table = report_section(s->report, share(t, t->once_us) >= BESIDE_FROM ?
				  &once_def : &once_data_def);
	for (size_t i = 0; i < t->once.count; i++) {
		rows_begin(s);
		rows_text(s, "what", t->once.items[i].what);
		rows_number(s, "time_us", t->once.items[i].time_us);
		rows_number(s, "count", (int64_t)t->once.items[i].count);
		rows_number(s, "estimate", t->once.items[i].estimate);
		rows_text(s, "note", t->once.items[i].note);
	}
	s->table = report_section(s->report, share(t, apart_time(t)) >= BESIDE_FROM ?
				  &apart_def : &apart_data_def);
	for (size_t i = 0; i < t->apart.count; i++) {
		rows_begin(s);
		rows_text(s, "what", t->apart.items[i].what);
		rows_number(s, "time_us", t->apart.items[i].time_us);
		rows_number(s, "count", (int64_t)t->apart.items[i].count);
		rows_text(s, "note", t->apart.items[i].note);
	}
}
