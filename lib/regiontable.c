/* SPDX-License-Identifier: MIT */
#include "regiontable.h"

#include "advicetable.h"
#include "place.h"

static const struct column miss_columns[] = {
	{ "why", "", CELL_TEXT, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "what", "what", CELL_TEXT, 0, NULL },
	{ "input", "", CELL_NUMBER, 0, NULL },
	{ "values", "values", CELL_TEXTS, 0, NULL },
	{ "inferred", "inferred", CELL_FLAG, 0, NULL },
};

static const struct section_def misses_def = {
	"misses", "", SHAPE_TABLE, COLUMN_DATA, NULL, miss_columns, COUNT_OF(miss_columns), 0
};

static const struct column region_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "calls", "calls", CELL_COUNT, 0, NULL },
	{ "traced", "traced", CELL_COUNT, 0, NULL },
	{ "reused", "reused", CELL_COUNT, 0, NULL },
	{ "trace_us", "tracing", CELL_TIME, 0, NULL },
	{ "saved_us", "saved", CELL_TIME, 0, NULL },
	{ "reuse_us", "", CELL_TIME, COLUMN_DATA, NULL },
	{ "lookups", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "hashed", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "limit", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "limit_assumed", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "overflowed", "", CELL_FLAG, COLUMN_DATA, NULL },
	{ "traced_before", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "misses", "", CELL_ROWS, COLUMN_DATA, &misses_def },
	ROWS_FILE_COLUMNS,
	{ "notes", "", CELL_TEXTS, COLUMN_LINE, NULL },
	{ "advice", "", CELL_ROWS, 0, &advicetable_def },
};

static const struct section_def regions_def = {
	"regions", "Regions (nested_compile_region)", SHAPE_CARDS, 0, NULL,
	region_columns, COUNT_OF(region_columns), 10
};

/* How each reason is told, and what to do about it. */
static const struct wording {
	const char *why;
	const char *text;	/* behind "2 calls were traced anew: " */
	const char *rule, *remedy, *code;	/* NULL: none */
} wordings[] = {
	{ "size", "an input's size differs", "uniform_inputs",
	  "give every call inputs of one size, or pad them", NULL },
	{ "dtype", "an input's dtype differs", "uniform_inputs",
	  "give every call inputs of one dtype", "x = x.to(dtype)" },
	{ "stride", "an input's strides differ", "uniform_inputs",
	  "give every call inputs of one memory layout", "x = x.contiguous()" },
	{ "device", "an input's device differs", "uniform_inputs",
	  "give every call inputs on one device", "x = x.to(device)" },
	{ "requires_grad", "some inputs require grad and some do not", "uniform_inputs",
	  "let the input of the first call require grad like those that follow, or run all "
	  "of them under torch.no_grad()", "x = x.requires_grad_()" },
	{ "arguments", "the number or structure of the arguments differs", "uniform_inputs",
	  "pass the same arguments in every call", NULL },
	{ "graph differs", "the traced graphs differ", "pass_tensor",
	  "pass the value that changes as a tensor, so that it is an input and no constant",
	  "torch.tensor(value)" },
	{ "guard", "a guard or a constant argument differs", "uniform_inputs",
	  "pass what differs as a tensor, or keep it the same in all calls", NULL },
	{ "metadata", "an input's size, strides, dtype, device or requires_grad differs",
	  "uniform_inputs", "give every call inputs of one size, dtype and layout", NULL },
	{ "not eligible", "what it was traced to is never reused: it has side effects, or "
	  "takes or returns something that torch cannot compare", "no_side_effects",
	  "return tensors only, and change nothing in place", NULL },
	{ "mutation", "it has side effects, or what it reads was changed in between",
	  "no_side_effects", "return what the region changes instead of changing it in place",
	  NULL },
	{ "globals", "a global or attribute that it reads differs", "uniform_inputs",
	  "pass what the region reads as an argument", NULL },
	{ "limit", "what differs is not in the trace (TORCH_LOGS=+hierarchical_compile "
	  "writes it)", NULL, NULL, NULL },
	{ "unknown", "why is not in the trace (TORCH_LOGS=+hierarchical_compile writes it)",
	  NULL, NULL, NULL },
};

static const struct wording *wording_of(const char *why)
{
	for (size_t i = 0; i < COUNT_OF(wordings); i++)
		if (str_eq(str_c(wordings[i].why), str_c(why)))
			return &wordings[i];
	return &wordings[COUNT_OF(wordings) - 1];
}

#define VALUES_MOST 6

static void add_values(struct buf *b, const struct region_miss *m)
{
	for (size_t i = 0; i < m->values.count; i++) {
		if (i == VALUES_MOST) {
			buf_add_c(b, " → …");
			return;
		}
		buf_add_c(b, i ? " → " : " ");
		buf_add(b, m->values.items[i]);
	}
}

/* "3 calls were traced anew: an input's size differs (x f32[4] → f32[5])" */
static struct str miss_note(struct arena *a, const struct region_miss *m)
{
	struct buf b = { 0 };

	buf_addf(&b, "%zu call%s traced anew: %s", m->count, m->count == 1 ? " was" : "s were",
		 wording_of(m->why)->text);
	if (m->what.s || m->input >= 0) {
		buf_add_c(&b, " (");
		if (m->input >= 0)
			buf_addf(&b, "input %lld%s", (long long)m->input, m->what.s ? ", " : "");
		buf_add(&b, m->what);
		add_values(&b, m);
		buf_add_char(&b, ')');
	}
	if (m->inferred)
		buf_add_c(&b, "; inferred, since nothing that the graphs show differs");
	return buf_take(a, &b);
}

static struct str overflow_note(struct arena *a, const struct region *r)
{
	const struct stack_frame *f = &r->compile->fail_frame;

