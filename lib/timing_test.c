/* SPDX-License-Identifier: MIT */
#include "timing.h"

#include <criterion/criterion.h>
#include <glob.h>

#include "ingest.h"
#include "leaks.h"
#include "selftime.h"
#include "totals.h"

TestSuite(timing, .fini = no_leaks);

/* What stands in a log: a span that begins or ends, or a number of the metrics. */
struct step {
	char what;		/* B, E, m (a metric), l (a look-up that ends), 0: the end */
	const char *name;
	int64_t us;
	enum metric metric;
};

#define B(name, us) { 'B', name, us, METRIC_COUNT }
#define E(name, us) { 'E', name, us, METRIC_COUNT }
#define M(metric, us) { 'm', "", us, metric }
#define LOOKUP(us) { 'l', "", us, METRIC_COUNT }
#define STEPS_MOST 32

struct want {
	bool there;
	enum phase phase;
	int64_t self_us;
};

#define W(phase, us) { true, phase, us }

static const struct timing_case {
	const char *label;
	struct step steps[STEPS_MOST];
	int64_t attempts;
	int64_t cost_us;
	struct want want[6];
} cases[] = {
	{ "nested spans", {
		B("dynamo", 0), B("entire_frame_compile", 10), B("compile_attempt_0", 20),
		B("bytecode_tracing", 30), E("bytecode_tracing", 130), E("compile_attempt_0", 150),
		B("build_guards", 150), E("build_guards", 160),
		E("entire_frame_compile", 200), E("dynamo", 300) }, 1, 190,
	  { W(PHASE_DYNAMO, 130), W(PHASE_GUARDS, 10), W(PHASE_UNATTRIBUTED, 50) } },
	{ "a backward outside of the forward", {
		B("entire_frame_compile", 0), B("bytecode_tracing", 0), E("bytecode_tracing", 60),
		E("entire_frame_compile", 100), B("entire_backward_compile", 500),
		B("compile_file", 510), E("compile_file", 540), E("entire_backward_compile", 550) },
	  1, 150, { W(PHASE_DYNAMO, 60), W(PHASE_BACKWARD, 20), W(PHASE_CPP, 30),
		    W(PHASE_UNATTRIBUTED, 40) } },
	{ "a backward inside the forward counts once", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 0),
		B("entire_backward_compile", 10), E("entire_backward_compile", 40),
		E("compile_attempt_0", 100), E("entire_frame_compile", 100) }, 1, 100,
	  { W(PHASE_BACKWARD, 30), W(PHASE_DYNAMO, 70) } },
	{ "nested spans of one name count once", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 0),
		B("entire_frame_compile", 10), B("GraphLowering.codegen", 20),
		B("GraphLowering.codegen", 30), E("GraphLowering.codegen", 50),
		E("GraphLowering.codegen", 60), E("entire_frame_compile", 70),
		E("compile_attempt_0", 100), E("entire_frame_compile", 100) }, 1, 100,
	  { W(PHASE_CODE_GENERATION, 40), W(PHASE_UNATTRIBUTED, 20), W(PHASE_DYNAMO, 40) } },
	{ "spans beside their parent's time, and over each other", {
		B("entire_frame_compile", 100), B("compile_attempt_0", 100),
		B("build_guards", 50), E("build_guards", 120),
		B("gc", 110), E("gc", 130), B("compile_file", 190), E("compile_file", 900),
		E("compile_attempt_0", 200), E("entire_frame_compile", 200) }, 1, 100,
	  { W(PHASE_GUARDS, 20), W(PHASE_GC, 10), W(PHASE_CPP, 10), W(PHASE_DYNAMO, 60) } },
	{ "a span that never ends ends with the one around it", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 0), B("build_guards", 40),
		E("entire_frame_compile", 100) }, 1, 100,
	  { W(PHASE_GUARDS, 60), W(PHASE_DYNAMO, 40) } },
	{ "a log that begins in the compile", {
		E("bytecode_tracing", 10), B("build_guards", 20), E("build_guards", 50),
		E("entire_frame_compile", 100), M(METRIC_DURATION_US, 300),
		M(METRIC_AOT_AUTOGRAD_US, 200), M(METRIC_INDUCTOR_US, 150) }, 1, 300,
	  { W(PHASE_DYNAMO, 100), W(PHASE_AOT, 50), W(PHASE_LOWERING, 150),
	    W(PHASE_GUARDS, 0) } },
	{ "metrics only", {
		M(METRIC_DURATION_US, 1000), M(METRIC_AOT_AUTOGRAD_US, 800),
		M(METRIC_INDUCTOR_US, 600), M(METRIC_CODE_GEN_US, 500), M(METRIC_TRITON_US, 300),
		M(METRIC_GC_US, 50), M(METRIC_BACKWARD_US, 70) }, 1, 1070,
	  { W(PHASE_DYNAMO, 150), W(PHASE_GC, 50), W(PHASE_AOT, 200), W(PHASE_LOWERING, 100),
	    W(PHASE_CODE_GENERATION, 200), W(PHASE_BACKWARD, 70) } },
	{ "metrics that contradict each other", {
		M(METRIC_DURATION_US, 100), M(METRIC_AOT_AUTOGRAD_US, 800),
		M(METRIC_INDUCTOR_US, 9000), M(METRIC_CODE_GEN_US, 9), M(METRIC_GC_US, 50) }, 1, 100,
	  { W(PHASE_DYNAMO, 0), W(PHASE_LOWERING, 91), W(PHASE_CODE_GENERATION, 9) } },
	{ "a backward by spans, the forward by metrics", {
		M(METRIC_DURATION_US, 100), M(METRIC_AOT_AUTOGRAD_US, 0),
		B("entire_backward_compile", 500), E("entire_backward_compile", 550) }, 1, 150,
	  { W(PHASE_DYNAMO, 100), W(PHASE_BACKWARD, 50) } },
	{ "an attempt that was thrown away", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 0), B("bytecode_tracing", 0),
		E("bytecode_tracing", 30), E("compile_attempt_0", 40), B("compile_attempt_1", 40),
		B("bytecode_tracing", 50), E("bytecode_tracing", 90), E("compile_attempt_1", 100),
		E("entire_frame_compile", 100) }, 2, 100,
	  { W(PHASE_RESTARTS, 40), W(PHASE_DYNAMO, 60) } },
	{ "builds that code generation starts are probes, with what is between them", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 0), B("Scheduler.codegen", 0),
		B("compile_file", 10), E("compile_file", 30), B("compile_file", 40),
		E("compile_file", 60), E("Scheduler.codegen", 100), E("compile_attempt_0", 100),
		E("entire_frame_compile", 100) }, 1, 100,
	  { W(PHASE_CPP_PROBES, 50), W(PHASE_CODE_GENERATION, 50), W(PHASE_CPP, 0) } },
	{ "a look-up takes what lies before it", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 0), B("backend_compile", 0),
		B("gc", 10), E("gc", 20), LOOKUP(45), E("backend_compile", 100),
		E("compile_attempt_0", 100), E("entire_frame_compile", 100) }, 1, 100,
	  { W(PHASE_CACHE, 25), W(PHASE_AOT, 65), W(PHASE_GC, 10) } },
	{ "torch's counters inside of tracing, cut to it", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 0), B("bytecode_tracing", 0),
		E("bytecode_tracing", 50), E("compile_attempt_0", 60), E("entire_frame_compile", 60),
		M(METRIC_FAKE_TENSOR_US, 20), M(METRIC_VARIABLES_US, 900) }, 1, 60,
	  { W(PHASE_FAKE_TENSORS, 20), W(PHASE_VARIABLES, 30), W(PHASE_DYNAMO, 10) } },
	{ "torch 2.5 has no span for tracing", {
		B("entire_frame_compile", 0), B("backend_compile", 30), E("backend_compile", 90),
		E("entire_frame_compile", 100) }, 1, 100,
	  { W(PHASE_DYNAMO, 40), W(PHASE_AOT, 60) } },
	{ "a span that ends before it begins", {
		B("entire_frame_compile", 100), E("entire_frame_compile", 50) }, 1, 0,
	  { W(PHASE_DYNAMO, 0) } },
	{ "an end after more than a hundred days", {
		B("entire_frame_compile", 100), E("entire_frame_compile", TIME_LATEST_US) }, 1, 0,
	  { W(PHASE_DYNAMO, 0) } },
	{ "still open", {
		B("entire_frame_compile", 0), B("compile_attempt_0", 5) }, 1, 0,
	  { W(PHASE_DYNAMO, 0) } },
};

