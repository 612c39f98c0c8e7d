/* SPDX-License-Identifier: MIT */
#include "jsonread.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "scan.h"

/*
 * What cJSON 1.7 does to a text, and what is done about it here before it sees it:
 *
 *	numbers become double: 1733527095925179500 is off    each is made a text, marked #
 *	01, 1. and 0x10 pass as 1, 1 and 0                   our own grammar
 *	NaN and Infinity, which Python writes, are refused   null
 *	a text ends at \u0000                                escaped as \u0001 0 (and \u0001
 *	                                                     itself as \u0001 1)
 *	a lone \ud800 is refused, \uZZZZ is a NUL            U+FFFD, as scan_text() has it
 *	depth ends at 1000                                   256 here, counted
 *	what follows the end is ignored                      refused
 *	the first of repeated keys is found                  the last
 *
 * So: [1, "a"] is given to cJSON as ["#1", "$a"]. Our own tree is made of its, which is
 * freed at once.
 */

#define MARK_NUMBER '#'
#define MARK_TEXT '$'
#define NUL_STAND_IN '\x01'

struct cleaning {
	struct str text;
	size_t at;
	struct buf out;
	size_t depth;
	struct err *e;
};

static int complain_at(struct err *e, struct str text, size_t at, const char *what)
{
	size_t line = 1;

	for (size_t i = 0; i < at && i < text.len; i++)
		line += text.s[i] == '\n';
	return err_set(e, "line %zu: %s", line, what);
}

static int complain(const struct cleaning *c, const char *what)
{
	return complain_at(c->e, c->text, c->at, what);
}

/* Appends the inside of a JSON string that means these bytes. */
static void add_quoted(struct buf *out, struct str bytes)
{
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char ch = (unsigned char)bytes.s[i];

		if (ch == '\0')
			buf_add(out, STR("\\u00010"));
		else if (ch == NUL_STAND_IN)
			buf_add(out, STR("\\u00011"));
		else if (ch == '"' || ch == '\\')
			buf_addf(out, "\\%c", ch);
		else if (ch < 0x20)
			buf_addf(out, "\\u%04x", ch);
		else
			buf_add_char(out, (char)ch);
	}
}

/* Is the string at c->at a key, that is, followed by a colon? */
static bool is_key(const struct cleaning *c, size_t end)
{
	while (end < c->text.len && strchr(" \t\r\n", c->text.s[end]) && c->text.s[end])
		end++;
	return end < c->text.len && c->text.s[end] == ':';
}

static int clean_string(struct cleaning *c)
{
	size_t end = c->at + 1;
	struct buf plain = { 0 };

	while (end < c->text.len && c->text.s[end] != '"')
		end += c->text.s[end] == '\\' ? 2 : 1;
	if (end >= c->text.len)
		return complain(c, "a string without an end");
	end++;
	if (!scan_text_to(&plain, str_sub(c->text, c->at, end))) {
		buf_release(&plain);
		return complain(c, "a string that is none");
	}
	buf_add_char(&c->out, '"');
	if (!is_key(c, end))
		buf_add_char(&c->out, MARK_TEXT);
	add_quoted(&c->out, buf_str(&plain));
	buf_add_char(&c->out, '"');
	buf_release(&plain);
	c->at = end;
	return 0;
}

/* true, null, NaN, a number: up to what may follow a value. */
static int clean_word(struct cleaning *c)
{
	size_t from = c->at;
	struct str word;

	while (c->at < c->text.len && !strchr(" \t\r\n,:]}[{\"", c->text.s[c->at]))
		c->at++;
	word = str_sub(c->text, from, c->at);
	if (str_eq(word, STR("true")) || str_eq(word, STR("false")) ||
	    str_eq(word, STR("null"))) {
		buf_add(&c->out, word);
	} else if (str_eq(word, STR("NaN")) || str_eq(word, STR("Infinity")) ||
		   str_eq(word, STR("-Infinity"))) {
		buf_add(&c->out, STR("null"));
	} else if (word.len && scan_is_number(word)) {
		buf_addf(&c->out, "\"%c" STR_FMT "\"", MARK_NUMBER, STR_ARG(word));
	} else {
		c->at = from;
		return complain(c, "a value is expected");
	}
	return 0;
}

