/* SPDX-License-Identifier: MIT */
#include "ingest.h"
#include "leaks.h"
#include "totals.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* What real traces and text logs of one run make together: testdata/pairs.sh. */
TestSuite(join, .fini = no_leaks);

#define DIR "testdata/traces/"

static void read_paths(struct trace *t, const char *a, const char *b, const char *c)
{
	const char *paths[] = { a, b, c };
	struct ingest_options options = { .threads = 1 };
	struct err e = { "" };

	cr_assert_eq(ingest(t, paths, c ? 3 : b ? 2 : 1, &options, &e), 0, "%s", e.msg);
}

static void expect_same_totals(const char *label, const struct trace *a, const struct trace *b)
{
	struct totals x, y;

	totals_count(&x, a);
	totals_count(&y, b);
	cr_expect_eq(x.compiles, y.compiles, "%s: compiles", label);
	cr_expect_eq(x.recompiles, y.recompiles, "%s: recompiles", label);
	cr_expect_eq(x.frames, y.frames, "%s: frames", label);
	cr_expect_eq(x.limit_hits, y.limit_hits, "%s: limit hits", label);
	cr_expect_eq(x.failures, y.failures, "%s: failures", label);
	cr_expect_eq(x.graph_breaks, y.graph_breaks, "%s: graph breaks", label);
	cr_expect_eq(x.compile_us, y.compile_us, "%s: time", label);
	totals_release(&x);
	totals_release(&y);
}

static void expect_joined(const char *label, const char *alone, const char *a, const char *b)
{
	struct trace one = { 0 }, both = { 0 };

	read_paths(&one, alone, NULL, NULL);
	read_paths(&both, a, b, NULL);
	cr_expect_eq(one.processes.count, both.processes.count, "%s: processes", label);
	cr_expect_eq(both.health.counts[HEALTH_CONTRADICTION], 0, "%s: contradictions", label);
	expect_same_totals(label, &one, &both);
	trace_release(&one);
	trace_release(&both);
}

/* Two text logs of one process, and two of different processes. */
Test(join, two_texts)
{
	expect_joined("twice", DIR "text/three_causes.log", DIR "text/three_causes.log",
		      DIR "text/three_causes.log");
	struct trace t = { 0 };

	read_paths(&t, DIR "text/three_causes.log", DIR "text/size_batch.log", NULL);
	cr_expect_eq(t.processes.count, 2);
	trace_release(&t);
}

/* A trace, the text log and the debug folder of one run. */
Test(join, debug_folder)
{
	struct trace t = { 0 };

	read_paths(&t, DIR "debug_dir", DIR "text/clean_times.log", NULL);
	cr_expect_eq(t.processes.count, 1);
	cr_expect_eq(t.health.counts[HEALTH_CONTRADICTION], 0);
	cr_expect_eq(t.graphs.count, 2);
	cr_expect_eq(t.times.list.count, 11);
	trace_release(&t);
}

/* Writes a text log with one recompile of trace size_batch told differently. */
static void write_other(FILE *f, const char *function, const char *reason)
{
	fprintf(f, "V1129 14:10:27.887000 17438 torch/_dynamo/guards.py:5396] [0/1] "
		"[__recompiles] Recompiling function %s in /home/user/work/zoo.py:1\n"
		"V1129 14:10:27.887000 17438 torch/_dynamo/guards.py:5396] [0/1] "
		"[__recompiles]     - 0/0: %s\n", function, reason);
}

Test(join, contradictions_are_counted)
{
	char a[] = "/tmp/ctrace_join_a.XXXXXX", b[] = "/tmp/ctrace_join_b.XXXXXX";
	int fd = mkstemp(a), other = mkstemp(b);
	FILE *f = fdopen(fd, "w"), *g = fdopen(other, "w");
	struct trace t = { 0 };

	write_other(f, "step", "n == 3");
	write_other(g, "step", "n == 4");
	fclose(f);
	fclose(g);
	read_paths(&t, a, b, NULL);
	remove(a);
	remove(b);
	cr_expect_eq(t.processes.count, 1);
	cr_expect_eq(t.health.counts[HEALTH_CONTRADICTION], 1);
	trace_release(&t);
}
