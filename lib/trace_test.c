/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(trace, .fini = no_leaks);

static struct compile_id id(int64_t frame, int64_t compile)
{
	return (struct compile_id){ -1, frame, compile };
}

Test(trace, writers_are_told_by_pid_and_rank)
{
	static const struct {
		const char *label;
		int64_t pid, rank;
		size_t process;		/* which of them it must be */
		int64_t rank_after;
	} rows[] = {
		{ "before the rank is known", 1, -1, 0, -1 }, { "then rank 0", 1, 0, 0, 0 },
		{ "rank 0 again", 1, 0, 0, 0 }, { "no rank said", 1, -1, 0, 0 },
		{ "another rank of the same pid", 1, 1, 1, 1 }, { "no rank: the newest", 1, -1, 1, 1 },
		{ "another pid", 2, -1, 2, -1 }, { "no pid", -1, 3, 3, 3 }, { "rank 0 still", 1, 0, 0, 0 },
	};
	struct source *s = trace_source_new(STR("x"));

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct process *p = trace_source_process(s, rows[i].pid, rows[i].rank);

		cr_assert(s->processes.count > rows[i].process, "%s", rows[i].label);
		cr_expect_eq(p, s->processes.items[rows[i].process], "%s", rows[i].label);
		cr_expect_eq(p->rank, rows[i].rank_after, "%s: rank %lld", rows[i].label, (long long)p->rank);
	}
	trace_source_free(s);
}

Test(trace, an_id_that_begins_again_after_its_end_is_another_compile)
{
	struct source *s = trace_source_new(STR("x"));
	struct process *p = trace_source_process(s, 1, -1);
	struct compile *first = process_compile(p, id(0, 0), true, 1), *second, *other;

	cr_expect_eq(process_compile(p, id(0, 0), true, 2), first);	/* a restart */
	other = process_compile(p, id(0, 1), true, 3);
	cr_expect_neq(other, first);
	cr_expect_eq(other->generation, 0);
	first->ended = true;
	cr_expect_eq(process_compile(p, id(0, 0), false, 4), first);	/* its backward */
	second = process_compile(p, id(0, 0), true, 5);
	cr_expect_neq(second, first);
	cr_expect_eq(second->generation, 1);
	cr_expect_eq(process_find(p, id(0, 0)), second);
	cr_expect_eq(process_compile(p, id(0, 1), false, 6), other);
	cr_expect_null(process_find(p, id(7, 7)));
	cr_expect_eq(p->compiles.count, 3);
	trace_source_free(s);
}

Test(trace, a_repeated_compile_and_its_breaks_are_dropped)
{
	struct source *s = trace_source_new(STR("x"));
	struct process *p = trace_source_process(s, 1, -1);

	for (int i = 0; i < 3; i++) {
		struct compile *c = process_compile(p, id(0, 0), true, 1);

		c->started = c->ended = true;
		c->metrics[METRIC_START_TIME_US] = i < 2 ? 1700000000000000 : 1700000000000001;
		array_add(&s->arena, &p->breaks)->compile = c;
	}
	process_saw(p, -1, 1700000000000000);
	trace_source_finish(s);
	cr_expect_eq(p->compiles.count, 2);	/* the third began at another time: a reset */
	cr_expect_eq(p->breaks.count, 2);
	cr_expect_eq(s->health.counts[HEALTH_REPEATED], 1);
	trace_source_free(s);
}

Test(trace, a_limit_is_hit_once_and_takes_the_function_of_its_frame)
{
	struct source *s = trace_source_new(STR("x"));
	struct process *p = trace_source_process(s, 1, -1);

	for (int i = 0; i < 4; i++) {
		struct compile *c = process_compile(p, id(0, i), true, 1);

		c->ended = true;
		if (i == 0) {
			c->started = true;
			c->function = intern_add(&s->strings, STR("f"));
			c->first_line = 3;
		} else {
			c->fail_type = STR("FailOnRecompileLimitHit");
		}
	}
	trace_source_finish(s);
	cr_assert_eq(p->compiles.count, 2);
	cr_expect_eq(p->compiles.items[1]->status, COMPILE_LIMIT);
	cr_expect(str_eq(p->compiles.items[1]->function, STR("f")));
	cr_expect_eq(p->compiles.items[1]->first_line, 3);
	trace_source_free(s);
}

Test(trace, clocks)
{
	struct source *s = trace_source_new(STR("x"));
	struct process *p = trace_source_process(s, 1, -1);

	process_saw(p, -1, -1);
	cr_expect_eq(p->first_us, -1);
	process_saw(p, 5000, -1);
	process_saw(p, 4000, -1);	/* backwards */
	cr_expect(p->first_us == 4000 && p->last_us == 5000);
	process_saw(p, 6000, 1700000000006000);
	cr_expect(p->absolute && p->head_offset_us == 1700000000000000);
	cr_expect(p->first_us == 1700000000004000 && p->last_us == 1700000000006000);
	process_saw(p, 9000, -1);	/* heads do not count any more */
	cr_expect_eq(p->last_us, 1700000000006000);
	trace_source_free(s);
}

Test(trace, the_latest_process_of_each_rank)
{
	static const struct {
		int64_t rank, last_us;
		bool kept;
	} rows[] = {
		{ 0, 5, false }, { 1, 9, true }, { 0, 7, true }, { 0, 6, false }, { -1, 1, false },
		{ -1, 2, false }, { -1, 2, true },	/* at the same time: the later one */
	};
	struct trace t = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct source *s = trace_source_new(STR("x"));
		struct process *p = trace_source_process(s, 1, rows[i].rank);

		p->last_us = rows[i].last_us;
		trace_add(&t, s);
		cr_expect_eq(p->index, i);
	}
	trace_keep_latest(&t);
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (rows[i].kept) {
			cr_assert(n < t.processes.count, "row %zu", i);
			cr_expect_eq(t.processes.items[n], t.sources.items[i]->processes.items[0], "row %zu", i);
			cr_expect_eq(t.processes.items[n]->index, n, "row %zu", i);
			n++;
		}
	cr_expect_eq(t.processes.count, n);
	trace_release(&t);
}

Test(trace, only_compiles_of_some_files)
{
	static const struct {
		const char *pattern;
		size_t kept;
	} rows[] = {
		{ "model.py", 1 }, { "*.py", 2 }, { "u/*", 2 }, { "/u/a/*", 1 }, { "/a/*", 0 },
		{ "odel.py", 0 }, { "*", 2 }, { "", 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		static const char *const files[] = { "/u/a/model.py", "/u/b/loss.py", NULL };
		struct trace t = { 0 };
		struct source *s = trace_source_new(STR("x"));
		struct process *p = trace_source_process(s, 1, -1);

		for (size_t k = 0; k < COUNT_OF(files); k++) {
			struct str file = intern_add(&s->strings, str_c(files[k]));

			process_compile(p, id((int64_t)k, 0), true, 1)->file = file;
			array_add(&s->arena, &p->breaks)->file = file;
		}
		trace_add(&t, s);
		trace_keep_files(&t, NULL, 0);
		cr_expect_eq(p->compiles.count, 3);
		trace_keep_files(&t, &rows[i].pattern, 1);
		cr_expect_eq(p->compiles.count, rows[i].kept, "'%s': %zu", rows[i].pattern, p->compiles.count);
		cr_expect_eq(p->breaks.count, rows[i].kept, "'%s'", rows[i].pattern);
		trace_release(&t);
	}
}
