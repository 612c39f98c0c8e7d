/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include "find.h"

#include <string.h>

#define EXPONENT_MOST 100000	/* beyond it every number is 0 or too big */

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct scan *s)
{
	while (s->at < s->text.len && is_space(s->text.s[s->at]))
		s->at++;
}

static bool fail(struct scan *s, const char *problem)
{
	if (!s->problem)
		s->problem = problem;
	return false;
}

static char next_char(const struct scan *s)
{
	return s->at < s->text.len ? s->text.s[s->at] : '\0';
}

static struct scan scan_begin(struct str text, char open, char close)
{
	struct scan s = { .text = text, .close = close };

	skip_space(&s);
	if (next_char(&s) != open)
		s.problem = open == '{' ? "'{' expected" : "'[' expected";
	else
		s.at++;
	return s;
}

struct scan scan_object(struct str text)
{
	return scan_begin(text, '{', '}');
}

struct scan scan_array(struct str text)
{
	return scan_begin(text, '[', ']');
}

/* s->at is on the opening quote; steps behind the closing one. */
static bool skip_string(struct scan *s)
{
	size_t end = find_string_end(str_skip(s->text, s->at + 1));

	if (end == STR_NONE)
		return fail(s, "string without an end");
	s->at += end + 2;
	return true;
}

static const bool matters[256] = {
	['"'] = true, ['{'] = true, ['}'] = true, ['['] = true, [']'] = true,
};

/* s->at is on '{' or '['. Only brackets and strings are looked at. */
static bool skip_nested(struct scan *s)
{
	char close[SCAN_DEPTH];
	size_t depth = 0;

	while (s->at < s->text.len) {
		char c = s->text.s[s->at];

		if (!matters[(unsigned char)c]) {
			s->at++;
			continue;
		}
		if (c == '"') {
			if (!skip_string(s))
				return false;
			continue;
		}
		s->at++;
		if (c == '{' || c == '[') {
			if (depth == SCAN_DEPTH)
				return fail(s, "nested too deep");
			close[depth++] = c == '{' ? '}' : ']';
		} else if (c == '}' || c == ']') {
			if (close[--depth] != c)
				return fail(s, "brackets do not match");
			if (depth == 0)
				return true;
		}
	}
	return fail(s, "bracket without an end");
}

/* Steps *p over digits; false if there is none. */
static bool skip_digits(const char **p, const char *end)
{
	const char *from = *p;

	while (*p < end && str_is_digit(**p))
		++*p;
	return *p > from;
}

bool scan_is_number(struct str s)
{
	const char *p = s.s, *end = s.s + s.len;

	if (p < end && *p == '-')
		p++;
	if (p < end && *p == '0')
		p++;
	else if (!skip_digits(&p, end))
		return false;
	if (p < end && *p == '.') {
		p++;
		if (!skip_digits(&p, end))
			return false;
	}
	if (p < end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < end && (*p == '+' || *p == '-'))
			p++;
		if (!skip_digits(&p, end))
			return false;
	}
	return p == end;
}

static bool is_word(struct str s)
{
	static const struct str words[] = {
		STR_INIT("true"), STR_INIT("false"), STR_INIT("null"),
		STR_INIT("NaN"), STR_INIT("Infinity"), STR_INIT("-Infinity"),
	};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_eq(s, words[i]))
			return true;
	return false;
}

static bool ends_scalar(char c)
{
	return c == ',' || c == '}' || c == ']' || c == ':' || is_space(c);
}

static bool skip_scalar(struct scan *s)
{
	size_t from = s->at;
	struct str word;

	while (s->at < s->text.len && !ends_scalar(s->text.s[s->at]))
		s->at++;
	word = str_sub(s->text, from, s->at);
	if (scan_is_number(word) || is_word(word))
		return true;
	s->at = from;
	return fail(s, "value expected");
}

