/* SPDX-License-Identifier: MIT */
#include "expression.h"

#include <limits.h>

#include "source.h"

/* ORDER: one that begins another stands behind it. */
static const struct operator {
	struct str text;
	enum expression_operator op;
} operators[] = {
	{ STR_INIT(" == "), EXPRESSION_EQUAL },
	{ STR_INIT(" != "), EXPRESSION_UNEQUAL },
	{ STR_INIT(" is not "), EXPRESSION_IS_NOT },
	{ STR_INIT(" is "), EXPRESSION_IS },
	{ STR_INIT(" <= "), EXPRESSION_ORDER },
	{ STR_INIT(" >= "), EXPRESSION_ORDER },
	{ STR_INIT(" < "), EXPRESSION_ORDER },
	{ STR_INIT(" > "), EXPRESSION_ORDER },
};

/* What stands at the start of s, if it is an operator. */
static const struct operator *operator_at(struct str s)
{
	for (size_t i = 0; i < COUNT_OF(operators); i++)
		if (str_starts(s, operators[i].text))
			return &operators[i];
	return NULL;
}

/*
 * The next blank outside of quotes and brackets, from at on. Quotes and brackets that
 * do not close take all the rest.
 */
static size_t next_blank(struct str text, size_t at)
{
	while (at < text.len && text.s[at] != ' ') {
		char c = text.s[at];

		if (c == '\'' || c == '"')
			at = source_unquote(text, at);
		else
			at = c == '(' || c == '[' || c == '{' ? source_close(text, at) :
								at + 1;
	}
	return at;
}

struct expression expression_split(struct str text)
{
	struct expression e = { .left = text };
	size_t start = 0, at;

	for (at = next_blank(text, 0); at < text.len; at = next_blank(text, at + 1)) {
		struct str rest = str_skip(text, at);
		const struct operator *op = e.op ? NULL : operator_at(rest);

		if (str_starts(rest, STR(" and ")) || str_starts(rest, STR(" or ")))
			break;
		if (!op)
			continue;
		e.op = op->op;
		e.left = str_trim(str_take(text, at));
		start = at + op->text.len;
		at = start - 1;
	}
	if (e.op)
		e.right = str_trim(str_sub(text, start, at));
	else
		e.left = str_trim(str_take(text, at));
	return e;
}

/* The place of the first property of a tensor, and the bracket behind it. */
static size_t property_at(struct str text, size_t *bracket)
{
	static const struct str names[] = {
		STR_INIT(".size()["),
		STR_INIT(".stride()["),
		STR_INIT(".storage_offset()"),
	};
	size_t first = STR_NONE;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		size_t at = str_find(text, names[i]);

		if (at < first) {
			first = at;
			*bracket = at + names[i].len;
		}
	}
	return first;
}

int expression_dimension(struct str text)
{
	size_t bracket = 0;
	struct str digits;
	int64_t n;

	if (property_at(text, &bracket) == STR_NONE)
		return -1;
	digits = str_skip(text, bracket);
	digits = str_take(digits, str_find_char(digits, ']'));
	return str_to_i64(digits, &n) && n >= 0 && n < INT_MAX ? (int)n : -1;
}

bool expression_is_symbolic(struct str text)
{
	size_t bracket;

	return property_at(text, &bracket) != STR_NONE || str_starts(text, STR("Eq(")) ||
	       str_starts(text, STR("Ne(")) || str_find(text, STR("Mod(")) != STR_NONE;
}

/* The source that ends at end: back over names, dots and bracketed parts. */
static struct str source_before(struct str text, size_t end)
{
	size_t at = end, depth = 0;

	while (at > 0) {
		char c = text.s[at - 1];

		if (c == ']')
			depth++;
		else if (c == '[' && depth)
			depth--;
		else if (!depth && !str_is_word(c) && c != '.')
			break;
		at--;
	}
	return str_sub(text, at, end);
}

/* The first word that is no function: FloorDiv(n, 2) > 3 is about n. */
static struct str first_name(struct str text)
{
	size_t at = 0;

	while (at < text.len) {
		size_t end = at;

		while (end < text.len && (str_is_word(text.s[end]) || text.s[end] == '.'))
			end++;
		if (end > at && !str_is_digit(text.s[at]) &&
		    (end == text.len || text.s[end] != '('))
			return str_skip(text, at);
		at = end > at ? end : at + 1;
	}
	return (struct str){ 0 };
}

struct str expression_subject(struct str text)
{
	size_t bracket, at = property_at(text, &bracket);
	struct str name;

	if (at != STR_NONE)
		return source_before(text, at);
	name = first_name(text);
	return str_take(name, source_span(name));
}

static bool is_real(struct str s)
{
	bool digit = false;

	str_eat(&s, STR("-"));
	if (str_eq(s, STR("inf")) || str_eq(s, STR("nan")))
		return true;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.s[i];

		digit = digit || str_is_digit(c);
		if (!str_is_digit(c) && str_find_char(STR(".e-+"), c) == STR_NONE)
			return false;
	}
	return digit;
}

static bool is_integer(struct str s)
{
	str_eat(&s, STR("-"));
	for (size_t i = 0; i < s.len; i++)
		if (!str_is_digit(s.s[i]))
			return false;
	return s.len > 0;
}

enum guard_kind expression_literal_kind(struct str value)
{
	if (str_eq(value, STR("True")) || str_eq(value, STR("False")))
		return GUARD_BOOL;
	if (str_eq(value, STR("None")))
		return GUARD_NONE;
	if (value.len >= 2 && (value.s[0] == '\'' || value.s[0] == '"'))
		return GUARD_STRING;
	if (is_integer(value))
		return GUARD_INT;
	return is_real(value) ? GUARD_FLOAT : GUARD_CONSTANT;
}
