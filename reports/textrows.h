/* textrows.h - tables, cards and the lines under their rows, for text.c. */
#ifndef CTRACE_TEXTROWS_H
#define CTRACE_TEXTROWS_H

#include "pen.h"
#include "report.h"

struct textrows {
	struct pen pen;
	struct arena arena;	/* what is measured before it is written */
	size_t width;		/* of the terminal */
	bool details;		/* nested tables are shown whole */
};

/*
 * The table with its title, headings and all that hangs on its rows; top: how many
 * rows of depth 0 are shown, 0 for all.
 */
void textrows_table(struct textrows *t, const struct table *table, size_t indent,
		    size_t top);

/*
 * The LINE columns and nested tables of a row, and the columns that a layout has put
 * below it (NULL: none).
 */
void textrows_below(struct textrows *t, const struct table *table,
		    const struct row *row, const bool *below, size_t indent);

/* A label, none if it is "", and a text that is safe for a terminal, wrapped. */
void textrows_line(struct textrows *t, const char *label, struct str text, size_t indent);

/* Safe for a terminal, in the arena. */
struct str textrows_escaped(struct textrows *t, struct str text);
struct str textrows_cell(struct textrows *t, const struct column *c,
			 const struct cell *cell);

#endif
