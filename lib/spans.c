/* SPDX-License-Identifier: MIT */
#include "spans.h"

#include "scan.h"

static enum span_phase phase_of(struct str value)
{
	struct str ph = scan_plain(value);

	if (ph.len != 1)
		return SPAN_OTHER;
	switch (ph.s[0]) {
	case 'B': return SPAN_BEGIN;
	case 'E': return SPAN_END;
	case 'X': return SPAN_WHOLE;
	case 'i':
	case 'I': return SPAN_INSTANT;
	default: return SPAN_OTHER;
	}
}

bool span_event_read(struct str raw, struct intern *strings, struct span_event *se)
{
	struct scan s = scan_object(raw);
	struct str key, value;

	*se = (struct span_event){ .phase = SPAN_OTHER, .ts_us = -1, .duration_us = -1 };
	while (scan_member(&s, &key, &value)) {
		if (str_eq(key, STR("name")))
			se->name = scan_intern(strings, value);
		else if (str_eq(key, STR("ts")))
			scan_scaled(value, 0, &se->ts_us);
		else if (str_eq(key, STR("dur")))
			scan_scaled(value, 0, &se->duration_us);
		else if (str_eq(key, STR("ph")))
			se->phase = phase_of(value);
		else if (str_eq(key, STR("args")) && scan_is_object(value))
			se->args = value;
	}
	if (s.problem || !se->name.s || se->ts_us < 0 || se->ts_us > TIME_LATEST_US)
		return false;
	if (se->args.s)
		se->compile_id = scan_intern(strings, scan_find(se->args, STR("compile_id")));
	return true;
}

bool span_opens_compile(struct str name)
{
	return str_eq(name, STR("dynamo")) || str_eq(name, STR("entire_frame_compile"));
}

#define WORKERS_MOST 512	/* as far back as the beginning of an end is looked for */

/* Workers' spans overlap each other: an end belongs to the newest open one of its name. */
static enum span_fault apply_to_workers(struct process *p, const struct span_event *se)
{
	struct arena *a = &p->source->arena;
	size_t first = p->worker_spans.count > WORKERS_MOST ?
		p->worker_spans.count - WORKERS_MOST : 0;

	if (se->phase == SPAN_BEGIN || se->phase == SPAN_WHOLE) {
		*array_add(a, &p->worker_spans) = (struct span){
			.name = se->name.s, .start_us = se->ts_us, .parent = SPAN_NONE,
			.end_us = se->phase == SPAN_WHOLE ? se->ts_us + se->duration_us : -1,
		};
		return SPAN_FINE;
	}
	for (size_t i = p->worker_spans.count; i-- > first;) {
		struct span *s = &p->worker_spans.items[i];

		if (s->end_us >= 0 || s->name != se->name.s)
			continue;
		if (se->ts_us < s->start_us || se->ts_us - s->start_us > TIME_LONGEST_US) {
			s->end_us = s->start_us;
			return SPAN_NEGATIVE;
		}
		s->end_us = se->ts_us;
		return SPAN_FINE;
	}
	return SPAN_UNMATCHED;
}

/* torch 2.9 on counts inside of Dynamo's tracing, in seconds. */
static void read_tracing(struct compile *c, struct str args)
{
	static const struct {
		struct str key;
		enum metric metric;
	} fields[] = {
		{ STR_INIT("get_fake_value_time_s"), METRIC_FAKE_TENSOR_US },
		{ STR_INIT("wrap_to_fake_tensor_and_record_time_s"), METRIC_WRAP_FAKE_US },
		{ STR_INIT("variable_builder_call_time_s"), METRIC_VARIABLES_US },
	};
	int64_t us;

	for (size_t i = 0; args.s && i < COUNT_OF(fields); i++)
		if (scan_scaled(scan_find(args, fields[i].key), 6, &us) && us >= 0 &&
		    us <= TIME_LONGEST_US)
			c->metrics[fields[i].metric] = us;
}

enum span_fault span_event_apply(struct process *p, struct compile *c,
				 const struct span_event *se)
{
	enum span_fault fault;

	if (se->phase == SPAN_INSTANT || se->phase == SPAN_OTHER)
		return SPAN_FINE;
	if (se->phase == SPAN_WHOLE &&
	    (se->duration_us < 0 || se->duration_us > TIME_LONGEST_US))
		return SPAN_NEGATIVE;
	if (!c)
		return apply_to_workers(p, se);
	if (se->phase == SPAN_END) {
		if (str_eq(se->name, STR("bytecode_tracing")))
			read_tracing(c, se->args);
		return compile_span_end(c, se->name.s, se->ts_us);
	}
	fault = compile_span_begin(c, se->name.s, se->ts_us);
	if (fault == SPAN_FINE && se->phase == SPAN_WHOLE)
		fault = compile_span_end(c, se->name.s, se->ts_us + se->duration_us);
	return fault;
}
