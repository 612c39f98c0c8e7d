/* SPDX-License-Identifier: MIT */
#include "escape.h"
#include "utf8.h"

/* Sorted. Code points above ASCII that a terminal would obey, or would not show. */
static const struct {
	uint32_t first, last;
} unseen[] = {
	{ 0x80, 0x9f },		/* C1 controls: U+009B is ESC [ */
	{ 0xad, 0xad },		/* soft hyphen */
	{ 0x61c, 0x61c },	/* Arabic letter mark */
	{ 0x115f, 0x1160 },	/* Hangul fillers */
	{ 0x180e, 0x180e },
	{ 0x200b, 0x200f },	/* zero width, left-to-right and right-to-left marks */
	{ 0x2028, 0x202e },	/* separators of lines; embeddings and overrides */
	{ 0x2060, 0x206f },	/* word joiner, isolates */
	{ 0x3164, 0x3164 },
	{ 0xfeff, 0xfeff },
	{ 0xfff9, 0xfffb },
	{ 0xe0000, 0xe007f },	/* tags */
};

static bool is_unseen(uint32_t code)
{
	for (size_t i = 0; i < COUNT_OF(unseen); i++)
		if (code <= unseen[i].last)
			return code >= unseen[i].first;
	return false;
}

/* Takes the printable ASCII at the front; JSON leaves out what it must escape. */
static struct str plain_run(struct str *text, bool json)
{
	struct str all = *text;
	size_t n = 0;

	while (n < all.len && all.s[n] >= 0x20 && all.s[n] < 0x7f &&
	       !(json && (all.s[n] == '"' || all.s[n] == '\\')))
		n++;
	*text = str_skip(all, n);
	return str_take(all, n);
}

/* The letter behind the backslash, 0 if the byte has none. */
static char short_escape(uint32_t code)
{
	switch (code) {
	case '\n':
		return 'n';
	case '\r':
		return 'r';
	case '\t':
		return 't';
	default:
		return 0;
	}
}

static void add_bytes_hex(struct buf *out, struct str bytes)
{
	for (size_t i = 0; i < bytes.len; i++)
		buf_addf(out, "\\x%02x", (unsigned char)bytes.s[i]);
}

static void add_for_terminal(struct buf *out, uint32_t code, struct str bytes)
{
	char letter = short_escape(code);

	if (letter) {
		buf_add_char(out, '\\');
		buf_add_char(out, letter);
	} else if (code < 0x20 || code == 0x7f || code == UTF8_BAD) {
		add_bytes_hex(out, bytes);
	} else if (is_unseen(code)) {
		buf_addf(out, code > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)code);
	} else {
		buf_add(out, bytes);
	}
}

void escape_terminal(struct buf *out, struct str text)
{
	while (text.len) {
		struct str bytes;
		uint32_t code;

		buf_add(out, plain_run(&text, false));
		if (!text.len)
			break;
		bytes = text;
		code = utf8_next(&text);
		add_for_terminal(out, code, str_take(bytes, bytes.len - text.len));
	}
}

static void add_utf16(struct buf *out, uint32_t code)
{
	if (code > 0xffff) {
		code -= 0x10000;
		buf_addf(out, "\\u%04x", 0xd800u | (unsigned)(code >> 10));
		code = 0xdc00u | (code & 0x3ffu);
	}
	buf_addf(out, "\\u%04x", (unsigned)code);
}

static void add_for_json(struct buf *out, uint32_t code, struct str bytes)
{
	char letter = code == '"' || code == '\\' ? (char)code : short_escape(code);

	if (letter) {
		buf_add_char(out, '\\');
		buf_add_char(out, letter);
	} else if (code == UTF8_BAD) {
		buf_add(out, STR("\xef\xbf\xbd"));
	} else if (code < 0x20 || code == 0x7f || is_unseen(code)) {
		add_utf16(out, code);
	} else {
		buf_add(out, bytes);
	}
}

void escape_json(struct buf *out, struct str text)
{
	while (text.len) {
		struct str bytes;
		uint32_t code;

		buf_add(out, plain_run(&text, true));
		if (!text.len)
			break;
		bytes = text;
		code = utf8_next(&text);
		add_for_json(out, code, str_take(bytes, bytes.len - text.len));
	}
}

static const char *html_entity(char c)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '`':
		return "&#96;";
	default:
		return NULL;
	}
}

/* Of bytes that a terminal may see. */
static void add_entities(struct buf *out, struct str safe)
{
	size_t from = 0;

	for (size_t i = 0; i < safe.len; i++) {
		const char *entity = html_entity(safe.s[i]);

		if (!entity)
			continue;
		buf_add(out, str_sub(safe, from, i));
		buf_add_c(out, entity);
		from = i + 1;
	}
	buf_add(out, str_skip(safe, from));
}

void escape_html(struct buf *out, struct str text)
{
	while (text.len) {
		struct str bytes;
		uint32_t code;

		add_entities(out, plain_run(&text, false));
		if (!text.len)
			break;
		bytes = text;
		code = utf8_next(&text);
		add_for_terminal(out, code, str_take(bytes, bytes.len - text.len));
	}
}

void escape_html_lines(struct buf *out, struct str text)
{
	size_t from = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] != '\n' && text.s[i] != '\t')
			continue;
		escape_html(out, str_sub(text, from, i));
		buf_add_char(out, text.s[i]);
		from = i + 1;
	}
	escape_html(out, str_skip(text, from));
}

void escape_script(struct buf *out, struct str text)
{
	struct buf safe = { 0 };

	escape_terminal(&safe, text);
	for (size_t i = 0; i < safe.len; i++) {
		char c = safe.s[i];

		if (c == '<' || c == '>' || c == '&')
			buf_addf(out, "\\u%04x", (unsigned)c);
		else if (c == '"' || c == '\\')
			buf_addf(out, "\\%c", c);
		else
			buf_add_char(out, c);
	}
	buf_release(&safe);
}
