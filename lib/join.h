/*
 * join.h - several inputs about one process -> one process, each event once.
 *
 * A trace and the text log of the same run, two text logs of it, the logs of its debug
 * folder: they are matched on rank, process id where both have one, compile ids, and the
 * time at which both say that a compile began. The trace has the last word; text fills in
 * what it lacks. Where both speak and differ is counted in health.
 */
#ifndef CTRACE_JOIN_H
#define CTRACE_JOIN_H

#include "trace.h"

/* After all sources have been added: joins their processes and their times tables. */
void join_trace(struct trace *t);

#endif
