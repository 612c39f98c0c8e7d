/*
 * htmlcell.h - what a page is written into, and its smallest parts: texts, attributes,
 * cells. Nothing from a report gets onto the page but through here.
 */
#ifndef CTRACE_HTMLCELL_H
#define CTRACE_HTMLCELL_H

#include "report.h"

enum { HTMLCELL_KINDS = 12 };

struct htmlpage {
	struct buf *out;
	struct arena arena;	/* scratch of the section that is being written */
	size_t top;		/* most rows of a section; 0: all */
	unsigned nested;	/* numbers nested tables and code, for their ids */
	struct str kinds[HTMLCELL_KINDS];	/* colours of pictures, as they were met */
	size_t kind_count;
};

void htmlcell_raw(struct htmlpage *p, const char *html);	/* our own markup */
void htmlcell_text(struct htmlpage *p, struct str text);	/* escaped */

/* ' name="value"', escaped; nothing if value is absent. */
void htmlcell_attribute(struct htmlpage *p, const char *name, struct str value);

/* A number by which rows are sorted, rather than by the cell's text. */
bool htmlcell_is_number(const struct column *c);

/* The greatest time in the column, which decides its unit; 0 for others. */
int64_t htmlcell_most(const struct table *t, size_t column);

/* As people read it, on one line, not escaped for HTML; dies with the page's arena. */
struct str htmlcell_plain(struct htmlpage *p, const struct column *c, const struct cell *cell,
			  int64_t most_us);

/* The same as markup: with links, and old, new and difference in a diff. */
void htmlcell_value(struct htmlpage *p, const struct column *c, const struct cell *cell,
		    int64_t most_us);

/* Index of the colour of that kind; texts must outlive the page. */
size_t htmlcell_kind(struct htmlpage *p, struct str kind);

#endif
