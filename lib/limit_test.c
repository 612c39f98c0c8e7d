/* SPDX-License-Identifier: MIT */
#include "limit.h"

#include <criterion/criterion.h>

#include "leaks.h"
#include "saved.h"

TestSuite(limit, .fini = no_leaks);

static const struct {
	const char *name, *value, *want;	/* want: the bound in words, or "!" and why not */
} cases[] = {
	{ "recompiles", "3", "at most 3" },
	{ "recompiles", " <= 3", "at most 3" },
	{ "recompiles", ">=3", "at least 3" },
	{ "recompiles", "== 0", "exactly 0" },
	{ "recompiles", "< 922337203685477579", "less than 922337203685477579" },
	{ "recompiles", "> 1", "more than 1" },
	{ "recompiles", "9223372036854775808",
	  "!'9223372036854775808' is no number, or too big a one" },
	{ "recompiles", "1.0", "!'1.0' has a fraction, or lacks a unit" },
	{ "recompiles", "= 3", "!'= 3' is no number" },
	{ "recompiles", "", "!'' is no number" },
	{ "recompiles", "3 B", "!'recompiles' is a number such as 3, not '3 B'" },
	{ "compile_time", "0", "at most 0 s" },
	{ "compile_time", "120 s", "at most 2 min" },
	{ "compile_time", "1.5min", "at most 90.0 s" },
	{ "compile_time", "2 µs", "at most 2 µs" },
	{ "compile_time", "2us", "at most 2 µs" },
	{ "compile_time", "0.25 ms", "at most 250 µs" },
	{ "compile_time", "153722867281 min",
	  "!'153722867281 min' is no number, or too big a one" },
	{ "recompile_time", "20 %", "at most 20 %" },
	{ "recompile_time", "0.05%", "at most 0.05 %" },
	{ "cache_hit_rate", ">= 90 %", "at least 90 %" },
	{ "cache_hit_rate", "0.9", "!'0.9' has a fraction, or lacks a unit" },
	{ "causes.size", "0", "at most 0" },
	{ "per_function.restarts", "1", "at most 1" },
	{ "causes.count", "7", "at most 7" },
	{ "phases[\"C++ build\"].self_us", "1 s", "at most 1.00 s" },
	{ "phases.share", "50 %", "at most 50 %" },
	{ "summary.complete", "true", "exactly true" },
	{ "summary.torch_version", "== 2.13", "exactly 2.13" },
	{ "recompile", "", "!unknown limit 'recompile'; did you mean 'recompiles'?" },
	{ "phase", "", "!unknown limit 'phase'; did you mean 'phases'?" },
	{ "xyz", "", "!unknown limit 'xyz'" },
	{ "phases", "", "!'phases' is a section: name a column of it, as in phases.phase" },
	{ "phases.", "", "!'phases' is a section: name a column of it, as in phases.phase" },
	{ "causes.sise", "", "!unknown kind of cause 'sise'; did you mean 'size'?" },
	{ "recompiles.reasons", "", "!'reasons' holds lists: they cannot be limited" },
	{ "phases[\"\"].self_us", "1 s", "at most 1.00 s" },
	{ "verdict.what", "", "!unknown limit 'verdict'" },
};

Test(limit, reads_names_and_values)
{
	struct report sections = { 0 };

	saved_sections(&sections);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = { 0 };
		struct limit_target t;
		struct limit_bound b;
		struct str got;
		struct err e;

		if (limit_target(&t, &a, str_c(cases[i].name), &sections, &e) < 0 ||
		    limit_bound(&b, &t, str_c(cases[i].value), &e) < 0)
			got = str_format(&a, "!%s", e.msg);
		else
			got = limit_bound_text(&a, &b);
		cr_expect(str_eq(got, str_c(cases[i].want)), "%s: %s: " STR_FMT ", not %s",
			  cases[i].name, cases[i].value, STR_ARG(got), cases[i].want);
		arena_release(&a);
	}
	report_release(&sections);
}

Test(limit, holds_or_not)
{
	static const struct {
		enum limit_operator op;
		bool below, at, above;
	} ops[] = {
		{ LIMIT_AT_MOST, true, true, false }, { LIMIT_AT_LEAST, false, true, true },
		{ LIMIT_EXACTLY, false, true, false }, { LIMIT_LESS, true, false, false },
		{ LIMIT_MORE, false, false, true },
	};

	for (size_t i = 0; i < COUNT_OF(ops); i++) {
		const struct limit_bound b = { .op = ops[i].op, .number = 5 };

		cr_expect_eq(limit_holds(&b, 4), ops[i].below, "%s", limit_sign(b.op));
		cr_expect_eq(limit_holds(&b, 5), ops[i].at, "%s", limit_sign(b.op));
		cr_expect_eq(limit_holds(&b, 6), ops[i].above, "%s", limit_sign(b.op));
	}
}
