/* healthtable.h - the report's section `health`: what was read, what was wrong with it. */
#ifndef CTRACE_HEALTHTABLE_H
#define CTRACE_HEALTHTABLE_H

#include "report.h"
#include "trace.h"

/* For data an object of all counters with the notes; for people the counters above 0. */
void healthtable_add(struct report *r, const struct trace *t);

#endif
