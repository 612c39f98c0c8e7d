/* SPDX-License-Identifier: MIT */
#include "htmlcell.h"

#include "escape.h"
#include "human.h"

void htmlcell_raw(struct htmlpage *p, const char *html)
{
	buf_add_c(p->out, html);
}

void htmlcell_text(struct htmlpage *p, struct str text)
{
	escape_html(p->out, text);
}

void htmlcell_attribute(struct htmlpage *p, const char *name, struct str value)
{
	if (!value.s)
		return;
	buf_addf(p->out, " %s=\"", name);
	escape_html(p->out, value);
	buf_add_char(p->out, '"');
}

bool htmlcell_is_number(const struct column *c)
{
	switch (c->type) {
	case CELL_COUNT:
	case CELL_NUMBER:
	case CELL_TIME:
	case CELL_BYTES:
	case CELL_SHARE:
		return true;
	case CELL_TEXT:
	case CELL_FLAG:
	case CELL_TEXTS:
	case CELL_TIMES:
	case CELL_ROWS:
		break;
	}
	return false;
}

int64_t htmlcell_most(const struct table *t, size_t column)
{
	int64_t most = 0;

	if (t->def->columns[column].type != CELL_TIME)
		return 0;
	for (size_t i = 0; i < t->rows.count; i++) {
		const struct cell *c = &t->rows.items[i].cells[column];

		if (c->present && c->number > most)
			most = c->number;
	}
	return most;
}

struct str htmlcell_plain(struct htmlpage *p, const struct column *c, const struct cell *cell,
			  int64_t most_us)
{
	struct buf b = { 0 };

	human_cell(&b, c, cell, most_us);
	return buf_take(&p->arena, &b);
}

/* Only these two; and no blank or control byte, which browsers drop before they look. */
static bool is_web_address(struct str text)
{
	if (!str_starts(text, STR("https://")) && !str_starts(text, STR("http://")))
		return false;
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.s[i] <= ' ' || (unsigned char)text.s[i] >= 0x7f)
			return false;
	return true;
}

static bool begin_link(struct htmlpage *p, const struct column *c, const struct cell *cell)
{
	if (cell->link.s) {
		htmlcell_raw(p, "<a href=\"#");
		htmlcell_text(p, cell->link);
		htmlcell_raw(p, "\">");
		return true;
	}
	if (!(c->flags & COLUMN_URL) || !is_web_address(cell->text))
		return false;
	htmlcell_raw(p, "<a");
	htmlcell_attribute(p, "href", cell->text);
	htmlcell_raw(p, " rel=\"noopener noreferrer\">");
	return true;
}

#define TEXTS_MOST 40	/* of one cell */

static void add_texts(struct htmlpage *p, const struct column *c, const struct cell *cell)
{
	for (size_t i = 0; i < cell->item_count; i++) {
		bool linked;

		if (i == TEXTS_MOST && cell->item_count > TEXTS_MOST + 5) {
			buf_addf(p->out, " and %zu more", cell->item_count - i);
			break;
		}
		if (i)
			htmlcell_raw(p, ", ");
		linked = begin_link(p, c, &cell->items[i]);
		htmlcell_text(p, cell->items[i].text);
		if (linked)
			htmlcell_raw(p, "</a>");
	}
}

/* Of the cell as it is, without what it was before. */
static void add_now(struct htmlpage *p, const struct column *c, const struct cell *cell,
		    int64_t most_us)
{
	struct cell now = *cell;
	bool linked;

	now.old = NULL;
	if (c->type == CELL_TEXTS && now.present) {
		add_texts(p, c, &now);
		return;
	}
	linked = begin_link(p, c, cell);
	htmlcell_text(p, htmlcell_plain(p, c, &now, most_us));
	if (linked)
		htmlcell_raw(p, "</a>");
}

/* "+12.5 %", where both are numbers and there was something before. */
static void add_change(struct htmlpage *p, const struct column *c, const struct cell *cell)
{
	const struct cell *old = cell->old;
	struct buf b = { 0 };
	double share;

	if (!htmlcell_is_number(c) || c->type == CELL_NUMBER || !cell->present ||
	    !old->present || old->number <= 0)
		return;
	share = ((double)cell->number - (double)old->number) * 10000 / (double)old->number;
	if (share > 1e9 || share < -1e9)
		return;
	human_share(&b, (int64_t)share);
	buf_addf(p->out, " <span class=\"change %s\">%s", share > 0 ? "up" : "down",
		 share > 0 ? "+" : "");
	htmlcell_text(p, buf_str(&b));
	htmlcell_raw(p, "</span>");
	buf_release(&b);
}

void htmlcell_value(struct htmlpage *p, const struct column *c, const struct cell *cell,
		    int64_t most_us)
{
	if (c->type == CELL_ROWS)
		return;
	if (!human_is_changed(c, cell)) {
		add_now(p, c, cell, most_us);
		return;
	}
	if (cell->old->present) {
		htmlcell_raw(p, "<del>");
		add_now(p, c, cell->old, most_us);
		htmlcell_raw(p, "</del> → ");
	}
	htmlcell_raw(p, "<ins>");
	if (cell->present)
		add_now(p, c, cell, most_us);
	else
		htmlcell_raw(p, "none");
	htmlcell_raw(p, "</ins>");
	add_change(p, c, cell);
}

size_t htmlcell_kind(struct htmlpage *p, struct str kind)
{
	for (size_t i = 0; i < p->kind_count; i++)
		if (str_eq(p->kinds[i], kind))
			return i;
	if (p->kind_count == HTMLCELL_KINDS)
		return HTMLCELL_KINDS - 1;
	p->kinds[p->kind_count] = kind;
	return p->kind_count++;
}
