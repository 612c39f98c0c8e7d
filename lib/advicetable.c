/* SPDX-License-Identifier: MIT */
#include "advicetable.h"

static const struct column columns[] = {
	{ "rule", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "text", "", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "code", "", CELL_TEXT, COLUMN_LINE | COLUMN_CODE, NULL },
	{ "where", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "since", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "unsafe", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "saves_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "saves_compiles", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "estimate", "", CELL_FLAG, COLUMN_DATA, NULL },
};

const struct section_def advicetable_def = {
	"advice", "", SHAPE_CARDS, 0, NULL, columns, COUNT_OF(columns), 0
};

/* ORDER of enum advice_where */
static const char *const where_names[] = { "environment", "startup", "before_call", "edit" };

void advicetable_add(struct report *r, struct table *t, const struct advice *item)
{
	struct row *row = table_add(r, t);

	row_text(t, row, "rule", str_c(item->rule));
	row_text(t, row, "text", item->text);
	row_text(t, row, "code", item->code);
	row_text(t, row, "where", str_c(where_names[item->where]));
	row_text(t, row, "since", str_c(item->since));
	row_number(t, row, "unsafe", item->unsafe);
	if (item->saves_us >= 0)
		row_number(t, row, "saves_us", item->saves_us);
	if (item->saves_compiles >= 0)
		row_number(t, row, "saves_compiles", item->saves_compiles);
	row_number(t, row, "estimate", item->estimate);
}

struct table *advicetable_new(struct report *r, const struct advice_list *list)
{
	struct table *t = report_table(r, &advicetable_def);

	for (size_t i = 0; i < list->count; i++)
		advicetable_add(r, t, &list->items[i]);
	return t;
}
