/* SPDX-License-Identifier: MIT */
#include "sample_test.h"
#include "writer.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(csv, .fini = no_leaks);

static const struct column columns[] = {
	{ "name", "name", CELL_TEXT, 0, NULL },
	{ "shown", "shown", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "time_us", "time", CELL_TIME, 0, NULL },
	{ "share", "share", CELL_SHARE, 0, NULL },
	{ "open", "open", CELL_FLAG, 0, NULL },
	{ "why", "why", CELL_TEXTS, 0, NULL },
};
static const struct section_def def = {
	"things", "Things", SHAPE_TABLE, 0, NULL, columns, COUNT_OF(columns), 0
};

static void render(struct buf *out, struct report *r, const char *section)
{
	const struct writer_options options = { .section = section };

	csv_writer.write(out, r, &options);
	report_release(r);
}

Test(csv, cells_are_quoted_and_defused)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{ "plain", "plain" },
		{ "", "" },
		{ "a,b", "\"a,b\"" },
		{ "say \"x\"", "\"say \"\"x\"\"\"" },
		{ "a\nb", "\"a\nb\"" },
		{ "=1+1", "'=1+1" },
		{ "+x", "'+x" },
		{ "-x", "'-x" },
		{ "@x", "'@x" },
		{ "\tx", "'\tx" },
		{ "\rx", "\"'\rx\"" },
		{ "=a,b", "\"'=a,b\"" },
		{ "＝x", "'＝x" },
		{ "x=1", "x=1" },
		{ "\x1b[0m", "\\x1b[0m" },
		{ "\xff", "\xef\xbf\xbd" },
		{ " x", "\" x\"" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct report r = { 0 };
		struct table *t = report_section(&r, &def);
		struct buf out = { 0 }, want = { 0 };

		row_text(t, table_add(&r, t), "name", str_c(cases[i].text));
		render(&out, &r, "things");
		buf_addf(&want, "name,time_us,share,open,why\r\n%s,,,,\r\n", cases[i].want);
		cr_expect(str_eq(buf_str(&out), buf_str(&want)), "%s: " STR_FMT, cases[i].text,
			  STR_ARG(out));
		buf_release(&out);
		buf_release(&want);
	}
}

Test(csv, numbers_are_as_in_json)
{
	static const struct str why[] = { STR_INIT("a"), STR_INIT("b,c") };
	struct report r = { 0 };
	struct table *t = report_section(&r, &def);
	struct row *row = table_add(&r, t);
	struct buf out = { 0 };

	row_number(t, row, "time_us", -5);
	row_number(t, row, "share", 1234);
	row_number(t, row, "open", 1);
	row_texts(&r, t, row, "why", why, 2);
	row = table_add(&r, t);
	row->mark = ROW_TOTAL;
	render(&out, &r, "things");
	cr_expect(str_eq(buf_str(&out), STR("name,time_us,share,open,why\r\n"
					    ",-5,0.1234,true,\"a\nb,c\"\r\n")), STR_FMT, STR_ARG(out));
	buf_release(&out);
}

Test(csv, holds_the_section_that_is_asked_for)
{
	struct report r = { 0 };
	struct buf out = { 0 };

	sample_slow(&r);
	render(&out, &r, "phases");
	cr_expect(str_starts(buf_str(&out), STR("phase,depth,self_us,total_us,share,count\r\n"
						 "backend,0,3920000,,0.7383,\r\n"
						 "C++ build,1,")), STR_FMT, STR_ARG(out));
	cr_expect_eq(str_find(buf_str(&out), STR("total,,")), STR_NONE);
	buf_release(&out);
}

Test(csv, of_a_diff_has_old_values_and_marks)
{
	struct report r = { 0 };
	struct buf out = { 0 };

	sample_diff(&r);
	render(&out, &r, NULL);
	cr_expect_neq(str_find(buf_str(&out), STR("time_us,old_time_us")), STR_NONE);
	cr_expect_neq(str_find(buf_str(&out), STR("223344,100000,")), STR_NONE, STR_FMT, STR_ARG(out));
	cr_expect_neq(str_find(buf_str(&out), STR(",changed\r\n")), STR_NONE);
	cr_expect_neq(str_find(buf_str(&out), STR(",added\r\n")), STR_NONE);
	buf_release(&out);
}
