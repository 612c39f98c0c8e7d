/* SPDX-License-Identifier: MIT */
#include "advicetable.h"

#include "place.h"

#define SAVING_COLUMNS \
	{ "saves", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL }, \
	{ "saves_us", "", CELL_TIME, COLUMN_DATA, NULL }, \
	{ "saves_compiles", "", CELL_COUNT, COLUMN_DATA, NULL }, \
	{ "estimate", "", CELL_FLAG, COLUMN_DATA, NULL }

static const struct column advice_columns[] = {
	{ "rule", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "text", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "advice", "", CELL_TEXT, COLUMN_VIEW | COLUMN_HEAD, NULL },
	{ "code", "", CELL_TEXT, COLUMN_LINE | COLUMN_CODE, NULL },
	{ "where", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "since", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "unsafe", "", CELL_FLAG, COLUMN_DATA | COLUMN_PAGE | COLUMN_WARN, NULL },
	SAVING_COLUMNS,
};

/* People are shown the best few; the rest is in the data. */
const struct section_def advicetable_def = {
	"advice", "", SHAPE_CARDS, 0, NULL, advice_columns, COUNT_OF(advice_columns), 3
};

static const struct column dynamic_columns[] = {
	{ "sources", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "text", "", CELL_TEXT, COLUMN_VIEW | COLUMN_HEAD, NULL },
	{ "code", "", CELL_TEXT, COLUMN_LINE | COLUMN_CODE, NULL },
	SAVING_COLUMNS,
};

static const struct section_def dynamic_def = {
	"dynamic", "One setting for all sizes that change", SHAPE_CARDS, COLUMN_FIRST, NULL,
	dynamic_columns, COUNT_OF(dynamic_columns), 0
};

static void set_number(const struct table *t, struct row *row, const char *key, int64_t n)
{
	if (n >= 0)
		row_number(t, row, key, n);
}

/* "saves about 2.9 s and 5 compiles (estimate)"; absent if it cannot be said. */
static struct str saves(struct arena *a, int64_t us, int64_t compiles, bool estimate)
{
	char time[32];
	const char *plural = compiles == 1 ? "" : "s", *guess = estimate ? " (estimate)" : "";

	if (compiles <= 0 && us <= 0)
		return (struct str){ NULL, 0 };
	if (us <= 0)
		return str_format(a, "saves %lld compile%s%s", (long long)compiles, plural, guess);
	place_time(time, sizeof time, us);
	if (compiles <= 0)
		return str_format(a, "saves about %s%s", time, guess);
	return str_format(a, "saves about %s and %lld compile%s%s", time, (long long)compiles,
			  plural, guess);
}

static void set_saving(struct report *r, const struct table *t, struct row *row,
		       const struct advice *d)
{
	row_text(t, row, "saves", saves(&r->arena, d->saves_us, d->saves_compiles, d->estimate));
	set_number(t, row, "saves_us", d->saves_us);
	set_number(t, row, "saves_compiles", d->saves_compiles);
	row_number(t, row, "estimate", d->estimate);
}

void advicetable_row(struct report *r, struct table *t, const struct advice *d)
{
	struct row *row = table_add(r, t);

	row_text(t, row, "rule", str_c(d->rule));
	row_text(t, row, "text", d->text);
	row_text(t, row, "advice", d->unsafe ? str_format(&r->arena, "unsafe: %.*s",
							  STR_ARG(d->text)) : d->text);
	row_text(t, row, "code", d->code);
	row_text(t, row, "where", str_c(advice_where_name(d->where)));
	row_text(t, row, "since", str_c(d->since));
	row_number(t, row, "unsafe", d->unsafe);
	set_saving(r, t, row, d);
}

const struct table *advicetable_of(struct report *r, const struct causes *cs,
				   const struct cause *c, int version)
{
	struct table *t = report_table(r, &advicetable_def);
	struct advice_list list = advice_for(&r->arena, cs, c, version);

	for (size_t i = 0; i < list.count; i++)
		advicetable_row(r, t, &list.items[i]);
	return t;
}

void advicetable_dynamic(struct report *r, const struct causes *cs, int version)
{
	struct advice_dynamic d = advice_dynamic_sources(&r->arena, cs, version);
	struct table *t = report_section(r, &dynamic_def);
	struct advice item = { .saves_us = d.saves_us, .saves_compiles = d.saves_compiles,
			       .estimate = d.estimate };
	struct row *row;

	if (!d.sources.s)
		return;
	row = table_add(r, t);
	row_text(t, row, "sources", d.sources);
	row_text(t, row, "text", STR("before the program starts: no change to its code"));
	row_text(t, row, "code",
		 str_format(&r->arena, "export TORCH_COMPILE_DYNAMIC_SOURCES=\"%.*s\"",
			    STR_ARG(d.sources)));
	set_saving(r, t, row, &item);
}
