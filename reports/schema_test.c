/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "gate.h"
#include "jsonwrite.h"
#include "leaks.h"
#include "saved.h"

TestSuite(schema, .fini = no_leaks);

/*
 * man/ctrace-report.schema.json and man/ctrace-diff.schema.json are made of the tables of
 * the sections: a column that is not in them fails here. CTRACE_UPDATE=1 writes them anew.
 */

static const char *type_of(enum cell_type type)
{
	switch (type) {
	case CELL_TEXT:
		return "string";
	case CELL_COUNT:
	case CELL_NUMBER:
	case CELL_TIME:
	case CELL_BYTES:
		return "integer";
	case CELL_SHARE:
		return "number";
	case CELL_FLAG:
		return "boolean";
	case CELL_TEXTS:
	case CELL_TIMES:
	case CELL_ROWS:
		return "array";
	}
	return "";
}

/* "type": ["string", "null"] */
static void put_type(struct jsonwrite *w, const char *type, bool or_null)
{
	if (!or_null) {
		jsonwrite_text(w, "type", str_c(type));
		return;
	}
	jsonwrite_begin(w, "type", '[', JSONWRITE_INLINE);
	jsonwrite_text(w, NULL, str_c(type));
	jsonwrite_text(w, NULL, STR("null"));
	jsonwrite_end(w);
}

static void put_row(struct jsonwrite *w, const struct section_def *def, bool or_null);

static void put_items(struct jsonwrite *w, const struct column *c)
{
	if (c->type == CELL_ROWS) {
		jsonwrite_begin(w, "items", '{', JSONWRITE_LINES);
		put_row(w, c->nested, false);
		jsonwrite_end(w);
		return;
	}
	jsonwrite_begin(w, "items", '{', JSONWRITE_INLINE);
	put_type(w, c->type == CELL_TEXTS ? "string" : "integer", true);
	jsonwrite_end(w);
}

static void put_column(struct jsonwrite *w, const struct column *c)
{
	bool rows = c->type == CELL_ROWS && c->nested;

	jsonwrite_begin(w, c->key, '{', rows ? JSONWRITE_LINES : JSONWRITE_INLINE);
	put_type(w, type_of(c->type), strcmp(c->key, "depth") != 0);
	if (rows || c->type == CELL_TEXTS || c->type == CELL_TIMES)
		put_items(w, c);
	jsonwrite_end(w);
}

static void put_row(struct jsonwrite *w, const struct section_def *def, bool or_null)
{
	put_type(w, "object", or_null);
	jsonwrite_begin(w, "required", '[', JSONWRITE_INLINE);
	for (size_t i = 0; i < def->column_count; i++)
		if (column_in_data(&def->columns[i]))
			jsonwrite_text(w, NULL, str_c(def->columns[i].key));
	jsonwrite_end(w);
	jsonwrite_begin(w, "properties", '{', JSONWRITE_LINES);
	for (size_t i = 0; i < def->column_count; i++)
		if (column_in_data(&def->columns[i]))
			put_column(w, &def->columns[i]);
	jsonwrite_begin(w, "mark", '{', JSONWRITE_INLINE);
	jsonwrite_begin(w, "enum", '[', JSONWRITE_INLINE);
	jsonwrite_text(w, NULL, STR("added"));
	jsonwrite_text(w, NULL, STR("removed"));
	jsonwrite_text(w, NULL, STR("changed"));
	jsonwrite_end(w);
	jsonwrite_end(w);
	jsonwrite_begin(w, "old", '{', JSONWRITE_INLINE);
	put_type(w, "object", false);
	jsonwrite_end(w);
	jsonwrite_end(w);
}

static void put_section(struct jsonwrite *w, const struct section_def *def)
{
	jsonwrite_begin(w, def->key, '{', JSONWRITE_LINES);
	if (def->shape == SHAPE_OBJECT) {
		put_row(w, def, true);
	} else {
		put_type(w, "array", false);
		jsonwrite_begin(w, "items", '{', JSONWRITE_LINES);
		put_row(w, def, false);
		jsonwrite_end(w);
	}
	jsonwrite_end(w);
}

