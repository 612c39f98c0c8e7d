/* timeline.h - the picture `timeline`: when each compile ran, in which phase, and why. */
#ifndef CTRACE_TIMELINE_H
#define CTRACE_TIMELINE_H

#include "cause.h"
#include "rows.h"
#include "timing.h"

void timeline_add(struct rows *s, struct timing *t, const struct causes *cs);

#endif
