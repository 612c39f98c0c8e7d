/* SPDX-License-Identifier: MIT */
#include "compile.h"

#include <criterion/criterion.h>

#include "leaks.h"
#include "trace.h"

TestSuite(compile, .fini = no_leaks);

Test(compile, ids)
{
	static const struct {
		const char *text, *back;
		struct compile_id id;
		int64_t attempt;
	} rows[] = {
		{ "0/1", "0/1", { -1, 0, 1 }, -1 }, { "12/34_5", "12/34", { -1, 12, 34 }, 5 },
		{ "!3", "!3", { 3, -1, -1 }, -1 }, { "!3/0/1", "!3/0/1", { 3, 0, 1 }, -1 },
		{ "!0/0/0_1", "!0/0/0", { 0, 0, 0 }, 1 },
	};
	static const char *const bad[] = { "", "0", "0/", "/1", "a/1", "-1/0", "0/-1", "0/1_", "0/1_x", "0/1/2",
					   "!", "!/0/1", "!x", "!3/", "!3/0", "None", "0/1 ", " 0/1",
					   "99999999999999999999/0", "+1/0", "0/1_-1" };
	struct arena a = { 0 };
	struct compile_id id = { 9, 9, 9 };
	int64_t attempt;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		cr_assert(compile_id_parse(str_c(rows[i].text), &id, &attempt), "%s", rows[i].text);
		cr_expect(compile_id_equal(id, rows[i].id), "%s", rows[i].text);
		cr_expect_eq(attempt, rows[i].attempt, "%s", rows[i].text);
		cr_expect(str_eq(compile_id_format(&a, id), str_c(rows[i].back)), "%s", rows[i].text);
	}
	id = (struct compile_id){ 9, 9, 9 };
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		cr_expect(!compile_id_parse(str_c(bad[i]), &id, &attempt), "%s", bad[i]);
	cr_expect(compile_id_equal(id, (struct compile_id){ 9, 9, 9 }), "touched by a bad id");
	arena_release(&a);
}

/* "B name ts; E name ts; …" played to a compile; what each but the fine ones gave. */
struct play {
	struct source *source;
	struct compile *c;
	enum span_fault worst;
};

static struct play play(const char *script)
{
	struct play p = { .source = trace_source_new(STR("x")) };
	struct str rest = str_c(script), step, what, name;

	p.c = process_compile(trace_source_process(p.source, 1, -1), (struct compile_id){ -1, 0, 0 }, true, 1);
	while (str_cut(&rest, ';', &step)) {
		int64_t ts = -1;
		enum span_fault fault;

		step = str_trim(step);
		str_cut(&step, ' ', &what);
		str_cut(&step, ' ', &name);
		cr_assert(str_to_i64(step, &ts), "%s", script);
		name = intern_add(&p.source->strings, name);
		fault = what.s[0] == 'B' ? compile_span_begin(p.c, name.s, ts) :
			compile_span_end(p.c, name.s, ts);
		if (fault != SPAN_FINE)
			p.worst = fault;
	}
	return p;
}

#define FORWARD "entire_frame_compile"
#define BACKWARD "entire_backward_compile"

