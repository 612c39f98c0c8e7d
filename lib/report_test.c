/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(report, .fini = no_leaks);

static const struct column part_columns[] = {
	{ "fact", "", CELL_TEXT, 0, NULL },
};
static const struct section_def part_def = {
	.key = "parts", .title = "", .columns = part_columns, .column_count = 1,
};
static const struct column columns[] = {
	{ "id", "id", CELL_TEXT, 0, NULL },
	{ "time_us", "time", CELL_TIME, COLUMN_DATA, NULL },
	{ "reasons", "", CELL_TEXTS, COLUMN_VIEW, NULL },
	{ "runs", "", CELL_TIMES, 0, NULL },
	{ "parts", "", CELL_ROWS, 0, &part_def },
};
static const struct section_def def = {
	.key = "compiles", .title = "Compiles", .shape = SHAPE_TABLE,
	.columns = columns, .column_count = COUNT_OF(columns),
};
static const struct section_def view_def = { .key = "view", .flags = COLUMN_VIEW };
static const struct section_def data_def = { .key = "data", .flags = COLUMN_DATA };

Test(report, sections_are_kept_in_order_and_found)
{
	struct report r = { 0 };
	struct table *a = report_section(&r, &def), *b = report_section(&r, &view_def);

	cr_assert_eq(r.sections.count, 2);
	cr_expect_eq(r.sections.items[0], a);
	cr_expect_eq(report_find(&r, STR("view")), b);
	cr_expect_null(report_find(&r, STR("vie")));
	report_release(&r);
	cr_expect_eq(r.sections.count, 0);
}

Test(report, a_new_row_is_absent_and_is_filled_by_key)
{
	struct report r = { 0 };
	struct table *t = report_section(&r, &def);
	struct table *nested = report_table(&r, &part_def);
	struct row *row = table_add(&r, t);
	const struct str texts[] = { STR("a"), { NULL, 0 } };
	const int64_t times[] = { 5, -1 };

	for (size_t i = 0; i < COUNT_OF(columns); i++)
		cr_expect(!row->cells[i].present, "%s", columns[i].key);
	row_text(t, row, "id", STR("0/1"));
	row_number(t, row, "time_us", INT64_MIN);
	row_texts(&r, t, row, "reasons", texts, 2);
	row_times(&r, t, row, "runs", times, 2);
	row_rows(t, row, "parts", nested);
	cr_expect(str_eq(table_get(t, 0, "id")->text, STR("0/1")));
	cr_expect_eq(table_get(t, 0, "time_us")->number, INT64_MIN);
	cr_expect_eq(table_get(t, 0, "reasons")->item_count, 2);
	cr_expect(!table_get(t, 0, "reasons")->items[1].present);
	cr_expect_eq(table_get(t, 0, "runs")->items[1].number, -1);
	cr_expect_eq(row_cell(t, row, "parts")->rows, nested);
	report_release(&r);
}

Test(report, absent_text_and_rows_leave_the_cell_absent)
{
	struct report r = { 0 };
	struct table *t = report_section(&r, &def);
	struct row *row = table_add(&r, t);

	row_text(t, row, "id", (struct str){ NULL, 0 });
	row_rows(t, row, "parts", NULL);
	cr_expect(!row_cell(t, row, "id")->present);
	cr_expect(!row_cell(t, row, "parts")->present);
	row_text(t, row, "id", STR(""));
	cr_expect(row_cell(t, row, "id")->present, "empty is not absent");
	report_release(&r);
}

Test(report, many_rows_keep_their_cells)
{
	struct report r = { 0 };
	struct table *t = report_section(&r, &def);

	for (int i = 0; i < 1000; i++)
		row_number(t, table_add(&r, t), "time_us", i);
	for (size_t i = 0; i < 1000; i++)
		cr_assert_eq(table_get(t, i, "time_us")->number, (int64_t)i);
	report_release(&r);
}

Test(report, flags_say_who_sees_what)
{
	cr_expect(column_in_data(&columns[0]) && column_in_view(&columns[0]));
	cr_expect(column_in_data(&columns[1]) && !column_in_view(&columns[1]));
	cr_expect(!column_in_data(&columns[2]) && column_in_view(&columns[2]));
	cr_expect(section_in_view(&view_def) && !section_in_data(&view_def));
	cr_expect(!section_in_view(&data_def) && section_in_data(&data_def));
}

Test(report, columns_are_for_data_people_or_pages)
{
	static const struct {
		unsigned flags;
		bool data, view, page;
	} cases[] = {
		{ 0, true, true, true },
		{ COLUMN_DATA, true, false, false },
		{ COLUMN_VIEW, false, true, true },
		{ COLUMN_PAGE, true, false, true },
		{ COLUMN_DATA | COLUMN_PAGE, true, false, true },
		{ COLUMN_VIEW | COLUMN_PAGE, false, false, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct column c = { .flags = cases[i].flags };
		const struct section_def d = { .flags = cases[i].flags };

		cr_expect_eq(column_in_data(&c), cases[i].data, "case %zu", i);
		cr_expect_eq(column_in_view(&c), cases[i].view, "case %zu", i);
		cr_expect_eq(column_in_page(&c), cases[i].page, "case %zu", i);
		cr_expect_eq(section_in_data(&d), cases[i].data, "case %zu", i);
		cr_expect_eq(section_in_view(&d), cases[i].view, "case %zu", i);
		cr_expect_eq(section_in_page(&d), cases[i].page, "case %zu", i);
	}
}

Test(report, cells_and_items_lead_to_rows)
{
	static const struct str texts[] = { STR_INIT("a"), STR_INIT("b") };
	static const struct str anchors[] = { STR_INIT("x"), { NULL, 0 } };
	struct report r = { 0 };
	struct table *t = report_section(&r, &def);
	struct row *row = table_add(&r, t);

	row_link(t, row, "id", STR("c-0-1"));
	row_texts(&r, t, row, "reasons", texts, 2);
	row_links(&r, t, row, "reasons", anchors, 2);
	cr_expect(str_eq(table_get(t, 0, "id")->link, STR("c-0-1")));
	cr_expect(str_eq(table_get(t, 0, "reasons")->items[0].link, STR("x")));
	cr_expect_null(table_get(t, 0, "reasons")->items[1].link.s);
	cr_expect(str_eq(table_get(t, 0, "reasons")->items[1].text, STR("b")));
	report_release(&r);
}
