/* SPDX-License-Identifier: MIT */
#include "escape.h"
#include "human.h"
#include "writer.h"

#include <string.h>

/*
 * Short, for the summary of a CI job and for a comment on a pull request, as GitHub and
 * GitLab render it. The sections that come first stand open, others are folded up in
 * <details>. What a log says can be taken for markup in many ways: it is written as it
 * is only if it holds nothing but letters and harmless signs, else as <code> in which
 * every sign that means something is an entity. Neither can mention anybody.
 */

enum { ROWS_MOST = 10, CARDS_MOST = 5 };

/* Signs that mean nothing to Markdown, whatever stands around them. */
static bool is_harmless(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || str_is_digit(c) ||
	       (c && strchr(" .,;()/%?'\"", c));
}

/* An arrow, an ellipsis, µ: what ctrace itself puts between words. */
static bool eat_own_sign(struct str *text)
{
	static const struct str signs[] = {
		STR_INIT("→"), STR_INIT("…"), STR_INIT("µ"), STR_INIT(" - "),
	};

	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (str_eat(text, signs[i]))
			return true;
	return false;
}

/* ": " in a sentence; ":1" of file.py:1. ":smile:" and "://" are neither. */
static bool is_plain_colon(struct str text)
{
	return text.s[0] == ':' && (text.len == 1 || text.s[1] == ' ' || str_is_digit(text.s[1]));
}

/* Something that would begin a list at the beginning of a line: "1." and "1)". */
static bool is_list_number(struct str text)
{
	size_t n = str_digits(text);

	return n && n < text.len && (text.s[n] == '.' || text.s[n] == ')') &&
	       (n + 1 == text.len || text.s[n + 1] == ' ');
}

/* "joint-graph", "2.13+cpu", "TORCH_TRACE": between letters or digits, or behind another. */
static bool is_inner_sign(char before, struct str text)
{
	char c = text.s[0], after = text.len > 1 ? text.s[1] : ' ';

	if (c == '+' || c == '=')
		return before && before != ' ';
	return (c == '-' || c == '_') && before != '_' && str_is_word(before) &&
	       after != '_' && str_is_word(after);
}

static bool is_plain(struct str text)
{
	char before = '\0';

	if (!text.len || text.s[0] == ' ' || is_list_number(text) ||
	    str_find(text, STR("www.")) != STR_NONE)
		return false;
	while (text.len) {
		char c = text.s[0];

		if (is_harmless(c) || is_plain_colon(text) || is_inner_sign(before, text))
			text = str_skip(text, 1);
		else if (!eat_own_sign(&text))
			return false;
		before = c;
	}
	return true;
}

/* Of text that is safe for a terminal: UTF-8 on one line. */
static void add_entities(struct buf *out, struct str safe)
{
	for (size_t i = 0; i < safe.len; i++) {
		char c = safe.s[i];

		bool www = c == '.' && i >= 3 && memcmp(&safe.s[i - 3], "www", 3) == 0;

		if (www || strchr("&<>|`*_[]~\\!@#$:", c))
			buf_addf(out, "&#%u;", (unsigned)c);
		else
			buf_add_char(out, c);
	}
}

static void add_text(struct buf *out, struct str text)
{
	struct buf safe = { 0 };

	if (is_plain(text)) {
		buf_add(out, text);
		return;
	}
	escape_terminal(&safe, text);
	buf_add_c(out, "<code>");
	add_entities(out, buf_str(&safe));
	buf_add_c(out, "</code>");
	buf_release(&safe);
}

static bool is_number(const struct column *c)
{
	return c->type != CELL_TEXT && c->type != CELL_TEXTS && c->type != CELL_ROWS &&
	       c->type != CELL_TIMES;
}

static int64_t most_of(const struct table *t, size_t column)
{
	int64_t most = 0;

	for (size_t i = 0; t->def->columns[column].type == CELL_TIME && i < t->rows.count; i++)
		if (t->rows.items[i].cells[column].number > most)
			most = t->rows.items[i].cells[column].number;
	return most;
}

static void add_value(struct buf *out, const struct column *c, const struct cell *cell,
		      int64_t most_us)
{
	struct buf text = { 0 };

	if (c->type == CELL_TEXT && !human_is_changed(c, cell)) {
		if (cell->present)
			add_text(out, cell->text);
		return;
	}
	human_cell(&text, c, cell, most_us);
	if (c->type == CELL_NUMBER && c->flags & COLUMN_HEAD)	/* "#1" would be an issue */
		buf_addf(out, "**%lld.**", (long long)cell->number);
	else if (is_number(c))
		buf_add(out, buf_str(&text));
	else if (text.len)
		add_text(out, buf_str(&text));
	buf_release(&text);
}

static bool is_shown_column(const struct table *t, size_t column)
{
	const struct column *c = &t->def->columns[column];

	if (!column_in_view(c) || column_is_line(c) || strcmp(c->key, "depth") == 0)
		return false;
	for (size_t i = 0; i < t->rows.count; i++)
		if (cell_is_filled(&t->rows.items[i].cells[column]))
			return true;
	return false;
}

