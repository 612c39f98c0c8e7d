/* SPDX-License-Identifier: MIT */
#include "spans.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(spans, .fini = no_leaks);

Test(spans, events)
{
	static const struct {
		const char *label, *raw;
		bool is;
		enum span_phase phase;
		const char *name, *id;
		int64_t ts, duration;
	} rows[] = {
		{ "as torch writes it", "\t{\n\t\"name\": \"dynamo\",\n\t\"ts\": 1754336056314114.5,\n\t\"args\": "
		  "{\n\t\"compile_id\": \"0/1\"\n\t},\n\t\"ph\": \"B\",\n\t\"pid\": 0\n\t}", true, SPAN_BEGIN,
		  "dynamo", "0/1", 1754336056314114, -1 },
		{ "whole", "{\"name\":\"x\",\"ph\":\"X\",\"ts\":5,\"dur\":7.9}", true, SPAN_WHOLE, "x", NULL, 5, 7 },
		{ "worker", "{\"name\":\"x\",\"ph\":\"E\",\"ts\":5,\"args\":{\"compile_id\":\"None\"}}", true,
		  SPAN_END, "x", "None", 5, -1 },
		{ "instant", "{\"name\":\"x\",\"ph\":\"i\",\"ts\":5}", true, SPAN_INSTANT, "x", NULL, 5, -1 },
		{ "no phase", "{\"name\":\"x\",\"ts\":5}", true, SPAN_OTHER, "x", NULL, 5, -1 },
		{ "a long phase", "{\"name\":\"x\",\"ts\":5,\"ph\":\"BB\"}", true, SPAN_OTHER, "x", NULL, 5, -1 },
		{ "no name", "{\"ts\":5,\"ph\":\"B\"}", false, SPAN_OTHER, NULL, NULL, 0, 0 },
		{ "no time", "{\"name\":\"x\",\"ph\":\"B\"}", false, SPAN_OTHER, NULL, NULL, 0, 0 },
		{ "cut", "{\"name\":\"x\",\"ts\":5,\"ph\":\"B\"", false, SPAN_OTHER, NULL, NULL, 0, 0 },
		{ "a list", "[1]", false, SPAN_OTHER, NULL, NULL, 0, 0 },
		{ "nothing", "", false, SPAN_OTHER, NULL, NULL, 0, 0 },
	};
	struct arena a = { 0 };
	struct intern strings;

	intern_init(&strings, &a);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct span_event se;

		cr_expect_eq(span_event_read(str_c(rows[i].raw), &strings, &se), rows[i].is, "%s", rows[i].label);
		if (!rows[i].is)
			continue;
		cr_expect_eq(se.phase, rows[i].phase, "%s: phase", rows[i].label);
		cr_expect(str_eq(se.name, str_c(rows[i].name)), "%s: name", rows[i].label);
		cr_expect(str_eq(se.compile_id, str_c(rows[i].id)), "%s: id", rows[i].label);
		cr_expect_eq(se.ts_us, rows[i].ts, "%s: time", rows[i].label);
		cr_expect_eq(se.duration_us, rows[i].duration, "%s: duration", rows[i].label);
	}
	intern_release(&strings);
	arena_release(&a);
}

Test(spans, of_workers_overlap)
{
	struct source *s = trace_source_new(STR("x"));
	struct process *p = trace_source_process(s, 1, -1);
	struct str name = intern_add(&s->strings, STR("compile_file"));
	static const struct {
		enum span_phase phase;
		int64_t ts, duration;
		enum span_fault fault;
	} rows[] = {
		{ SPAN_BEGIN, 10, -1, SPAN_FINE }, { SPAN_BEGIN, 20, -1, SPAN_FINE },
		{ SPAN_END, 30, -1, SPAN_FINE }, { SPAN_END, 40, -1, SPAN_FINE },
		{ SPAN_END, 50, -1, SPAN_UNMATCHED }, { SPAN_WHOLE, 60, 5, SPAN_FINE },
		{ SPAN_WHOLE, 60, -1, SPAN_NEGATIVE }, { SPAN_BEGIN, 70, -1, SPAN_FINE },
		{ SPAN_END, 65, -1, SPAN_NEGATIVE }, { SPAN_INSTANT, 70, -1, SPAN_FINE },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct span_event se = { .phase = rows[i].phase, .name = name, .ts_us = rows[i].ts,
					 .duration_us = rows[i].duration };

		cr_expect_eq(span_event_apply(p, NULL, &se), rows[i].fault, "row %zu", i);
	}
	cr_assert_eq(p->worker_spans.count, 4);
	cr_expect_eq(p->worker_spans.items[0].end_us, 40);	/* the newest open one ends first */
	cr_expect_eq(p->worker_spans.items[1].end_us, 30);
	cr_expect_eq(p->worker_spans.items[2].end_us, 65);
	cr_expect_eq(p->worker_spans.items[3].end_us, 70);	/* never below its beginning */
	trace_source_free(s);
}
