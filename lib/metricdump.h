/*
 * metricdump.h - torch._dynamo.utils.get_compilation_metrics(), printed by a program:
 *
 *	[CompilationMetrics(compile_id='0/0', frame_key='1', co_name='step', …), …]
 *
 * The repr of torch's dataclass (torch/_dynamo/utils.py, 2.2 on; compile_id from 2.6 on,
 * duration_us from 2.6 on, entire_frame_compile_time_s before), all on one line.
 */
#ifndef CTRACE_METRICDUMP_H
#define CTRACE_METRICDUMP_H

#include "trace.h"

/* Whether such a dump stands in a line. */
bool metricdump_has(struct str line);

/* Takes all of a line's into the process; number is the line's. */
void metricdump_read(struct process *p, struct str line, size_t number);

#endif
