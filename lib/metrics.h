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

/*
 * Reads the value of such a record into c. Fields of another type than torch writes
 * are left out and counted in *bad_fields. False if the text is no JSON object.
 */
bool metrics_read(struct compile *c, enum metrics_kind kind, struct str value,
		  size_t *bad_fields);

#endif
