/*
 * causetable.h - the report's sections about recompiles: `causes`, `dynamic`,
 * `recompiles`, `limits`.
 */
#ifndef CTRACE_CAUSETABLE_H
#define CTRACE_CAUSETABLE_H

#include "cause.h"
#include "rows.h"

/* Appends them, the causes first. version chooses the advice: advice_version(). */
void causetable_add(struct rows *s, const struct causes *cs, int version);

/* Only one cause; only some recompiles. */
void causetable_cause(struct rows *s, const struct causes *cs, const struct cause *c,
		      int version);
void causetable_findings(struct rows *s, struct finding *const *findings, size_t count);

#endif
