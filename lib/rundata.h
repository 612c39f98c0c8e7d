/* rundata.h - sections of what was given beside a trace: times, graphs. */
#ifndef CTRACE_RUNDATA_H
#define CTRACE_RUNDATA_H

#include "rows.h"

/* compile_times() tables and the graphs of TORCH_COMPILE_DEBUG, where there are any. */
void rundata_add(struct rows *s);

#endif
