/* SPDX-License-Identifier: MIT */
#include "layout.h"
#include "human.h"
#include "shorten.h"
#include "utf8.h"

enum {
	GAP = 2,		/* blanks between columns */
	BAR_WIDTH = 30,		/* of 100 % */
	BAR_LEAST = 10,
};

/*
 * The steps by which a table that is too wide is made narrower. Within a step the
 * widest column gives first. HEAD columns give last: they name the row.
 */
static const struct {
	unsigned with, without;		/* flags of the columns that give */
	size_t least;
} steps[] = {
	{ COLUMN_PATH, 0, 24 },
	{ 0, COLUMN_PATH | COLUMN_HEAD, 16 },
	{ COLUMN_PATH, 0, 16 },
	{ COLUMN_HEAD, 0, 24 },
	{ 0, COLUMN_HEAD, 10 },
};

static bool is_right(const struct column *c)
{
	switch (c->type) {
	case CELL_COUNT:
	case CELL_NUMBER:
	case CELL_TIME:
	case CELL_BYTES:
	case CELL_SHARE:
		return !(c->flags & COLUMN_HEAD);
	case CELL_TEXT:
	case CELL_FLAG:
	case CELL_TEXTS:
	case CELL_TIMES:
	case CELL_ROWS:
		break;
	}
	return false;
}

static bool is_used(const struct layout_input *in, size_t index)
{
	const struct column *c = &in->table->def->columns[index];

	if (!column_in_view(c) || column_is_line(c))
		return false;
	for (size_t i = 0; i < in->row_count; i++)
		if (layout_is_filled(&in->rows[i]->cells[index]))
			return true;
	return false;
}

static int64_t greatest(const struct layout_input *in, size_t index)
{
	int64_t most = 0;

	for (size_t i = 0; i < in->row_count; i++) {
		const struct cell *c = &in->rows[i]->cells[index];

		if (c->present && c->number > most)
			most = c->number;
		if (c->old && c->old->present && c->old->number > most)
			most = c->old->number;
	}
	return most;
}

/* A name that follows a name, such as #1 and what it is, stands closer. */
static size_t gap_before(const struct layout *l, const struct column *c)
{
	const struct layout_column *last;

	if (!l->columns.count)
		return 0;
	last = &l->columns.items[l->columns.count - 1];
	return last->column->flags & c->flags & COLUMN_HEAD ? 1 : GAP;
}

static void choose_columns(struct layout *l, struct arena *a,
			   const struct layout_input *in)
{
	l->columns.count = 0;
	for (size_t i = 0; i < in->table->def->column_count; i++) {
		const struct column *c = &in->table->def->columns[i];
		struct layout_column *lc;
		size_t gap = gap_before(l, c);

		if (l->below[i] || !is_used(in, i))
			continue;
		lc = array_add(a, &l->columns);
		*lc = (struct layout_column){
			.column = c, .index = i, .gap = gap, .right = is_right(c),
			.most_us = c->type == CELL_TIME ? greatest(in, i) : 0,
		};
		if (c->flags & COLUMN_BAR) {
			lc = array_add(a, &l->columns);
			*lc = (struct layout_column){ .column = c, .index = i,
						      .gap = GAP, .bar = true };
		}
	}
}

static struct str cell_text(struct arena *a, const struct layout_column *lc,
			    const struct row *row, bool indented)
{
	struct buf b = { 0 };

	if (indented)
		buf_fill(&b, ' ', (size_t)row->depth * 2);
	human_cell(&b, lc->column, &row->cells[lc->index], lc->most_us);
	return buf_take(a, &b);
}

/* The row's depth moves the first column that is flush left. */
static size_t indented_column(const struct layout *l)
{
	size_t i = 0;

	while (i < l->columns.count &&
	       (l->columns.items[i].right || l->columns.items[i].bar))
		i++;
	return i;
}

static void fill_cells(struct layout *l, struct arena *a, const struct layout_input *in)
{
	size_t columns = l->columns.count, indented = indented_column(l);

	l->cells = arena_array(a, struct str, columns * in->row_count);
	for (size_t i = 0; i < in->row_count; i++)
		for (size_t j = 0; j < columns; j++)
			if (!l->columns.items[j].bar)
				l->cells[i * columns + j] =
					cell_text(a, &l->columns.items[j], in->rows[i],
						  j == indented);
}

/* The heading counts too. */
static size_t widest_cell(const struct layout *l, size_t rows, size_t column)
{
	size_t widest = utf8_width(str_c(l->columns.items[column].column->title));

	for (size_t i = 0; i < rows; i++) {
		size_t width = utf8_width(l->cells[i * l->columns.count + column]);

		if (width > widest)
			widest = width;
	}
	return widest;
}

static void measure_columns(struct layout *l, const struct layout_input *in)
{
	for (size_t j = 0; j < l->columns.count; j++) {
		struct layout_column *lc = &l->columns.items[j];

		lc->width = lc->bar ? BAR_WIDTH : widest_cell(l, in->row_count, j);
		if (!lc->right && lc->width > in->width)
			lc->width = in->width;
	}
}

size_t layout_offset(const struct layout *l, size_t column)
{
	size_t offset = 0;

	for (size_t i = 0; i < column && i < l->columns.count; i++)
		offset += l->columns.items[i].gap + l->columns.items[i].width;
	return column < l->columns.count ? offset + l->columns.items[column].gap : offset;
}

static size_t total_width(const struct layout *l)
{
	return layout_offset(l, l->columns.count);
}

