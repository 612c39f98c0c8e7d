/* SPDX-License-Identifier: MIT */
#include "escape.h"
#include "kin.h"
#include "writer.h"

#include <string.h>

/*
 * Section `gate` as workflow commands, which GitHub shows beside the lines of a change:
 *
 *	::error file=model.py,line=12,title=recompiles%3A 8%2C at most 3::new: x.size(1) …
 *
 * One for each cause behind violations, at the user's line, with the limits in its title;
 * one at the line of the policy where there is no cause. Each is one line of output: what comes from a log is escaped
 * for a terminal first, so that it holds no line end, and then '%', and in properties ':'
 * and ',' too, as GitHub unescapes them.
 */

static void add_escaped(struct buf *out, struct str text, bool property)
{
	struct buf safe = { 0 };

	escape_terminal(&safe, text);
	for (size_t i = 0; i < safe.len; i++) {
		char c = safe.s[i];

		if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
			buf_addf(out, "%%%02X", (unsigned char)c);
		else
			buf_add_char(out, c);
	}
	buf_release(&safe);
}

/* One command; place and title as properties. file absent: no place. */
struct command {
	const char *level;
	struct str file;
	int64_t line;
	struct str title, message;
};

struct commands {
	struct arena arena;
	ARRAY(struct command) list;
};

/* A cause that is behind several limits is one command: their titles are joined. */
static void collect(struct commands *all, const struct command *c)
{
	for (size_t i = 0; i < all->list.count; i++) {
		struct command *old = &all->list.items[i];

		if (strcmp(old->level, c->level) != 0 || !str_eq(old->file, c->file) ||
		    old->line != c->line || !str_eq(old->message, c->message))
			continue;
		if (!str_eq(old->title, c->title))
			old->title = str_format(&all->arena, STR_FMT "; " STR_FMT,
						STR_ARG(old->title), STR_ARG(c->title));
		return;
	}
	*array_add(&all->arena, &all->list) = *c;
}

static void add_command(struct buf *out, const struct command *c)
{
	buf_addf(out, "::%s ", c->level);
	if (c->file.s) {
		buf_add_c(out, "file=");
		add_escaped(out, c->file, true);
		if (c->line > 0)
			buf_addf(out, ",line=%lld", (long long)c->line);
		buf_add_char(out, ',');
	}
	buf_add_c(out, "title=");
	add_escaped(out, c->title, true);
	buf_add_c(out, "::");
	add_escaped(out, c->message, false);
	buf_add_char(out, '\n');
}

static struct str title_of(struct arena *a, const struct table *t, const struct row *row)
{
	struct str measured = kin_text(t, row, "measured"), allowed = kin_text(t, row, "allowed");

	if (!measured.s || !allowed.s)
		return kin_text(t, row, "limit");
	return str_format(a, STR_FMT ": " STR_FMT ", " STR_FMT " allowed",
			  STR_ARG(kin_text(t, row, "limit")), STR_ARG(measured), STR_ARG(allowed));
}

static struct str first_remedy(struct arena *a, const struct table *why, const struct row *row)
{
	const struct cell *remedies = kin_cell(why, row, "remedies");
	struct str code = kin_text(why, row, "code");

	if (!remedies || !remedies->item_count)
		return STR("");
	return str_format(a, "; to do: " STR_FMT "%s" STR_FMT, STR_ARG(remedies->items[0].text),
			  code.s ? ": " : "", STR_ARG(str_trim(code)));
}

static void add_causes(struct commands *all, struct command *c, const struct table *why)
{
	struct arena *a = &all->arena;

	for (size_t i = 0; i < why->rows.count; i++) {
		const struct row *row = &why->rows.items[i];

		c->file = kin_text(why, row, "file");
		c->line = kin_number(why, row, "line");
		c->message = str_format(a, STR_FMT " " STR_FMT STR_FMT,
					STR_ARG(kin_text(why, row, "what")),
					STR_ARG(kin_text(why, row, "where")),
					STR_ARG(first_remedy(a, why, row)));
		collect(all, c);
	}
}

static void add_row(struct commands *all, const struct table *t, const struct row *row)
{
	struct arena *a = &all->arena;
	struct str verdict = kin_text(t, row, "verdict"), note = kin_text(t, row, "note");
	const struct cell *why = kin_cell(t, row, "why");
	bool warning = str_eq(verdict, STR("warning"));
	struct command c = {
		.level = warning ? "warning" : "error", .title = title_of(a, t, row),
		.file = kin_text(t, row, "file"), .line = kin_number(t, row, "line"),
		.message = note.s ? note : kin_text(t, row, "over"),
	};

	if (str_eq(verdict, STR("holds")))
		return;
	if (why && why->rows && why->rows->rows.count) {
		add_causes(all, &c, why->rows);
		return;
	}
	if (!c.file.s) {
		c.file = kin_text(t, row, "policy");
		c.line = kin_number(t, row, "policy_line");
	}
	if (!note.s && c.message.s)
		c.message = str_format(a, "off by " STR_FMT, STR_ARG(c.message));
	collect(all, &c);
}

static void write_github(struct buf *out, const struct report *r,
			 const struct writer_options *o)
{
	const struct table *t = report_find(r, STR("gate"));
	struct commands all = { .list = { NULL, 0, 0 } };

	(void)o;
	for (size_t i = 0; t && i < t->rows.count; i++)
		add_row(&all, t, &t->rows.items[i]);
	for (size_t i = 0; i < all.list.count; i++)
		add_command(out, &all.list.items[i]);
	/* A log's text in the title could look like a command of its own, but for the blank. */
	buf_add_c(out, "ctrace ");
	escape_terminal(out, r->title);
	buf_add_char(out, '\n');
	arena_release(&all.arena);
}

const struct writer github_writer = { "github", write_github };
