/* hottable.h - the report's sections `hot`, `restarts`, `guard_cost`. */
#ifndef CTRACE_HOTTABLE_H
#define CTRACE_HOTTABLE_H

#include "rows.h"
#include "timing.h"

void hottable_add(struct rows *s, struct timing *t);

#endif