static void put_schema(struct buf *out, const char *title, const struct report *r)
{
	struct jsonwrite w = { .out = out };

	jsonwrite_begin(&w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_text(&w, "$schema", STR("http://json-schema.org/draft-07/schema#"));
	jsonwrite_text(&w, "title", str_c(title));
	put_type(&w, "object", false);
	jsonwrite_begin(&w, "required", '[', JSONWRITE_INLINE);
	jsonwrite_text(&w, NULL, STR("schema"));
	jsonwrite_end(&w);
	jsonwrite_begin(&w, "properties", '{', JSONWRITE_LINES);
	jsonwrite_begin(&w, "schema", '{', JSONWRITE_INLINE);
	jsonwrite_number(&w, "const", REPORT_SCHEMA);
	jsonwrite_end(&w);
	for (size_t i = 0; i < r->sections.count; i++)
		if (section_in_data(r->sections.items[i]->def))
			put_section(&w, r->sections.items[i]->def);
	jsonwrite_end(&w);
	jsonwrite_end(&w);
	buf_add_char(out, '\n');
}

static void read_file(struct buf *out, const char *path)
{
	FILE *f = fopen(path, "r");
	char part[4096];
	size_t n;

	while (f && (n = fread(part, 1, sizeof part, f)) > 0)
		buf_add(out, (struct str){ part, n });
	if (f)
		fclose(f);
}

static void expect_file(const char *path, const char *title, const struct report *r)
{
	struct buf want = { 0 }, got = { 0 };
	FILE *f;

	put_schema(&want, title, r);
	if (getenv("CTRACE_UPDATE") && (f = fopen(path, "w"))) {
		fwrite(want.s, 1, want.len, f);
		fclose(f);
	}
	read_file(&got, path);
	cr_expect(str_eq(buf_str(&want), buf_str(&got)),
		  "%s is not what the sections are; CTRACE_UPDATE=1 writes it anew", path);
	buf_release(&want);
	buf_release(&got);
}

Test(schema, of_reports_is_that_of_the_sections)
{
	const struct policy nothing = { .after_us = 0 };
	const struct gate_options options = { .today = STR_INIT("2026-01-01") };
	struct gate_counts counts;
	struct report r = { 0 }, sections = { 0 };
	struct err e;

	saved_sections(&sections);
	cr_assert_eq(gate_judge(&r, &sections, &nothing, &options, &counts, &e), 0);
	for (size_t i = 0; i < sections.sections.count; i++)
		*array_add(&r.arena, &r.sections) = sections.sections.items[i];
	expect_file("man/ctrace-report.schema.json",
		    "What ctrace analyze and ctrace check write as JSON", &r);
	report_release(&r);
	report_release(&sections);
}

Test(schema, of_differences_is_that_of_the_sections)
{
	static const char before[] =
		"{\"schema\": 1, \"summary\": {\"compiles\": 1}, \"phases\": [{\"phase\": \"x\"}],"
		"\"compilations\": [{\"id\": \"0/0\", \"function\": \"f\"}, {\"function\": \"g\"}]}";
	struct report a = { 0 }, b = { 0 }, r = { 0 };
	struct compare_side x = { &a, STR_INIT("a") }, y = { &b, STR_INIT("b") };
	struct compare_options options = { .noise = 500 };
	struct compare_counts counts;
	struct err e;

	cr_assert_eq(saved_read(&a, STR("a"), STR(before), &e), 0, "%s", e.msg);
	cr_assert_eq(saved_read(&b, STR("b"), STR("{\"schema\": 1, \"summary\": {\"compiles\":"
					       "2}, \"phases\": [{\"phase\": \"y\"}]}"), &e), 0);
	cr_assert_eq(compare_build(&r, &x, &y, &options, &counts, &e), 0);
	expect_file("man/ctrace-diff.schema.json", "What ctrace diff writes as JSON", &r);
	report_release(&a);
	report_release(&b);
	report_release(&r);
}
