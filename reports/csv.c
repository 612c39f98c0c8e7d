/* SPDX-License-Identifier: MIT */
#include "utf8.h"
#include "writer.h"

#include <inttypes.h>
#include <string.h>

/*
 * One section as RFC 4180: a line of keys, then a line for each row, all ended by CR LF.
 * Numbers are as in JSON, lists are joined by line ends in one cell, nested tables are
 * left out. A text that a spreadsheet would run as a formula, since it begins with one of
 * = + - @ TAB CR or their wide forms, gets an apostrophe before it.
 */

static bool is_formula(struct str text)
{
	static const struct str signs[] = {
		STR_INIT("="), STR_INIT("+"), STR_INIT("-"), STR_INIT("@"), STR_INIT("\t"),
		STR_INIT("\r"), STR_INIT("＝"), STR_INIT("＋"), STR_INIT("－"), STR_INIT("＠"),
	};

	if (text.len && text.s[0] == '\0')
		return true;
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (str_starts(text, signs[i]))
			return true;
	return false;
}

/* Valid UTF-8; control bytes but tab and line ends are spelled out. */
static void add_clean(struct buf *out, struct str text)
{
	while (text.len) {
		struct str rest = text;
		uint32_t code = utf8_next(&text);
		struct str bytes = str_take(rest, rest.len - text.len);

		if (code == UTF8_BAD)
			buf_add_c(out, "\xef\xbf\xbd");
		else if ((code < 0x20 && code != '\n' && code != '\r' && code != '\t') || code == 0x7f)
			buf_addf(out, "\\x%02x", (unsigned)code);
		else if (code == '"')
			buf_add_c(out, "\"\"");
		else
			buf_add(out, bytes);
	}
}

static bool needs_quotes(struct str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (strchr(",\"\r\n", text.s[i]) && text.s[i])
			return true;
	return text.len && (text.s[0] == ' ' || text.s[text.len - 1] == ' ');
}

static void add_text(struct buf *out, struct str text)
{
	bool quoted = needs_quotes(text);

	if (quoted)
		buf_add_char(out, '"');
	if (is_formula(text))
		buf_add_char(out, '\'');
	add_clean(out, text);
	if (quoted)
		buf_add_char(out, '"');
}

static void add_share(struct buf *out, int64_t share)
{
	uint64_t size = share < 0 ? -(uint64_t)share : (uint64_t)share;

	buf_addf(out, "%s%" PRIu64 ".%04u", share < 0 ? "-" : "", size / 10000,
		 (unsigned)(size % 10000));
}

static void add_items(struct buf *out, const struct column *c, const struct cell *cell)
{
	struct buf text = { 0 };

	for (size_t i = 0; i < cell->item_count; i++) {
		if (i)
			buf_add_char(&text, '\n');
		if (c->type == CELL_TIMES)
			buf_addf(&text, "%" PRId64, cell->items[i].number);
		else
			buf_add(&text, cell->items[i].text);
	}
	add_text(out, buf_str(&text));
	buf_release(&text);
}

static void add_cell(struct buf *out, const struct column *c, const struct cell *cell)
{
	if (!cell->present)
		return;
	switch (c->type) {
	case CELL_TEXT:
		add_text(out, cell->text);
		break;
	case CELL_COUNT:
	case CELL_NUMBER:
	case CELL_TIME:
	case CELL_BYTES:
		buf_addf(out, "%" PRId64, cell->number);
		break;
	case CELL_SHARE:
		add_share(out, cell->number);
		break;
	case CELL_FLAG:
		buf_add_c(out, cell->number ? "true" : "false");
		break;
	case CELL_TEXTS:
	case CELL_TIMES:
		add_items(out, c, cell);
		break;
	case CELL_ROWS:
		break;
	}
}

static bool has_old(const struct table *t, size_t column)
{
	for (size_t i = 0; i < t->rows.count; i++)
		if (t->rows.items[i].cells[column].old)
			return true;
	return false;
}

static bool has_marks(const struct table *t)
{
	for (size_t i = 0; i < t->rows.count; i++)
		if (t->rows.items[i].mark != ROW_PLAIN && t->rows.items[i].mark != ROW_TOTAL)
			return true;
	return false;
}

static bool is_shown(const struct column *c)
{
	return column_in_data(c) && c->type != CELL_ROWS;
}

static void add_heads(struct buf *out, const struct table *t)
{
	bool any = false;

	for (size_t i = 0; i < t->def->column_count; i++) {
		if (!is_shown(&t->def->columns[i]))
			continue;
		buf_addf(out, "%s%s", any ? "," : "", t->def->columns[i].key);
		any = true;
		if (has_old(t, i))
			buf_addf(out, ",old_%s", t->def->columns[i].key);
	}
	buf_add_c(out, has_marks(t) ? ",mark\r\n" : "\r\n");
}

static void add_row(struct buf *out, const struct table *t, const struct row *row)
{
	static const char *const marks[] = {
		[ROW_PLAIN] = "", [ROW_ADDED] = "added", [ROW_REMOVED] = "removed",
		[ROW_CHANGED] = "changed", [ROW_TOTAL] = "",
	};
	bool any = false;

	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!is_shown(c))
			continue;
		if (any)
			buf_add_char(out, ',');
		any = true;
		if (strcmp(c->key, "depth") == 0)
			buf_addf(out, "%u", row->depth);
		else
			add_cell(out, c, &row->cells[i]);
		if (!has_old(t, i))
			continue;
		buf_add_char(out, ',');
		if (row->cells[i].old)
			add_cell(out, c, row->cells[i].old);
	}
	if (has_marks(t))
		buf_addf(out, ",%s", marks[row->mark]);
	buf_add_c(out, "\r\n");
}

/* The one that was asked for; else the first that there is data of. */
static const struct table *chosen(const struct report *r, const char *section)
{
	if (section)
		return report_find(r, str_c(section));
	for (size_t i = 0; i < r->sections.count; i++)
		if (section_in_data(r->sections.items[i]->def))
			return r->sections.items[i];
	return NULL;
}

static void write_csv(struct buf *out, const struct report *r, const struct writer_options *o)
{
	const struct table *t = chosen(r, o->section);

	if (!t)
		return;
	add_heads(out, t);
	for (size_t i = 0; i < t->rows.count; i++)
		if (t->rows.items[i].mark != ROW_TOTAL)
			add_row(out, t, &t->rows.items[i]);
}

const struct writer csv_writer = { "csv", write_csv };