static void play(struct compile *c, const struct step *steps)
{
	struct source *s = c->process->source;

	for (size_t i = 0; i < STEPS_MOST && steps[i].what; i++) {
		const char *name = intern_add(&s->strings, str_c(steps[i].name)).s;

		if (steps[i].what == 'B')
			compile_span_begin(c, name, steps[i].us);
		else if (steps[i].what == 'E')
			compile_span_end(c, name, steps[i].us);
		else if (steps[i].what == 'm')
			c->metrics[steps[i].metric] = steps[i].us;
		else
			*array_add(&s->arena, &c->lookups) = (struct lookup){ -1, steps[i].us };
	}
}

static struct compile *compile_of(struct source *s, int64_t number)
{
	struct compile_id id = { -1, 0, number };
	struct compile *c = process_compile(trace_source_process(s, 1, -1), id, true, 1);

	c->started = c->ended = c->has_graph = true;
	return c;
}

/* Whatever came in: the rows are the whole, none is below 0, and all sums are the same. */
static void check_sums(const char *label, const struct trace *trace, struct timing *t)
{
	int64_t self = 0, top = 0, groups = 0, us[PHASE_GROUP_COUNT];
	struct totals all;

	totals_count(&all, trace);
	if (all.compile_us < 0)		/* a text log does not say */
		all.compile_us = 0;
	for (size_t i = 0; i < t->rows.count; i++) {
		cr_expect_geq(t->rows.items[i].self_us, 0, "%s: row %zu", label, i);
		self += t->rows.items[i].self_us;
		top += t->rows.items[i].depth == 0 ? t->rows.items[i].total_us : 0;
	}
	for (size_t i = 0; i < trace->processes.count; i++)
		for (size_t k = 0; k < trace->processes.items[i]->compiles.count; k++) {
			const struct compile *c = trace->processes.items[i]->compiles.items[k];
			int64_t sum = 0;

			timing_groups(t, c, us);
			for (int g = 0; g < PHASE_GROUP_COUNT; g++)
				sum += us[g];
			cr_expect_eq(sum, compile_cost(c), "%s: compile %zu", label, k);
			groups += c->counted ? sum : 0;
		}
	cr_expect_eq(self, all.compile_us < 0 ? 0 : all.compile_us, "%s: rows %lld, compiles %lld", label,
		     (long long)self, (long long)all.compile_us);
	cr_expect_eq(top, self, "%s: the top rows' totals", label);
	cr_expect_eq(groups, self, "%s: the groups", label);
	cr_expect_eq(t->total_us, self, "%s: total_us", label);
	totals_release(&all);
}

