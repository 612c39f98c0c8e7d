/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <criterion/criterion.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "leaks.h"

TestSuite(progress, .fini = no_leaks);

/* A bar that began so many seconds ago. */
static struct progress begun(int64_t seconds_ago)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (struct progress){ .begun_us = ((int64_t)t.tv_sec - seconds_ago) * 1000000 + t.tv_nsec / 1000 };
}

Test(progress, shows_nothing_in_the_first_second_and_then_where_it_is)
{
	static const struct {
		const char *label;
		int64_t seconds, done, total;
		const char *want;	/* the beginning of it */
	} rows[] = {
		{ "too early", 0, 50, 100, "" },
		{ "half of it", 10, 50000000, 100000000, "\r\x1b[K[############............]  50 %  50 of 100 MB, 5 MB/s, " },
		{ "all", 10, 100000000, 100000000, "\r\x1b[K[########################] 100 %  100 of 100 MB" },
		{ "nothing yet", 10, 0, 100000000, "\r\x1b[K[........................]   0 %  0 of 100 MB, 0 MB/s, 0 s left" },
		{ "of unknown size", 10, 50000000, 0, "\r\x1b[Kctrace: 50 MB read, 5 MB/s" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct progress p = begun(rows[i].seconds);
		char got[300] = "";
		int ends[2], err = dup(2);
		ssize_t n;

		cr_assert_eq(pipe(ends), 0);
		dup2(ends[1], 2);
		progress_show(&p, rows[i].done, rows[i].total);
		cr_expect_eq(p.shown, rows[i].want[0] != '\0', "%s", rows[i].label);
		progress_clear(&p);
		dup2(err, 2);
		close(err);
		close(ends[1]);
		n = read(ends[0], got, sizeof got - 1);
		close(ends[0]);
		cr_expect_eq(strncmp(got, rows[i].want, strlen(rows[i].want)), 0, "%s: %s", rows[i].label, got);
		cr_expect_eq(n > 0, rows[i].want[0] != '\0', "%s", rows[i].label);
		if (n > 4)
			cr_expect_str_eq(got + n - 4, "\r\x1b[K", "%s is left on the screen", rows[i].label);
	}
}

Test(progress, nobody_sees_a_pipe)
{
	int ends[2];

	cr_assert_eq(pipe(ends), 0);
	dup2(ends[1], 2);
	cr_expect(!progress_wanted());
}
