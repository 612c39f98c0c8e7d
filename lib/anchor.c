/* SPDX-License-Identifier: MIT */
#include "anchor.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#define STEP 16

static __m128i load(const char *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static __m128i is(__m128i bytes, char c)
{
	return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
}

static __m128i both(__m128i a, __m128i b)
{
	return _mm_and_si128(a, b);
}

static __m128i either(__m128i a, __m128i b)
{
	return _mm_or_si128(a, b);
}

/*
 * Which of the 16 bytes at p may begin a word, judged by its second, third and fourth
 * letter: "rch" of "torch" (from its o), "__", "rap", "rig", "eco", "unt", "omp".
 */
static unsigned candidates(const char *p)
{
	__m128i b = load(p + 1), c = load(p + 2), d = load(p + 3);
	__m128i torch = both(is(c, 'c'), is(d, 'h'));
	__m128i graph = both(is(c, 'a'), is(d, 'p'));
	__m128i trigger = both(is(c, 'i'), is(d, 'g'));
	__m128i after_r = both(is(b, 'r'), either(torch, either(graph, trigger)));
	__m128i recompile = both(is(b, 'e'), both(is(c, 'c'), is(d, 'o')));
	__m128i runtimes = both(is(b, 'u'), both(is(c, 'n'), is(d, 't')));
	__m128i metrics = both(is(b, 'o'), both(is(c, 'm'), is(d, 'p')));
	__m128i tag = both(is(b, '_'), is(c, '_'));

	return (unsigned)_mm_movemask_epi8(either(either(after_r, tag),
						  either(recompile, either(runtimes, metrics))));
}
#endif

/* The word that may begin with a letter; absent if none does. */
static struct str word_of(char first)
{
	switch (first) {
	case 'o': return STR("orch");
	case '[': return STR("[__");
	case 'R': return STR("R");
	case 'G': return STR("Graph break");
	case 'C': return STR("CompilationMetrics(");
	case 't': return STR("triggered by the following");
	}
	return (struct str){ NULL, 0 };
}

/* The index of the word that begins at s[at] ("torch" at its o), STR_NONE. */
static size_t word_at(struct str s, size_t at)
{
	struct str word = word_of(s.s[at]), rest = { s.s + at, s.len - at };

	if (!word.s || !str_starts(rest, word))
		return STR_NONE;
	if (rest.s[0] == 'o')
		return at > 0 && (s.s[at - 1] == 't' || s.s[at - 1] == 'T') ? at - 1 : STR_NONE;
	if (rest.s[0] == 'R' && !str_starts(rest, STR("Recompiling function")) &&
	    !str_starts(rest, STR("Runtimes (s)")))
		return STR_NONE;
	return at;
}

size_t anchor_find(struct str s)
{
	size_t i = 0, found;

#ifdef __SSE2__
	for (; s.len - i >= STEP + 3 && s.len >= STEP + 3; i += STEP)
		for (unsigned mask = candidates(s.s + i); mask; mask &= mask - 1) {
			found = word_at(s, i + (size_t)__builtin_ctz(mask));
			if (found != STR_NONE)
				return found;
		}
#endif
	for (; i < s.len; i++)
		if ((found = word_at(s, i)) != STR_NONE)
			return found;
	return STR_NONE;
}

size_t anchor_line_end(struct str s)
{
	size_t i = 0;

#ifdef __SSE2__
	for (; s.len - i >= STEP && s.len >= STEP; i += STEP) {
		__m128i bytes = load(s.s + i);
		unsigned ends = (unsigned)_mm_movemask_epi8(either(is(bytes, '\n'),
								   is(bytes, '\r')));

		if (ends)
			return i + (size_t)__builtin_ctz(ends);
	}
#endif
	for (; i < s.len; i++)
		if (s.s[i] == '\n' || s.s[i] == '\r')
			return i;
	return STR_NONE;
}

size_t anchor_line_start(struct str s)
{
	size_t i = s.len;

	while (i > 0 && s.s[i - 1] != '\n' && s.s[i - 1] != '\r')
		i--;
	return i;
}

size_t anchor_count_lines(struct str s)
{
	size_t i = 0, count = 0;

#ifdef __SSE2__
	/* A compare gives -1 for a newline; 255 rounds at most before a byte overflows. */
	while (s.len - i >= STEP && s.len >= STEP) {
		__m128i sums = _mm_setzero_si128(), wide;

		for (int n = 0; n < 255 && s.len - i >= STEP; n++, i += STEP)
			sums = _mm_sub_epi8(sums, is(load(s.s + i), '\n'));
		wide = _mm_sad_epu8(sums, _mm_setzero_si128());
		count += (size_t)_mm_cvtsi128_si32(wide) +
			 (size_t)_mm_cvtsi128_si32(_mm_srli_si128(wide, 8));
	}
#endif
	for (; i < s.len; i++)
		count += s.s[i] == '\n';
	return count;
}
