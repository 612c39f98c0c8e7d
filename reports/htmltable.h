/* htmltable.h - tables of a page, and the lines under a row. */
#ifndef CTRACE_HTMLTABLE_H
#define CTRACE_HTMLTABLE_H

#include "htmlcell.h"

/*
 * Rows from first on as a table with a caption for screen readers; the rest of what
 * is too much for a page at once goes into htmldata. Nothing if there is no such row.
 * nested: part of a card, small, not to be sorted.
 */
void htmltable_write(struct htmlpage *p, const struct table *t, size_t first, bool nested);

/* How many rows of depth 0 are shown as --top says: index behind the last one. */
size_t htmltable_end(const struct htmlpage *p, const struct table *t);

/* The LINE columns of a row, <div> each; what is CODE can be copied. */
void htmltable_lines(struct htmlpage *p, const struct table *t, const struct row *row);

/* What a diff says of a row: " added", or "". */
const char *htmltable_mark(const struct row *row);

#endif
