/* SPDX-License-Identifier: MIT */
#include "layout.h"
#include "utf8.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(layout, .fini = no_leaks);

static const struct column columns[] = {
	{ "cause", "", CELL_NUMBER, COLUMN_HEAD, NULL },
	{ "name", "", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "time_us", "time", CELL_TIME, 0, NULL },
	{ "share", "share", CELL_SHARE, COLUMN_BAR, NULL },
	{ "where", "where", CELL_TEXT, COLUMN_PATH, NULL },
	{ "hidden", "hidden", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "line", CELL_TEXT, COLUMN_LINE, NULL },
	{ "never", "never", CELL_COUNT, 0, NULL },
	{ "note", "note", CELL_TEXT, 0, NULL },
};
static const struct section_def table_def = {
	.key = "t", .title = "A title", .shape = SHAPE_TABLE,
	.columns = columns, .column_count = COUNT_OF(columns),
};
static const struct section_def cards_def = {
	.key = "t", .title = "A title", .shape = SHAPE_CARDS,
	.columns = columns, .column_count = COUNT_OF(columns),
};

static void add_row(struct report *r, struct table *t)
{
	struct row *row = table_add(r, t);

	row_number(t, row, "cause", 1);
	row_text(t, row, "name", STR("a name of about thirty columns"));
	row_number(t, row, "time_us", 1500000);
	row_number(t, row, "share", 5000);
	row_text(t, row, "where", STR("/home/me/project/models/transformer.py:120"));
	row_text(t, row, "hidden", STR("hidden"));
	row_text(t, row, "line", STR("line"));
	row_text(t, row, "note", STR("a note of some length"));
}

/* Columns and cells, as "key=cell " with "key|" for a bar; then what was dropped. */
static void describe(struct buf *b, const struct layout *l)
{
	for (size_t i = 0; i < l->columns.count; i++) {
		const struct layout_column *lc = &l->columns.items[i];

		if (lc->bar)
			buf_addf(b, "bar(%zu) ", lc->width);
		else
			buf_addf(b, "%s=" STR_FMT " ", lc->column->key,
				 STR_ARG(l->cells[i]));
	}
	buf_addf(b, "- " STR_FMT, STR_ARG(l->dropped));
}

static const struct {
	const struct section_def *def;
	size_t width;
	const char *want;
} cases[] = {
	{ &table_def, 200,
	  "cause=#1 name=a name of about thirty columns time_us=1.50 s share=50.0 % "
	  "bar(30) "
	  "where=/home/me/project/models/transformer.py:120 note=a note of some length "
	  "- " },
	{ &table_def, 130,
	  "cause=#1 name=a name of about thirty columns time_us=1.50 s share=50.0 % "
	  "bar(12) "
	  "where=/home/me/project/models/transformer.py:120 note=a note of some length "
	  "- " },
	{ &table_def, 100,
	  "cause=#1 name=a name of about thirty columns time_us=1.50 s share=50.0 % "
	  "bar(0) "
	  "where=…/transformer.py:120 note=a note of some length - " },
	{ &table_def, 40,
	  "cause=#1 name=a name of about thirty colum… time_us=1.50 s - share, where, "
	  "note" },
	{ &cards_def, 100,
	  "cause=#1 name=a name of about thirty columns time_us=1.50 s share=50.0 % "
	  "bar(0) "
	  "where=/home/me/project/models/transformer.py:120 - " },
	{ &cards_def, 60,
	  "cause=#1 name=a name of about thirty columns time_us=1.50 s share=50.0 % "
	  "bar(0) - " },
};

Test(layout, fits_columns_into_a_width)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct report r = { 0 };
		struct table *t = report_table(&r, cases[i].def);
		const struct row *row;
		struct layout l;
		struct buf b = { 0 };

		add_row(&r, t);
		row = &t->rows.items[0];
		layout_make(&l, &r.arena,
			    &(struct layout_input){ .table = t,
						    .rows = &row,
						    .row_count = 1,
						    .width = cases[i].width });
		describe(&b, &l);
		cr_expect(str_eq(buf_str(&b), str_c(cases[i].want)),
			  "%zu columns:\n" STR_FMT, cases[i].width, STR_ARG(b));
		cr_expect(layout_offset(&l, l.columns.count) <= cases[i].width);
		buf_release(&b);
		report_release(&r);
	}
}

Test(layout, gives_the_title_its_room)
{
	struct report r = { 0 };
	struct table *t = report_table(&r, &table_def);
	const struct row *row;
	struct layout l;

	add_row(&r, t);
	row = &t->rows.items[0];
	layout_make(&l, &r.arena,
		    &(struct layout_input){ .table = t, .rows = &row, .row_count = 1,
					    .width = 200, .title_width = 50 });
	cr_expect_eq(l.untitled, 2);
	cr_expect_eq(layout_offset(&l, 2) - l.columns.items[2].gap, 50);
	report_release(&r);
}
