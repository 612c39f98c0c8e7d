/* SPDX-License-Identifier: MIT */
#include "htmldata.h"

#include "escape.h"

#include <inttypes.h>

/* The texts, each once, in the order they were met. */
struct texts {
	struct arena arena;
	struct intern strings;
	struct map index;
	ARRAY(struct str) list;
};

static size_t text_index(struct texts *t, struct str text)
{
	struct str own = intern_add(&t->strings, text.s ? text : STR(""));
	uint64_t *at = map_add(&t->index, MAP_KEY(own));

	if (!*at) {
		*array_add(&t->arena, &t->list) = own;
		*at = t->list.count;
	}
	return (size_t)*at - 1;
}

static void texts_init(struct texts *t)
{
	*t = (struct texts){ .list = { 0 } };
	intern_init(&t->strings, &t->arena);
	text_index(t, STR(""));
}

static void texts_release(struct texts *t)
{
	map_release(&t->index);
	intern_release(&t->strings);
	arena_release(&t->arena);
}

static void add_string(struct buf *out, struct str text)
{
	buf_add_char(out, '"');
	escape_script(out, text);
	buf_add_char(out, '"');
}

static void add_texts(struct buf *out, const struct texts *t)
{
	buf_add_c(out, "\"s\":[");
	for (size_t i = 0; i < t->list.count; i++) {
		if (i)
			buf_add_char(out, ',');
		add_string(out, t->list.items[i]);
	}
	buf_add_char(out, ']');
}

/* The whole element; body holds the members but s. */
static void add_script(struct htmlpage *p, const struct table *t, const struct texts *texts,
		       const struct buf *body)
{
	htmlcell_raw(p, "<script type=\"application/json\" id=\"data-");
	htmlcell_text(p, str_c(t->def->key));
	htmlcell_raw(p, "\">{");
	add_texts(p->out, texts);
	buf_add(p->out, buf_str(body));
	htmlcell_raw(p, "}</script>\n");
}

/* Texts are numbered as they are met: never two in one expression. */
static void add_index(struct buf *b, struct texts *texts, struct str text)
{
	buf_addf(b, "%zu", text_index(texts, text));
}

static void add_line(struct buf *b, struct texts *texts, const struct column *c,
		     struct str text)
{
	buf_add_c(b, ",[");
	add_index(b, texts, str_c(c->title));
	buf_add_char(b, ',');
	add_index(b, texts, text);
	buf_add_c(b, c->flags & COLUMN_CODE ? ",1]" : ",0]");
}

static void add_lines(struct htmlpage *p, struct buf *b, struct texts *texts,
		      const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];
		const struct cell *cell = &row->cells[i];

		if (!column_in_page(c) || !column_is_line(c) || c->type == CELL_ROWS ||
		    !cell_is_filled(cell))
			continue;
		if (c->type != CELL_TEXTS) {
			add_line(b, texts, c, htmlcell_plain(p, c, cell, 0));
			continue;
		}
		for (size_t k = 0; k < cell->item_count; k++)
			add_line(b, texts, c, cell->items[k].text);
	}
}

static void add_row(struct htmlpage *p, struct buf *b, struct texts *texts,
		    const struct table *t, const struct htmldata_columns *columns, size_t at)
{
	const struct row *row = &t->rows.items[at];

	buf_add_c(b, at > columns->first ? ",[" : "[");
	for (size_t i = 0; i < columns->shown.count; i++) {
		size_t index = columns->shown.items[i].index;
		const struct cell *cell = &row->cells[index];
		struct str text = htmlcell_plain(p, &t->def->columns[index], cell,
						 columns->shown.items[i].most_us);

		if (i)
			buf_add_char(b, ',');
		buf_add_c(b, cell->link.s ? "[" : "");
		add_index(b, texts, text);
		if (!cell->link.s)
			continue;
		buf_add_char(b, ',');
		add_index(b, texts, cell->link);
		buf_add_char(b, ']');
	}
	add_lines(p, b, texts, t, row);
	buf_add_char(b, ']');
}

static void add_numbers(struct buf *b, const struct table *t, size_t index,
			const struct htmldata_columns *columns)
{
	for (size_t i = columns->first; i < columns->last; i++) {
		const struct cell *cell = &t->rows.items[i].cells[index];

		if (i > columns->first)
			buf_add_char(b, ',');
		if (cell->present)
			buf_addf(b, "%" PRId64, cell->number);
		else
			buf_add_c(b, "null");
	}
}

