/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(nearest, .fini = no_leaks);

static const struct {
	const char *a, *b;
	size_t distance;
} distances[] = {
	{ "", "", 0 },		  { "", "abc", 3 },	    { "abc", "", 3 },
	{ "format", "format", 0 }, { "formt", "format", 1 }, { "foormat", "format", 1 },
	{ "formta", "format", 1 }, { "kitten", "sitting", 3 }, { "ab", "ba", 1 },
};

Test(nearest, counts_what_is_wrong)
{
	char word[65];

	for (size_t i = 0; i < COUNT_OF(distances); i++)
		cr_expect_eq(
			nearest_distance(str_c(distances[i].a), str_c(distances[i].b)),
			distances[i].distance, "%s, %s", distances[i].a, distances[i].b);
	memset(word, 'a', sizeof word);
	cr_expect_eq(nearest_distance((struct str){ word, 64 }, STR("a")), SIZE_MAX);
	cr_expect_eq(nearest_distance(STR("a"), (struct str){ word, 64 }), SIZE_MAX);
	cr_expect_eq(nearest_distance((struct str){ word, 63 }, STR("a")), 62);
}

static const struct {
	const char *word, *found;
} offers[] = {
	{ "formt", "format" }, { "fromat", "format" }, { "form", "format" },
	{ "strickt", "strict" }, { "xyz", NULL },      { "", NULL },
	{ "t", NULL },	       { "latset", "latest" },
};

Test(nearest, finds_the_best_or_none)
{
	static const char *const names[] = { "top", "format", "strict", "latest",
					     "output" };

	for (size_t i = 0; i < COUNT_OF(offers); i++) {
		struct nearest n = { .word = str_c(offers[i].word) };

		for (size_t k = 0; k < COUNT_OF(names); k++)
			nearest_offer(&n, names[k]);
		cr_expect(n.found ? offers[i].found &&
					    strcmp(n.found, offers[i].found) == 0
				  : !offers[i].found,
			  "%s: %s", offers[i].word, n.found ? n.found : "none");
	}
}
