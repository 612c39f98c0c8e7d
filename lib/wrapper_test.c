/* SPDX-License-Identifier: MIT */
#include "leaks.h"
#include "wrapper.h"

#include <criterion/criterion.h>

TestSuite(wrapper, .fini = no_leaks);

/* Forms are tried in full with torch's heads in dialect_test.c. */
static const struct {
	const char *line, *rest;	/* NULL: no wrapper */
} strips[] = {
	{ "[rank0]: x", "x" }, { "[rank]: x", NULL }, { "rank0: x", NULL }, { "0: x", "x" },
	{ "0:x", NULL }, { "99999999999999999999: x", NULL }, { "2026-05-03 12:00:01,5 x", "x" },
	{ "2026-05-03 12:00 x", NULL }, { "12:00:01.5 x", "x" }, { "a b | x", NULL },
	{ "", NULL }, { "x", NULL }, { "  x", "x" }, { "#5 0.312 x", "x" },
};

Test(wrapper, strip)
{
	for (size_t i = 0; i < COUNT_OF(strips); i++) {
		struct wrapper w = { -1, -1, 0 };
		struct str rest = str_c(strips[i].line);
		bool stripped = wrapper_strip(&rest, &w);

		cr_expect_eq(stripped, strips[i].rest != NULL, "'%s'", strips[i].line);
		if (stripped && strips[i].rest)
			cr_expect(str_eq(rest, str_c(strips[i].rest)), "'%s': '%.*s'",
				  strips[i].line, STR_ARG(rest));
	}
}

static const struct {
	const char *line, *rest;
} bars[] = {
	{ "x", "x" }, { " 5%|# | 6/50 [00:03<00:21,  2.06it/s]x", "x" },
	{ "6it [00:03,  2.06it/s]x", "x" }, { "1/5 [00:03<00:21, 20.8s/it, loss=0.3]x", "x" },
	{ "1/5 [00:03<?, ?it/s]x", "x" }, { "[1.0it/s][2.0it/s]x", "x" },
	{ "100% 5.2M/5.2M [00:01<00:00, 4.1MB/s]x", "x" }, { "2.06it/s x]", "2.06it/s x]" },
};

Test(wrapper, behind_bar)
{
	for (size_t i = 0; i < COUNT_OF(bars); i++) {
		struct str rest = wrapper_behind_bar(str_c(bars[i].line));

		cr_expect(str_eq(rest, str_c(bars[i].rest)), "'%s': '%.*s'", bars[i].line,
			  STR_ARG(rest));
	}
}

static const struct {
	const char *line, *plain;
} colours[] = {
	{ "x", "x" }, { "\x1b[33mx\x1b[0m", "x" }, { "a\x1b[1;31mb", "ab" }, { "a\x1b", "a" },
	{ "a\x1b[", "a" }, { "\x1b]8;;http://x\ay", "y" }, { "\x1b[38;5;", "" },
};

Test(wrapper, plain)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < COUNT_OF(colours); i++) {
		struct str plain = wrapper_plain(&b, str_c(colours[i].line));

		cr_expect(str_eq(plain, str_c(colours[i].plain)), "%zu: '%.*s'", i, STR_ARG(plain));
	}
	buf_release(&b);
}
