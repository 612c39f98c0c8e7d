/* SPDX-License-Identifier: MIT */
#include "sample_test.h"
#include "writer.h"

#include <cJSON.h>
#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(json, .fini = no_leaks);

static cJSON *parse(struct report *r)
{
	const struct writer_options options = { .width = 80 };
	struct buf b = { 0 };
	cJSON *json;

	json_writer.write(&b, r, &options);
	json = cJSON_ParseWithLength(b.s, b.len);
	cr_assert_not_null(json, STR_FMT, STR_ARG(b));
	buf_release(&b);
	report_release(r);
	return json;
}

static const cJSON *member(const cJSON *json, const char *key)
{
	const cJSON *found = cJSON_GetObjectItemCaseSensitive(json, key);

	cr_assert_not_null(found, "%s", key);
	return found;
}

Test(json, has_a_member_for_each_section)
{
	static const char *const keys[] = {
		"schema", "summary", "phases", "causes", "compilations", "graph_breaks",
	};
	struct report r = { 0 };
	cJSON *json;

	sample_slow(&r);
	json = parse(&r);
	cr_expect_eq(cJSON_GetArraySize(json), (int)COUNT_OF(keys));
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		cr_expect_str_eq(cJSON_GetArrayItem(json, (int)i)->string, keys[i]);
	cr_expect(cJSON_IsObject(member(json, "summary")));
	cr_expect(cJSON_IsArray(member(json, "phases")));
	cr_expect_eq(cJSON_GetArraySize(member(json, "graph_breaks")), 0);
	cJSON_Delete(json);
}

Test(json, leaves_out_what_is_for_people_and_totals)
{
	struct report r = { 0 };
	const cJSON *phases;
	int64_t sum_us = 0;
	cJSON *json;

	sample_slow(&r);
	json = parse(&r);
	cr_expect_null(
		cJSON_GetObjectItemCaseSensitive(member(json, "summary"), "headline"));
	phases = member(json, "phases");
	for (int i = 0; i < cJSON_GetArraySize(phases); i++)
		if (member(cJSON_GetArrayItem(phases, i), "depth")->valueint == 0)
			sum_us += (int64_t)member(cJSON_GetArrayItem(phases, i),
						  "self_us")->valuedouble;
	cr_expect_eq(cJSON_GetArraySize(phases), 7, "the total is a row");
	cr_expect_eq(sum_us, 5310000);
	cJSON_Delete(json);
}

static const struct column number_columns[] = {
	{ "n", "", CELL_COUNT, 0, NULL },   { "share", "", CELL_SHARE, 0, NULL },
	{ "flag", "", CELL_FLAG, 0, NULL }, { "depth", "", CELL_COUNT, 0, NULL },
	{ "view", "", CELL_TEXT, COLUMN_VIEW, NULL },
};
static const struct section_def numbers_def = {
	.key = "numbers", .title = "", .shape = SHAPE_TABLE,
	.columns = number_columns, .column_count = COUNT_OF(number_columns),
};
static const struct section_def empty_def = {
	.key = "nothing", .title = "", .shape = SHAPE_OBJECT, .columns = number_columns,
	.column_count = 1,
};
static const struct section_def view_def = {
	.key = "view", .title = "", .flags = COLUMN_VIEW,
};

Test(json, writes_exact_bytes)
{
	const struct writer_options options = { .width = 80 };
	struct report r = { 0 };
	struct table *t = report_section(&r, &numbers_def);
	struct row *row = table_add(&r, t);
	struct buf b = { 0 };

	row_number(t, row, "n", INT64_MIN);
	row_number(t, row, "share", 584);
	row_number(t, row, "flag", 1);
	row = table_add(&r, t);
	row->depth = 2;
	row_number(t, row, "share", -10001);
	report_section(&r, &empty_def);
	report_section(&r, &view_def);
	json_writer.write(&b, &r, &options);
	cr_expect(str_eq(buf_str(&b), STR(
		"{\n"
		"  \"schema\": 1,\n"
		"  \"numbers\": [\n"
		"    {\"n\": -9223372036854775808, \"share\": 0.0584, \"flag\": true, "
		"\"depth\": 0},\n"
		"    {\"n\": null, \"share\": -1.0001, \"flag\": null, \"depth\": 2}\n"
		"  ],\n"
		"  \"nothing\": null\n"
		"}\n")), STR_FMT, STR_ARG(b));
	buf_release(&b);
	report_release(&r);
}

Test(json, shows_what_a_diff_found)
{
	struct report r = { 0 };
	const cJSON *rows;
	cJSON *json;

	sample_diff(&r);
	json = parse(&r);
	rows = member(json, "compilations");
	cr_expect_str_eq(member(cJSON_GetArrayItem(rows, 0), "mark")->valuestring,
			 "changed");
	cr_expect_eq(
		member(member(cJSON_GetArrayItem(rows, 0), "old"), "time_us")->valueint,
		100000);
	cr_expect_str_eq(member(cJSON_GetArrayItem(rows, 1), "mark")->valuestring,
			 "added");
	cr_expect_null(
		cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(rows, 1), "old"));
	cr_expect_null(
		cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(rows, 3), "mark"));
	cJSON_Delete(json);
}

Test(json, is_valid_whatever_bytes_are_in_it)
{
	char bytes[255];
	struct report r = { 0 };
	cJSON *json;

	for (size_t i = 0; i < sizeof bytes; i++)	/* cJSON stops at NUL */
		bytes[i] = (char)(i + 1);
	sample_hostile(&r, (struct str){ bytes, sizeof bytes });
	json = parse(&r);
	cr_expect(strncmp(member(member(json, "summary"), "torch_version")->valuestring,
			  bytes, 127) == 0);
	cJSON_Delete(json);
}
