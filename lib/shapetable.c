/* SPDX-License-Identifier: MIT */
#include "shapetable.h"

#include "advicetable.h"
#include "place.h"

static const struct column shape_columns[] = {
	ROWS_ID_COLUMNS,
	{ "dimension", "size", CELL_TEXT, 0, NULL },
	{ "state_shown", "is", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "state", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "values", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "seen", "seen", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "low", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "high", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "recompiles", "recompiles", CELL_COUNT, 0, NULL },
	{ "time_us", "cost", CELL_TIME, 0, NULL },
	ROWS_FUNCTION_COLUMNS,
	{ "open_since", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "static_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "open_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "code", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "notes", "", CELL_TEXTS, COLUMN_LINE, NULL },
	{ "advice", "", CELL_ROWS, 0, &advicetable_def },
};

static const struct section_def shapes_def = {
	"shapes", "Sizes that changed", SHAPE_CARDS, 0, NULL,
	shape_columns, COUNT_OF(shape_columns), 10
};

/* ORDER of enum dimension_state. %s: the first compile that left it open. */
static const char *const states[] = {
	"static", "dynamic since %s", "dynamic from the first compile",
	"marked dynamic", "dynamic since %s, but not for 0 or 1",
	"at first taken for equal to another", "specialised by a line of code",
	"marked dynamic, but specialised",
};

static struct str state_text(struct arena *a, const struct dimension *d)
{
	const char *rest = states[d->state];
	struct buf b = { 0 };

	for (; *rest; rest++) {
		if (rest[0] == '%') {
			buf_add(&b, d->open ? d->open->id_text : STR("the start"));
			rest++;
		} else {
			buf_add_char(&b, *rest);
		}
	}
	return buf_take(a, &b);
}

static struct str name_of(struct arena *a, const struct dimension *d)
{
	return str_format(a, "%.*s.size(%d)", STR_ARG(d->source), d->index);
}

/* "4 … 9, 3 values" */
static struct str seen(struct arena *a, const struct dimension *d)
{
	if (d->values.count == 0)
		return (struct str){ NULL, 0 };
	if (d->values.count == 1)
		return str_format(a, "%lld", (long long)d->low);
	return str_format(a, "%lld … %lld, %zu values", (long long)d->low, (long long)d->high,
			  d->values.count);
}

/* Both ways: a graph for each size seen, or one for all. */
static struct str comparison(struct arena *a, const struct dimension *d)
{
	char one[32], all[32], open[32];

	if (d->static_us <= 0 || d->values.count < 2)
		return (struct str){ NULL, 0 };
	place_time(one, sizeof one, d->static_us);
	place_time(all, sizeof all, d->static_us * (int64_t)d->values.count);
	if (!d->open)
		return str_format(a, "a graph for each of %zu sizes: about %s each, %s in all; one "
				  "dynamic graph would be compiled once", d->values.count, one, all);
	place_time(open, sizeof open, d->open_us);
	return str_format(a, "%zu sizes as static graphs would take about %s; the dynamic one "
			  "took %s", d->values.count, all, open);
}

static struct str place_note(struct arena *a, const struct dimension *d)
{
	if (d->line < 0 || !d->file.s)
		return (struct str){ NULL, 0 };
	return str_format(a, "%s %.*s: %.*s", d->state >= DIMENSION_SPECIALISED ?
			  "specialised at" : "first used at",
			  STR_ARG(place_text(a, d->file, d->line)), STR_ARG(d->code));
}

static void add_notes(struct rows *s, const struct dimension *d)
{
	struct arena *a = &s->report->arena;
	struct str all[] = { place_note(a, d), comparison(a, d), d->torch_says };
	struct str kept[COUNT_OF(all)];
	size_t count = 0;

	for (size_t i = 0; i < COUNT_OF(all); i++)
		if (all[i].s)
			kept[count++] = all[i];
	rows_texts(s, "notes", kept, count);
}

/* The best remedy for what brought the recompiles; for a mark that failed, torch's own. */
static void advise(struct rows *s, const struct dimension *d, int version)
{
	struct arena *a = &s->report->arena;
	struct table *t = report_table(s->report, &advicetable_def);
	struct advice_list list = { NULL, 0 };

	if (d->cause)
		list = advice_for(a, s->context, d->cause, version);
	if (list.count)
		advicetable_row(s->report, t, &list.items[0]);
	else if (d->state == DIMENSION_VIOLATED)
		advicetable_row(s->report, t, &(struct advice){
			.rule = "maybe_mark_dynamic",
			.text = STR("change the line that fixes the size, or do not insist"),
			.code = str_format(a, "torch._dynamo.maybe_mark_dynamic(%.*s, %d)",
					   STR_ARG(d->source), d->index),
			.where = ADVICE_EDIT, .since = "2.1", .saves_us = -1, .saves_compiles = -1,
		});
	else
		return;
	row_rows(s->table, s->row, "advice", t);
}

static void add_values(struct rows *s, const struct dimension *d)
{
	struct arena *a = &s->report->arena;
	ARRAY(struct str) texts = { 0 };

	for (size_t i = 0; i < d->values.count; i++)
		*array_add(a, &texts) = str_format(a, "%lld", (long long)d->values.items[i]);
	rows_texts(s, "values", texts.items, texts.count);
	rows_text(s, "seen", seen(a, d));
	if (d->values.count == 0)
		return;
	rows_number(s, "low", d->low);
	rows_number(s, "high", d->high);
}

static void add_dimension(struct rows *s, const struct dimension *d, int version)
{
	struct arena *a = &s->report->arena;

	rows_begin(s);
	rows_id(s, d->last ? d->last : d->first);
	rows_function(s, d->first);
	rows_text(s, "dimension", name_of(a, d));
	rows_text(s, "state", str_c(dimension_state_name(d->state)));
	rows_text(s, "state_shown", state_text(a, d));
	add_values(s, d);
	rows_number(s, "recompiles", (int64_t)d->recompiles);
	rows_number(s, "time_us", d->recompiles ? d->time_us : -1);
	if (d->open)
		rows_text(s, "open_since", d->open->id_text);
	rows_number(s, "static_us", d->static_us);
	rows_number(s, "open_us", d->open_us);
	rows_text(s, "file", d->file);
	rows_number(s, "line", d->line);
	rows_text(s, "code", d->code);
	add_notes(s, d);
	advise(s, d, version);
}

void shapetable_add(struct rows *s, const struct dimensions *ds, const struct causes *cs,
		    int version)
{
	s->table = report_section(s->report, &shapes_def);
	s->context = cs;
	for (size_t i = 0; i < ds->items.count; i++)
		add_dimension(s, ds->items.items[i], version);
}
