/*
 * speedscope.h - the spans of a trace as evented profiles of www.speedscope.app
 * (file-format-schema.json): one for each lane of a process, in which O opens a frame
 * and C closes it again.
 */
#ifndef CTRACE_SPEEDSCOPE_H
#define CTRACE_SPEEDSCOPE_H

#include "trace.h"

/* name: of the whole, such as the path that was read. */
void speedscope_write(struct buf *out, const struct trace *t, struct str name);

#endif
