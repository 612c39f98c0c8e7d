/* SPDX-License-Identifier: MIT */
#include "layout.h"
#include "textrows.h"
#include "utf8.h"
#include "writer.h"

/*
 * For people at a terminal. Numbers are flush right under headings; a section's title
 * shares the line of its headings where the first columns have none:
 *
 *	Why it compiled again                          cost  count
 *	  #1 cache.layers[*].is_initialized differs  2.90 s      5
 *	     guard made at cache_utils.py:133: if not self.is_initialized
 *	     → initialise the cache before the first compiled call
 *	         cache.early_initialization(batch_size)
 *
 * Nothing from a log gets out but through escape_terminal().
 */

enum {
	WIDTH_LEAST = 40,
	INDENT = 2,
	GAP = 2,
};

/* A column of an object that is a line of text: "label  value". */
static bool is_labelled(const struct column *c, const struct cell *cell)
{
	return column_in_view(c) && !column_is_line(c) && layout_is_filled(cell);
}

static size_t label_width(const struct table *table, const struct row *row)
{
	size_t width = 0;

	for (size_t i = 0; i < table->def->column_count; i++) {
		const struct column *c = &table->def->columns[i];

		if (is_labelled(c, &row->cells[i]) && utf8_width(str_c(c->title)) > width)
			width = utf8_width(str_c(c->title));
	}
	return width;
}

/* One line of an object; without a title the value stands where labels do. */
static void print_field(struct textrows *t, const char *title, struct str value,
			size_t labels)
{
	size_t at = INDENT + (labels ? labels + GAP : 0);
	const struct pen_paragraph where = {
		.first = title ? at : INDENT, .indent = title ? at : INDENT,
		.width = t->width, .style = title ? PEN_PLAIN : PEN_BOLD,
	};

	pen_blanks(&t->pen, INDENT);
	if (title) {
		pen_padded(&t->pen, PEN_DIM, str_c(title), labels);
		pen_blanks(&t->pen, GAP);
	}
	pen_wrapped(&t->pen, &where, value);
}

static void print_object(struct textrows *t, const struct table *table)
{
	const struct row *row = &table->rows.items[0];
	size_t labels = label_width(table, row);

	if (table->def->title[0]) {
		pen_text(&t->pen, PEN_BOLD, str_c(table->def->title));
		pen_end_line(&t->pen);
	}
	for (size_t i = 0; i < table->def->column_count; i++) {
		const struct column *c = &table->def->columns[i];
		const struct cell *cell = &row->cells[i];
		const char *title = c->title[0] ? c->title : NULL;

		if (!is_labelled(c, cell))
			continue;
		if (c->type != CELL_TEXTS || cell->old) {
			print_field(t, title, textrows_cell(t, c, cell), labels);
			continue;
		}
		for (size_t k = 0; k < cell->item_count; k++)
			print_field(t, k && title ? "" : title,
				    textrows_escaped(t, cell->items[k].text), labels);
	}
	textrows_below(t, table, row, NULL, INDENT);
}

static bool has_view(const struct table *table)
{
	for (size_t i = 0; i < table->def->column_count; i++) {
		if (!column_in_view(&table->def->columns[i]))
			continue;
		for (size_t k = 0; k < table->rows.count; k++)
			if (layout_is_filled(&table->rows.items[k].cells[i]))
				return true;
	}
	return false;
}

/* Sections are set apart by a blank line, those that are but a short remark are not. */
static void print_section(struct textrows *t, const struct table *table,
			  const struct writer_options *o, bool *remark)
{
	bool filled = has_view(table), was_remark = *remark;

	if (!section_in_view(table->def) || (!filled && !table->def->empty) ||
	    (table->detail && !o->details))
		return;
	*remark = !filled;
	if (t->pen.out->len && !(was_remark && !filled))
		pen_end_line(&t->pen);
	if (!filled)
		textrows_line(t, "", str_c(table->def->empty), INDENT);
	else if (table->def->shape == SHAPE_OBJECT)
		print_object(t, table);
	else
		textrows_table(t, table, INDENT, o->top ? o->top : table->def->top);
}

/* All on one line if they fit, else below each other. */
static void print_next(struct textrows *t, const struct report *r)
{
	static const struct str label = STR_INIT("Next:");
	size_t width = label.len;

	for (size_t i = 0; i < r->next.count; i++)
		width += 4 + utf8_width(textrows_escaped(t, r->next.items[i]));
	for (size_t i = 0; i < r->next.count; i++) {
		if (i == 0) {
			pen_end_line(&t->pen);
			pen_text(&t->pen, PEN_BOLD, label);
			pen_blanks(&t->pen, 1);
		} else if (width > t->width) {
			pen_end_line(&t->pen);
			pen_blanks(&t->pen, label.len + 1);
		} else {
			pen_blanks(&t->pen, 4);
		}
		pen_text(&t->pen, PEN_PLAIN, textrows_escaped(t, r->next.items[i]));
	}
	if (r->next.count)
		pen_end_line(&t->pen);
}

static void print_title(struct textrows *t, struct str title)
{
	const struct pen_paragraph where = {
		.indent = INDENT, .width = t->width, .style = PEN_BOLD,
	};

	pen_wrapped(&t->pen, &where, textrows_escaped(t, title));
}

static void write_text(struct buf *out, const struct report *r,
		       const struct writer_options *o)
{
	struct buf own = { 0 };
	struct textrows t = {
		.pen = { .out = &own, .colour = o->colour },
		.width = o->width > WIDTH_LEAST ? o->width : WIDTH_LEAST,
		.details = o->details,
	};
	bool remark = false;

	if (r->title.len)
		print_title(&t, r->title);
	for (size_t i = 0; i < r->sections.count; i++) {
		print_section(&t, r->sections.items[i], o, &remark);
		arena_reset(&t.arena);
	}
	print_next(&t, r);
	buf_add(out, buf_str(&own));
	buf_release(&own);
	arena_release(&t.arena);
}

const struct writer text_writer = { "text", write_text };
