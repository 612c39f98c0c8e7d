/* layout.h - the columns of a table on a terminal: which, how wide, with what text. */
#ifndef CTRACE_LAYOUT_H
#define CTRACE_LAYOUT_H

#include "report.h"

struct layout_column {
	const struct column *column;
	size_t index;		/* in the section's columns, and in a row's cells */
	size_t gap, width;	/* blanks before it, and its own columns */
	bool right;		/* flush right */
	bool bar;		/* the bar that is drawn beside a share */
	int64_t most_us;	/* of a time: the greatest in the column */
};

/* The rows to show, in order, and the room there is. */
struct layout_input {
	const struct table *table;
	const struct row *const *rows;
	size_t row_count;
	size_t width;		/* of the table, without what is left of it */
	size_t title_width;	/* least width of the untitled columns at the left */
};

struct layout {
	ARRAY(struct layout_column) columns;
	struct str *cells;	/* row by row, cut to width, safe for a terminal */
	size_t untitled;	/* columns at the left whose place the title takes */
	bool *below;		/* by the section's columns: stands under the row */
	struct str dropped; /* titles of the columns that found no room; absent: none */
};

/*
 * Chooses the columns that have a value in any row, and fits them into the width:
 * bars become shorter, then paths, then other text; last, columns at the right are
 * dropped. Text of cards goes under the row rather than being cut, unless it is a
 * HEAD. All of it lives in the arena.
 */
void layout_make(struct layout *l, struct arena *a, const struct layout_input *in);

/* Blanks before, and columns of, everything left of that column. */
size_t layout_offset(const struct layout *l, size_t column);

bool layout_is_filled(const struct cell *c);	/* has a value, or had one */

#endif
