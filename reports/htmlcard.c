/* SPDX-License-Identifier: MIT */
#include "htmlcard.h"
#include "htmltable.h"

enum { CARDS_MOST = 60 };

static bool is_plain(const struct column *c)
{
	return column_in_page(c) && !column_is_line(c) && !(c->flags & COLUMN_HEAD);
}

static void add_heading(struct htmlpage *p, const struct table *t, const struct row *row)
{
	bool any = false;

	htmlcell_raw(p, "<h3>");
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!(c->flags & COLUMN_HEAD) || !column_in_page(c) ||
		    !cell_is_filled(&row->cells[i]))
			continue;
		htmlcell_raw(p, any ? " " : "");
		htmlcell_raw(p, c->type == CELL_NUMBER ? "<span class=\"no\">" : "<span>");
		htmlcell_value(p, c, &row->cells[i], 0);
		htmlcell_raw(p, "</span>");
		any = true;
	}
	if (row->anchor.s) {
		htmlcell_raw(p, " <a class=\"self\" aria-label=\"link to this\" href=\"#");
		htmlcell_text(p, row->anchor);
		htmlcell_raw(p, "\">¶</a>");
	}
	htmlcell_raw(p, "</h3>\n");
}

/* "cost 2.90 s  count 5": what has a title. */
static void add_facts(struct htmlpage *p, const struct table *t, const struct row *row)
{
	bool any = false;

	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!is_plain(c) || !c->title[0] || c->type == CELL_FLAG ||
		    !cell_is_filled(&row->cells[i]))
			continue;
		htmlcell_raw(p, any ? "" : "<dl class=\"facts\">");
		any = true;
		htmlcell_raw(p, "<div><dt>");
		htmlcell_text(p, str_c(c->title));
		htmlcell_raw(p, "</dt><dd>");
		htmlcell_value(p, c, &row->cells[i], htmlcell_most(t, i));
		htmlcell_raw(p, "</dd></div>");
	}
	htmlcell_raw(p, any ? "</dl>\n" : "");
}

/* What warns: a flag's title, or the text. */
static void add_badges(struct htmlpage *p, const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];
		const struct cell *cell = &row->cells[i];

		if (!column_in_page(c) || !(c->flags & COLUMN_WARN) || !cell->present)
			continue;
		if (c->type == CELL_FLAG && (!cell->number || !c->title[0]))
			continue;
		htmlcell_raw(p, "<strong class=\"badge warn\">");
		if (c->type == CELL_FLAG)
			htmlcell_text(p, str_c(c->title));
		else
			htmlcell_value(p, c, cell, 0);
		htmlcell_raw(p, "</strong> ");
	}
}

/* A flag without a title that is set. */
static bool is_warned(const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (c->type == CELL_FLAG && c->flags & COLUMN_WARN && !c->title[0] &&
		    row->cells[i].present && row->cells[i].number)
			return true;
	}
	return false;
}

static bool is_prose(const struct column *c)
{
	return column_in_page(c) && !column_is_line(c) && !c->title[0] &&
	       !(c->flags & COLUMN_WARN) && c->type != CELL_FLAG;
}

/* Texts without a title, one behind the other; heads: also those that name the row. */
static void add_prose(struct htmlpage *p, const struct table *t, const struct row *row,
		      bool heads)
{
	htmlcell_raw(p, "<p class=\"prose\">");
	add_badges(p, t, row);
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!is_prose(c) || (c->flags & COLUMN_HEAD && !heads) ||
		    !cell_is_filled(&row->cells[i]))
			continue;
		htmlcell_value(p, c, &row->cells[i], 0);
		htmlcell_raw(p, " ");
	}
	htmlcell_raw(p, "</p>\n");
}

static bool has_prose(const struct table *t, const struct row *row, bool heads)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if ((is_prose(c) || (c->flags & COLUMN_WARN && c->title[0])) &&
		    (heads || !(c->flags & COLUMN_HEAD)) && cell_is_filled(&row->cells[i]))
			return true;
	}
	return false;
}

static void add_below(struct htmlpage *p, const struct table *t, const struct row *row);

