/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64 };

struct cursor {
	const char *at, *end;
	const char *keys[DEPTH_MAX + 1];	/* the key that each level stands at */
	size_t key_lens[DEPTH_MAX + 1];
	struct judgement *j;
};

static bool value(struct cursor *c, int depth);

static void blanks(struct cursor *c)
{
	while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t' ||
				  *c->at == '\r'))
		c->at++;
}

static bool eat(struct cursor *c, char wanted)
{
	if (c->at == c->end || *c->at != wanted)
		return false;
	c->at++;
	return true;
}

/* One UTF-8 sequence of several bytes: no overlong form, no surrogate, nothing above U+10FFFF. */
static bool utf8(struct cursor *c)
{
	const unsigned char *s = (const unsigned char *)c->at;
	size_t left = (size_t)(c->end - c->at);
	size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	if (s[0] < 0xc2 || s[0] > 0xf4 || left < n)
		return false;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return false;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return false;
	c->at += n;
	return true;
}

static bool hex4(struct cursor *c)
{
	for (int i = 0; i < 4; i++, c->at++)
		if (c->at == c->end || !*c->at || !strchr("0123456789abcdefABCDEF", *c->at))
			return false;
	return true;
}

static bool escape(struct cursor *c)
{
	if (c->at == c->end || !*c->at)
		return false;
	char kind = *c->at++;
	return kind == 'u' ? hex4(c) : strchr("\"\\/bfnrt", kind) != NULL;
}

static bool string(struct cursor *c)
{
	if (!eat(c, '"'))
		return false;
	while (c->at < c->end) {
		unsigned char b = (unsigned char)*c->at;
		if (b == '"') {
			c->at++;
			return true;
		}
		if (b < 0x20)
			return false;
		if (b >= 0x80) {
			if (!utf8(c))
				return false;
			continue;
		}
		c->at++;
		if (b == '\\' && !escape(c))
			return false;
	}
	return false;
}

static bool digits(struct cursor *c)
{
	const char *start = c->at;
	while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
		c->at++;
	return c->at > start;
}

static bool number(struct cursor *c)
{
	eat(c, '-');
	if (!eat(c, '0') && !digits(c))
		return false;
	if (eat(c, '.') && !digits(c))
		return false;
	if (eat(c, 'e') || eat(c, 'E')) {
		if (!eat(c, '+'))
			eat(c, '-');
		return digits(c);
	}
	return true;
}

static bool word(struct cursor *c, const char *text)
{
	size_t n = strlen(text);
	if ((size_t)(c->end - c->at) < n || memcmp(c->at, text, n) != 0)
		return false;
	c->at += n;
	return true;
}

static bool key_is(const struct cursor *c, int level, const char *name)
{
	return c->key_lens[level] == strlen(name) &&
	       memcmp(c->keys[level], name, c->key_lens[level]) == 0;
}

/* Notes a number that stands at one of the paths of interest; false if it was there before. */
static bool note(struct cursor *c, const char *text)
{
	const struct {
		const char *section, *key;
		long *slot;
	} wanted[] = {
		{ "summary", "compiles", &c->j->compiles },
		{ "summary", "recompiles", &c->j->recompiles },
		{ "summary", "frames", &c->j->frames },
		{ "health", "records", &c->j->records },
	};
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		if (!key_is(c, 0, wanted[i].section) || !key_is(c, 1, wanted[i].key))
			continue;
		if (*wanted[i].slot >= 0)
			return false;
		*wanted[i].slot = strtol(text, NULL, 10);
	}
	return true;
}

static bool member(struct cursor *c, int depth)
{
	blanks(c);
	c->keys[depth] = c->at + 1;
	if (!string(c))
		return false;
	c->key_lens[depth] = (size_t)(c->at - 1 - c->keys[depth]);
	blanks(c);
	return eat(c, ':') && value(c, depth + 1);
}

static bool items(struct cursor *c, int depth, char close, bool (*item)(struct cursor *, int))
{
	blanks(c);
	if (eat(c, close))
		return true;
	do {
		if (!item(c, depth))
			return false;
		blanks(c);
	} while (eat(c, ','));
	return eat(c, close);
}

static bool value(struct cursor *c, int depth)
{
	blanks(c);
	if (c->at == c->end || depth >= DEPTH_MAX)
		return false;
	const char *start = c->at;
	switch (*c->at) {
	case '{':
		c->at++;
		return items(c, depth, '}', member);
	case '[':
		c->at++;
		c->key_lens[depth] = 0;
		return items(c, depth + 1, ']', value);
	case '"':
		return string(c);
	case 't':
		return word(c, "true");
	case 'f':
		return word(c, "false");
	case 'n':
		return word(c, "null");
	}
	return number(c) && (depth != 2 || note(c, start));
}

bool judge_json(const char *text, size_t len, struct judgement *j)
{
	struct cursor c = { .at = text, .end = text + len, .j = j };
	*j = (struct judgement){ -1, -1, -1, -1 };
	if (!value(&c, 0))
		return false;
	blanks(&c);
	return c.at == c.end;
}
