/* SPDX-License-Identifier: MIT */
#include "textrows.h"
#include "escape.h"
#include "human.h"
#include "layout.h"
#include "utf8.h"

enum {
	INDENT = 2,
	LABEL_SHORT = 12,
};

/* The rows of a table that are shown, and how many of depth 0 are not. */
struct shown {
	ARRAY(const struct row *) rows;
	size_t hidden;
	bool marks;		/* some row is marked by a diff */
};

struct str textrows_escaped(struct textrows *t, struct str text)
{
	struct buf b = { 0 };

	escape_terminal(&b, text);
	return buf_take(&t->arena, &b);
}

struct str textrows_cell(struct textrows *t, const struct column *c,
			 const struct cell *cell)
{
	struct buf b = { 0 };

	human_cell(&b, c, cell, 0);
	return buf_take(&t->arena, &b);
}

static void choose_rows(struct textrows *t, const struct table *table, size_t top,
			struct shown *s)
{
	size_t count = 0;

	for (size_t i = 0; i < table->rows.count; i++) {
		const struct row *row = &table->rows.items[i];

		if (row->mark == ROW_TOTAL) {
			*array_add(&t->arena, &s->rows) = row;
			continue;
		}
		if (row->depth == 0)
			count++;
		if (top && count > top) {
			s->hidden = count - top;
			continue;
		}
		s->marks |= row->mark != ROW_PLAIN;
		*array_add(&t->arena, &s->rows) = row;
	}
}

static struct str bar_text(struct textrows *t, const struct layout_column *lc,
			   const struct row *row)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	int64_t share = row->cells[lc->index].number;
	struct buf b = { 0 };
	size_t n;

	if (row->mark == ROW_TOTAL || !row->cells[lc->index].present || share <= 0)
		return (struct str){ NULL, 0 };
	n = ((size_t)(share > 10000 ? 10000 : share) * lc->width * 8 + 5000) / 10000;
	for (size_t i = 0; i < n / 8; i++)
		buf_add_c(&b, "█");
	buf_add_c(&b, eighths[n % 8]);
	return buf_take(&t->arena, &b);
}

static enum pen_style cell_style(const struct layout_column *lc, const struct row *row)
{
	switch (row->mark) {
	case ROW_ADDED:
		return PEN_GREEN;
	case ROW_REMOVED:
		return PEN_RED;
	case ROW_TOTAL:
		return PEN_BOLD;
	case ROW_CHANGED:
		if (human_is_changed(lc->column, &row->cells[lc->index]))
			return PEN_YELLOW;
		break;
	case ROW_PLAIN:
		break;
	}
	if (lc->bar)
		return PEN_CYAN;
	return lc->column->flags & COLUMN_HEAD ? PEN_BOLD : PEN_PLAIN;
}

static void print_cells(struct textrows *t, const struct layout *l, const struct row *row,
			const struct str *cells)
{
	for (size_t j = 0; j < l->columns.count; j++) {
		const struct layout_column *lc = &l->columns.items[j];
		enum pen_style style = cell_style(lc, row);

		pen_blanks(&t->pen, lc->gap);
		if (lc->bar)
			pen_padded(&t->pen, style, bar_text(t, lc, row), lc->width);
		else if (lc->right)
			pen_flush_right(&t->pen, style, cells[j], lc->width);
		else
			pen_padded(&t->pen, style, cells[j], lc->width);
	}
	pen_end_line(&t->pen);
}

/* Under the columns of numbers. */
static void print_rule(struct textrows *t, const struct layout *l, size_t indent)
{
	struct buf b = { 0 };

	pen_blanks(&t->pen, indent);
	for (size_t j = 0; j < l->columns.count; j++) {
		const struct layout_column *lc = &l->columns.items[j];

		pen_blanks(&t->pen, lc->gap);
		buf_cut(&b, 0);
		for (size_t i = 0; lc->right && i < lc->width; i++)
			buf_add_c(&b, "─");
		pen_padded(&t->pen, PEN_DIM, buf_str(&b), lc->width);
	}
	pen_end_line(&t->pen);
	buf_release(&b);
}

static bool has_headings(const struct layout *l)
{
	for (size_t j = 0; j < l->columns.count; j++)
		if (l->columns.items[j].column->title[0])
			return true;
	return false;
}

