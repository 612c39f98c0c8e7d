/* htmlcard.h - sections that are cards, and objects with their labels. */
#ifndef CTRACE_HTMLCARD_H
#define CTRACE_HTMLCARD_H

#include "htmlcell.h"

/* A card for each row; if there are very many, a table of the others. */
void htmlcard_write(struct htmlpage *p, const struct table *t);

/* The first row as "label: value". */
void htmlcard_object(struct htmlpage *p, const struct table *t);

/* Rows of a section without headings: a paragraph each, the first words large. */
void htmlcard_lead(struct htmlpage *p, const struct table *t);

#endif