static int clean_bracket(struct cleaning *c, char bracket)
{
	if (bracket == '{' || bracket == '[')
		c->depth++;
	else if (c->depth)
		c->depth--;
	if (c->depth > JSONREAD_DEPTH)
		return complain(c, "nested deeper than 256 levels");
	buf_add_char(&c->out, bracket);
	c->at++;
	return 0;
}

/* Brackets, commas and colons stay as they are: whether they fit is left to cJSON. */
static int clean(struct cleaning *c)
{
	int result = 0;

	while (result == 0 && c->at < c->text.len) {
		char ch = c->text.s[c->at];

		if (ch == '"')
			result = clean_string(c);
		else if (ch == '{' || ch == '}' || ch == '[' || ch == ']')
			result = clean_bracket(c, ch);
		else if (ch == ',' || ch == ':' || ch == ' ' || ch == '\t' || ch == '\r' ||
			 ch == '\n') {
			buf_add_char(&c->out, ch);
			c->at++;
		} else
			result = clean_word(c);
	}
	return result;
}

static struct str restore(struct arena *a, const char *text)
{
	struct str from = str_c(text);
	struct buf out = { 0 };

	if (!memchr(from.s, NUL_STAND_IN, from.len))
		return str_copy(a, from);
	for (size_t i = 0; i < from.len; i++)
		if (from.s[i] != NUL_STAND_IN)
			buf_add_char(&out, from.s[i]);
		else
			buf_add_char(&out, from.s[++i] == '0' ? '\0' : NUL_STAND_IN);
	return buf_take(a, &out);
}

static size_t count_items(const cJSON *of)
{
	const cJSON *item;
	size_t n = 0;

	cJSON_ArrayForEach(item, of)
		n++;
	return n;
}

/* As deep as the text, that is JSONREAD_DEPTH at most. */
static void convert(struct arena *a, const cJSON *from, struct jsonread_value *to)
{
	struct jsonread_value *items;
	const cJSON *item;

	if (cJSON_IsString(from)) {
		to->kind = from->valuestring[0] == MARK_NUMBER ? JSONREAD_NUMBER : JSONREAD_TEXT;
		to->text = restore(a, from->valuestring + 1);
	} else if (cJSON_IsBool(from)) {
		to->kind = JSONREAD_BOOL;
		to->flag = cJSON_IsTrue(from);
	} else if (cJSON_IsObject(from) || cJSON_IsArray(from)) {
		to->kind = cJSON_IsObject(from) ? JSONREAD_OBJECT : JSONREAD_ARRAY;
		items = arena_array(a, struct jsonread_value, count_items(from));
		to->items = items;
		cJSON_ArrayForEach(item, from) {
			if (item->string)
				items[to->count].key = restore(a, item->string);
			convert(a, item, &items[to->count++]);
		}
	}
}

static int parse_clean(struct arena *a, struct str text,
		       struct jsonread_value *root, struct err *e)
{
	const char *end = NULL;
	cJSON *tree = cJSON_ParseWithLengthOpts(text.s, text.len, &end, 0);
	size_t at = end ? (size_t)(end - text.s) : 0;

	if (!tree)
		return complain_at(e, text, at, "this is no JSON");
	while (at < text.len && (text.s[at] == ' ' || text.s[at] == '\n' ||
				 text.s[at] == '\r' || text.s[at] == '\t'))
		at++;
	*root = (struct jsonread_value){ .kind = JSONREAD_NULL };
	if (at == text.len)
		convert(a, tree, root);
	cJSON_Delete(tree);
	return at == text.len ? 0 : complain_at(e, text, at, "something follows the end");
}

int jsonread_parse(struct arena *a, struct str text, struct jsonread_value *root,
		   struct err *e)
{
	struct cleaning c = { .text = text, .e = e };
	int result = clean(&c);

	if (result == 0)
		result = parse_clean(a, buf_str(&c.out), root, e);
	buf_release(&c.out);
	return result;
}

const struct jsonread_value *jsonread_find(const struct jsonread_value *object,
					   struct str key)
{
	if (!object || object->kind != JSONREAD_OBJECT)
		return NULL;
	for (size_t i = object->count; i-- > 0;)
		if (str_eq(object->items[i].key, key))
			return &object->items[i];
	return NULL;
}

bool jsonread_number(const struct jsonread_value *v, unsigned decimals, int64_t *out)
{
	if (!v || v->kind != JSONREAD_NUMBER)
		return false;
	return decimals ? scan_scaled(v->text, decimals, out) : scan_int(v->text, out);
}