/* Title and headings, on one line where the untitled columns give the title room. */
static void print_headings(struct textrows *t, const struct layout *l, struct str title,
			   size_t indent)
{
	size_t place = indent;

	if (title.len && (!l->untitled || !has_headings(l))) {
		pen_text(&t->pen, PEN_BOLD, title);
		pen_end_line(&t->pen);
	}
	if (!has_headings(l))
		return;
	if (l->untitled)
		place += layout_offset(l, l->untitled) -
			 l->columns.items[l->untitled].gap;
	pen_padded(&t->pen, PEN_BOLD, l->untitled ? title : STR(""), place);
	for (size_t j = l->untitled; j < l->columns.count; j++) {
		const struct layout_column *lc = &l->columns.items[j];
		struct str heading = lc->bar ? STR("") : str_c(lc->column->title);

		pen_blanks(&t->pen, lc->gap);
		if (lc->right)
			pen_flush_right(&t->pen, PEN_DIM, heading, lc->width);
		else
			pen_padded(&t->pen, PEN_DIM, heading, lc->width);
	}
	pen_end_line(&t->pen);
}

static const char *mark_text(const struct row *row)
{
	switch (row->mark) {
	case ROW_ADDED:
		return "+ ";
	case ROW_REMOVED:
		return "- ";
	case ROW_CHANGED:
		return "~ ";
	case ROW_PLAIN:
	case ROW_TOTAL:
		break;
	}
	return "  ";
}

static void print_more(struct textrows *t, const struct shown *s, size_t indent)
{
	struct buf b = { 0 };

	if (!s->hidden)
		return;
	buf_add_c(&b, "… and ");
	human_count(&b, (int64_t)s->hidden);
	buf_add_c(&b, " more");
	pen_blanks(&t->pen, indent);
	pen_text(&t->pen, PEN_DIM, buf_str(&b));
	pen_end_line(&t->pen);
	buf_release(&b);
}

/* Where the lines under a row begin: under its name, behind a number such as #1. */
static size_t lines_indent(const struct layout *l, const struct row *row)
{
	bool numbered = l->columns.count > 1 && l->columns.items[1].gap == 1;

	return (numbered ? layout_offset(l, 1) : INDENT) + (size_t)row->depth * 2;
}

static void print_note(struct textrows *t, const char *label, struct str text,
		       size_t indent)
{
	const struct pen_paragraph where = {
		.first = indent, .indent = indent, .width = t->width, .style = PEN_DIM,
	};

	if (!text.len)
		return;
	pen_blanks(&t->pen, indent);
	pen_wrapped(&t->pen, &where,
		    str_format(&t->arena, "%s" STR_FMT, label, STR_ARG(text)));
}

static void print_rows(struct textrows *t, const struct table *table,
		       const struct shown *s, const struct layout *l, size_t indent)
{
	bool rule = false;

	for (size_t i = 0; i < s->rows.count; i++) {
		const struct row *row = s->rows.items[i];
		bool total = row->mark == ROW_TOTAL;

		if (total && !rule) {
			print_more(t, s, indent);
			print_rule(t, l, indent);
			rule = true;
		}
		pen_blanks(&t->pen, s->marks ? indent - 2 : indent);
		if (s->marks)
			pen_text(&t->pen, cell_style(&l->columns.items[0], row),
				 str_c(mark_text(row)));
		print_cells(t, l, row, &l->cells[i * l->columns.count]);
		textrows_below(t, table, row, l->below, indent + lines_indent(l, row));
	}
	if (!rule)
		print_more(t, s, indent);
}

void textrows_table(struct textrows *t, const struct table *table, size_t indent,
		    size_t top)
{
	struct str title = str_c(table->def->title);
	struct shown shown = { 0 };
	struct layout_input in = { .table = table };
	struct layout l;

	choose_rows(t, table, top, &shown);
	if (shown.marks)
		indent += 2;
	in.rows = shown.rows.items;
	in.row_count = shown.rows.count;
	in.width = t->width > indent + 20 ? t->width - indent : 20;
	in.title_width = utf8_width(title) > indent ? utf8_width(title) - indent : 0;
	layout_make(&l, &t->arena, &in);
	if (!l.columns.count)
		return;
	print_headings(t, &l, title, indent);
	print_rows(t, table, &shown, &l, indent);
	print_note(t, "not shown, for want of width: ", l.dropped, indent);
	print_note(t, "", textrows_escaped(t, table->note), indent);
}

