/* SPDX-License-Identifier: MIT */
#include "leaks.h"
#include "repeat.h"
#include "str.h"

#include <criterion/criterion.h>

/* One letter an item. */
static struct repeat find(const char *text)
{
	struct arena a = { 0 };
	uint64_t items[512];
	size_t count = str_c(text).len;
	struct repeat r;

	for (size_t i = 0; i < count; i++)
		items[i] = (unsigned char)text[i];
	r = repeat_find(&a, items, count);
	arena_release(&a);
	return r;
}

Test(repeat, finds, .fini = no_leaks)
{
	static const struct {
		const char *text;
		size_t start, period, count, slack;
	} rows[] = {
		{ "", 0, 0, 0, 0 },
		{ "a", 0, 0, 0, 0 },
		{ "abcdef", 0, 0, 0, 0 },
		{ "aa", 0, 1, 2, 0 },
		{ "ababab", 0, 2, 3, 0 },
		{ "xyababababz", 2, 2, 4, 0 },
		{ "abcdeabcdeabcde", 0, 5, 3, 0 },
		{ "aabaabaab", 0, 3, 3, 0 },	/* not a twice */
		{ "abcabcabxy", 0, 3, 2, 2 },	/* as well bca, from the second on */
		{ "pppqabcdabcdabcdr", 4, 4, 3, 0 },	/* not p three times */
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct repeat r = find(rows[i].text);

		cr_expect_eq(r.count, rows[i].count, "%s: count %zu", rows[i].text, r.count);
		cr_expect_eq(r.period, rows[i].period, "%s: period %zu", rows[i].text, r.period);
		cr_expect_eq(r.start, rows[i].start, "%s: start %zu", rows[i].text, r.start);
		cr_expect_eq(r.slack, rows[i].slack, "%s: slack %zu", rows[i].text, r.slack);
	}
}

/* A block longer than any window, whose own operators repeat. */
Test(repeat, long_block, .fini = no_leaks)
{
	char text[3 * 150 + 1] = { 0 };
	struct repeat r;

	for (size_t i = 0; i < 3 * 150; i++)
		text[i] = (char)('a' + (i % 150 % 7 == 6 ? i % 150 / 7 : i % 150 % 3));
	r = find(text);
	cr_expect_eq(r.period, 150, "period %zu", r.period);
	cr_expect_eq(r.count, 3, "count %zu", r.count);
}
