/* SPDX-License-Identifier: MIT */
#include "ingest.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leaks.h"
#include "logs.h"
#include "totals.h"

TestSuite(ingest, .fini = no_leaks);

/* A folder with some files in it, the current one of the test's process. */
struct place {
	char dir[40];
};

static void enter(struct place *p)
{
	*p = (struct place){ "/tmp/ctrace_ingest_XXXXXX" };
	cr_assert_not_null(mkdtemp(p->dir));
	cr_assert_eq(chdir(p->dir), 0);
}

static void put(const char *name, struct str bytes)
{
	int fd = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0600);

	cr_assert(fd >= 0 && write(fd, bytes.s, bytes.len) == (ssize_t)bytes.len);
	close(fd);
}

static void leave(const struct place *p, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		remove(names[i]);
	cr_expect_eq(chdir("/"), 0);
	cr_expect_eq(rmdir(p->dir), 0, "%s is not empty", p->dir);
}

static struct buf one_compile(void)
{
	struct buf log = { 0 };

	log_add(&log, LOG_START(0, 0), NULL);
	log_add(&log, LOG_METRICS(0, 0), NULL);
	return log;
}

Test(ingest, a_folder_with_what_does_not_belong_there)
{
	static const char *const names[] = { "r/dedicated_log_torch_trace_rank_1_b.log",
					     "r/dedicated_log_torch_trace_rank_0_a.log", "r/notes.txt",
					     "r/empty.log", "r/dedicated_log_torch_trace_rank_2_c.log",
					     "r/other.log", "r" };
	static const char *const paths[] = { "r" };
	struct ingest_options options = { .threads = 0 };
	struct buf log = one_compile();
	struct place here;
	struct trace t = { 0 };
	struct err e;

	enter(&here);
	cr_assert_eq(mkdir("r", 0700), 0);
	put(names[0], buf_str(&log));
	put(names[1], buf_str(&log));
	put(names[2], STR("not a log at all\n"));
	put(names[3], STR(""));
	put(names[4], STR(""));		/* named as a trace: worth a word */
	put(names[5], buf_str(&log));	/* another name, but a trace */
	cr_assert_eq(ingest(&t, paths, 1, &options, &e), 0, "%s", e.msg);
	cr_assert_eq(t.processes.count, 3);
	cr_expect(str_eq(t.sources.items[0]->path, STR("r/other.log")));
	cr_expect(str_eq(t.sources.items[1]->path, str_c(names[1])), "by rank");
	cr_expect_eq(t.health.counts[HEALTH_UNREADABLE_INPUT], 1);
	trace_release(&t);
	leave(&here, names, COUNT_OF(names));
	buf_release(&log);
}

Test(ingest, why_nothing_was_usable)
{
	static const char *const names[] = { "empty", "blank", "text", "hole", "folder/notes", "folder" };
	static const struct {
		const char *path, *why;
	} rows[] = {
		{ "empty", "'empty' is empty" }, { "blank", "'blank' holds no record of a known form" },
		{ "text", "'text' holds no record of a known form" },
		{ "gone", "cannot open 'gone': No such file or directory" },
		{ "folder", "folder 'folder' holds neither a trace nor a log of torch" },
	};
	struct place here;
	struct err e;

	enter(&here);
	cr_assert_eq(mkdir("folder", 0700), 0);
	put("empty", STR(""));
	put("blank", STR("\n\n\r\n\n"));
	put("text", STR("a\nb\n"));
	put("folder/notes", STR("a\n"));
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct ingest_options options = { .threads = 1 };
		struct trace t = { 0 };

		cr_expect_eq(ingest(&t, &rows[i].path, 1, &options, &e), -1, "%s", rows[i].path);
		cr_expect(str_starts(str_c(e.msg), str_c(rows[i].why)), "%s: %s", rows[i].path, e.msg);
		trace_release(&t);
	}
	leave(&here, names, COUNT_OF(names));
}

static void totals_of(struct str log, struct totals *all, struct trace *t)
{
	*t = (struct trace){ 0 };
	trace_add(t, log_read(log));
	totals_count(all, t);
}

