/* SPDX-License-Identifier: MIT */
#include "place.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(place, .fini = no_leaks);

Test(place, files_and_lines)
{
	struct arena a = { 0 };

	cr_expect(str_eq(place_text(&a, STR("f.py"), 12), STR("f.py:12")));
	cr_expect(str_eq(place_text(&a, STR("f.py"), 0), STR("f.py:0")));
	cr_expect(str_eq(place_text(&a, STR("f.py"), -1), STR("f.py")));
	cr_expect_null(place_text(&a, (struct str){ NULL, 0 }, 12).s);
	arena_release(&a);
}

Test(place, functions_resumed_after_a_break)
{
	static const struct {
		const char *function, *name, *shown;
		int64_t line;
	} rows[] = {
		{ "torch_dynamo_resume_in_f_at_12", "f", "f after the break at line 12", 12 },
		{ "torch_dynamo_resume_in_look_at_me_at_3", "look_at_me",
		  "look_at_me after the break at line 3", 3 },
		{ "torch_dynamo_resume_in_<lambda>_at_3", "<lambda>", "<lambda> after the break at line 3", 3 },
		{ "torch_dynamo_resume_in__at_3", "", " after the break at line 3", 3 },
		{ "forward", NULL, "forward", 0 }, { "", NULL, "", 0 },
		{ "torch_dynamo_resume_in_f", NULL, "torch_dynamo_resume_in_f", 0 },
		{ "torch_dynamo_resume_in_f_at_", NULL, "torch_dynamo_resume_in_f_at_", 0 },
		{ "torch_dynamo_resume_in_f_to_3", NULL, "torch_dynamo_resume_in_f_to_3", 0 },
		{ "torch_dynamo_resume_in_f_at_x", NULL, "torch_dynamo_resume_in_f_at_x", 0 },
		{ "xtorch_dynamo_resume_in_f_at_3", NULL, "xtorch_dynamo_resume_in_f_at_3", 0 },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str name;
		int64_t line;
		bool resumed = place_resumed(str_c(rows[i].function), &name, &line);

		cr_expect_eq(resumed, rows[i].name != NULL, "%s", rows[i].function);
		if (resumed)
			cr_expect(str_eq(name, str_c(rows[i].name)) && line == rows[i].line, "%s",
				  rows[i].function);
		cr_expect(str_eq(place_function(&a, str_c(rows[i].function)), str_c(rows[i].shown)), "%s",
			  rows[i].function);
	}
	arena_release(&a);
}

Test(place, times_have_three_digits)
{
	static const struct {
		int64_t us;
		const char *text;
	} rows[] = {
		{ 0, "0 s" }, { 820, "820 µs" }, { 999, "999 µs" }, { 1000, "1.00 ms" },
		{ 41234, "41.2 ms" }, { 9994, "9.99 ms" }, { 9996, "10.0 ms" }, { 99960, "100 ms" },
		{ 5310000, "5.31 s" }, { 119900000, "120 s" }, { 123456789, "2 min 3 s" }, { 120000000, "2 min" },
		{ 3661000000, "1 h 1 min" }, { 999600, "1.00 s" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		char text[32];

		place_time(text, sizeof text, rows[i].us);
		cr_expect_str_eq(text, rows[i].text, "%lld: %s", (long long)rows[i].us, text);
	}
}