Test(timing, phases_add_up)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct timing_case *tc = &cases[i];
		struct source *s = trace_source_new(STR("test"));
		struct trace trace = { .arena = { 0 } };
		struct compile *c = compile_of(s, 0);
		struct timing t;

		c->attempts = tc->attempts;
		play(c, tc->steps);
		trace_source_finish(s);
		trace_add(&trace, s);
		timing_init(&t, &trace);
		cr_expect_eq(compile_cost(c), tc->cost_us, "%s: cost %lld", tc->label,
			     (long long)compile_cost(c));
		for (size_t k = 0; k < COUNT_OF(tc->want) && tc->want[k].there; k++)
			cr_expect_eq(t.rows.items[tc->want[k].phase].self_us, tc->want[k].self_us,
				     "%s: %s is %lld", tc->label, phase_name(tc->want[k].phase).s,
				     (long long)t.rows.items[tc->want[k].phase].self_us);
		check_sums(tc->label, &trace, &t);
		timing_release(&t);
		trace_release(&trace);
	}
}

Test(timing, unknown_spans_have_rows_of_their_own)
{
	static const struct step steps[STEPS_MOST] = {
		B("entire_frame_compile", 0), B("brand_new", 0), E("brand_new", 10),
		B("compile_attempt_0", 10), B("brand_new", 20), B("newer", 25), B("gc", 26),
		E("gc", 28), E("newer", 30), E("brand_new", 40), E("compile_attempt_0", 90),
		E("entire_frame_compile", 100),
	};
	static const struct {
		const char *name;
		size_t parent;
		int64_t self_us;
	} want[] = {
		{ "brand_new", PHASE_OTHER, 10 }, { "brand_new", PHASE_DYNAMO, 15 },
		{ "newer", PHASE_DYNAMO, 3 },
	};
	struct source *s = trace_source_new(STR("test"));
	struct trace trace = { .arena = { 0 } };
	struct timing t;

	play(compile_of(s, 0), steps);
	trace_source_finish(s);
	trace_add(&trace, s);
	timing_init(&t, &trace);
	cr_assert_eq(t.rows.count, PHASE_COUNT + COUNT_OF(want));
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		const struct timing_row *r = &t.rows.items[PHASE_COUNT + i];

		cr_expect(str_eq(r->name, str_c(want[i].name)), "row %zu", i);
		cr_expect_eq(r->parent, want[i].parent, "row %zu", i);
		cr_expect_eq(r->self_us, want[i].self_us, "row %zu: %lld", i,
			     (long long)r->self_us);
	}
	check_sums("unknown spans", &trace, &t);
	timing_release(&t);
	trace_release(&trace);
}

