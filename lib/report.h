/*
 * report.h - the report: an ordered list of sections of typed rows, which every
 * writer walks and which a policy names. It knows neither torch nor any format.
 *
 * A section is described by a constant struct section_def: its key (JSON, policy),
 * its title, its columns. A row has one cell per column, in that order. All text in
 * cells is as it stood in the log (any bytes): escaping is the writers' work.
 */
#ifndef CTRACE_REPORT_H
#define CTRACE_REPORT_H

#include "str.h"

#define REPORT_SCHEMA 1	/* of JSON; bumped on a change that a reader could trip over */

enum cell_type {
	CELL_TEXT,	/* text */
	CELL_COUNT,	/* how many; people read 1,234 */
	CELL_NUMBER,	/* a number that is a name: line, rank, process; 1234 */
	CELL_TIME,	/* number, µs; the column's key ends in _us */
	CELL_BYTES,	/* number, bytes */
	CELL_SHARE,	/* number, in 1/10000 of the whole; JSON 0.1234, text 12.3 % */
	CELL_FLAG,	/* number, 0 or 1; JSON: true/false, text: yes/no */
	CELL_TEXTS,	/* list of text cells */
	CELL_TIMES,	/* list of time cells */
	CELL_ROWS	/* a nested table, described by the column's nested */
};

enum column_flags {
	COLUMN_DATA = 1,	/* only in JSON, CSV, NDJSON, not for people */
	COLUMN_VIEW = 2,	/* only for people (text, HTML, Markdown) */
	COLUMN_LINE = 4,	/* for people: lines under the row, not a column; each text
				   of CELL_TEXTS has its own; CELL_ROWS are always so */
	COLUMN_CODE = 8,	/* a LINE that is shown as it is, may hold several lines;
				   HTML adds a copy button */
	COLUMN_PATH = 16,	/* path or long name: shortened in the middle if narrow */
	COLUMN_BAR = 32,	/* a share that is drawn as a bar too */
	COLUMN_HEAD = 64,	/* the name of a row; #1 if it is a CELL_NUMBER */
	COLUMN_PAGE = 128,	/* of what is for people, only HTML has room for it; with
				   DATA or alone: in data too */
	COLUMN_URL = 256,	/* an address; HTML makes a link of it if it is http(s) */
	COLUMN_WARN = 512,	/* a FLAG or text that warns: HTML marks it, and the whole row
				   if it is a FLAG without a title */
	COLUMN_FIRST = 1024	/* a section that stands before those without it in HTML */
};

/*
 * A column without a title at the left of a table lends its place to the section's
 * title, so that title and headings share a line. When a table is too wide for the
 * terminal, columns are dropped from the right: put what matters most at the left.
 * A column keyed "depth" holds the row's depth, without being set.
 */
struct column {
	const char *key;
	const char *title;	/* heading, or label before a LINE's value; "": none */
	enum cell_type type;
	unsigned flags;
	const struct section_def *nested;	/* of CELL_ROWS, else NULL */
};

enum section_shape {
	SHAPE_OBJECT,	/* one row: an object in JSON, for people "label  value" lines */
	SHAPE_TABLE,	/* rows under headings; row.depth indents the first column */
	SHAPE_CARDS,	/* a TABLE of blocks, each a head line with lines and nested rows
			   under it; nested in a row: items with an arrow before each */
	SHAPE_ICICLE,	/* a picture of a tree by row.depth: columns "label", "total_us"
			   (the width, at most what its parent has), "kind" (the colour) */
	SHAPE_LANES	/* a picture of blocks in time: "lane", "label" (its cell's link is
			   where a click leads), "start_us", "time_us", "kind", "mark" (a
			   few letters on it); rows of depth 1 are parts of the block */
};

struct section_def {
	const char *key;
	const char *title;	/* "" for a section without a heading */
	enum section_shape shape;
	unsigned flags;		/* COLUMN_DATA, VIEW, PAGE, FIRST for the whole section */
	const char *empty;	/* what people read when there is no row; NULL: nothing */
	const struct column *columns;
	size_t column_count;
	size_t top;		/* rows shown to people when no --top is given; 0: all */
};

