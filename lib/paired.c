/* SPDX-License-Identifier: MIT */
#include "paired.h"

#include "kin.h"

#include <string.h>

#define NOISE_US 500

bool paired_is_noise(int64_t before, int64_t after, int64_t noise)
{
	int64_t by = after > before ? after - before : before - after;

	return by <= NOISE_US || by <= before / 10000 * noise + before % 10000 * noise / 10000;
}

static bool is_same(const struct paired *p, const struct column *c, const struct cell *a,
		    const struct cell *b)
{
	if (a->present != b->present)
		return !a->present && b->number == 0 && c->type != CELL_TEXT;
	if (!a->present)
		return true;
	switch (c->type) {
	case CELL_TIME:
		return paired_is_noise(a->number, b->number, p->noise);
	case CELL_COUNT:
	case CELL_BYTES:
	case CELL_SHARE:
	case CELL_FLAG:
		return a->number == b->number;
	case CELL_TEXT:
		return str_eq(a->text, b->text);
	case CELL_NUMBER:
	case CELL_TEXTS:
	case CELL_TIMES:
	case CELL_ROWS:
		return true;	/* names, and lists: what they say stands in other cells */
	}
	return true;
}

static void copy_cells(const struct table *from, const struct row *row,
		       const struct table *into, struct row *to)
{
	to->depth = 0;
	for (size_t i = 0; i < into->def->column_count; i++) {
		const struct cell *c = kin_cell(from, row, into->def->columns[i].key);

		if (c) {
			to->cells[i] = *c;
			to->cells[i].old = NULL;
		}
	}
}

static struct row *add_row(const struct paired *p, const struct table *from,
			   const struct row *row, struct table *into, enum row_mark mark)
{
	struct row *to = table_add(p->out, into);

	copy_cells(from, row, into, to);
	to->mark = mark;
	return to;
}

/* Texts are part of what a row is, but for those of a section with one row. */
static bool is_compared(const struct table *into, const struct column *c)
{
	return c->type != CELL_TEXT || into->def->shape == SHAPE_OBJECT ||
	       strcmp(c->key, "value") == 0;
}

static bool add_changed(const struct paired *p, const struct row *before,
			const struct row *after, struct table *into)
{
	struct row *to = add_row(p, p->after, after, into, ROW_PLAIN);

	for (size_t i = 0; i < into->def->column_count; i++) {
		const struct column *c = &into->def->columns[i];
		const struct cell *old = kin_cell(p->before, before, c->key);

		if (!old || !is_compared(into, c) || is_same(p, c, old, &to->cells[i]))
			continue;
		to->cells[i].old = old;
		to->mark = ROW_CHANGED;
	}
	if (to->mark == ROW_CHANGED)
		return true;
	into->rows.count--;
	return false;
}

bool paired_add(const struct paired *p, struct table *into)
{
	size_t before = into->rows.count;

	for (size_t i = 0; p->after && i < p->after->rows.count; i++) {
		const struct row *row = &p->after->rows.items[i];
		const struct row *old = p->before ? kin_find(p->before, p->after, row) : NULL;

		if (old)
			add_changed(p, old, row, into);
		else
			add_row(p, p->after, row, into, ROW_ADDED);
	}
	for (size_t i = 0; p->before && i < p->before->rows.count; i++) {
		const struct row *row = &p->before->rows.items[i];

		if (!p->after || !kin_find(p->after, p->before, row))
			add_row(p, p->before, row, into, ROW_REMOVED);
	}
	return into->rows.count > before;
}