/* Where lines after the first one stand: behind the label, if it is short. */
static size_t hanging_indent(const char *label)
{
	size_t width = utf8_width(str_c(label));

	return !width ? 0 : width <= LABEL_SHORT ? width + 1 : INDENT;
}

void textrows_line(struct textrows *t, const char *label, struct str text, size_t indent)
{
	const struct pen_paragraph where = {
		.first = indent + (label[0] ? utf8_width(str_c(label)) + 1 : 0),
		.indent = indent + hanging_indent(label),
		.width = t->width,
	};

	pen_blanks(&t->pen, indent);
	if (label[0]) {
		pen_text(&t->pen, PEN_DIM, str_c(label));
		pen_blanks(&t->pen, 1);
	}
	pen_wrapped(&t->pen, &where, text);
}

/* Code to copy: line by line, as it is but for tabs and what a terminal would obey. */
static void print_code(struct textrows *t, struct str code, size_t indent)
{
	struct str line;

	while (str_cut(&code, '\n', &line)) {
		struct str part;

		if (!code.s && !line.len)
			break;		/* the newline at the end begins no line */
		if (str_ends(line, STR("\r")))
			line.len--;
		pen_blanks(&t->pen, indent);
		while (str_cut(&line, '\t', &part)) {
			pen_text(&t->pen, PEN_CYAN, textrows_escaped(t, part));
			pen_blanks(&t->pen, line.s ? 4 : 0);
		}
		pen_end_line(&t->pen);
	}
}

static void print_item(struct textrows *t, const struct table *table,
		       const struct row *row, size_t indent)
{
	const struct pen_paragraph where = {
		.first = indent + 2, .indent = indent + 2, .width = t->width,
	};
	struct buf head = { 0 };

	for (size_t i = 0; i < table->def->column_count; i++) {
		const struct column *c = &table->def->columns[i];

		if (!column_in_view(c) || column_is_line(c) ||
		    !layout_is_filled(&row->cells[i]))
			continue;
		buf_add_c(&head, head.len ? "  " : "");
		if (c->title[0])
			buf_addf(&head, "%s ", c->title);
		human_cell(&head, c, &row->cells[i], 0);
	}
	pen_blanks(&t->pen, indent);
	pen_text(&t->pen, PEN_GREEN, STR("→ "));
	pen_wrapped(&t->pen, &where, buf_str(&head));
	buf_release(&head);
	textrows_below(t, table, row, NULL, indent + 2);
}

static void print_nested(struct textrows *t, const char *label,
			 const struct table *nested, size_t indent)
{
	struct shown shown = { 0 };
	size_t top;

	if (!nested || !nested->rows.count)
		return;
	top = t->details ? 0 : nested->def->top;
	if (label[0]) {
		textrows_line(t, label, STR(""), indent);
		indent += INDENT;
	}
	if (nested->def->shape != SHAPE_CARDS) {
		textrows_table(t, nested, indent, top);
		return;
	}
	choose_rows(t, nested, top, &shown);
	for (size_t i = 0; i < shown.rows.count; i++)
		print_item(t, nested, shown.rows.items[i], indent);
	print_more(t, &shown, indent);
}

/* Each on a line; those after the first stand under it. */
static void print_texts(struct textrows *t, const struct column *c,
			const struct cell *cell, size_t indent)
{
	for (size_t i = 0; i < cell->item_count; i++)
		textrows_line(t, i ? "" : c->title,
			      textrows_escaped(t, cell->items[i].text),
			      i ? indent + hanging_indent(c->title) : indent);
}

void textrows_below(struct textrows *t, const struct table *table,
		    const struct row *row, const bool *below, size_t indent)
{
	for (size_t i = 0; i < table->def->column_count; i++) {
		const struct column *c = &table->def->columns[i];
		const struct cell *cell = &row->cells[i];
		bool line = column_is_line(c) || (below && below[i]);

		if (!column_in_view(c) || !line || !layout_is_filled(cell))
			continue;
		if (c->type == CELL_ROWS)
			print_nested(t, c->title, cell->rows, indent);
		else if (c->type == CELL_TEXTS && !cell->old)
			print_texts(t, c, cell, indent);
		else if (c->type == CELL_TEXT && c->flags & COLUMN_CODE)
			print_code(t, cell->text, indent + 2);
		else
			textrows_line(t, c->title, textrows_cell(t, c, cell), indent);
	}
}
