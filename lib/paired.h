/*
 * paired.h - the rows of a section in two reports → rows marked as added, removed or
 * changed. Matched by what they mean (kin.h), in the order of the new report.
 */
#ifndef CTRACE_PAIRED_H
#define CTRACE_PAIRED_H

#include "report.h"

/* Is a time the same but for noise? Half a millisecond is noise of any time. */
bool paired_is_noise(int64_t before, int64_t after, int64_t noise);

/* Tables of which either may be NULL. rows of `into` copy the cells of the same keys. */
struct paired {
	struct report *out;
	const struct table *before, *after;
	int64_t noise;		/* in 1/10000 */
};

/* Appends to `into` the rows that differ; false if none does. */
bool paired_add(const struct paired *p, struct table *into);

#endif