Test(compile, times_are_sums_of_spans)
{
	static const struct {
		const char *script;
		enum span_fault worst;
		int64_t time_us, backward_us;
	} rows[] = {
		{ "B " FORWARD " 10; E " FORWARD " 30", SPAN_FINE, 20, 0 },
		{ "B dynamo 5; B " FORWARD " 10; B x 11; E x 12; E " FORWARD " 30; E dynamo 40", SPAN_FINE, 20, 0 },
		{ "B " FORWARD " 10; E " FORWARD " 30; B " BACKWARD " 50; E " BACKWARD " 57", SPAN_FINE, 20, 7 },
		{ "B " FORWARD " 10; B " BACKWARD " 12; E " BACKWARD " 15; E " FORWARD " 30", SPAN_FINE, 20, 0 },
		{ "B " FORWARD " 10; B " FORWARD " 12; E " FORWARD " 15; E " FORWARD " 30", SPAN_FINE, 20, 0 },
		{ "B " FORWARD " 10; E " FORWARD " 30; B " FORWARD " 40; E " FORWARD " 45", SPAN_FINE, 25, 0 },
		{ "B " FORWARD " 10; B lost 12; E " FORWARD " 30", SPAN_UNMATCHED, 20, 0 },
		{ "E " FORWARD " 30", SPAN_UNMATCHED, -1, 0 },
		{ "B " FORWARD " 10", SPAN_FINE, -1, 0 },
		{ "B " FORWARD " 30; E " FORWARD " 10", SPAN_NEGATIVE, 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct play p = play(rows[i].script);

		compile_finish(p.c);
		cr_expect_eq(p.worst, rows[i].worst, "%s: fault %d", rows[i].script, p.worst);
		cr_expect_eq(p.c->time_us, rows[i].time_us, "%s: %lld", rows[i].script,
			     (long long)p.c->time_us);
		cr_expect_eq(p.c->backward_us, rows[i].backward_us, "%s: backward %lld", rows[i].script,
			     (long long)p.c->backward_us);
		trace_source_free(p.source);
	}
}

Test(compile, spans_nest_only_so_deep)
{
	struct play p = play("B x 1");
	const char *name = intern_add(&p.source->strings, STR("x")).s;

	for (int64_t i = 1; i < SPAN_DEPTH_MOST; i++)
		cr_assert_eq(compile_span_begin(p.c, name, i), SPAN_FINE, "%lld", (long long)i);
	for (int i = 0; i < 1000; i++)
		cr_assert_eq(compile_span_begin(p.c, name, 999), SPAN_TOO_DEEP);
	cr_expect_eq(p.c->spans.count, SPAN_DEPTH_MOST);
	trace_source_free(p.source);
}

Test(compile, status)
{
	static const struct {
		const char *label, *fail_type, *fail_reason, *function;
		bool started, ended, has_graph;
		enum compile_status status;
		bool counted;
	} rows[] = {
		{ "ok", NULL, NULL, "f", true, true, true, COMPILE_OK, true },
		{ "no graph", NULL, NULL, "f", true, true, false, COMPILE_EMPTY, true },
		{ "open", NULL, NULL, NULL, true, false, true, COMPILE_UNFINISHED, true },
		{ "raised", "ValueError", "x", "f", true, true, false, COMPILE_FAILED, true },
		{ "limit", "Unsupported", "hit the recompile_limit", NULL, false, true, false, COMPILE_LIMIT, false },
		{ "limit before 2.6", "Unsupported", "cache_size_limit reached", NULL, false, true, false,
		  COMPILE_LIMIT, false },
		{ "limit, fullgraph", "FailOnRecompileLimitHit", NULL, NULL, false, true, false, COMPILE_LIMIT, false },
		{ "Unsupported of another sort", "Unsupported", "call", "f", true, true, false, COMPILE_FAILED, true },
		{ "refused", "RecompileError", "x", NULL, false, true, false, COMPILE_REFUSED, true },
		{ "start lost", NULL, NULL, "f", false, true, true, COMPILE_OK, true },
		{ "nothing known", NULL, NULL, NULL, false, false, false, COMPILE_UNFINISHED, false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct source *s = trace_source_new(STR("x"));
		struct compile *c = process_compile(trace_source_process(s, 1, -1),
						    (struct compile_id){ -1, 0, 1 }, true, 1);

		c->fail_type = str_c(rows[i].fail_type);
		c->fail_reason = str_c(rows[i].fail_reason);
		c->function = str_c(rows[i].function);
		c->started = rows[i].started;
		c->ended = rows[i].ended;
		c->has_graph = rows[i].has_graph;
		compile_finish(c);
		cr_expect_eq(c->status, rows[i].status, "%s: %s", rows[i].label, compile_status_name(c->status));
		cr_expect_eq(c->counted, rows[i].counted, "%s", rows[i].label);
		cr_expect_eq(compile_is_recompile(c), rows[i].counted, "%s", rows[i].label);
		trace_source_free(s);
	}
}