/* Makes room for the title over the untitled columns, if headings follow it. */
static void fit_title(struct layout *l, const struct layout_input *in)
{
	size_t place;

	l->untitled = 0;
	while (l->untitled < l->columns.count &&
	       !l->columns.items[l->untitled].column->title[0])
		l->untitled++;
	if (!l->untitled || l->untitled == l->columns.count)
		return;
	place = layout_offset(l, l->untitled) - l->columns.items[l->untitled].gap;
	if (place < in->title_width)
		l->columns.items[l->untitled - 1].width += in->title_width - place;
}

static size_t least_width(const struct layout_column *lc, size_t least)
{
	size_t title = utf8_width(str_c(lc->column->title));

	return title > least ? title : least;
}

/* The widest column that a step may make narrower, NULL if there is none. */
static struct layout_column *find_giver(struct layout *l, size_t step)
{
	struct layout_column *widest = NULL;

	for (size_t i = 0; i < l->columns.count; i++) {
		struct layout_column *lc = &l->columns.items[i];
		unsigned flags = lc->column->flags;

		if (lc->right || lc->bar ||
		    (flags & steps[step].with) != steps[step].with ||
		    flags & steps[step].without ||
		    lc->width <= least_width(lc, steps[step].least))
			continue;
		if (!widest || lc->width > widest->width)
			widest = lc;
	}
	return widest;
}

static void shrink_bars(struct layout *l, size_t width)
{
	for (size_t i = l->columns.count; i-- > 0 && total_width(l) > width; ) {
		struct layout_column *lc = &l->columns.items[i];
		size_t over = total_width(l) - width;

		if (!lc->bar)
			continue;
		lc->width = over < lc->width ? lc->width - over : 0;
		if (lc->width < BAR_LEAST)
			lc->gap = lc->width = 0;
	}
}

static void shrink_text(struct layout *l, size_t width)
{
	size_t total = total_width(l);

	for (size_t step = 0; step < COUNT_OF(steps) && total > width; ) {
		struct layout_column *lc = find_giver(l, step);

		if (!lc) {
			step++;
			continue;
		}
		lc->width--;
		total--;
	}
}

static size_t count_fitting(const struct layout *l, size_t width)
{
	struct layout kept = *l;

	while (kept.columns.count > 1 && total_width(&kept) > width)
		kept.columns.count--;
	return kept.columns.count;
}

static struct str dropped_titles(struct arena *a, const struct layout *l, size_t kept)
{
	struct buf b = { 0 };
	struct str titles = { NULL, 0 };

	for (size_t i = kept; i < l->columns.count; i++) {
		const struct layout_column *lc = &l->columns.items[i];

		if (lc->bar)
			continue;
		buf_addf(&b, "%s%s", b.len ? ", " : "",
			 lc->column->title[0] ? lc->column->title : lc->column->key);
	}
	if (b.len)
		titles = str_copy(a, buf_str(&b));
	buf_release(&b);
	return titles;
}

static void drop_columns(struct layout *l, size_t row_count, size_t kept)
{
	for (size_t i = 0; i < row_count; i++)
		for (size_t j = 0; j < kept; j++)
			l->cells[i * kept + j] = l->cells[i * l->columns.count + j];
	l->columns.count = kept;
}

/* Paths are cut between folders: what they leave of their column is given back. */
static void cut_cells(struct layout *l, struct arena *a, size_t row_count)
{
	for (size_t i = 0; i < row_count * l->columns.count; i++) {
		const struct layout_column *lc = &l->columns.items[i % l->columns.count];

		if (lc->column->flags & COLUMN_PATH)
			l->cells[i] = shorten_path(a, l->cells[i], lc->width);
		else if (!lc->right)
			l->cells[i] = shorten_end(a, l->cells[i], lc->width);
	}
	for (size_t j = 0; j < l->columns.count; j++)
		if (!l->columns.items[j].bar)
			l->columns.items[j].width = widest_cell(l, row_count, j);
}

/* Is it too wide even without bars, which give way first? */
static bool is_too_wide(const struct layout *l, size_t width)
{
	size_t bars = 0;

	for (size_t i = 0; i < l->columns.count; i++)
		if (l->columns.items[i].bar)
			bars += l->columns.items[i].gap + l->columns.items[i].width;
	return total_width(l) - bars > width;
}

/* The text of a card that may go under it, NULL if there is none. */
static const struct layout_column *find_card_text(const struct layout *l)
{
	for (size_t i = l->columns.count; i-- > 0; ) {
		const struct layout_column *lc = &l->columns.items[i];

		if (!lc->right && !lc->bar && !(lc->column->flags & COLUMN_HEAD))
			return lc;
	}
	return NULL;
}

static void measure(struct layout *l, struct arena *a, const struct layout_input *in)
{
	const struct layout_column *text;

	for (;;) {
		choose_columns(l, a, in);
		fill_cells(l, a, in);
		measure_columns(l, in);
		fit_title(l, in);
		if (in->table->def->shape != SHAPE_CARDS || !is_too_wide(l, in->width))
			return;
		text = find_card_text(l);
		if (!text || l->columns.count < 2)
			return;
		l->below[text->index] = true;
	}
}

static void fit(struct layout *l, const struct layout_input *in)
{
	shrink_bars(l, in->width);
	shrink_text(l, in->width);
}

void layout_make(struct layout *l, struct arena *a, const struct layout_input *in)
{
	size_t kept;

	*l = (struct layout){ 0 };
	l->below = arena_array(a, bool, in->table->def->column_count);
	measure(l, a, in);
	fit(l, in);
	kept = count_fitting(l, in->width);
	if (kept < l->columns.count) {		/* the others may have their room */
		l->dropped = dropped_titles(a, l, kept);
		drop_columns(l, in->row_count, kept);
		measure_columns(l, in);
		fit_title(l, in);
		fit(l, in);
	}
	cut_cells(l, a, in->row_count);
	fit_title(l, in);
}

bool layout_is_filled(const struct cell *c)
{
	return c->present || (c->old && c->old->present);
}
