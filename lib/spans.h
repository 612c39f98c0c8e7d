/*
 * spans.h - chromium_event payloads → the spans of compiles.
 *
 * torch/_dynamo/utils.py, class ChromiumEventLogger. One event a record, its payload
 * an object in the trace-event format: name, ts (µs since 1970, float), ph, args with
 * compile_id; pid and tid are always 0. A compile's spans nest. Events whose
 * compile_id is the string "None" come from compile workers and overlap everything.
 */
#ifndef CTRACE_SPANS_H
#define CTRACE_SPANS_H

#include "trace.h"

enum span_phase { SPAN_BEGIN, SPAN_END, SPAN_WHOLE, SPAN_INSTANT, SPAN_OTHER };

struct span_event {
	enum span_phase phase;
	struct str name;	/* interned */
	int64_t ts_us;		/* since 1970 */
	int64_t duration_us;	/* of SPAN_WHOLE (ph X); else -1 */
	struct str compile_id;	/* "0/1", "None"; absent if there is none */
	struct str args;	/* JSON text of them */
};

/* raw: the payload with or without its tabs. False if it is no such event. */
bool span_event_read(struct str raw, struct intern *strings, struct span_event *se);

/* Whether a beginning span of that name opens a compile ("dynamo", "entire_frame_compile"). */
bool span_opens_compile(struct str name);

/* Adds it to the compile, or with c NULL to the workers of the process. */
enum span_fault span_event_apply(struct process *p, struct compile *c,
				 const struct span_event *se);

#endif
