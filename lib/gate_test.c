/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include <criterion/criterion.h>

#include "leaks.h"
#include "saved.h"

TestSuite(gate, .fini = no_leaks);

#define RUN(compile_us, rest) \
	"{\"schema\": 1, \"summary\": {\"compiles\": 2, \"compile_us\": " compile_us ", " \
	"\"complete\": true}, \"health\": {\"damaged\": 0}, \"compilations\": [" \
	"{\"id\": \"0/0\", \"process\": 0, \"start_us\": 0, \"time_us\": 60, \"function\": \"f\", " \
	"\"file\": \"src/a.py\", \"restarts\": 1}, {\"id\": \"0/1\", \"process\": 0, " \
	"\"start_us\": 100, \"time_us\": 40, \"backward_us\": 10, \"function\": \"f\", " \
	"\"file\": \"src/a.py\"}], \"recompiles\": [{\"id\": \"0/1\", \"process\": 0, " \
	"\"kind\": \"size\", \"source\": \"x\", \"function\": \"f\", \"file\": \"src/a.py\"}]" rest "}"

static const struct {
	const char *report, *policy;	/* what follows "version: 1" */
	size_t held, violated, unknown, lost, warnings;
} cases[] = {
	{ RUN("110", ""), "limits: { recompiles: 1, compiles: 2, restarts: 1 }", 3, 0, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }", 0, 1, 0, 0, 0 },
	{ RUN("110", ""), "limits: { compile_time: 110 us, longest_compile: 60 us }", 2, 0, 0, 0, 0 },
	{ RUN("110", ""), "limits: { compile_time: 109 us, longest_compile: 59 us }", 0, 2, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompile_time: 46 % }", 1, 0, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompile_time: 45 % }", 0, 1, 0, 0, 0 },
	{ RUN("null", ""), "limits: { graph_breaks: 0, recompiles: 1 }", 1, 0, 1, 0, 0 },
	{ RUN("null", ""), "limits: { compile_time: 1 s }", 0, 0, 1, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nafter: 2 compiles", 1, 0, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nafter: 1 compile", 0, 1, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nafter: 101 us", 1, 0, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nafter: 100 us", 0, 1, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nonly: b.py", 1, 0, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nonly: [src/*]", 0, 1, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nignore: [{ kind: size, reason: r }]", 1, 0, 0, 0, 0 },
	{ RUN("110", ""), "limits: { recompiles: 0 }\nignore: [{ kind: size, up_to: 0, reason: r }]", 0, 1, 0, 0, 1 },
	{ RUN("110", ""), "limits: { recompiles: 1 }\nignore: [{ kind: rank, reason: r }]", 1, 0, 0, 0, 1 },
	{ RUN("110", ", \"caches\": [{\"layer\": \"FX graph\", \"hits\": 1, \"misses\": 1}]"),
	  "limits: { cache_hit_rate: '>= 50 %' }", 1, 0, 0, 0, 0 },
	{ RUN("110", ", \"caches\": [{\"layer\": \"AOTAutograd\", \"hits\": 1, \"misses\": 3}]"),
	  "limits: { cache_hit_rate: '>= 50 %' }", 0, 1, 0, 0, 0 },
	{ RUN("110", ""), "limits: { cache_hit_rate: '>= 50 %' }", 0, 0, 1, 0, 0 },
	{ RUN("110", ""), "limits: { compilations.time_us: 50 us }", 0, 1, 0, 0, 0 },
	{ RUN("110", ""), "limits: { graph_breaks.count: 0, caches.hits: '>= 1' }", 1, 0, 1, 0, 0 },
	{ RUN("110", ""), "limits: { per_function: { recompiles: 0, compiles: 2 } }", 1, 1, 0, 0, 0 },
	{ "{\"schema\": 1, \"summary\": {\"complete\": true}, \"health\": {\"damaged\": 1}}",
	  "limits: { limit_hits: 0 }", 0, 0, 1, 1, 0 },
	{ "{\"schema\": 1, \"summary\": {\"compile_us\": 0, \"compiles\": 0, \"complete\": false},"
	  "\"health\": {\"damaged\": 0}}", "limits: { recompiles: 0 }", 1, 0, 0, 1, 0 },
};

