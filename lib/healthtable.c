/* SPDX-License-Identifier: MIT */
#include "healthtable.h"

static const struct column note_columns[] = {
	{ "kind", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "text", "", CELL_TEXT, COLUMN_DATA, NULL },
};

static const struct section_def notes_def = {
	"notes", "", SHAPE_TABLE, COLUMN_DATA, NULL, note_columns, COUNT_OF(note_columns), 0
};

/* The counters between "damaged" and "notes" follow enum health_kind, by its keys. */
#define COUNTER(key) { key, "", CELL_COUNT, COLUMN_DATA, NULL }

static const struct column health_columns[] = {
	COUNTER("records"),
	COUNTER("damaged"),
	COUNTER("stray_lines"),
	COUNTER("bad_json"),
	COUNTER("bad_payloads"),
	COUNTER("bad_md5"),
	COUNTER("md5_unreadable"),
	COUNTER("missing_payloads"),
	COUNTER("unowned_payloads"),
	COUNTER("interleaved"),
	COUNTER("oversize"),
	COUNTER("cut"),
	COUNTER("input_damaged"),
	COUNTER("trailing_garbage"),
	COUNTER("bad_ids"),
	COUNTER("bad_fields"),
	COUNTER("unknown_strings"),
	COUNTER("unmatched_spans"),
	COUNTER("negative_spans"),
	COUNTER("repeated"),
	COUNTER("unknown_records"),
	COUNTER("contradictions"),
	COUNTER("unreadable_inputs"),
	COUNTER("silent_inputs"),
	{ "notes", "", CELL_ROWS, COLUMN_DATA, &notes_def },
};

static const struct section_def health_def = {
	"health", "", SHAPE_OBJECT, COLUMN_DATA, NULL,
	health_columns, COUNT_OF(health_columns), 0
};

static const struct column shown_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "effect", "", CELL_TEXT, 0, NULL },
	{ "first", "", CELL_TEXTS, COLUMN_LINE, NULL },
};

static const struct section_def shown_def = {
	"health_shown", "What was wrong with the input", SHAPE_TABLE, COLUMN_VIEW, NULL,
	shown_columns, COUNT_OF(shown_columns), 0
};

static const struct table *notes_table(struct report *r, const struct health *h)
{
	struct table *t = report_table(r, &notes_def);

	for (size_t i = 0; i < h->notes.count; i++) {
		const struct health_note *n = &h->notes.items[i];
		struct row *row = table_add(r, t);

		row_text(t, row, "kind", str_c(health_key(n->kind)));
		row_text(t, row, "file", n->path);
		if (n->line)
			row_number(t, row, "line", (int64_t)n->line);
		row_text(t, row, "text", n->text);
	}
	return t;
}

static size_t count_records(const struct trace *t)
{
	size_t records = 0;

	for (size_t i = 0; i < t->sources.count; i++)
		records += t->sources.items[i]->records;
	return records;
}

static void add_data(struct report *r, const struct trace *t)
{
	struct table *table = report_section(r, &health_def);
	struct row *row = table_add(r, table);

	row_number(table, row, "records", (int64_t)count_records(t));
	row_number(table, row, "damaged", (int64_t)health_losses(&t->health));
	for (int kind = 0; kind < HEALTH_KINDS; kind++)
		row_number(table, row, health_key(kind), (int64_t)t->health.counts[kind]);
	row_rows(table, row, "notes", notes_table(r, &t->health));
}

static struct str note_line(struct report *r, const struct health_note *n)
{
	if (n->line == 0)
		return str_format(&r->arena, "%.*s: %.*s", STR_ARG(n->path), STR_ARG(n->text));
	return str_format(&r->arena, "%.*s:%zu: %.*s", STR_ARG(n->path), n->line,
			  STR_ARG(n->text));
}

#define NOTES_SHOWN 3

static void add_shown(struct report *r, struct table *table, const struct health *h,
		      enum health_kind kind)
{
	struct str lines[NOTES_SHOWN];
	struct row *row;
	size_t n = 0;

	if (h->counts[kind] == 0)
		return;
	for (size_t i = 0; i < h->notes.count && n < NOTES_SHOWN; i++)
		if (h->notes.items[i].kind == kind)
			lines[n++] = note_line(r, &h->notes.items[i]);
	row = table_add(r, table);
	row_text(table, row, "what", str_c(health_title(kind)));
	row_number(table, row, "count", (int64_t)h->counts[kind]);
	row_text(table, row, "effect", health_severity(kind) == SEVERITY_LOSS ?
		 STR("something may be missing above") : STR("nothing is missing"));
	row_texts(r, table, row, "first", lines, n);
}

void healthtable_add(struct report *r, const struct trace *t)
{
	struct table *table;

	add_data(r, t);
	table = report_section(r, &shown_def);
	for (int kind = 0; kind < HEALTH_KINDS; kind++)
		add_shown(r, table, &t->health, kind);
}
