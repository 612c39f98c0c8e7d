/* spantable.h - the report's section `spans`: what one compile did, for `explain`. */
#ifndef CTRACE_SPANTABLE_H
#define CTRACE_SPANTABLE_H

#include "rows.h"

/*
 * All spans of the compile as a tree, each with the phase that its own time counts to.
 * People see those that took at least 0.5 % of it.
 */
void spantable_add(struct rows *s, const struct compile *c);

#endif
