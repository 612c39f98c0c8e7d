/* SPDX-License-Identifier: MIT */
#include "saved.h"

#include "jsonread.h"
#include "savedview.h"
#include "sections.h"

#include <string.h>

void saved_sections(struct report *r)
{
	static const char *const names[] = { "" };
	const struct trace nothing = { .processes = { NULL, 0, 0 } };

	sections_build(r, &nothing, names, 1, 0);
	for (size_t i = 0; i < r->sections.count; i++)
		r->sections.items[i]->rows.count = 0;
	r->next.count = 0;
}

/* A JSON object whose first key is one that a report has. */
bool saved_is(struct str head, const struct report *sections)
{
	struct str rest = str_trim(head);
	size_t end;

	if (!str_eat(&rest, STR("{")))
		return false;
	rest = str_trim(rest);
	end = str_find_char(str_skip(rest, 1), '"');
	if (!str_eat(&rest, STR("\"")) || end == STR_NONE)
		return false;
	return str_eq(str_take(rest, end), STR("schema")) ||
	       report_find(sections, str_take(rest, end));
}

struct filling {
	struct report *report;
	const struct column *column;
	struct err *e;
};

static int wrong_type(const struct filling *f)
{
	return err_set(f->e, "'%s' has a value of the wrong type", f->column->key);
}

static int fill_list(const struct filling *f, struct cell *cell,
		     const struct jsonread_value *v)
{
	struct cell *items = arena_array(&f->report->arena, struct cell, v->count);

	if (v->kind != JSONREAD_ARRAY)
		return wrong_type(f);
	for (size_t i = 0; i < v->count; i++) {
		const struct jsonread_value *item = &v->items[i];

		items[i].present = item->kind != JSONREAD_NULL;
		if (!items[i].present)
			continue;
		if (f->column->type == CELL_TEXTS && item->kind == JSONREAD_TEXT)
			items[i].text = item->text;
		else if (f->column->type != CELL_TIMES ||
			 !jsonread_number(item, 0, &items[i].number))
			return wrong_type(f);
	}
	cell->items = items;
	cell->item_count = v->count;
	return 0;
}

static int fill_rows(struct filling *f, struct table *t, const struct jsonread_value *v);

static int fill_nested(const struct filling *f, struct cell *cell,
		       const struct jsonread_value *v)
{
	struct filling inner = *f;
	struct table *nested;

	if (!f->column->nested)
		return 0;
	nested = report_table(f->report, f->column->nested);
	cell->rows = nested;
	return fill_rows(&inner, nested, v);
}

static int fill_cell(const struct filling *f, struct cell *cell,
		     const struct jsonread_value *v)
{
	cell->present = true;
	switch (f->column->type) {
	case CELL_TEXT:
		cell->text = v->text;
		return v->kind == JSONREAD_TEXT ? 0 : wrong_type(f);
	case CELL_COUNT:
	case CELL_NUMBER:
	case CELL_TIME:
	case CELL_BYTES:
		return jsonread_number(v, 0, &cell->number) ? 0 : wrong_type(f);
	case CELL_SHARE:
		return jsonread_number(v, 4, &cell->number) ? 0 : wrong_type(f);
	case CELL_FLAG:
		cell->number = v->flag;
		return v->kind == JSONREAD_BOOL ? 0 : wrong_type(f);
	case CELL_TEXTS:
	case CELL_TIMES:
		return fill_list(f, cell, v);
	case CELL_ROWS:
		return fill_nested(f, cell, v);
	}
	return 0;
}

static int fill_row(struct filling *f, struct table *t, const struct jsonread_value *v)
{
	struct row *row;

	if (v->kind != JSONREAD_OBJECT)
		return err_set(f->e, "a row of '%s' is no object", t->def->key);
	row = table_add(f->report, t);
	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct jsonread_value *member;
		int64_t depth;

		f->column = &t->def->columns[i];
		if (!column_in_data(f->column))
			continue;
		member = jsonread_find(v, str_c(f->column->key));
		if (strcmp(f->column->key, "depth") == 0 && jsonread_number(member, 0, &depth))
			row->depth = depth > 0 && depth < 1000 ? (unsigned)depth : 0;
		else if (member && member->kind != JSONREAD_NULL &&
			 fill_cell(f, &row->cells[i], member) < 0)
			return -1;
	}
	return 0;
}

static int fill_rows(struct filling *f, struct table *t, const struct jsonread_value *v)
{
	if (v->kind == JSONREAD_OBJECT)
		return fill_row(f, t, v);
	if (v->kind != JSONREAD_ARRAY)
		return err_set(f->e, "section '%s' is no list", t->def->key);
	for (size_t i = 0; i < v->count; i++)
		if (fill_row(f, t, &v->items[i]) < 0)
			return -1;
	return 0;
}

static int check_schema(const struct jsonread_value *root, struct err *e)
{
	const struct jsonread_value *schema = jsonread_find(root, STR("schema"));
	int64_t number;

	if (root->kind != JSONREAD_OBJECT || !schema)
		return err_set(e, "this is no report (there is no 'schema')");
	if (!jsonread_number(schema, 0, &number) || number < 1)
		return err_set(e, "'schema' is no version number");
	if (number > REPORT_SCHEMA)
		return err_set(e, "this report is of schema %lld; this ctrace knows %d: it was "
				  "written by a newer one", (long long)number, REPORT_SCHEMA);
	if (!jsonread_find(root, STR("summary")))
		return err_set(e, "this is no report (there is no 'summary')");
	return 0;
}

static int fill_report(struct report *r, const struct jsonread_value *root, struct err *e)
{
	struct filling f = { .report = r, .e = e };

	for (size_t i = 0; i < r->sections.count; i++) {
		struct table *t = r->sections.items[i];
		const struct jsonread_value *v = jsonread_find(root, str_c(t->def->key));

		if (section_in_data(t->def) && v && v->kind != JSONREAD_NULL &&
		    fill_rows(&f, t, v) < 0)
			return -1;
	}
	return 0;
}

int saved_read(struct report *r, struct str name, struct str text, struct err *e)
{
	struct jsonread_value root;
	struct err why;

	if (jsonread_parse(&r->arena, text, &root, &why) < 0 || check_schema(&root, &why) < 0)
		return err_set(e, "'" STR_FMT "': %s", STR_ARG(name), why.msg);
	saved_sections(r);
	if (fill_report(r, &root, &why) < 0)
		return err_set(e, "'" STR_FMT "': %s", STR_ARG(name), why.msg);
	savedview_add(r, name);
	return 0;
}
