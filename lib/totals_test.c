/* SPDX-License-Identifier: MIT */
#include "totals.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(totals, .fini = no_leaks);

static struct compile *add(struct process *p, int64_t frame, int64_t number, int64_t start, int64_t time)
{
	struct compile *c = process_compile(p, (struct compile_id){ -1, frame, number }, true, 1);

	c->started = c->ended = c->has_graph = true;
	c->metrics[METRIC_START_TIME_US] = start;
	c->metrics[METRIC_DURATION_US] = time;
	return c;
}

Test(totals, counts_and_sums)
{
	struct source *s = trace_source_new(STR("x"));
	struct process *p = trace_source_process(s, 1, -1), *q = trace_source_process(s, 2, -1);
	struct trace t = { 0 };
	struct totals all;

	process_saw(p, -1, 1000);
	process_saw(q, -1, 1000);
	add(p, 0, 0, 1000, 100);
	add(p, 0, 1, 1200, 50)->attempts = 3;
	add(p, 0, 2, 1300, 50)->fail_type = STR("ValueError");
	add(p, 1, 0, 1020, 30);		/* inside 0/0 on the wall */
	add(q, 0, 0, 1050, 100);	/* another process, at the same time */
	add(q, 0, 1, -1, -1)->ended = false;
	trace_source_finish(s);
	trace_add(&t, s);
	totals_count(&all, &t);
	cr_expect_eq(all.compiles, 6);
	cr_expect_eq(all.recompiles, 3);
	cr_expect_eq(all.frames, 3);
	cr_expect_eq(all.failures, 1);
	cr_expect_eq(all.restarts, 2);
	cr_expect_eq(all.compile_us, 330);
	cr_expect_eq(all.recompile_us, 100);
	cr_expect_eq(all.wall_us, 250);	/* 1000 to 1150, 1200 to 1250, 1300 to 1350 */
	cr_expect_eq(all.complete, false);
	totals_release(&all);
	trace_release(&t);
}

Test(totals, breaks_by_their_place)
{
	static const struct {
		const char *file, *reason;
		int64_t line;
		size_t row;
	} breaks[] = { { "a", "r", 1, 0 }, { "a", "r", 1, 0 }, { "a", "r", 2, 1 }, { "b", "r", 1, 2 },
		       { "a", "q", 1, 3 }, { NULL, "r", -1, 4 }, { NULL, "r", -1, 4 } };
	static const size_t counts[] = { 2, 1, 1, 1, 2 };
	struct source *s = trace_source_new(STR("x"));
	struct process *p = trace_source_process(s, 1, -1);
	struct trace t = { 0 };
	struct totals all;

	for (size_t i = 0; i < COUNT_OF(breaks); i++)
		*array_add(&s->arena, &p->breaks) = (struct graph_break){
			.file = intern_add(&s->strings, str_c(breaks[i].file)),
			.reason = intern_add(&s->strings, str_c(breaks[i].reason)), .line = breaks[i].line,
		};
	trace_add(&t, s);
	totals_count(&all, &t);
	cr_expect_eq(all.graph_breaks, 7);
	cr_assert_eq(all.breaks.count, COUNT_OF(counts));
	for (size_t i = 0; i < COUNT_OF(counts); i++)
		cr_expect_eq(all.breaks.items[i].count, counts[i], "row %zu", i);
	totals_release(&all);
	trace_release(&t);
}

Test(totals, the_limit_that_was_reached)
{
	static const struct {
		const char *reason;
		int64_t limit, accumulated, want;
	} rows[] = {
		{ "recompile_limit (currently set to 8)", -1, -1, 8 }, { "recompile_limit", 16, 256, 16 },
		{ "accumulated_recompile_limit", 16, 256, 256 }, { "accumulated", 16, -1, 16 },
		{ "(currently set to many)", -1, -1, -1 }, { NULL, -1, -1, -1 },
		{ "currently set to 99999999999999999999", 8, -1, 8 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct compile c = { .fail_reason = str_c(rows[i].reason) };

		c.metrics[METRIC_RECOMPILE_LIMIT] = rows[i].limit;
		c.metrics[METRIC_ACCUMULATED_LIMIT] = rows[i].accumulated;
		cr_expect_eq(totals_limit(&c), rows[i].want, "row %zu: %lld", i, (long long)totals_limit(&c));
	}
}
