/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <criterion/criterion.h>

#include "leaks.h"
#include "paired.h"
#include "saved.h"

TestSuite(compare, .fini = no_leaks);

static const struct {
	int64_t before, after, noise;
	bool same;
} noises[] = {
	{ 1000000, 1050000, 500, true },  { 1000000, 1050001, 500, false },
	{ 1000000, 950000, 500, true },	  { 1000000, 949999, 500, false },
	{ 0, 500, 0, true },		  { 0, 501, 0, false },
	{ 0, INT64_MAX, 500, false },	  { INT64_MAX, INT64_MAX, 0, true },
	{ 1000000, 1000501, 0, false },
};

Test(compare, noise_is_a_share_and_half_a_millisecond)
{
	for (size_t i = 0; i < COUNT_OF(noises); i++)
		cr_expect_eq(paired_is_noise(noises[i].before, noises[i].after, noises[i].noise),
			     noises[i].same, "%zu", i);
}

static void read(struct report *r, const char *text)
{
	struct err e;

	cr_assert_eq(saved_read(r, STR("r"), str_c(text), &e), 0, "%s", e.msg);
}

static const char before[] =
	"{\"schema\": 1, \"summary\": {\"compiles\": 2, \"compile_us\": 3000000},"
	"\"compilations\": [{\"id\": \"0/0\", \"process\": 0, \"time_us\": 1000000, \"function\": \"f\"},"
	"{\"id\": \"0/1\", \"process\": 0, \"time_us\": 2000000, \"function\": \"f\"}],"
	"\"recompiles\": [{\"id\": \"0/1\", \"process\": 0, \"kind\": \"size\", \"function\": \"f\", \"cause\": 1}],"
	"\"causes\": [{\"cause\": 1, \"kind\": \"size\", \"source\": \"x\", \"headline\": \"x changed\","
	"\"count\": 1, \"time_us\": 2000000}]}";
static const char after[] =
	"{\"schema\": 1, \"summary\": {\"compiles\": 3, \"compile_us\": 2500000},"
	"\"compilations\": [{\"id\": \"0/0\", \"process\": 0, \"time_us\": 1000000, \"function\": \"f\"},"
	"{\"id\": \"0/1\", \"process\": 0, \"time_us\": 1000000, \"function\": \"f\"},"
	"{\"id\": \"0/2\", \"process\": 0, \"time_us\": 500000, \"function\": \"f\"}],"
	"\"recompiles\": [{\"id\": \"0/1\", \"process\": 0, \"kind\": \"size\", \"function\": \"f\", \"cause\": 1},"
	"{\"id\": \"0/2\", \"process\": 0, \"kind\": \"rank\", \"function\": \"f\", \"cause\": 2}],"
	"\"causes\": [{\"cause\": 2, \"kind\": \"size\", \"source\": \"x\", \"headline\": \"x changed\","
	"\"count\": 1, \"time_us\": 1000000}, {\"cause\": 1, \"kind\": \"rank\", \"source\": \"y\","
	"\"headline\": \"y grew\", \"count\": 1, \"time_us\": 500000}]}";

static struct str text_at(const struct report *r, const char *section, size_t row)
{
	const struct table *t = report_find(r, str_c(section));

	return t && row < t->rows.count ? table_get(t, row, "what")->text : STR("");
}

Test(compare, puts_apart_what_got_worse_and_better)
{
	struct report a = { 0 }, b = { 0 }, r = { 0 };
	const struct compare_side x = { &a, STR_INIT("a") }, y = { &b, STR_INIT("b") };
	const struct compare_options options = { .noise = 500 };
	struct compare_counts counts;
	const struct table *causes;
	struct err e;

	read(&a, before);
	read(&b, after);
	cr_assert_eq(compare_build(&r, &x, &y, &options, &counts, &e), 0, "%s", e.msg);
	cr_expect_eq(counts.worse, 2);
	cr_expect_eq(counts.better, 1);
	cr_expect(str_eq(text_at(&r, "regressions", 0), STR("new cause: y grew")));
	cr_expect(str_eq(text_at(&r, "regressions", 1), STR("recompiles")));
	cr_expect(str_eq(text_at(&r, "improvements", 0), STR("compile time")));
	causes = report_find(&r, STR("causes"));
	cr_assert_eq(causes->rows.count, 2);
	cr_expect_eq(causes->rows.items[0].mark, ROW_CHANGED);
	cr_expect_eq(causes->rows.items[1].mark, ROW_ADDED);
	cr_expect_eq(row_cell(causes, &causes->rows.items[0], "time_us")->old->number, 2000000);
	report_release(&a);
	report_release(&b);
	report_release(&r);
}

Test(compare, of_a_report_with_itself_finds_nothing)
{
	struct report a = { 0 }, r = { 0 };
	const struct compare_side x = { &a, STR_INIT("a") };
	const struct compare_options options = { .noise = 0 };
	struct compare_counts counts;
	struct err e;

	read(&a, after);
	cr_assert_eq(compare_build(&r, &x, &x, &options, &counts, &e), 0);
	cr_expect_eq(counts.worse + counts.better, 0);
	for (size_t i = 0; i < r.sections.count; i++)
		cr_expect_eq(r.sections.items[i]->rows.count, 0, "%s",
			     r.sections.items[i]->def->key);
	report_release(&a);
	report_release(&r);
}
