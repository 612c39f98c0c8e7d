/* SPDX-License-Identifier: MIT */
#include "find.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#define STEP 16

static __m128i load(const char *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static unsigned equal_mask(__m128i bytes, char c)
{
	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
}
#endif

/* next: the two bytes behind a newline */
static bool is_continued(const char *next)
{
	return next[0] == '\t' || next[0] == '\n' || (next[0] == '\r' && next[1] == '\n');
}

size_t find_record_end(struct str s, size_t *newlines)
{
	size_t i = 0, count = 0;

#ifdef __SSE2__
	for (; s.len - i >= STEP + FIND_AHEAD && s.len >= STEP + FIND_AHEAD; i += STEP) {
		unsigned ends = equal_mask(load(s.s + i), '\n'), stop;
		__m128i next;

		if (!ends)
			continue;
		next = load(s.s + i + 1);
		stop = ends & ~(equal_mask(next, '\t') | equal_mask(next, '\n') |
				(equal_mask(next, '\r') & equal_mask(load(s.s + i + 2), '\n')));
		if (stop) {
			unsigned at = (unsigned)__builtin_ctz(stop);

			*newlines += count + (size_t)__builtin_popcount(ends & ((2u << at) - 1));
			return i + at;
		}
		count += (size_t)__builtin_popcount(ends);
	}
#endif
	for (; i + FIND_AHEAD < s.len; i++) {
		if (s.s[i] != '\n')
			continue;
		count++;
		if (!is_continued(s.s + i + 1)) {
			*newlines += count;
			return i;
		}
	}
	return STR_NONE;
}

/* A quote ends the string if an even number of backslashes stands before it. */
static bool is_string_end(struct str s, size_t quote)
{
	size_t i = quote;

	while (i > 0 && s.s[i - 1] == '\\')
		i--;
	return (quote - i) % 2 == 0;
}

size_t find_string_end(struct str s)
{
	size_t i = 0;

#ifdef __SSE2__
	/*
	 * A quote behind exactly one backslash is the usual escaped one: torch's
	 * records carry whole configurations as JSON inside a JSON string. Only the
	 * others are looked at singly.
	 */
	while (i < 2 && i < s.len) {
		if (s.s[i] == '"' && is_string_end(s, i))
			return i;
		i++;
	}
	for (; s.len - i >= STEP && s.len >= STEP; i += STEP) {
		unsigned quotes = equal_mask(load(s.s + i), '"');

		if (!quotes)
			continue;
		quotes &= ~equal_mask(load(s.s + i - 1), '\\') |
			  equal_mask(load(s.s + i - 2), '\\');
		for (; quotes; quotes &= quotes - 1) {
			size_t at = i + (size_t)__builtin_ctz(quotes);

			if (is_string_end(s, at))
				return at;
		}
	}
#endif
	for (; i < s.len; i++)
		if (s.s[i] == '"' && is_string_end(s, i))
			return i;
	return STR_NONE;
}

size_t find_copy_line(char *out, struct str s)
{
	size_t i = 0;

#ifdef __SSE2__
	for (; s.len - i >= STEP && s.len >= STEP; i += STEP) {
		__m128i bytes = load(s.s + i);
		unsigned ends = equal_mask(bytes, '\n');

		_mm_storeu_si128((__m128i *)(void *)(out + i), bytes);
		if (ends)
			return i + (size_t)__builtin_ctz(ends);
	}
#endif
	for (; i < s.len && s.s[i] != '\n'; i++)
		out[i] = s.s[i];
	return i;
}

size_t find_count_lines(struct str s)
{
	size_t count = 0;
	const char *p = s.s;

	while (s.len && (p = memchr(p, '\n', (size_t)(s.s + s.len - p)))) {
		count++;
		p++;
	}
	return count;
}
