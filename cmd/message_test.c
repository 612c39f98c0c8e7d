/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "leaks.h"
#include "str.h"

TestSuite(message, .fini = no_leaks);

/* What came out of stderr, NUL-terminated. */
static size_t catch_message(char *out, size_t size, const char *text)
{
	int ends[2], before = dup(STDERR_FILENO);
	ssize_t n;

	cr_assert_eq(pipe(ends), 0);
	dup2(ends[1], STDERR_FILENO);
	errno = ENOENT;
	message_error("%s: what", text);
	cr_expect_eq(errno, ENOENT);
	dup2(before, STDERR_FILENO);
	n = read(ends[0], out, size - 1);
	cr_assert_gt(n, 0);
	out[n] = '\0';
	close(ends[0]);
	close(ends[1]);
	close(before);
	return (size_t)n;
}

static const struct {
	const char *text, *want;
} cases[] = {
	{ "a.log", "ctrace: a.log: what\n" },
	{ "\033]8;;evil\a", "ctrace: \\x1b]8;;evil\\x07: what\n" },
	{ "a\nctrace: forged", "ctrace: a\\nctrace: forged: what\n" },
	{ "\xe2\x80\xae", "ctrace: \\u202e: what\n" },
	{ "\xff", "ctrace: \\xff: what\n" },
	{ "%s%n", "ctrace: %s%n: what\n" },
};

Test(message, is_one_safe_line)
{
	char out[256];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		catch_message(out, sizeof out, cases[i].text);
		cr_expect_str_eq(out, cases[i].want);
	}
}

Test(message, is_cut_when_overlong)
{
	static char text[20000], out[20000];
	size_t n;

	memset(text, 'a', sizeof text - 1);
	n = catch_message(out, sizeof out, text);
	cr_expect_lt(n, 4200);
	cr_expect(str_ends((struct str){ out, n }, STR("a…\n")));
}
