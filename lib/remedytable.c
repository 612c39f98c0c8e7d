/* SPDX-License-Identifier: MIT */
#include "remedytable.h"

#include "place.h"

static const struct column columns[] = {
	{ "rule", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "text", "", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "code", "", CELL_TEXT, COLUMN_LINE | COLUMN_CODE, NULL },
	{ "where", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "since", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "unsafe", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "saves", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "saves_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "saves_compiles", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "estimate", "", CELL_FLAG, COLUMN_DATA, NULL },
};

const struct section_def remedytable_def = {
	"advice", "", SHAPE_CARDS, 0, NULL, columns, COUNT_OF(columns), 0
};

/* ORDER of enum advice_where */
static const char *const where_names[] = { "environment", "startup", "before_call", "edit" };

/* "saves about 56.3 ms (estimate)"; absent if it cannot be said. */
static struct str saves(struct arena *a, const struct advice *item)
{
	char time[32];

	if (item->saves_us <= 0)
		return (struct str){ NULL, 0 };
	place_time(time, sizeof time, item->saves_us);
	return str_format(a, "saves about %s%s", time, item->estimate ? " (estimate)" : "");
}

void remedytable_add(struct report *r, struct table *t, const struct advice *item)
{
	struct row *row = table_add(r, t);

	row_text(t, row, "rule", str_c(item->rule));
	row_text(t, row, "text", item->text);
	row_text(t, row, "code", item->code);
	row_text(t, row, "where", str_c(where_names[item->where]));
	row_text(t, row, "since", str_c(item->since));
	row_number(t, row, "unsafe", item->unsafe);
	row_text(t, row, "saves", saves(&r->arena, item));
	if (item->saves_us >= 0)
		row_number(t, row, "saves_us", item->saves_us);
	if (item->saves_compiles >= 0)
		row_number(t, row, "saves_compiles", item->saves_compiles);
	row_number(t, row, "estimate", item->estimate);
}
