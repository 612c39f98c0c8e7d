/*
 * verdict.h - the first lines of the report, for people: what is open if the log breaks
 * off, how much was compiled and why, what the caches did, what only first use costs.
 */
#ifndef CTRACE_VERDICT_H
#define CTRACE_VERDICT_H

#include "cachetable.h"
#include "rows.h"
#include "timing.h"
#include "totals.h"

/* Appends `verdict`, and for data `unfinished`. */
void verdict_add(struct rows *s, const struct totals *all, const struct timing *t,
		 const struct cachetable *ct);

#endif
