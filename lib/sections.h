/*
 * sections.h - the trace → the report's sections. What a section is called, which
 * columns it has and in what order, stands in constant tables; a new insight is a
 * column or a section there.
 */
#ifndef CTRACE_SECTIONS_H
#define CTRACE_SECTIONS_H

#include "report.h"
#include "trace.h"

/*
 * Appends all sections to r. The report borrows strings of the trace: it must not
 * outlive it. names are the paths as the user gave them, for the head line. version: of
 * torch, for the advice (advice_version()); 0: the one that wrote the trace.
 */
void sections_build(struct report *r, const struct trace *t, const char *const *names,
		    size_t count, int version);

/* The torch of the first process that says it, as advice_version(); 0 if none does. */
int sections_torch_version(const struct trace *t);

#endif
