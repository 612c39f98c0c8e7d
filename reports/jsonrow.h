/* jsonrow.h - rows of a report as JSON: the same for every format that is made of it. */
#ifndef CTRACE_JSONROW_H
#define CTRACE_JSONROW_H

#include "jsonwrite.h"
#include "report.h"

/* The columns for data, as members of the object that is open; in a diff, mark and old. */
void jsonrow_members(struct jsonwrite *w, const struct table *t, const struct row *row);

/* The same as an object of its own; all rows but totals as a list of such. */
void jsonrow_object(struct jsonwrite *w, const char *key, const struct table *t,
		    const struct row *row, enum jsonwrite_look look);
void jsonrow_list(struct jsonwrite *w, const char *key, const struct table *t,
		  enum jsonwrite_look look);

#endif
