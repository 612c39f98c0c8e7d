/* SPDX-License-Identifier: MIT */
#include "htmltable.h"
#include "escape.h"
#include "htmldata.h"

#include <string.h>

enum {
	BIG_FROM = 150,		/* rows: from there on page.js makes them as needed */
	BIG_SHOWN = 100,	/* …of which so many stand on the page without it */
};

/* A table that is being written. */
struct view {
	struct htmlpage *page;
	const struct table *table;
	struct htmldata_columns columns;
	bool has_depth, big, nested;
};

static bool is_filled_in(const struct table *t, size_t column, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++)
		if (cell_is_filled(&t->rows.items[i].cells[column]))
			return true;
	return false;
}

/* A "depth" column is the row's indent already. */
static void choose_columns(struct view *v)
{
	const struct table *t = v->table;

	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!column_in_page(c) || column_is_line(c) || strcmp(c->key, "depth") == 0 ||
		    !is_filled_in(t, i, v->columns.first, v->columns.last))
			continue;
		*array_add(&v->page->arena, &v->columns.shown) = (struct htmldata_column){
			.index = i, .most_us = htmlcell_most(t, i) };
	}
}

static const struct column *column_of(const struct view *v, size_t i)
{
	return &v->table->def->columns[v->columns.shown.items[i].index];
}

size_t htmltable_end(const struct htmlpage *p, const struct table *t)
{
	size_t tops = 0;

	for (size_t i = 0; p->top && i < t->rows.count; i++) {
		if (t->rows.items[i].mark == ROW_TOTAL)
			return t->rows.count;
		if (t->rows.items[i].depth == 0 && tops++ == p->top)
			return i;
	}
	return t->rows.count;
}

const char *htmltable_mark(const struct row *row)
{
	static const char *const names[] = {
		[ROW_PLAIN] = "", [ROW_ADDED] = " added", [ROW_REMOVED] = " removed",
		[ROW_CHANGED] = " changed", [ROW_TOTAL] = " total",
	};

	return names[row->mark];
}

static const char *cell_class(const struct column *c)
{
	if (htmlcell_is_number(c))
		return " class=\"n\"";
	return c->flags & COLUMN_PATH ? " class=\"path\"" : "";
}

static void add_line(struct htmlpage *p, const struct column *c, const struct cell *cell)
{
	if (!cell_is_filled(cell))
		return;
	htmlcell_raw(p, "<div class=\"line\">");
	if (c->title[0]) {
		htmlcell_raw(p, "<span class=\"label\">");
		htmlcell_text(p, str_c(c->title));
		htmlcell_raw(p, "</span> ");
	}
	htmlcell_value(p, c, cell, 0);
	htmlcell_raw(p, "</div>\n");
}

static void add_code(struct htmlpage *p, const struct cell *cell)
{
	htmlcell_raw(p, "<div class=\"code\"><pre><code>");
	escape_html_lines(p->out, str_trim(cell->text));
	htmlcell_raw(p, "</code></pre></div>\n");
}

#define SHORT_TEXT 30	/* bytes */

static bool are_short(const struct cell *cell)
{
	for (size_t i = 0; i < cell->item_count; i++)
		if (cell->items[i].text.len > SHORT_TEXT)
			return false;
	return true;
}

/* Each text of a list is a line of its own, unless all are short. */
static void add_texts(struct htmlpage *p, const struct column *c, const struct cell *cell)
{
	const struct column text = { c->key, c->title, CELL_TEXT, c->flags, NULL };
	const struct column more = { c->key, "", CELL_TEXT, c->flags, NULL };

	if (are_short(cell)) {
		add_line(p, c, cell);
		return;
	}
	for (size_t i = 0; i < cell->item_count; i++)
		add_line(p, i ? &more : &text, &cell->items[i]);
}

void htmltable_lines(struct htmlpage *p, const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];
		const struct cell *cell = &row->cells[i];

		if (!column_in_page(c) || !column_is_line(c) || c->type == CELL_ROWS ||
		    !cell_is_filled(cell))
			continue;
		if (c->flags & COLUMN_CODE && c->type == CELL_TEXT)
			add_code(p, cell);
		else if (c->type == CELL_TEXTS && !cell->old)
			add_texts(p, c, cell);
		else
			add_line(p, c, cell);
	}
}

static bool has_lines(const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (column_in_page(c) && column_is_line(c) &&
		    cell_is_filled(&row->cells[i]))
			return true;
	}
	return false;
}

static void add_nested(struct view *v, const struct row *row)
{
	for (size_t i = 0; i < v->table->def->column_count; i++) {
		const struct column *c = &v->table->def->columns[i];

		if (c->type == CELL_ROWS && column_in_page(c) && row->cells[i].rows)
			htmltable_write(v->page, row->cells[i].rows, 0, true);
	}
}

static void add_bar(struct htmlpage *p, const struct cell *cell)
{
	int64_t share = !cell->present || cell->number < 0 ? 0 :
			cell->number > 10000 ? 10000 : cell->number;

	buf_addf(p->out, "<td class=\"bar\"><svg aria-hidden=\"true\"><rect width=\"%d.%02d%%\" "
		 "height=\"100%%\" rx=\"2\"/></svg></td>",
		 (int)(share / 100), (int)(share % 100));
}

static void add_badge(struct htmlpage *p, const struct row *row)
{
	if (row->mark != ROW_ADDED && row->mark != ROW_REMOVED)
		return;
	buf_addf(p->out, "<span class=\"badge\">%s</span> ", htmltable_mark(row) + 1);
}