static void add_item_list(struct htmlpage *p, const struct table *t, size_t from, size_t to)
{
	htmlcell_raw(p, "<ul class=\"items\">\n");
	for (size_t i = from; i < to; i++) {
		const struct row *row = &t->rows.items[i];

		htmlcell_raw(p, is_warned(t, row) ? "<li class=\"warned\">" : "<li>");
		if (has_prose(t, row, true))
			add_prose(p, t, row, true);
		add_facts(p, t, row);
		add_below(p, t, row);
		htmlcell_raw(p, "</li>\n");
	}
	htmlcell_raw(p, "</ul>\n");
}

/* Nested cards: remedies, one under the other, the best of them open. */
static void add_items(struct htmlpage *p, const struct table *t)
{
	size_t top = t->def->top, shown = top && t->rows.count > top + 1 ? top : t->rows.count;

	if (t->rows.count == 0)
		return;
	if (t->def->title[0]) {
		htmlcell_raw(p, "<h4>");
		htmlcell_text(p, str_c(t->def->title));
		htmlcell_raw(p, "</h4>\n");
	}
	add_item_list(p, t, 0, shown);
	if (shown == t->rows.count)
		return;
	buf_addf(p->out, "<details><summary>%zu more</summary>\n", t->rows.count - shown);
	add_item_list(p, t, shown, t->rows.count);
	htmlcell_raw(p, "</details>\n");
}

static void add_below(struct htmlpage *p, const struct table *t, const struct row *row)
{
	htmltable_lines(p, t, row);
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];
		const struct table *rows = row->cells[i].rows;

		if (c->type != CELL_ROWS || !column_in_page(c) || !rows || !rows->rows.count)
			continue;
		if (rows->def->shape == SHAPE_CARDS) {
			add_items(p, rows);
		} else if (rows->def->shape == SHAPE_OBJECT) {
			htmlcard_object(p, rows);
		} else {
			htmlcell_raw(p, "<div class=\"wide small\" tabindex=\"0\">");
			htmltable_write(p, rows, 0, true);
			htmlcell_raw(p, "</div>\n");
		}
	}
}

static void add_card(struct htmlpage *p, const struct table *t, const struct row *row)
{
	buf_addf(p->out, "<article class=\"card%s\"", htmltable_mark(row));
	htmlcell_attribute(p, "id", row->anchor);
	htmlcell_raw(p, ">\n");
	add_heading(p, t, row);
	add_facts(p, t, row);
	if (has_prose(t, row, false))
		add_prose(p, t, row, false);
	add_below(p, t, row);
	htmlcell_raw(p, "</article>\n");
}

void htmlcard_write(struct htmlpage *p, const struct table *t)
{
	size_t last = htmltable_end(p, t);

	for (size_t i = 0; i < last && i < CARDS_MOST; i++)
		add_card(p, t, &t->rows.items[i]);
	if (last <= CARDS_MOST)
		return;
	buf_addf(p->out, "<h3>%zu more</h3>\n", last - CARDS_MOST);
	htmltable_write(p, t, CARDS_MOST, false);
}

void htmlcard_object(struct htmlpage *p, const struct table *t)
{
	if (t->rows.count == 0)
		return;
	htmlcell_raw(p, "<div class=\"object\">\n");
	if (has_prose(t, &t->rows.items[0], true))
		add_prose(p, t, &t->rows.items[0], true);
	add_facts(p, t, &t->rows.items[0]);
	add_below(p, t, &t->rows.items[0]);
	htmlcell_raw(p, "</div>\n");
}

void htmlcard_lead(struct htmlpage *p, const struct table *t)
{
	size_t last = htmltable_end(p, t);

	htmlcell_raw(p, "<div class=\"lead\">\n");
	for (size_t i = 0; i < last; i++) {
		const struct row *row = &t->rows.items[i];
		bool any = false;

		htmlcell_raw(p, "<p>");
		for (size_t k = 0; k < t->def->column_count; k++) {
			const struct column *c = &t->def->columns[k];

			if (!column_in_page(c) || column_is_line(c) ||
			    !cell_is_filled(&row->cells[k]))
				continue;
			htmlcell_raw(p, any ? " <span>" : "<strong>");
			htmlcell_value(p, c, &row->cells[k], 0);
			htmlcell_raw(p, any ? "</span>" : "</strong>");
			any = true;
		}
		htmlcell_raw(p, "</p>\n");
		htmltable_lines(p, t, row);
	}
	htmlcell_raw(p, "</div>\n");
}
