/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <string.h>

/*
 * Sources are Python expressions as torch's Source.name writes them (torch/_dynamo/
 * source.py): L['self']._modules['layers'].scale, G['torch'].relu, dict.keys(L['d']).
 */

#define MANY 0x9e3779b97f4a7c15u

static uint64_t turn(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static uint64_t stir(uint64_t x)
{
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93u;
	return x ^ x >> 32;
}

uint64_t source_hash_bytes(struct str s, uint64_t seed)
{
	uint64_t a = seed ^ s.len * MANY, b = seed + MANY, x, y;
	const char *p = s.s;
	size_t left = s.len;

	for (; left >= 16; left -= 16, p += 16) {
		memcpy(&x, p, 8);
		memcpy(&y, p + 8, 8);
		a = turn(a ^ x, 29) * 0xd6e8feb86659fd93u;
		b = turn(b ^ y, 31) * 0xa0761d6478bd642fu;
	}
	x = y = 0;
	if (left > 8)
		memcpy(&y, p + 8, left - 8);
	if (left)
		memcpy(&x, p, left < 8 ? left : 8);
	a = turn(a ^ x, 29) * 0xd6e8feb86659fd93u;
	b = turn(b ^ y, 31) * 0xa0761d6478bd642fu;
	return stir(stir(a) ^ b);
}

size_t source_unquote(struct str text, size_t at)
{
	char quote = text.s[at];

	for (at++; at < text.len; at++) {
		if (text.s[at] == '\\')
			at++;
		else if (text.s[at] == quote)
			return at + 1;
	}
	return text.len;
}

size_t source_close(struct str text, size_t open)
{
	size_t depth = 0, at = open;

	while (at < text.len) {
		char c = text.s[at];

		if (c == '\'' || c == '"') {
			at = source_unquote(text, at);
			continue;
		}
		at++;
		if (c == '(' || c == '[' || c == '{')
			depth++;
		else if ((c == ')' || c == ']' || c == '}') && --depth == 0)
			return at;
	}
	return text.len;
}

size_t source_span(struct str text)
{
	size_t at = 0;

	while (at < text.len) {
		char c = text.s[at];

		if (str_is_word(c) || c == '.')
			at++;
		else if (at > 0 && (c == '[' || c == '('))
			at = source_close(text, at);
		else
			break;
	}
	return at;
}

/* If *rest begins with open, a quoted name, close: steps over it and gives the name. */
static bool eat_key(struct str *rest, struct str open, char close, struct str *name)
{
	struct str s = *rest;
	size_t end;

	if (!str_eat(&s, open) || s.len == 0 || (s.s[0] != '\'' && s.s[0] != '"'))
		return false;
	end = source_unquote(s, 0);
	if (end < 2 || end >= s.len || s.s[end] != close)
		return false;
	*name = str_sub(s, 1, end - 1);
	*rest = str_skip(s, end + 1);
	return true;
}

static bool is_number(struct str s)
{
	int64_t n;

	return str_to_i64(s, &n);
}

/* The dictionaries of nn.Module: ._modules['x'] is .x, ._modules['3'] is [3]. */
static bool eat_member(struct str *rest, struct str *name)
{
	static const struct str dictionaries[] = {
		STR_INIT("._modules["),
		STR_INIT("._parameters["),
		STR_INIT("._buffers["),
	};

	for (size_t i = 0; i < COUNT_OF(dictionaries); i++)
		if (eat_key(rest, dictionaries[i], ']', name))
			return true;
	return false;
}

static void add_member(struct buf *out, struct str name)
{
	bool number = is_number(name);

	buf_add_char(out, number ? '[' : '.');
	buf_add(out, name);
	if (number)
		buf_add_char(out, ']');
}

static struct str without_wrap(struct str raw)
{
	struct str inner = raw;

	if (str_eat(&inner, STR("__as_tensor(")) && str_ends(inner, STR(")")))
		return str_take(inner, inner.len - 1);
	return raw;
}

static void shorten(struct buf *out, struct str rest)
{
	bool in_word = false;
	struct str name;

	while (rest.len) {
		char c = rest.s[0];

		if (c == '.' && eat_member(&rest, &name)) {
			add_member(out, name);
		} else if (c == 'L' && !in_word &&
			   eat_key(&rest, STR("L["), ']', &name)) {
			buf_add(out, name);
		} else {
			buf_add_char(out, c);
			rest = str_skip(rest, 1);
			in_word = str_is_word(c) || c == '.';
			continue;
		}
		in_word = true;
	}
}

struct str source_short(struct arena *a, struct str raw)
{
	struct buf out = { 0 };

	raw = without_wrap(raw);
	if (str_find(raw, STR("L[")) == STR_NONE && str_find(raw, STR("._")) == STR_NONE)
		return raw;
	shorten(&out, raw);
	return buf_take(a, &out);
}

/* "[12]" or "[*]" at the start of s; else absent. */
static struct str index_at(struct str s)
{
	size_t n = 1;

	if (s.len < 3 || s.s[0] != '[')
		return (struct str){ 0 };
	while (n < s.len && (str_is_digit(s.s[n]) || s.s[n] == '*'))
		n++;
	return n > 1 && n < s.len && s.s[n] == ']' ? str_take(s, n + 1) :
						     (struct str){ 0 };
}

/* Writes what both have; with all, every index becomes a star, else those that differ. */
static bool merge(struct buf *out, struct str one, struct str other, bool all)
{
	while (one.len && other.len) {
		struct str a = index_at(one), b = index_at(other);

		if (a.len && b.len) {
			buf_add(out, all || !str_eq(a, b) ? STR("[*]") : a);
			one = str_skip(one, a.len);
			other = str_skip(other, b.len);
			continue;
		}
		if (one.s[0] != other.s[0])
			return false;
		buf_add_char(out, one.s[0]);
		one = str_skip(one, 1);
		other = str_skip(other, 1);
	}
	return one.len == other.len;
}

static struct str merged(struct arena *a, struct str one, struct str other, bool all)
{
	struct str made = { 0 };
	struct buf out = { 0 };

	if (merge(&out, one, other, all))
		made = str_copy(a, buf_str(&out));
	buf_release(&out);
	return made;
}

struct str source_pattern(struct arena *a, struct str source)
{
	return merged(a, source, source, true);
}

struct str source_generalise(struct arena *a, struct str one, struct str other)
{
	return merged(a, one, other, false);
}

/* torch/_dynamo/guards.py, output_graph.py: install_global() and its callers. */
static const struct str made_up[] = {
	STR_INIT("G['__builtins_dict__"),
	STR_INIT("___unnamed_scope"),
	STR_INIT("G['__import_"),
	STR_INIT("G['__optimizer_"),
	STR_INIT("G['__resume_at_"),
	STR_INIT("G['__compiled_fn_"),
};

bool source_is_made_up(struct str raw)
{
	if (str_find(raw, STR("__")) == STR_NONE)
		return false;
	for (size_t i = 0; i < COUNT_OF(made_up); i++)
		if (str_find(raw, made_up[i]) != STR_NONE)
			return true;
	return false;
}

uint64_t source_hash(struct str raw)
{
	struct buf plain = { 0 };
	uint64_t hash;

	if (!source_is_made_up(raw) || str_find(raw, STR("G['__import_")) != STR_NONE)
		return source_hash_bytes(raw, 1);
	for (size_t i = 0; i < raw.len; i++)
		if (!str_is_digit(raw.s[i]))
			buf_add_char(&plain, raw.s[i]);
	hash = source_hash_bytes(buf_str(&plain), 1);
	buf_release(&plain);
	return hash;
}
