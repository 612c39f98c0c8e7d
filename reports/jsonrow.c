/* SPDX-License-Identifier: MIT */
#include "jsonrow.h"

#include "human.h"

#include <string.h>

static const char *const mark_names[] = {
	[ROW_ADDED] = "added",
	[ROW_REMOVED] = "removed",
	[ROW_CHANGED] = "changed",
	[ROW_TOTAL] = NULL,
};

void jsonrow_list(struct jsonwrite *w, const char *key, const struct table *t,
		  enum jsonwrite_look look)
{
	jsonwrite_begin(w, key, '[', look);
	for (size_t i = 0; i < t->rows.count; i++)
		if (t->rows.items[i].mark != ROW_TOTAL)
			jsonrow_object(w, NULL, t, &t->rows.items[i], JSONWRITE_INLINE);
	jsonwrite_end(w);
}

static void write_nested(struct jsonwrite *w, const char *key, const struct table *t)
{
	if (t->def->shape != SHAPE_OBJECT)
		jsonrow_list(w, key, t, JSONWRITE_INLINE);
	else if (t->rows.count)
		jsonrow_object(w, key, t, &t->rows.items[0], JSONWRITE_INLINE);
	else
		jsonwrite_null(w, key);
}

static void write_items(struct jsonwrite *w, const struct column *c,
			const struct cell *cell)
{
	jsonwrite_begin(w, c->key, '[', JSONWRITE_INLINE);
	for (size_t i = 0; i < cell->item_count; i++) {
		const struct cell *item = &cell->items[i];

		if (!item->present)
			jsonwrite_null(w, NULL);
		else if (c->type == CELL_TEXTS)
			jsonwrite_text(w, NULL, item->text);
		else
			jsonwrite_number(w, NULL, item->number);
	}
	jsonwrite_end(w);
}

static void write_cell(struct jsonwrite *w, const struct column *c,
		       const struct cell *cell)
{
	if (!cell->present) {
		jsonwrite_null(w, c->key);
		return;
	}
	switch (c->type) {
	case CELL_TEXT:
		jsonwrite_text(w, c->key, cell->text);
		break;
	case CELL_COUNT:
	case CELL_NUMBER:
	case CELL_TIME:
	case CELL_BYTES:
		jsonwrite_number(w, c->key, cell->number);
		break;
	case CELL_SHARE:
		jsonwrite_share(w, c->key, cell->number);
		break;
	case CELL_FLAG:
		jsonwrite_bool(w, c->key, cell->number != 0);
		break;
	case CELL_TEXTS:
	case CELL_TIMES:
		write_items(w, c, cell);
		break;
	case CELL_ROWS:
		write_nested(w, c->key, cell->rows);
		break;
	}
}

static bool is_changed(const struct column *c, const struct cell *cell)
{
	return column_in_data(c) && c->type != CELL_ROWS && human_is_changed(c, cell);
}

static void write_old(struct jsonwrite *w, const struct table *t, const struct row *row)
{
	bool begun = false;

	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!is_changed(c, &row->cells[i]))
			continue;
		if (!begun)
			jsonwrite_begin(w, "old", '{', JSONWRITE_INLINE);
		begun = true;
		write_cell(w, c, row->cells[i].old);
	}
	if (begun)
		jsonwrite_end(w);
}

void jsonrow_members(struct jsonwrite *w, const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!column_in_data(c))
			continue;
		if (strcmp(c->key, "depth") == 0)
			jsonwrite_number(w, c->key, row->depth);
		else
			write_cell(w, c, &row->cells[i]);
	}
	if (mark_names[row->mark])
		jsonwrite_text(w, "mark", str_c(mark_names[row->mark]));
	write_old(w, t, row);
}

void jsonrow_object(struct jsonwrite *w, const char *key, const struct table *t,
		    const struct row *row, enum jsonwrite_look look)
{
	jsonwrite_begin(w, key, '{', look);
	jsonrow_members(w, t, row);
	jsonwrite_end(w);
}