static bool take_value(struct scan *s, struct str *value)
{
	size_t from;
	bool whole;

	skip_space(s);
	from = s->at;
	switch (next_char(s)) {
	case '"':
		whole = skip_string(s);
		break;
	case '{':
	case '[':
		whole = skip_nested(s);
		break;
	default:
		whole = skip_scalar(s);
	}
	*value = str_sub(s->text, from, s->at);
	return whole;
}

/* To the next member or item: false at the end and on a fault. */
static bool next(struct scan *s)
{
	if (s->problem)
		return false;
	skip_space(s);
	if (next_char(s) == s->close && s->at < s->text.len) {
		s->at++;
		skip_space(s);
		if (s->at < s->text.len)
			fail(s, "text behind the end");
		else
			s->problem = NULL;
		s->close = '\0';
		return false;
	}
	if (s->close == '\0')
		return false;
	if (s->begun) {
		if (next_char(s) != ',')
			return fail(s, "',' expected");
		s->at++;
		skip_space(s);
	}
	s->begun = true;
	return true;
}

bool scan_member(struct scan *s, struct str *key, struct str *value)
{
	size_t from;

	if (!next(s))
		return false;
	if (next_char(s) != '"')
		return fail(s, "'\"' expected");
	from = s->at + 1;
	if (!skip_string(s))
		return false;
	*key = str_sub(s->text, from, s->at - 1);
	skip_space(s);
	if (next_char(s) != ':')
		return fail(s, "':' expected");
	s->at++;
	return take_value(s, value);
}

bool scan_item(struct scan *s, struct str *value)
{
	return next(s) && take_value(s, value);
}

struct str scan_find(struct str object, struct str key)
{
	struct scan s = scan_object(object);
	struct str found = { NULL, 0 }, name, value;

	while (scan_member(&s, &name, &value))
		if (str_eq(name, key))
			found = value;
	return found;
}

bool scan_is_null(struct str value)
{
	return !value.s || str_eq(value, STR("null"));
}

bool scan_is_string(struct str value)
{
	return value.len >= 2 && value.s[0] == '"';
}

bool scan_is_object(struct str value)
{
	return value.len && value.s[0] == '{';
}

bool scan_is_array(struct str value)
{
	return value.len && value.s[0] == '[';
}

bool scan_int(struct str value, int64_t *out)
{
	return value.len && scan_is_number(value) && str_to_i64(value, out);
}

/* The number behind 'e', which Python writes from 1e16 and below 1e-4 on; cut off value. */
static int64_t cut_exponent(struct str *value)
{
	int64_t exponent = 0;
	size_t e = str_find_char(*value, 'e');
	struct str digits;

	if (e == STR_NONE)
		e = str_find_char(*value, 'E');
	if (e == STR_NONE)
		return 0;
	digits = str_skip(*value, e + 1);
	str_eat(&digits, STR("+"));
	if (!str_to_i64(digits, &exponent) || exponent > EXPONENT_MOST)
		exponent = str_starts(digits, STR("-")) ? -EXPONENT_MOST : EXPONENT_MOST;
	*value = str_take(*value, e);
	return exponent < -EXPONENT_MOST ? -EXPONENT_MOST : exponent;
}

bool scan_scaled(struct str value, unsigned decimals, int64_t *out)
{
	struct str whole, part = value;
	bool negative;
	int64_t number = 0, wanted;

	if (!value.len || !scan_is_number(value))
		return false;
	wanted = (int64_t)decimals + cut_exponent(&part);
	negative = str_eat(&part, STR("-"));
	str_cut(&part, '.', &whole);
	/* As many digits of whole.part as stand before the moved point. */
	wanted += (int64_t)whole.len;
	for (int64_t i = 0; i < wanted; i++) {
		size_t at = (size_t)i;
		int digit = at < whole.len ? whole.s[at] - '0' :
			    at - whole.len < part.len ? part.s[at - whole.len] - '0' : 0;

		if (at >= whole.len + part.len && number == 0)
			break;
		if (__builtin_mul_overflow(number, 10, &number) ||
		    __builtin_add_overflow(number, digit, &number))
			return false;
	}
	*out = negative ? -number : number;
	return true;
}

