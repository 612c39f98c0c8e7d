/* SPDX-License-Identifier: MIT */
#include "human.h"
#include "jsonwrite.h"
#include "writer.h"

#include <string.h>

/*
 * One object, a member per section: SHAPE_OBJECT is an object, any other an array
 * with one row on each line. In a diff a row has two members more:
 *
 *	{"id": "0/1", "time_us": 5, "mark": "changed", "old": {"time_us": 9}}
 *
 * so that every column keeps its type; old holds the columns that differ.
 */

static const char *const mark_names[] = {
	[ROW_ADDED] = "added",
	[ROW_REMOVED] = "removed",
	[ROW_CHANGED] = "changed",
	[ROW_TOTAL] = NULL,
};

static void write_row(struct jsonwrite *w, const char *key, const struct table *t,
		      const struct row *row, enum jsonwrite_look look);

static void write_rows(struct jsonwrite *w, const char *key, const struct table *t,
		       enum jsonwrite_look look)
{
	jsonwrite_begin(w, key, '[', look);
	for (size_t i = 0; i < t->rows.count; i++)
		if (t->rows.items[i].mark != ROW_TOTAL)
			write_row(w, NULL, t, &t->rows.items[i], JSONWRITE_INLINE);
	jsonwrite_end(w);
}

static void write_nested(struct jsonwrite *w, const char *key, const struct table *t)
{
	if (t->def->shape != SHAPE_OBJECT)
		write_rows(w, key, t, JSONWRITE_INLINE);
	else if (t->rows.count)
		write_row(w, key, t, &t->rows.items[0], JSONWRITE_INLINE);
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

static void write_row(struct jsonwrite *w, const char *key, const struct table *t,
		      const struct row *row, enum jsonwrite_look look)
{
	jsonwrite_begin(w, key, '{', look);
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
	jsonwrite_end(w);
}

static void write_section(struct jsonwrite *w, const struct table *t)
{
	if (t->def->shape != SHAPE_OBJECT)
		write_rows(w, t->def->key, t, JSONWRITE_LINES);
	else if (t->rows.count)
		write_row(w, t->def->key, t, &t->rows.items[0], JSONWRITE_LINES);
	else
		jsonwrite_null(w, t->def->key);
}

static void write_json(struct buf *out, const struct report *r,
		       const struct writer_options *o)
{
	struct jsonwrite w = { .out = out };

	(void)o;
	jsonwrite_begin(&w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_number(&w, "schema", REPORT_SCHEMA);
	for (size_t i = 0; i < r->sections.count; i++)
		if (section_in_data(r->sections.items[i]->def))
			write_section(&w, r->sections.items[i]);
	jsonwrite_end(&w);
	buf_add_char(out, '\n');
}

const struct writer json_writer = { "json", write_json };