static void add_heads(struct buf *out, const struct table *t)
{
	buf_add_char(out, '|');
	for (size_t i = 0; i < t->def->column_count; i++)
		if (is_shown_column(t, i))
			buf_addf(out, " %s |", t->def->columns[i].title);
	buf_add_c(out, "\n|");
	for (size_t i = 0; i < t->def->column_count; i++)
		if (is_shown_column(t, i))
			buf_add_c(out, is_number(&t->def->columns[i]) ? "--:|" : ":--|");
	buf_add_char(out, '\n');
}

static const char *mark(const struct row *row)
{
	static const char *const words[] = {
		[ROW_PLAIN] = "", [ROW_ADDED] = "new: ", [ROW_REMOVED] = "gone: ",
		[ROW_CHANGED] = "", [ROW_TOTAL] = "",
	};

	return words[row->mark];
}

static void add_row(struct buf *out, const struct table *t, const struct row *row)
{
	bool first = true;

	buf_add_char(out, '|');
	for (size_t i = 0; i < t->def->column_count; i++) {
		if (!is_shown_column(t, i))
			continue;
		buf_add_char(out, ' ');
		for (unsigned k = 0; first && k < row->depth && k < 8; k++)
			buf_add_c(out, "&emsp;");
		if (first)
			buf_add_c(out, mark(row));
		first = false;
		add_value(out, &t->def->columns[i], &row->cells[i], most_of(t, i));
		buf_add_c(out, " |");
	}
	buf_add_char(out, '\n');
}

/* How many rows are shown; what is left out is said. */
static size_t end_of(const struct table *t, const struct writer_options *o, size_t most)
{
	size_t top = o->top ? o->top : t->def->top && t->def->top < most ? t->def->top : most;
	size_t tops = 0;

	for (size_t i = 0; i < t->rows.count; i++)
		if (t->rows.items[i].depth == 0 && t->rows.items[i].mark != ROW_TOTAL &&
		    tops++ == top)
			return i;
	return t->rows.count;
}

static void add_more(struct buf *out, const struct table *t, size_t end)
{
	if (end < t->rows.count)
		buf_addf(out, "\n… and %zu more\n", t->rows.count - end);
}

static void add_table(struct buf *out, const struct table *t, const struct writer_options *o)
{
	size_t end = end_of(t, o, ROWS_MOST);

	if (t->rows.count && t->rows.items[t->rows.count - 1].mark == ROW_TOTAL &&
	    t->rows.count <= 2 * ROWS_MOST && !o->top)
		end = t->rows.count;	/* short, and made so: phases */
	add_heads(out, t);
	for (size_t i = 0; i < end; i++)
		add_row(out, t, &t->rows.items[i]);
	add_more(out, t, end);
}

/* Behind "- " and the like: the values of a row in a sentence. */
static void add_sentence(struct buf *out, const struct table *t, const struct row *row,
			 bool heads)
{
	bool any = false;

	buf_add_c(out, mark(row));
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (!column_in_view(c) || column_is_line(c) || !cell_is_filled(&row->cells[i]) ||
		    !(c->flags & COLUMN_HEAD) == heads ||
		    (c->type == CELL_FLAG && !row->cells[i].number))
			continue;
		if (any)
			buf_add_c(out, heads ? " " : ", ");
		any = true;
		if (c->title[0] && !heads)
			buf_addf(out, "%s ", c->title);
		if (c->type != CELL_FLAG)
			add_value(out, c, &row->cells[i], 0);
	}
}

static bool has_sentence(const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (column_in_view(c) && !column_is_line(c) && !(c->flags & COLUMN_HEAD) &&
		    cell_is_filled(&row->cells[i]))
			return true;
	}
	return false;
}

/* Its name, and what else it has. */
static void add_item(struct buf *out, const struct table *t, const struct row *row)
{
	size_t before = out->len;

	add_sentence(out, t, row, true);
	if (!has_sentence(t, row))
		return;
	buf_add_c(out, out->len > before ? ": " : "");
	add_sentence(out, t, row, false);
}

/* A fence that is longer than any in the text. */
static size_t fence_length(struct str text)
{
	size_t longest = 2, run = 0;

	for (size_t i = 0; i < text.len; i++) {
		run = text.s[i] == '`' ? run + 1 : 0;
		if (run > longest)
			longest = run;
	}
	return longest + 1;
}

static void add_code(struct buf *out, struct str text, size_t indent)
{
	size_t fence = fence_length(text);
	struct str line;

	text = str_trim(text);
	buf_add_char(out, '\n');
	buf_fill(out, ' ', indent);
	buf_fill(out, '`', fence);
	buf_add_char(out, '\n');
	while (str_cut(&text, '\n', &line)) {
		buf_fill(out, ' ', indent);
		escape_terminal(out, line);
		buf_add_char(out, '\n');
	}
	buf_fill(out, ' ', indent);
	buf_fill(out, '`', fence);
	buf_add_c(out, "\n\n");
}

