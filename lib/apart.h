/* apart.h - the time that belongs to no compile's sum: around compiles, beside them, after. */
#ifndef CTRACE_APART_H
#define CTRACE_APART_H

#include "timing.h"

/* Fills t->apart, in a fixed order. */
void apart_find(struct timing *t, const struct trace *trace);

#endif