static void judge(size_t i, const struct report *sections)
{
	struct report r = { 0 }, out = { 0 };
	struct policy p = { .after_us = 0 };
	struct gate_counts n = { 0 };
	const struct gate_options o = { .today = STR_INIT("2026-01-01") };
	struct buf policy = { 0 };
	struct err e = { "" };

	buf_addf(&policy, "version: 1\n%s\n", cases[i].policy);
	cr_assert_eq(policy_parse(&p, STR("p"), buf_str(&policy), sections, &e), 0, "%s", e.msg);
	cr_assert_eq(saved_read(&r, STR("r"), str_c(cases[i].report), &e), 0, "%s", e.msg);
	cr_assert_eq(gate_judge(&out, &r, &p, &o, &n, &e), 0, "%s", e.msg);
	cr_expect(n.held == cases[i].held && n.violated == cases[i].violated &&
		  n.unknown == cases[i].unknown && n.lost == cases[i].lost &&
		  n.warnings == cases[i].warnings,
		  "case %zu, %s: holds %zu, violated %zu, unknown %zu, lost %zu, warnings %zu", i,
		  cases[i].policy, n.held, n.violated, n.unknown, n.lost, n.warnings);
	report_release(&out);
	report_release(&r);
	policy_release(&p);
	buf_release(&policy);
}

Test(gate, judges_each_limit)
{
	struct report sections = { 0 };

	saved_sections(&sections);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		judge(i, &sections);
	report_release(&sections);
}

/* What is said of the first limit. */
static const struct {
	const char *report, *policy;
	const char *limit, *allowed, *measured, *over;	/* over "": there is none */
} texts[] = {
	{ RUN("110", ""), "limits: { recompile_time: 20 % }", "recompile_time", "at most 20 %",
	  "45 % (50 µs)", "25 points" },
	{ RUN("110", ""), "limits: { recompile_time: 45 % }", "recompile_time", "at most 45 %",
	  "45.45 % (50 µs)", "0.45 points" },
	{ RUN("110", ""), "limits: { recompile_time: 45.45 % }", "recompile_time",
	  "at most 45.45 %", "45.45 % (50 µs)", "less than 0.01 points" },
	{ RUN("110", ""), "limits: { recompile_time: 90 % }", "recompile_time", "at most 90 %",
	  "45 % (50 µs)", "" },
	{ RUN("110", ""), "limits: { per_function: { recompile_time: 20 % } }",
	  "per_function.recompile_time", "at most 20 %", "45 % (50 µs)", "25 points" },
	{ RUN("110", ""), "limits: { recompile_time: 1 us }", "recompile_time", "at most 1 µs",
	  "50 µs", "49 µs" },
	{ RUN("110", ", \"caches\": [{\"layer\": \"FX graph\", \"hits\": 1, \"misses\": 3}]"),
	  "limits: { cache_hit_rate: '>= 50 %' }", "cache_hit_rate", "at least 50 %", "25 %",
	  "25 points" },
	{ RUN("110", ""), "limits: { recompiles: 1 }\nignore: [{ kind: rank, function: 'f*', "
	  "source: x, reason: r }]", "ignore #1 (rank of x in f*)", "", "", "" },
	{ RUN("110", ""), "limits: { recompiles: 1 }\nignore: [{ file: b.py, reason: r }]",
	  "ignore #1 (in b.py)", "", "", "" },
};

static void expect_text(const struct table *t, size_t i, const char *key, const char *wanted)
{
	const struct cell *c = table_get(t, 0, key);
	struct str got = c->present ? c->text : STR("");

	cr_expect(str_eq(got, str_c(wanted)), "case %zu, %s: %s is '" STR_FMT "', not '%s'", i,
		  texts[i].policy, key, STR_ARG(got), wanted);
}

static void tell(size_t i, const struct report *sections)
{
	struct report r = { 0 }, out = { 0 };
	struct policy p = { .after_us = 0 };
	struct gate_counts n = { 0 };
	const struct gate_options o = { .today = STR_INIT("2026-01-01") };
	struct buf policy = { 0 };
	struct err e = { "" };
	const struct table *t;

	buf_addf(&policy, "version: 1\n%s\n", texts[i].policy);
	cr_assert_eq(policy_parse(&p, STR("p"), buf_str(&policy), sections, &e), 0, "%s", e.msg);
	cr_assert_eq(saved_read(&r, STR("r"), str_c(texts[i].report), &e), 0, "%s", e.msg);
	cr_assert_eq(gate_judge(&out, &r, &p, &o, &n, &e), 0, "%s", e.msg);
	t = report_find(&out, STR("gate"));
	expect_text(t, i, "limit", texts[i].limit);
	expect_text(t, i, "allowed", texts[i].allowed);
	expect_text(t, i, "measured", texts[i].measured);
	expect_text(t, i, "over", texts[i].over);
	report_release(&out);
	report_release(&r);
	policy_release(&p);
	buf_release(&policy);
}

Test(gate, says_how_far_off)
{
	struct report sections = { 0 };

	saved_sections(&sections);
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		tell(i, &sections);
	report_release(&sections);
}
