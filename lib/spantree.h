/* spantree.h - the picture `span_tree`: the spans of all compiles, added up by their path. */
#ifndef CTRACE_SPANTREE_H
#define CTRACE_SPANTREE_H

#include "rows.h"
#include "timing.h"

/* Appends the section. What is less than a thousandth of the whole is left out. */
void spantree_add(struct rows *s, struct timing *t);

/* "Dynamo", "Inductor", …: the colours of pictures. */
struct str spantree_group(const struct timing *t, const struct timing_span *span);

#endif
