/* SPDX-License-Identifier: MIT */
#include "pen.h"
#include "utf8.h"

static const char *const codes[] = {
	[PEN_PLAIN] = "",
	[PEN_BOLD] = "\033[1m",
	[PEN_DIM] = "\033[2m",
	[PEN_GREEN] = "\033[32m",
	[PEN_RED] = "\033[31m",
	[PEN_YELLOW] = "\033[33m",
	[PEN_CYAN] = "\033[36m",
};

void pen_blanks(struct pen *p, size_t n)
{
	p->blanks += n;
}

void pen_text(struct pen *p, enum pen_style style, struct str text)
{
	bool styled = p->colour && style != PEN_PLAIN;
	struct str trimmed = text;

	while (trimmed.len && trimmed.s[trimmed.len - 1] == ' ')
		trimmed.len--;
	if (!trimmed.len) {
		p->blanks += text.len;
		return;
	}
	buf_fill(p->out, ' ', p->blanks);
	if (styled)
		buf_add_c(p->out, codes[style]);
	buf_add(p->out, trimmed);
	if (styled)
		buf_add_c(p->out, "\033[0m");
	p->blanks = text.len - trimmed.len;
}

void pen_padded(struct pen *p, enum pen_style style, struct str text, size_t width)
{
	size_t used = utf8_width(text);

	pen_text(p, style, text);
	pen_blanks(p, used < width ? width - used : 0);
}

void pen_flush_right(struct pen *p, enum pen_style style, struct str text, size_t width)
{
	size_t used = utf8_width(text);

	pen_blanks(p, used < width ? width - used : 0);
	pen_text(p, style, text);
}

void pen_end_line(struct pen *p)
{
	p->blanks = 0;
	buf_add_char(p->out, '\n');
}

/* The words that fit, at least one; *rest gets what is behind the blanks after them. */
static struct str take_line(struct str *rest, size_t room)
{
	struct str all = *rest;
	size_t end = 0, used = 0;

	while (end < all.len) {
		size_t blanks = 0, word;

		while (end + blanks < all.len && all.s[end + blanks] == ' ')
			blanks++;
		word = blanks;
		while (end + word < all.len && all.s[end + word] != ' ')
			word++;
		used += utf8_width(str_sub(all, end, end + word));
		if (end && used > room)
			break;
		end += word;
	}
	*rest = str_skip(all, end);
	while (rest->len && rest->s[0] == ' ')
		*rest = str_skip(*rest, 1);
	return str_take(all, end);
}

void pen_wrapped(struct pen *p, const struct pen_paragraph *where, struct str text)
{
	size_t at = where->first;

	do {
		size_t room = where->width > at + 20 ? where->width - at : 20;

		pen_text(p, where->style, take_line(&text, room));
		pen_end_line(p);
		at = where->indent;
		pen_blanks(p, text.len ? at : 0);
	} while (text.len);
}
