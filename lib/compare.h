/*
 * compare.h - two reports → one that says what changed: a report whose rows are marked
 * and whose cells hang on to their old values, so that every writer shows it.
 */
#ifndef CTRACE_COMPARE_H
#define CTRACE_COMPARE_H

#include "report.h"

/* One side: a report, and what it is called. */
struct compare_side {
	const struct report *report;
	struct str name;
};

struct compare_options {
	int64_t noise;		/* in 1/10000: times that differ by no more are the same */
};

/* How many things got worse, and better. */
struct compare_counts {
	size_t worse, better;
};

/*
 * Appends the sections of the difference to out, which borrows from both. -1 with *e if
 * they cannot be compared.
 */
int compare_build(struct report *out, const struct compare_side *before,
		  const struct compare_side *after, const struct compare_options *o,
		  struct compare_counts *counts, struct err *e);

#endif