static void add_line(struct buf *out, const struct column *c, const struct cell *cell,
		     size_t indent)
{
	buf_fill(out, ' ', indent);
	buf_add_c(out, "- ");
	if (c->title[0])
		buf_addf(out, "%s ", c->title);
	add_value(out, c, cell, 0);
	buf_add_char(out, '\n');
}

static void add_below(struct buf *out, const struct table *t, const struct row *row,
		      size_t indent)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];
		const struct cell *cell = &row->cells[i];

		if (!column_in_view(c) || !column_is_line(c) || !cell_is_filled(cell))
			continue;
		if (c->flags & COLUMN_CODE && c->type == CELL_TEXT) {
			add_code(out, cell->text, indent);
			continue;
		}
		if (c->type != CELL_ROWS) {
			add_line(out, c, cell, indent);
			continue;
		}
		for (size_t k = 0; k < cell->rows->rows.count &&
				   (!cell->rows->def->top || k < cell->rows->def->top); k++) {
			buf_fill(out, ' ', indent);
			buf_add_c(out, "- ");
			add_item(out, cell->rows, &cell->rows->rows.items[k]);
			buf_add_char(out, '\n');
			add_below(out, cell->rows, &cell->rows->rows.items[k], indent + 2);
		}
	}
}

static void add_cards(struct buf *out, const struct table *t, const struct writer_options *o)
{
	size_t end = end_of(t, o, CARDS_MOST);

	for (size_t i = 0; i < end; i++) {
		const struct row *row = &t->rows.items[i];

		buf_add_c(out, "- ");
		add_item(out, t, row);
		buf_add_char(out, '\n');
		add_below(out, t, row, 2);
	}
	add_more(out, t, end);
}

/* Rows without headings, and objects: a line each. */
static void add_list(struct buf *out, const struct table *t, const struct writer_options *o)
{
	size_t end = end_of(t, o, ROWS_MOST);

	for (size_t i = 0; i < end; i++) {
		bool any = false;

		buf_add_c(out, "- ");
		for (size_t k = 0; k < t->def->column_count; k++) {
			const struct column *c = &t->def->columns[k];

			if (!column_in_view(c) || column_is_line(c) ||
			    !cell_is_filled(&t->rows.items[i].cells[k]))
				continue;
			buf_add_c(out, any ? "; " : "");
			if (c->title[0])
				buf_addf(out, "%s ", c->title);
			any = true;
			add_value(out, c, &t->rows.items[i].cells[k], 0);
		}
		buf_add_char(out, '\n');
		add_below(out, t, &t->rows.items[i], 2);
	}
}

static bool has_heads(const struct table *t)
{
	for (size_t i = 0; i < t->def->column_count; i++)
		if (is_shown_column(t, i) && t->def->columns[i].title[0])
			return true;
	return false;
}

static bool is_empty(const struct table *t)
{
	for (size_t i = 0; i < t->def->column_count; i++)
		for (size_t k = 0; column_in_view(&t->def->columns[i]) && k < t->rows.count; k++)
			if (cell_is_filled(&t->rows.items[k].cells[i]))
				return false;
	return true;
}

static void add_content(struct buf *out, const struct table *t, const struct writer_options *o)
{
	if (t->def->shape == SHAPE_CARDS)
		add_cards(out, t, o);
	else if (t->def->shape == SHAPE_TABLE && has_heads(t))
		add_table(out, t, o);
	else
		add_list(out, t, o);
	if (!t->note.s)
		return;
	buf_add_char(out, '\n');
	add_text(out, t->note);
	buf_add_char(out, '\n');
}

static void add_section(struct buf *out, const struct table *t, const struct writer_options *o)
{
	bool folded = !(t->def->flags & COLUMN_FIRST) && t->def->title[0];

	if (!section_in_view(t->def) || (is_empty(t) && !t->def->empty))
		return;
	if (is_empty(t)) {
		buf_addf(out, "\n%s\n", t->def->empty);
		return;
	}
	if (folded)
		buf_addf(out, "\n<details><summary>%s (%zu)</summary>\n\n", t->def->title,
			 t->rows.count);
	else if (t->def->title[0])
		buf_addf(out, "\n#### %s\n\n", t->def->title);
	else
		buf_add_char(out, '\n');
	add_content(out, t, o);
	if (folded)
		buf_add_c(out, "\n</details>\n");
}

static void write_markdown(struct buf *out, const struct report *r,
			   const struct writer_options *o)
{
	struct str title = r->title, name = { NULL, 0 };

	buf_add_c(out, "### ");
	if (str_cut_at(&title, STR("  "), &name) && name.len)
		add_text(out, name);
	buf_add_char(out, '\n');
	if (title.s) {
		buf_add_char(out, '\n');
		add_text(out, str_trim(title));
		buf_add_char(out, '\n');
	}
	for (size_t i = 0; i < r->sections.count; i++)
		add_section(out, r->sections.items[i], o);
}

const struct writer markdown_writer = { "markdown", write_markdown };
