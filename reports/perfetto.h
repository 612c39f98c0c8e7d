/*
 * perfetto.h - the spans of a trace in the trace-event format, which ui.perfetto.dev
 * and chrome://tracing open.
 *
 * A JSON object with a list of events: M names processes and threads, X is a span with
 * its length, i a moment, C a count that changes. Times are µs since the run began.
 */
#ifndef CTRACE_PERFETTO_H
#define CTRACE_PERFETTO_H

#include "trace.h"

void perfetto_write(struct buf *out, const struct trace *t);

#endif
