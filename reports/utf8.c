/* SPDX-License-Identifier: MIT */
#include "utf8.h"

/* First and last code point of a range. */
struct range {
	uint32_t first, last;
};

/* Sorted. Marks that are drawn over the character before them, roughly. */
static const struct range zero_wide[] = {
	{ 0x0300, 0x036f },   { 0x0483, 0x0489 },   { 0x0591, 0x05bd },
	{ 0x0610, 0x061a },   { 0x064b, 0x065f },   { 0x0900, 0x0902 },
	{ 0x093c, 0x093c },   { 0x0941, 0x0948 },   { 0x094d, 0x094d },
	{ 0x0e31, 0x0e31 },   { 0x0e34, 0x0e3a },   { 0x0e47, 0x0e4e },
	{ 0x1ab0, 0x1aff },   { 0x1dc0, 0x1dff },   { 0x20d0, 0x20f0 },
	{ 0xfe00, 0xfe0f },   { 0xfe20, 0xfe2f },   { 0xe0100, 0xe01ef },
};

/* Sorted. East Asian wide and full-width, emoji, roughly. */
static const struct range two_wide[] = {
	{ 0x1100, 0x115f },   { 0x231a, 0x231b },   { 0x23e9, 0x23ec },
	{ 0x25fd, 0x25fe },   { 0x2614, 0x2615 },   { 0x26a1, 0x26a1 },
	{ 0x26d4, 0x26d4 },   { 0x2705, 0x2705 },   { 0x274c, 0x274c },
	{ 0x2753, 0x2755 },   { 0x2757, 0x2757 },   { 0x2b50, 0x2b50 },
	{ 0x2e80, 0x303e },   { 0x3041, 0x33ff },   { 0x3400, 0x4dbf },
	{ 0x4e00, 0xa4cf },   { 0xa960, 0xa97f },   { 0xac00, 0xd7a3 },
	{ 0xf900, 0xfaff },   { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },
	{ 0xffe0, 0xffe6 },   { 0x16fe0, 0x18cff }, { 0x1b000, 0x1b2ff },
	{ 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff },
	{ 0x1fa70, 0x1faff }, { 0x20000, 0x3fffd },
};

/*
 * What may follow a first byte (Unicode table 3-7): the range of the second byte
 * leaves out overlong forms, surrogates and what is above U+10FFFF.
 */
static const struct lead {
	unsigned char first, last, second_least, second_most, length;
} leads[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
	{ 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 },
	{ 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

static const struct lead *find_lead(unsigned char byte)
{
	for (size_t i = 0; i < COUNT_OF(leads); i++)
		if (byte >= leads[i].first && byte <= leads[i].last)
			return &leads[i];
	return NULL;
}

static uint32_t next_long(struct str *s)
{
	const unsigned char *p = (const unsigned char *)s->s;
	const struct lead *lead = find_lead(p[0]);
	uint32_t code;
	size_t n = 1;

	if (!lead) {
		*s = str_skip(*s, 1);
		return UTF8_BAD;
	}
	code = p[0] & (0x7fu >> lead->length);
	while (n < lead->length && n < s->len) {
		unsigned least = n == 1 ? lead->second_least : 0x80;
		unsigned most = n == 1 ? lead->second_most : 0xbf;

		if (p[n] < least || p[n] > most)
			break;
		code = code << 6 | (p[n++] & 0x3fu);
	}
	*s = str_skip(*s, n);
	return n == lead->length ? code : UTF8_BAD;
}

uint32_t utf8_next(struct str *s)
{
	unsigned char byte = (unsigned char)s->s[0];

	if (byte >= 0x80)
		return next_long(s);
	s->s++;
	s->len--;
	return byte;
}

static bool in_ranges(const struct range *ranges, size_t count, uint32_t code)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (code > ranges[middle].last)
			low = middle + 1;
		else if (code < ranges[middle].first)
			high = middle;
		else
			return true;
	}
	return false;
}

static size_t code_width(uint32_t code)
{
	if (code < 0x300 || code == UTF8_BAD)
		return 1;
	if (in_ranges(zero_wide, COUNT_OF(zero_wide), code))
		return 0;
	return in_ranges(two_wide, COUNT_OF(two_wide), code) ? 2 : 1;
}

size_t utf8_width(struct str s)
{
	size_t width = 0;

	while (s.len)
		width += code_width(utf8_next(&s));
	return width;
}

struct str utf8_take(struct str s, size_t width)
{
	struct str rest = s;
	size_t taken = 0, used = 0;

	while (rest.len) {
		used += code_width(utf8_next(&rest));
		if (used > width)
			break;
		taken = s.len - rest.len;
	}
	return str_take(s, taken);
}

struct str utf8_tail(struct str s, size_t width)
{
	size_t left = utf8_width(s);

	while (left > width)
		left -= code_width(utf8_next(&s));
	while (s.len) {		/* no mark without the character that carried it */
		struct str rest = s;

		if (code_width(utf8_next(&rest)) > 0)
			break;
		s = rest;
	}
	return s;
}