	if (!f->code.s)
		return str_format(a, "the compile failed: %.*s may be traced %lld times "
				  "(max_reuse_entries)", STR_ARG(r->function), (long long)r->limit);
	return str_format(a, "the compile failed: %.*s may be traced %lld times "
			  "(max_reuse_entries), and more calls differ: %.*s: %.*s",
			  STR_ARG(r->function), (long long)r->limit,
			  STR_ARG(place_text(a, f->file, f->line)), STR_ARG(f->code));
}

static void add_notes(struct rows *s, const struct region *r)
{
	struct arena *a = &s->report->arena;
	ARRAY(struct str) notes = { 0 };

	if (r->overflowed)
		*array_add(a, &notes) = overflow_note(a, r);
	for (size_t i = 0; i < r->misses.count; i++)
		*array_add(a, &notes) = miss_note(a, &r->misses.items[i]);
	if (r->hashed)
		*array_add(a, &notes) = str_format(a, "reuse_hash_fn: %zu keys, %zu hits; it "
			"bypasses the guards: calls of one key share a graph even if they differ",
			r->traced, r->reused);
	if (!r->overflowed && !r->hashed && r->traced * 2 > REGION_LIMIT && r->limit >= 0)
		*array_add(a, &notes) = str_format(a, "%zu of %lld entries used%s: the compile "
			"fails with one more than that", r->traced, (long long)r->limit,
			r->limit_assumed ? " (if max_reuse_entries is torch's default)" : "");
	if (r->before)
		*array_add(a, &notes) = str_format(a, "its parent was compiled again, so it was "
			"traced again (%zu trace%s in earlier compiles)", r->before,
			r->before == 1 ? "" : "s");
	rows_texts(s, "notes", notes.items, notes.count);
}

static void advise_misses(struct rows *s, struct table *t, const struct region *r)
{
	for (size_t i = 0; i < r->misses.count; i++) {
		const struct region_miss *m = &r->misses.items[i];
		const struct wording *w = wording_of(m->why);

		if (w->rule)
			advicetable_row(s->report, t, &(struct advice){
				.rule = w->rule, .text = str_c(w->remedy), .code = str_c(w->code),
				.where = ADVICE_EDIT, .since = "2.8", .estimate = true,
				.saves_us = r->traced && r->trace_us > 0 ? r->trace_us / (int64_t)r->traced *
					    (int64_t)m->count : -1,
				.saves_compiles = -1,
			});
	}
}

/* Enough for four times as many; how many the program needs, the log cannot say. */
static struct str raised_limit(struct arena *a, const struct region *r)
{
	int64_t limit = 1;

	while (limit < 4 * r->limit)
		limit *= 2;
	return str_format(a, "@torch.compiler.nested_compile_region(max_reuse_entries=%lld)",
			  (long long)limit);
}

static void advise(struct rows *s, const struct region *r)
{
	struct table *t = report_table(s->report, &advicetable_def);

	if (r->overflowed)
		advicetable_row(s->report, t, &(struct advice){
			.rule = "max_reuse_entries",
			.text = STR("allow as many traces as there are different calls"),
			.code = raised_limit(&s->report->arena, r), .where = ADVICE_EDIT,
			.saves_us = -1, .saves_compiles = -1,
		});
	advise_misses(s, t, r);
	if (!r->reused && r->traced > 1 && !r->overflowed)
		advicetable_row(s->report, t, &(struct advice){
			.rule = "drop_region",
			.text = STR("or drop the region: nothing was reused, and torch cannot "
				    "fuse across it"),
			.where = ADVICE_EDIT, .saves_us = r->reuse_us, .saves_compiles = -1,
		});
	if (t->rows.count)
		row_rows(s->table, s->row, "advice", t);
}

static void add_misses(struct rows *s, const struct region *r)
{
	struct table *t = report_table(s->report, &misses_def);

	for (size_t i = 0; i < r->misses.count; i++) {
		const struct region_miss *m = &r->misses.items[i];
		struct row *row = table_add(s->report, t);

		row_text(t, row, "why", str_c(m->why));
		row_number(t, row, "count", (int64_t)m->count);
		row_text(t, row, "what", m->what);
		if (m->input >= 0)
			row_number(t, row, "input", m->input);
		row_texts(s->report, t, row, "values", m->values.items, m->values.count);
		row_number(t, row, "inferred", m->inferred);
	}
	row_rows(s->table, s->row, "misses", t);
}

static void add_region(struct rows *s, const struct region *r)
{
	rows_begin(s);
	rows_id(s, r->compile);
	rows_text(s, "function", r->function);
	rows_text(s, "function_shown", r->function.s ? r->function : STR("(not known)"));
	rows_number(s, "calls", (int64_t)r->calls);
	rows_number(s, "traced", (int64_t)r->traced);
	rows_number(s, "reused", (int64_t)r->reused);
	rows_number(s, "trace_us", r->trace_us);
	rows_number(s, "saved_us", r->saved_us);
	rows_number(s, "reuse_us", r->reuse_us);
	rows_number(s, "lookups", (int64_t)r->lookups);
	rows_number(s, "hashed", (int64_t)r->hashed);
	rows_number(s, "limit", r->limit);
	if (r->limit >= 0)
		rows_number(s, "limit_assumed", r->limit_assumed);
	rows_number(s, "overflowed", r->overflowed);
	rows_number(s, "traced_before", (int64_t)r->before);
	rows_file(s, r->file, r->line);
	add_misses(s, r);
	add_notes(s, r);
	advise(s, r);
}

void regiontable_add(struct rows *s, const struct regions *rs)
{
	s->table = report_section(s->report, &regions_def);
	for (size_t i = 0; i < rs->items.count; i++)
		add_region(s, rs->items.items[i]);
}
