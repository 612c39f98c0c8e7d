/* SPDX-License-Identifier: MIT */
#include "human.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(human, .fini = no_leaks);

static void expect(struct buf *b, const char *want)
{
	cr_expect(str_eq(buf_str(b), str_c(want)), "got '" STR_FMT "', want '%s'",
		  STR_ARG(*b), want);
	buf_cut(b, 0);
}

static const struct {
	int64_t us, most_us;	/* most_us: of the column */
	const char *want;
} times[] = {
	{ 0, 0, "0 s" },	     { 1, 0, "1 µs" },
	{ 999, 0, "999 µs" },	     { 1000, 0, "1.00 ms" },
	{ 9994, 0, "9.99 ms" },	     { 9995, 0, "10.0 ms" },
	{ 41234, 0, "41.2 ms" },     { 99949, 0, "99.9 ms" },
	{ 99950, 0, "100 ms" },	     { 999499, 0, "999 ms" },
	{ 999500, 0, "1.00 s" },     { 5310000, 0, "5.31 s" },
	{ 12345678, 0, "12.3 s" },   { 119999999, 0, "120 s" },
	{ 120000000, 0, "2 min 0 s" }, { 3599499999, 0, "59 min 59 s" },
	{ 3599500000, 0, "1 h 0 min" }, { 7500000000000, 0, "2,083 h 20 min" },
	{ -1500, 0, "-1.50 ms" },    { INT64_MIN, 0, "-2,562,047,788 h 0 min" },
	{ 920000, 5310000, "0.92 s" }, { 19180, 5310000, "0.02 s" },
	{ 9999, 5310000, "10.0 ms" }, { 820, 5310000, "820 µs" },
	{ 1234567890, 1234567890, "1,234.57 s" }, { 920000, 999499, "920 ms" },
	{ -920000, 5310000, "-0.92 s" },
};

Test(human, times)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < COUNT_OF(times); i++) {
		human_time_among(&b, times[i].us, times[i].most_us);
		expect(&b, times[i].want);
	}
	buf_release(&b);
}

static const struct {
	void (*write)(struct buf *out, int64_t n);
	int64_t n;
	const char *want;
} numbers[] = {
	{ human_count, 0, "0" },
	{ human_count, 999, "999" },
	{ human_count, 1000, "1,000" },
	{ human_count, -1234567, "-1,234,567" },
	{ human_count, INT64_MIN, "-9,223,372,036,854,775,808" },
	{ human_bytes, 0, "0 B" },
	{ human_bytes, 1023, "1023 B" },
	{ human_bytes, 1024, "1.0 KiB" },
	{ human_bytes, 1536, "1.5 KiB" },
	{ human_bytes, 1048524, "1,023.9 KiB" },
	{ human_bytes, 1048525, "1.0 MiB" },
	{ human_bytes, INT64_MAX, "8.0 EiB" },
	{ human_share, 0, "0.0 %" },
	{ human_share, 1234, "12.3 %" },
	{ human_share, 1235, "12.4 %" },
	{ human_share, 10000, "100.0 %" },
	{ human_share, -50, "-0.5 %" },
};

Test(human, numbers)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		numbers[i].write(&b, numbers[i].n);
		expect(&b, numbers[i].want);
	}
	buf_release(&b);
}

static const struct column text_column = { "t", "", CELL_TEXT, 0, NULL };
static const struct column texts_column = { "t", "", CELL_TEXTS, 0, NULL };
static const struct column times_column = { "t", "", CELL_TIMES, 0, NULL };
static const struct column flag_column = { "t", "", CELL_FLAG, 0, NULL };
static const struct column name_column = { "t", "", CELL_NUMBER, COLUMN_HEAD, NULL };
static const struct column line_column = { "t", "", CELL_NUMBER, 0, NULL };
static const struct cell items[] = {
	{ .present = true, .number = 5, .text = STR_INIT("a\033") },
	{ .present = true, .number = 1500, .text = STR_INIT("b") },
};
static const struct cell one = { .present = true, .number = 1, .text = STR_INIT("x") };
static const struct cell none = { 0 };

static const struct {
	const struct column *column;
	struct cell cell;
	const char *want;
} cell_cases[] = {
	{ &text_column, { 0 }, "" },
	{ &text_column, { .present = true, .text = STR_INIT("\033x") }, "\\x1bx" },
	{ &texts_column,
	  { .present = true, .items = items, .item_count = 2 },
	  "a\\x1b, b" },
	{ &times_column,
	  { .present = true, .items = items, .item_count = 2 },
	  "5 µs, 1.50 ms" },
	{ &flag_column, { .present = true, .number = 1 }, "yes" },
	{ &flag_column, { .present = true }, "no" },
	{ &name_column, { .present = true, .number = 1234 }, "#1234" },
	{ &line_column, { .present = true, .number = 1234 }, "1234" },
	{ &line_column, { .present = true, .number = 2, .old = &one }, "1 → 2" },
	{ &line_column, { .present = true, .number = 1, .old = &one }, "1" },
	{ &line_column, { .present = true, .number = 1, .old = &none }, "- → 1" },
	{ &line_column, { .old = &one }, "1 → -" },
	{ &line_column, { .old = &none }, "" },
	{ &text_column,
	  { .present = true, .text = STR_INIT("y"), .old = &one },
	  "x → y" },
};

Test(human, cells)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < COUNT_OF(cell_cases); i++) {
		human_cell(&b, cell_cases[i].column, &cell_cases[i].cell, 0);
		expect(&b, cell_cases[i].want);
	}
	buf_release(&b);
}
