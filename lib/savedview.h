/* savedview.h - a report read back from JSON: what only people see, out of the data. */
#ifndef CTRACE_SAVEDVIEW_H
#define CTRACE_SAVEDVIEW_H

#include "report.h"

/* Fills the head line and the cells and sections for people that can be made anew. */
void savedview_add(struct report *r, struct str name);

#endif
