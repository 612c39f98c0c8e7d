/* SPDX-License-Identifier: MIT */
#include "pattern.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(pattern, .fini = no_leaks);

static const struct {
	const char *pattern, *path;
	bool matches;
} cases[] = {
	{ "model.py", "/x/pkg/model.py", true },
	{ "pkg/*.py", "/x/pkg/model.py", true },
	{ "src/mypkg/**", "/home/me/src/mypkg/a/b.py", true },
	{ "*/tokenizer.py", "/x/tokenizer.py", true },
	{ "*/tokenizer.py", "tokenizer.py", false },
	{ "/x/*", "/x/pkg/model.py", true },
	{ "/pkg/*", "/x/pkg/model.py", false },
	{ "odel.py", "/x/model.py", false },
	{ "", "", true },
};

Test(pattern, of_a_file_matches_behind_any_slash)
{
	static const char pad[5000] = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		cr_expect_eq(pattern_matches_file(cases[i].pattern, str_c(cases[i].path)),
			     cases[i].matches, "%s %s", cases[i].pattern, cases[i].path);
	cr_expect_not(pattern_matches_file("*", (struct str){ NULL, 0 }));
	cr_expect_not(pattern_matches("*", (struct str){ pad, sizeof pad }));
	cr_expect(pattern_matches("f*d", STR("forward")));
	cr_expect_not(pattern_matches("orward", STR("forward")));
}
