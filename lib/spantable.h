/* spantable.h - the report's section `spans`: what one compile did, for `explain`. */
#ifndef CTRACE_SPANTABLE_H
#define CTRACE_SPANTABLE_H

#include "rows.h"
#include "timing.h"

/* All spans of the compile as a tree, each with the phase that its own time counts to. */
void spantable_add(struct rows *s, struct timing *t, const struct compile *c);

#endif