static int hex_value(struct str s)
{
	int value = 0;

	if (s.len < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		char c = s.s[i];
		int digit = c >= '0' && c <= '9' ? c - '0' :
			    c >= 'a' && c <= 'f' ? c - 'a' + 10 :
			    c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;

		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

static void add_utf8(struct buf *out, unsigned point)
{
	if (point < 0x80) {
		buf_add_char(out, (char)point);
	} else if (point < 0x800) {
		buf_add_char(out, (char)(0xc0 | point >> 6));
		buf_add_char(out, (char)(0x80 | (point & 0x3f)));
	} else if (point < 0x10000) {
		buf_add_char(out, (char)(0xe0 | point >> 12));
		buf_add_char(out, (char)(0x80 | (point >> 6 & 0x3f)));
		buf_add_char(out, (char)(0x80 | (point & 0x3f)));
	} else {
		buf_add_char(out, (char)(0xf0 | point >> 18));
		buf_add_char(out, (char)(0x80 | (point >> 12 & 0x3f)));
		buf_add_char(out, (char)(0x80 | (point >> 6 & 0x3f)));
		buf_add_char(out, (char)(0x80 | (point & 0x3f)));
	}
}

/* rest begins behind "\u"; steps over what belongs to it. */
static void add_unicode(struct buf *out, struct str *rest)
{
	int high = hex_value(*rest), low = -1;

	if (high < 0) {
		add_utf8(out, 0xfffd);
		return;
	}
	*rest = str_skip(*rest, 4);
	if (high >= 0xd800 && high < 0xdc00 && str_starts(*rest, STR("\\u")))
		low = hex_value(str_skip(*rest, 2));
	if (low >= 0xdc00 && low < 0xe000) {
		*rest = str_skip(*rest, 6);
		add_utf8(out, 0x10000u + ((unsigned)(high - 0xd800) << 10) +
			      (unsigned)(low - 0xdc00));
	} else if (high >= 0xd800 && high < 0xe000) {
		add_utf8(out, 0xfffd);
	} else {
		add_utf8(out, (unsigned)high);
	}
}

static char unescaped(char c)
{
	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	case 'b': return '\b';
	case 'f': return '\f';
	default: return c;	/* the quote, the slashes; anything else is taken as it is */
	}
}

bool scan_text_to(struct buf *out, struct str value)
{
	struct str rest, plain;

	if (!scan_is_string(value))
		return false;
	rest = str_sub(value, 1, value.len - 1);
	while (str_cut(&rest, '\\', &plain)) {
		buf_add(out, plain);
		if (!rest.s || rest.len == 0)
			break;
		if (str_eat(&rest, STR("u"))) {
			add_unicode(out, &rest);
			continue;
		}
		buf_add_char(out, unescaped(rest.s[0]));
		rest = str_skip(rest, 1);
	}
	return true;
}

struct str scan_plain(struct str value)
{
	struct str inner = str_sub(value, 1, value.len ? value.len - 1 : 0);

	if (!scan_is_string(value) || str_find_char(inner, '\\') != STR_NONE)
		return (struct str){ NULL, 0 };
	return inner;
}

struct str scan_text(struct arena *a, struct str value)
{
	struct str plain = scan_plain(value);
	struct buf out = { 0 };

	if (plain.s)
		return str_copy(a, plain);
	if (!scan_text_to(&out, value))
		return plain;
	return buf_take(a, &out);
}

struct str scan_intern(struct intern *in, struct str value)
{
	struct str text = scan_plain(value);
	struct buf out = { 0 };

	if (!text.s && scan_text_to(&out, value))
		text = buf_str(&out);
	text = intern_add(in, text);
	buf_release(&out);
	return text;
}
