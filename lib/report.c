/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <assert.h>
#include <string.h>

/* A report is small: what it costs is its rows, which stay in the arena to the end. */

void report_release(struct report *r)
{
	arena_release(&r->arena);
	*r = (struct report){ 0 };
}

struct table *report_table(struct report *r, const struct section_def *def)
{
	struct table *t = arena_new(&r->arena, struct table);

	t->def = def;
	return t;
}

struct table *report_section(struct report *r, const struct section_def *def)
{
	struct table *t = report_table(r, def);

	*array_add(&r->arena, &r->sections) = t;
	return t;
}

const struct table *report_find(const struct report *r, struct str key)
{
	for (size_t i = 0; i < r->sections.count; i++)
		if (str_eq(str_c(r->sections.items[i]->def->key), key))
			return r->sections.items[i];
	return NULL;
}

static bool in_data(unsigned flags)
{
	return !(flags & COLUMN_VIEW);
}

static bool in_view(unsigned flags)
{
	return !(flags & (COLUMN_DATA | COLUMN_PAGE));
}

static bool in_page(unsigned flags)
{
	return flags & COLUMN_PAGE || !(flags & COLUMN_DATA);
}

bool column_in_data(const struct column *c)
{
	return in_data(c->flags);
}

bool column_in_view(const struct column *c)
{
	return in_view(c->flags);
}

bool column_in_page(const struct column *c)
{
	return in_page(c->flags);
}

bool column_is_line(const struct column *c)
{
	return c->flags & (COLUMN_LINE | COLUMN_CODE) || c->type == CELL_ROWS;
}

bool cell_is_filled(const struct cell *c)
{
	if (c->rows)
		return c->rows->rows.count > 0;
	if (c->old && c->old->present)
		return true;
	return c->present && (c->text.len || !c->text.s || c->item_count);
}

bool section_in_data(const struct section_def *def)
{
	return in_data(def->flags);
}

bool section_in_view(const struct section_def *def)
{
	return in_view(def->flags);
}

bool section_in_page(const struct section_def *def)
{
	return in_page(def->flags);
}

struct row *table_add(struct report *r, struct table *t)
{
	struct row *row = array_add(&r->arena, &t->rows);

	row->cells = arena_array(&r->arena, struct cell, t->def->column_count);
	return row;
}

static size_t column_index(const struct section_def *def, const char *key)
{
	size_t i = 0;

	while (i < def->column_count && strcmp(def->columns[i].key, key) != 0)
		i++;
	assert(i < def->column_count && "a section has no column of this key");
	return i;
}

struct cell *row_cell(const struct table *t, const struct row *row, const char *key)
{
	return &row->cells[column_index(t->def, key)];
}

const struct cell *table_get(const struct table *t, size_t row, const char *key)
{
	assert(row < t->rows.count);
	return row_cell(t, &t->rows.items[row], key);
}

static struct cell *cell_of_type(const struct table *t, const struct row *row,
				 const char *key, enum cell_type type)
{
	size_t i = column_index(t->def, key);

	assert(t->def->columns[i].type == type);
	return &row->cells[i];
}

void row_text(const struct table *t, struct row *row, const char *key, struct str text)
{
	struct cell *c = cell_of_type(t, row, key, CELL_TEXT);

	c->text = text;
	c->present = text.s != NULL;
}

static bool is_number(enum cell_type type)
{
	return type != CELL_TEXT && type != CELL_TEXTS && type != CELL_TIMES &&
	       type != CELL_ROWS;
}

void row_number(const struct table *t, struct row *row, const char *key, int64_t number)
{
	size_t i = column_index(t->def, key);

	assert(is_number(t->def->columns[i].type));
	row->cells[i].number = number;
	row->cells[i].present = true;
}

void row_texts(struct report *r, const struct table *t, struct row *row, const char *key,
	       const struct str *texts, size_t count)
{
	struct cell *c = cell_of_type(t, row, key, CELL_TEXTS);
	struct cell *items = arena_array(&r->arena, struct cell, count);

	for (size_t i = 0; i < count; i++)
		items[i] = (struct cell){ .present = texts[i].s, .text = texts[i] };
	c->items = items;
	c->item_count = count;
	c->present = true;
}

void row_times(struct report *r, const struct table *t, struct row *row, const char *key,
	       const int64_t *times_us, size_t count)
{
	struct cell *c = cell_of_type(t, row, key, CELL_TIMES);
	struct cell *items = arena_array(&r->arena, struct cell, count);

	for (size_t i = 0; i < count; i++)
		items[i] = (struct cell){ .present = true, .number = times_us[i] };
	c->items = items;
	c->item_count = count;
	c->present = true;
}

void row_rows(const struct table *t, struct row *row, const char *key,
	      const struct table *nested)
{
	struct cell *c = cell_of_type(t, row, key, CELL_ROWS);

	c->rows = nested;
	c->present = nested != NULL;
}

void row_link(const struct table *t, struct row *row, const char *key, struct str anchor)
{
	row_cell(t, row, key)->link = anchor;
}

void row_links(struct report *r, const struct table *t, struct row *row, const char *key,
	       const struct str *anchors, size_t count)
{
	struct cell *c = cell_of_type(t, row, key, CELL_TEXTS);
	struct cell *items = arena_array(&r->arena, struct cell, count);

	assert(c->item_count == count);
	for (size_t i = 0; i < count; i++) {
		items[i] = c->items[i];
		items[i].link = anchors[i];
	}
	c->items = items;
}
