/*
 * rows.h - filling the rows of sections: what most of them have in common.
 */
#ifndef CTRACE_ROWS_H
#define CTRACE_ROWS_H

#include "report.h"
#include "trace.h"

/* Columns that stand in many sections; filled by the functions of the same name. */
#define ROWS_ID_COLUMNS \
	{ "id", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "compile", "compile", CELL_TEXT, COLUMN_VIEW | COLUMN_HEAD, NULL }, \
	{ "process", "", CELL_NUMBER, COLUMN_DATA, NULL }, \
	{ "rank", "", CELL_NUMBER, COLUMN_DATA, NULL }

/* A code object's name; people see "f after the break at line 12". */
#define ROWS_FUNCTION_COLUMNS \
	{ "function", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "function_shown", "function", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL }

/* People see "file.py:12". */
#define ROWS_FILE_COLUMNS \
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL }, \
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL }, \
	{ "place", "where", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL }

/* The row being filled. */
struct rows {
	struct report *report;
	const struct trace *trace;
	struct table *table;
	struct row *row;
	const void *context;	/* of the function that fills it */
};

void rows_begin(struct rows *s);	/* appends a row to s->table */
void rows_text(const struct rows *s, const char *key, struct str text);
void rows_number(const struct rows *s, const char *key, int64_t number);	/* below 0: absent */
void rows_texts(const struct rows *s, const char *key, const struct str *texts, size_t count);
void rows_id(const struct rows *s, const struct compile *c);
void rows_file(const struct rows *s, struct str file, int64_t line);
void rows_function(const struct rows *s, const struct compile *c);

/* A new section, and add() for every compile of the trace, limit hits among them. */
void rows_per_compile(struct rows *s, const struct section_def *def,
		      void (*add)(struct rows *, const struct compile *));

/* "0/1", or with several processes "r1:0/1" by rank, "p2:0/1" by process. */
struct str rows_shown_id(struct report *r, const struct trace *t, const struct compile *c);
struct str rows_scoped(struct report *r, const struct trace *t, const struct process *p,
		       struct str id);	/* the same of any id */

/* The anchor of its row in a page: "c-0-1", "c-r1-0-1"; "limit-0-8" of a limit hit. */
struct str rows_anchor(struct report *r, const struct trace *t, const struct compile *c);

/* When it began, since the first event of its process; -1 if not known. */
int64_t rows_since_first(const struct compile *c);

#endif