Test(ingest, a_log_behind_itself)	/* row 29: nothing counts twice but what ran twice */
{
	static const struct {
		const char *label;
		const char *start;	/* of the second run */
		int pid;
		int64_t compiles, processes;
		size_t repeated;
	} rows[] = {
		{ "the same bytes", "1700000000000000", 42, 1, 1, 1 },
		{ "the same process later: a reset", "1700000009000000", 42, 2, 1, 0 },
		{ "another process", "1700000000000000", 43, 2, 2, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena a = { 0 };
		struct buf log = { 0 };
		struct trace t;
		struct totals all;

		for (int run = 0; run < 2; run++) {
			int pid = run ? rows[i].pid : 42;
			const char *start = run ? rows[i].start : "1700000000000000";

			log_add_of(&log, pid, LOG_START(0, 0), NULL);
			log_add_of(&log, pid, "{\"artifact\": {\"name\": \"dynamo_graph_break_reason\"}, "
				   LOG_ID(0, 0) "}", "Graph break in user code at m.py:7\nReason: r");
			log_add_of(&log, pid, str_format(&a, "{\"compilation_metrics\": {\"co_name\": \"f\", "
							 "\"start_time_us\": %s, \"duration_us\": 1000}, "
							 LOG_ID(0, 0) "}", start).s, NULL);
		}
		totals_of(buf_str(&log), &all, &t);
		cr_expect_eq(all.compiles, rows[i].compiles, "%s: %lld compiles", rows[i].label,
			     (long long)all.compiles);
		cr_expect_eq(all.recompiles, 0, "%s", rows[i].label);
		cr_expect_eq(all.compile_us, 1000 * rows[i].compiles, "%s: time", rows[i].label);
		cr_expect_eq(all.graph_breaks, rows[i].compiles, "%s: %lld breaks", rows[i].label,
			     (long long)all.graph_breaks);
		cr_expect_eq((int64_t)t.processes.count, rows[i].processes, "%s: processes", rows[i].label);
		cr_expect_eq(t.health.counts[HEALTH_REPEATED], rows[i].repeated, "%s: repeated", rows[i].label);
		totals_release(&all);
		trace_release(&t);
		buf_release(&log);
		arena_release(&a);
	}
}

Test(ingest, ranks_in_one_file)	/* row 28 */
{
	struct buf log = { 0 };
	struct trace t;
	struct totals all;

	log_add_of(&log, 1, "{\"link\": {}, \"rank\": null}", NULL);
	log_add_of(&log, 1, LOG_START(0, 0), NULL);	/* from here on rank 0 */
	log_add_of(&log, 1, LOG_METRICS(0, 0), NULL);
	log_add_of(&log, 2, "{\"dynamo_start\": {\"stack\": []}, \"rank\": 1, \"frame_id\": 0, "
		   "\"frame_compile_id\": 0}", NULL);
	log_add_of(&log, 1, "{\"link\": {}}", NULL);
	totals_of(buf_str(&log), &all, &t);
	cr_assert_eq(t.processes.count, 2);
	cr_expect_eq(t.processes.items[0]->rank, 0);
	cr_expect_eq(t.processes.items[0]->records, 4);
	cr_expect_eq(t.processes.items[1]->rank, 1);
	cr_expect_eq(all.compiles, 2);
	cr_expect_eq(all.complete, false);	/* rank 1 never ended */
	totals_release(&all);
	trace_release(&t);
	buf_release(&log);
}

Test(ingest, is_the_same_with_any_number_of_threads)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	struct place here;

	enter(&here);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct buf log = { 0 };

		for (size_t k = 0; k <= i; k++)
			log_add_of(&log, (int)(i * 10 + k), LOG_START(0, 0), NULL);
		put(names[i], buf_str(&log));
		buf_release(&log);
	}
	for (size_t threads = 1; threads < 9; threads++) {
		struct ingest_options options = { .threads = threads };
		struct trace t = { 0 };
		struct err e;

		cr_assert_eq(ingest(&t, names, COUNT_OF(names), &options, &e), 0);
		cr_expect_eq(t.processes.count, 21, "%zu threads", threads);
		for (size_t i = 0, n = 0; i < COUNT_OF(names); i++)
			for (size_t k = 0; k <= i; k++, n++)
				cr_expect_eq(t.processes.items[n]->pid, (int64_t)(i * 10 + k), "%zu threads", threads);
		trace_release(&t);
	}
	leave(&here, names, COUNT_OF(names));
}