struct cell {
	bool present;			/* false: null in JSON, blank for people */
	int64_t number;
	struct str text;
	struct str link;		/* anchor of the row that it speaks of; absent: none */
	const struct cell *items;	/* of CELL_TEXTS and CELL_TIMES */
	size_t item_count;
	const struct table *rows;	/* of CELL_ROWS */
	const struct cell *old;		/* in CHANGED rows of a diff: the cell before */
};

/*
 * What a diff says of a row: ADDED and REMOVED rows hold the values that there are,
 * CHANGED ones the new values, with the old cells hung on those that differ. A TOTAL is
 * for people: it is set apart, shown whatever --top says, and not in JSON, where columns
 * must sum up without it.
 */
enum row_mark { ROW_PLAIN, ROW_ADDED, ROW_REMOVED, ROW_CHANGED, ROW_TOTAL };

struct row {
	struct cell *cells;	/* column_count of them */
	unsigned depth;		/* 0: top; one of n+1 belongs to the one of n above it */
	enum row_mark mark;
	struct str anchor;	/* link target in HTML, such as c-0-1; absent: none */
};

struct table {
	const struct section_def *def;
	ARRAY(struct row) rows;
	struct str note;	/* one line for people under the table; absent: none */
	bool detail;		/* text and Markdown show it only to those who ask */
};

/* A zeroed struct report is an empty one. Its arena owns all that hangs on it. */
struct report {
	struct arena arena;
	struct str title;		/* head line for people */
	ARRAY(struct table *) sections;	/* in the order they are shown */
	ARRAY(struct str) next;		/* commands worth trying next, for people */
};

void report_release(struct report *r);

/* Appends an empty section; nested tables are made with report_table(). */
struct table *report_section(struct report *r, const struct section_def *def);
struct table *report_table(struct report *r, const struct section_def *def);
const struct table *report_find(const struct report *r, struct str key);	/* or NULL */

/*
 * Is the column for data (JSON, CSV), for people (text, Markdown), for people who have
 * room (HTML)? One without any flag is for all.
 */
bool column_in_data(const struct column *c);
bool column_in_view(const struct column *c);
bool column_in_page(const struct column *c);
bool column_is_line(const struct column *c);	/* stands under the row, not in a column */

/* Is there something to show to people: a value, an old one, rows in a nested table? */
bool cell_is_filled(const struct cell *c);

bool section_in_data(const struct section_def *def);
bool section_in_view(const struct section_def *def);
bool section_in_page(const struct section_def *def);

/*
 * Appends a row of absent cells. The pointer dies with the next row of this table;
 * the setters below find the column by its key, which must exist in the section and
 * have that type. Texts are not copied: they live as long as the report. An absent
 * text leaves the cell absent.
 */
struct row *table_add(struct report *r, struct table *t);
struct cell *row_cell(const struct table *t, const struct row *row, const char *key);
const struct cell *table_get(const struct table *t, size_t row, const char *key);

void row_text(const struct table *t, struct row *row, const char *key, struct str text);
void row_number(const struct table *t, struct row *row, const char *key, int64_t number);
void row_texts(struct report *r, const struct table *t, struct row *row, const char *key,
	       const struct str *texts, size_t count);
void row_times(struct report *r, const struct table *t, struct row *row, const char *key,
	       const int64_t *times_us, size_t count);	/* both copy the array */
void row_rows(const struct table *t, struct row *row, const char *key,
	      const struct table *nested);

/* The anchor that a cell leads to; those of the items of a CELL_TEXTS that is set. */
void row_link(const struct table *t, struct row *row, const char *key, struct str anchor);
void row_links(struct report *r, const struct table *t, struct row *row, const char *key,
	       const struct str *anchors, size_t count);

#endif
