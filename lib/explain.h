/* explain.h - a report about one compile or one cause: `ctrace explain`. */
#ifndef CTRACE_EXPLAIN_H
#define CTRACE_EXPLAIN_H

#include "cause.h"
#include "report.h"

/* What is to be explained: a compile, or a cause. */
struct explain_target {
	const struct compile *compile;	/* NULL: a cause */
	const struct cause *cause;	/* of the compile, if it is a recompile */
};

/*
 * "0/3", "!1/0/3", with a rank "r1:0/3" or a process "p2:0/3"; "#2" a cause. Of a
 * compile whose id was used again, the last one; attempt suffixes ("0/3_1") are taken.
 * -1 with e set if there is no such thing, or more than one process has it.
 */
int explain_find(const struct trace *t, const struct causes *cs, struct str id,
		 struct explain_target *target, struct err *e);

/* version: for the advice, advice_version(). */
void explain_build(struct report *r, const struct trace *t, const struct causes *cs,
		   const struct explain_target *target, int version);

#endif
