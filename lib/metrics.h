/*
 * metrics.h - compilation_metrics records and their kin → a compile's numbers.
 *
 * torch/_dynamo/utils.py, class CompilationMetrics: a flat object of a hundred fields,
 * several of them whole configurations. Older releases wrote seconds where 2.6 on
 * write microseconds.
 */
#ifndef CTRACE_METRICS_H
#define CTRACE_METRICS_H

#include "compile.h"

enum metrics_kind {
	METRICS_FORWARD,	/* compilation_metrics: ends the compile */
	METRICS_BACKWARD,	/* bwd_compilation_metrics, aot_autograd_backward_… */
	METRICS_RUNTIME		/* compilation_metrics_runtime */
};

/* Fields of another type than torch writes: how many, the names of the first few. */
#define METRICS_NAMES_MOST 8
struct metrics_faults {
	size_t count;
	struct str names[METRICS_NAMES_MOST];
};

/*
 * Reads the value of such a record into c. What is not as it should be is left out and
 * added to *faults. False if the text is no JSON object.
 */
bool metrics_read(struct compile *c, enum metrics_kind kind, struct str value,
		  struct metrics_faults *faults);

#endif