static void add_columns(struct buf *b, const struct table *t,
			const struct htmldata_columns *columns)
{
	buf_add_c(b, ",\"c\":[");
	for (size_t i = 0; i < columns->shown.count; i++) {
		const struct column *c = &t->def->columns[columns->shown.items[i].index];

		buf_addf(b, "%s%d", i ? "," : "",
			 (htmlcell_is_number(c) ? 1 : 0) | (c->flags & COLUMN_PATH ? 2 : 0) |
			 (c->flags & COLUMN_HEAD ? 4 : 0));
	}
	buf_add_c(b, "],\"n\":[");
	for (size_t i = 0; i < columns->shown.count; i++) {
		size_t index = columns->shown.items[i].index;

		buf_add_c(b, i ? ",[" : "[");
		if (htmlcell_is_number(&t->def->columns[index]))
			add_numbers(b, t, index, columns);
		buf_add_char(b, ']');
	}
	buf_add_char(b, ']');
}

static void add_anchors(struct buf *b, const struct table *t, struct texts *texts,
			const struct htmldata_columns *columns)
{
	bool marked = false;

	buf_add_c(b, ",\"a\":[");
	for (size_t i = columns->first; i < columns->last; i++) {
		buf_addf(b, "%s%zu", i > columns->first ? "," : "",
			 text_index(texts, t->rows.items[i].anchor));
		marked |= t->rows.items[i].mark != ROW_PLAIN;
	}
	buf_add_char(b, ']');
	if (!marked)
		return;
	buf_add_c(b, ",\"m\":[");
	for (size_t i = columns->first; i < columns->last; i++)
		buf_addf(b, "%s%d", i > columns->first ? "," : "",
			 (int)t->rows.items[i].mark);
	buf_add_char(b, ']');
}

void htmldata_table(struct htmlpage *p, const struct table *t,
		    const struct htmldata_columns *columns)
{
	struct texts texts;
	struct buf body = { 0 };

	texts_init(&texts);
	buf_add_c(&body, ",\"r\":[");
	for (size_t i = columns->first; i < columns->last; i++)
		add_row(p, &body, &texts, t, columns, i);
	buf_add_char(&body, ']');
	add_columns(&body, t, columns);
	add_anchors(&body, t, &texts, columns);
	add_script(p, t, &texts, &body);
	buf_release(&body);
	texts_release(&texts);
}

static size_t lane_index(const struct str *lanes, size_t count, struct str name)
{
	size_t i = 0;

	while (i + 1 < count && !str_eq(lanes[i], name))
		i++;
	return i;
}

/* The parts of the block at *at; *at steps behind them. */
static void add_parts(struct htmlpage *p, struct buf *b, const struct table *t, size_t *at)
{
	bool any = false;

	for (; *at < t->rows.count && t->rows.items[*at].depth > 0; (*at)++, any = true)
		buf_addf(b, "%s%" PRId64 ",%" PRId64 ",%zu", any ? "," : ",[",
			 table_get(t, *at, "start_us")->number,
			 table_get(t, *at, "time_us")->number,
			 htmlcell_kind(p, table_get(t, *at, "kind")->text));
	if (any)
		buf_add_char(b, ']');
}

void htmldata_lanes(struct htmlpage *p, const struct table *t, const struct str *lanes,
		    size_t lane_count, int64_t total_us)
{
	struct texts texts;
	struct buf body = { 0 };

	texts_init(&texts);
	buf_addf(&body, ",\"total\":%" PRId64 ",\"b\":[", total_us);
	for (size_t i = 0; i < t->rows.count;) {
		const struct cell *label = table_get(t, i, "label");
		const struct str of_block[] = { label->text, label->link,
						table_get(t, i, "mark")->text };

		buf_addf(&body, "%s[%zu,%" PRId64 ",%" PRId64, i ? "," : "",
			 lane_index(lanes, lane_count, table_get(t, i, "lane")->text),
			 table_get(t, i, "start_us")->number, table_get(t, i, "time_us")->number);
		for (size_t k = 0; k < COUNT_OF(of_block); k++) {
			buf_add_char(&body, ',');
			add_index(&body, &texts, of_block[k]);
		}
		buf_addf(&body, ",%zu", htmlcell_kind(p, table_get(t, i, "kind")->text));
		i++;
		add_parts(p, &body, t, &i);
		buf_add_char(&body, ']');
	}
	buf_add_c(&body, "],\"lanes\":[");
	for (size_t i = 0; i < lane_count; i++)
		buf_addf(&body, "%s%zu", i ? "," : "", text_index(&texts, lanes[i]));
	buf_add_char(&body, ']');
	add_script(p, t, &texts, &body);
	buf_release(&body);
	texts_release(&texts);
}
