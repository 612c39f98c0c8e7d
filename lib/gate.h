/*
 * gate.h - a policy and a report → section `gate`: each limit, what was measured, whether
 * it holds, and the causes behind what does not, new ones first.
 */
#ifndef CTRACE_GATE_H
#define CTRACE_GATE_H

#include "policy.h"

struct gate_options {
	struct str today;		/* "2027-03-01": for `until` */
	bool strict;			/* warnings are violations */
	bool partial_is_fine;		/* lost data does not matter */
	bool silent_is_fine;		/* what a text log does not name did not happen */
	const struct report *baseline;	/* NULL: there is none */
	struct str root;		/* files below this folder are named from there; absent: none */
	struct str real_root;		/* the same, without links; absent: none */
};

/* How it came out; each limit is in one of the first four. */
struct gate_counts {
	size_t held, violated;
	size_t unknown;		/* limits on what the input does not say */
	size_t lost;		/* 1: data was lost, and that matters */
	size_t warnings;
	size_t warm_recompiles, warm_breaks, accepted;	/* events that did not count */
};

/*
 * Appends section `gate` to out, which borrows from r, the policy and the baseline. -1
 * with *e if the policy cannot be applied to this report at all.
 */
int gate_judge(struct report *out, const struct report *r, const struct policy *p,
	       const struct gate_options *o, struct gate_counts *counts, struct err *e);

#endif