static void add_cell(struct view *v, const struct row *row, size_t i)
{
	struct htmlpage *p = v->page;
	const struct column *c = column_of(v, i);
	const struct cell *cell = &row->cells[v->columns.shown.items[i].index];
	const char *tag = c->flags & COLUMN_HEAD ? "th" : "td";

	buf_addf(p->out, "<%s%s", tag, c->flags & COLUMN_HEAD ? " scope=\"row\"" : "");
	htmlcell_raw(p, cell_class(c));
	if (htmlcell_is_number(c) && cell->present && !v->nested)
		buf_addf(p->out, " data-v=\"%lld\"", (long long)cell->number);
	if (c->flags & COLUMN_PATH && cell->present)
		htmlcell_attribute(p, "title", htmlcell_plain(p, c, cell, 0));
	htmlcell_raw(p, ">");
	if (i == 0)
		add_badge(p, row);
	htmlcell_raw(p, c->flags & COLUMN_PATH ? "<bdi>" : "");
	htmlcell_value(p, c, cell, v->columns.shown.items[i].most_us);
	htmlcell_raw(p, c->flags & COLUMN_PATH ? "</bdi>" : "");
	buf_addf(p->out, "</%s>", tag);
	if (c->flags & COLUMN_BAR)
		add_bar(p, row->mark == ROW_TOTAL ? &(struct cell){ .present = false } : cell);
}

static void add_row(struct view *v, const struct row *row)
{
	struct htmlpage *p = v->page;

	htmlcell_raw(p, "<tr");
	htmlcell_attribute(p, "id", row->anchor);
	if (row->depth || row->mark != ROW_PLAIN)
		buf_addf(p->out, " class=\"d%u%s\"", row->depth > 12 ? 12 : row->depth,
			 htmltable_mark(row));
	htmlcell_raw(p, ">");
	for (size_t i = 0; i < v->columns.shown.count; i++)
		add_cell(v, row, i);
	htmlcell_raw(p, "</tr>\n");
	if (!has_lines(v->table, row))
		return;
	buf_addf(p->out, "<tr class=\"more\"><td colspan=\"%zu\">", v->columns.shown.count);
	htmltable_lines(p, v->table, row);
	add_nested(v, row);
	htmlcell_raw(p, "</td></tr>\n");
}

static void add_heads(struct view *v)
{
	struct htmlpage *p = v->page;

	htmlcell_raw(p, "<thead><tr>");
	for (size_t i = 0; i < v->columns.shown.count; i++) {
		const struct column *c = column_of(v, i);
		const char *title = c->title[0] ? c->title :
				    c->flags & COLUMN_HEAD ? "#" : "";

		if (title[0])
			buf_addf(p->out, "<th scope=\"col\"%s>", cell_class(c));
		else
			htmlcell_raw(p, "<td>");
		htmlcell_text(p, str_c(title));
		htmlcell_raw(p, title[0] ? "</th>" : "</td>");
		if (c->flags & COLUMN_BAR)
			htmlcell_raw(p, "<td class=\"bar\"></td>");
	}
	htmlcell_raw(p, "</tr></thead>\n");
}

static void begin_table(struct view *v, size_t rows)
{
	struct htmlpage *p = v->page;
	struct str key = str_c(v->table->def->key);

	if (!v->nested) {
		htmlcell_raw(p, "<div class=\"wide\" tabindex=\"0\" role=\"region\"");
		htmlcell_attribute(p, "aria-label", str_c(v->table->def->title));
		htmlcell_raw(p, ">");
	}
	htmlcell_raw(p, "<table");
	if (!v->nested)
		buf_addf(p->out, " class=\"%s\"", v->has_depth ? "tree" : "sort");
	if (v->big)
		htmlcell_attribute(p, "data-big", key);
	if (v->table->def->top && !v->has_depth && !p->top)
		buf_addf(p->out, " data-top=\"%zu\"", v->table->def->top);
	buf_addf(p->out, " data-rows=\"%zu\"><caption%s>", rows, v->nested ? "" : " class=\"hidden\"");
	htmlcell_text(p, str_c(v->table->def->title));
	if (v->nested && v->table->note.s) {
		htmlcell_raw(p, ": ");
		htmlcell_text(p, v->table->note);
	}
	htmlcell_raw(p, "</caption>\n");
}

static void add_rest(struct view *v, size_t rows)
{
	if (!v->big)
		return;
	buf_addf(v->page->out, "<p class=\"rest\">The first %d of %zu rows. With JavaScript "
		 "all of them are here; <code>--format csv</code> has them too.</p>\n",
		 BIG_SHOWN, rows);
	htmldata_table(v->page, v->table, &v->columns);
}

void htmltable_write(struct htmlpage *p, const struct table *t, size_t first, bool nested)
{
	struct view v = { .page = p, .table = t, .nested = nested };
	size_t last = htmltable_end(p, t), shown = last;

	if (first >= last)
		return;
	for (size_t i = first; i < last; i++)
		v.has_depth |= t->rows.items[i].depth > 0 || t->rows.items[i].mark == ROW_TOTAL;
	v.big = !nested && !v.has_depth && last - first > BIG_FROM;
	if (v.big)
		shown = first + BIG_SHOWN;
	v.columns.first = first;
	v.columns.last = last;
	choose_columns(&v);
	begin_table(&v, last - first);
	add_heads(&v);
	htmlcell_raw(p, "<tbody>\n");
	for (size_t i = first; i < shown; i++)
		add_row(&v, &t->rows.items[i]);
	htmlcell_raw(p, "</tbody></table>");
	htmlcell_raw(p, nested ? "\n" : "</div>\n");
	add_rest(&v, last - first);
}
