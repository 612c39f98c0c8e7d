/* SPDX-License-Identifier: MIT */
#include "screen.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "leaks.h"

TestSuite(screen, .fini = no_leaks);

Test(screen, widths)
{
	static const struct {
		const char *columns;
		unsigned width;
	} rows[] = { { "120", 120 }, { "40", 40 }, { "39", 40 }, { "1", 40 }, { "0", 100 }, { "-5", 100 },
		     { "", 100 }, { "80x", 100 }, { "1000000", 1000 }, { "99999999999999999999", 100 },
		     { NULL, 100 } };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (rows[i].columns)
			setenv("COLUMNS", rows[i].columns, 1);
		else
			unsetenv("COLUMNS");
		cr_expect_eq(screen_options("file", 0).width, rows[i].width, "COLUMNS='%s'", rows[i].columns);
	}
}

Test(screen, a_file_has_no_colours)
{
	setenv("TERM", "xterm", 1);
	unsetenv("NO_COLOR");
	cr_expect(!screen_options("file", 0).colour);
	cr_expect_eq(screen_options("file", 7).top, 7);
	cr_expect_eq(screen_options("file", -1).top, 0);
}
