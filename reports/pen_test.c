/* SPDX-License-Identifier: MIT */
#include "pen.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(pen, .fini = no_leaks);

static void expect(const struct buf *b, const char *want)
{
	cr_expect(str_eq(buf_str(b), str_c(want)), "got '" STR_FMT "', want '%s'",
		  STR_ARG(*b), want);
}

Test(pen, ends_no_line_in_blanks)
{
	struct buf b = { 0 };
	struct pen p = { .out = &b };

	pen_padded(&p, PEN_BOLD, STR("ab"), 5);
	pen_flush_right(&p, PEN_PLAIN, STR("7"), 3);
	pen_padded(&p, PEN_PLAIN, STR("x  "), 9);
	pen_end_line(&p);
	pen_blanks(&p, 4);
	pen_end_line(&p);
	expect(&b, "ab     7x\n\n");
	buf_release(&b);
}

Test(pen, colours_text_but_no_blanks)
{
	struct buf b = { 0 };
	struct pen p = { .out = &b, .colour = true };

	pen_padded(&p, PEN_BOLD, STR("ab"), 4);
	pen_text(&p, PEN_PLAIN, STR("c"));
	expect(&b, "\033[1mab\033[0m  c");
	buf_release(&b);
}

static const struct {
	const char *label, *text, *want;
} wrap_cases[] = {
	{ "fits", "one two", "one two\n" },
	{ "breaks at blanks", "0123456789 0123456789 01234",
	  "0123456789 0123456789\n  01234\n" },
	{ "a long word stays whole", "01234567890123456789012345678901 x",
	  "01234567890123456789012345678901\n  x\n" },
	{ "empty", "", "\n" },
	{ "only blanks", "   ", "\n" },
};

Test(pen, wraps)
{
	const struct pen_paragraph where = { .first = 0, .indent = 2, .width = 24 };

	for (size_t i = 0; i < COUNT_OF(wrap_cases); i++) {
		struct buf b = { 0 };
		struct pen p = { .out = &b };

		pen_wrapped(&p, &where, str_c(wrap_cases[i].text));
		expect(&b, wrap_cases[i].want);
		buf_release(&b);
	}
}