/* The first one in a process is dear; what is beyond the longest later one is paid once. */
Test(timing, first_use_is_told_apart)
{
	static const struct step steps[][STEPS_MOST] = {
		{ B("entire_frame_compile", 0), B("PyCodeCache.load_by_key_path", 0),
		  E("PyCodeCache.load_by_key_path", 100), B("inductor_codecache_torch_key", 100),
		  E("inductor_codecache_torch_key", 107), E("entire_frame_compile", 200) },
		{ B("entire_frame_compile", 300), B("PyCodeCache.load_by_key_path", 300),
		  E("PyCodeCache.load_by_key_path", 330), E("entire_frame_compile", 400) },
	};
	struct source *s = trace_source_new(STR("test"));
	struct trace trace = { .arena = { 0 } };
	struct timing t;

	for (size_t i = 0; i < COUNT_OF(steps); i++)
		play(compile_of(s, (int64_t)i), steps[i]);
	trace_source_finish(s);
	trace_add(&trace, s);
	timing_init(&t, &trace);
	cr_assert_eq(t.once.count, 2);
	cr_expect_eq(t.once.items[0].time_us, 70);
	cr_expect(t.once.items[0].estimate);
	cr_expect_eq(t.once.items[1].time_us, 7);
	cr_expect_not(t.once.items[1].estimate);
	cr_expect_eq(t.once_us, 77);
	timing_release(&t);
	trace_release(&trace);
}

/* Spans without end, at every depth, by the hundred thousand: neither deep nor slow. */
Test(timing, hostile_spans)
{
	struct source *s = trace_source_new(STR("test"));
	struct trace trace = { .arena = { 0 } };
	struct compile *c = compile_of(s, 0);
	struct timing t;

	for (int i = 0; i < 200000; i++)
		compile_span_begin(c, intern_add(&s->strings, str_format(&s->arena, "s%d",
					i % 1000)).s, i * INT64_C(1000000007) % TIME_LATEST_US);
	for (int i = 0; i < 100000; i++) {
		compile_span_end(c, intern_add(&s->strings, STR("s200")).s, i);
		compile_span_begin(c, intern_add(&s->strings, STR("entire_frame_compile")).s,
				   i * INT64_C(7) % 1000);
		compile_span_end(c, intern_add(&s->strings, STR("entire_frame_compile")).s,
				 i * INT64_C(11) % 1000);
	}
	trace_source_finish(s);
	trace_add(&trace, s);
	timing_init(&t, &trace);
	check_sums("hostile", &trace, &t);
	timing_release(&t);
	trace_release(&trace);
}

Test(timing, real_traces_add_up)
{
	static const struct ingest_options options = { .threads = 1 };
	glob_t found;

	if (glob("testdata/traces/*.log*", 0, NULL, &found) != 0)
		cr_skip("testdata/traces is not here");
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *path = found.gl_pathv[i];
		struct trace trace = { .arena = { 0 } };
		struct timing t;
		struct err e;

		if (ingest(&trace, &path, 1, &options, &e) == 0) {
			timing_init(&t, &trace);
			check_sums(path, &trace, &t);
			timing_release(&t);
		}
		trace_release(&trace);
	}
	globfree(&found);
}
