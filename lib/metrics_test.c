/* SPDX-License-Identifier: MIT */
#include "metrics.h"

#include <criterion/criterion.h>

#include "leaks.h"
#include "trace.h"

TestSuite(metrics, .fini = no_leaks);

struct read {
	struct source *source;
	struct compile *c;
	struct metrics_faults faults;
	bool is;
};

static struct read read_as(enum metrics_kind kind, const char *text)
{
	struct read r = { .source = trace_source_new(STR("x")) };

	r.c = process_compile(trace_source_process(r.source, 1, -1), (struct compile_id){ -1, 0, 0 }, true, 1);
	r.is = metrics_read(r.c, kind, str_c(text), &r.faults);
	return r;
}

Test(metrics, numbers_of_old_and_new_releases)
{
	static const struct {
		const char *label, *text;
		enum metric metric;
		int64_t want;
		size_t faults;
	} rows[] = {
		{ "µs", "{\"duration_us\": 12}", METRIC_DURATION_US, 12, 0 },
		{ "seconds", "{\"entire_frame_compile_time_s\": 0.012439489364624023}", METRIC_DURATION_US, 12439, 0 },
		{ "few seconds", "{\"backend_compile_time_s\": 3.910064697265625e-05}", METRIC_AOT_AUTOGRAD_US, 39, 0 },
		{ "both: µs win", "{\"duration_us\": 12, \"entire_frame_compile_time_s\": 5.0}", METRIC_DURATION_US, 12, 0 },
		{ "both, turned round", "{\"entire_frame_compile_time_s\": 5.0, \"duration_us\": 12}",
		  METRIC_DURATION_US, 12, 0 },
		{ "null", "{\"duration_us\": null}", METRIC_DURATION_US, -1, 0 },
		{ "absent", "{}", METRIC_GUARD_COUNT, -1, 0 },
		{ "negative", "{\"guard_count\": -1}", METRIC_GUARD_COUNT, -1, 1 },
		{ "text", "{\"guard_count\": \"4\"}", METRIC_GUARD_COUNT, -1, 1 },
		{ "too big", "{\"gc_time_us\": 9223372036854775807}", METRIC_GC_US, -1, 1 },
		{ "NaN", "{\"gc_time_us\": NaN}", METRIC_GC_US, -1, 1 },
		{ "limit", "{\"dynamo_config\": \"{\\\"recompile_limit\\\": 8, \\\"x\\\": 1}\"}",
		  METRIC_RECOMPILE_LIMIT, 8, 0 },
		{ "limit of old", "{\"dynamo_config\": \"{\\\"cache_size_limit\\\": 9}\"}", METRIC_RECOMPILE_LIMIT, 9, 0 },
		{ "limit of all", "{\"dynamo_config\": \"{\\\"accumulated_recompile_limit\\\": 256}\"}",
		  METRIC_ACCUMULATED_LIMIT, 256, 0 },
		{ "limit null", "{\"dynamo_config\": \"{\\\"recompile_limit\\\": null}\"}", METRIC_RECOMPILE_LIMIT, -1, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct read r = read_as(METRICS_FORWARD, rows[i].text);

		cr_expect(r.is && r.c->ended, "%s", rows[i].label);
		cr_expect_eq(r.c->metrics[rows[i].metric], rows[i].want, "%s: %lld", rows[i].label,
			     (long long)r.c->metrics[rows[i].metric]);
		cr_expect_eq(r.faults.count, rows[i].faults, "%s: %zu faults", rows[i].label, r.faults.count);
		trace_source_free(r.source);
	}
}

Test(metrics, texts_and_lists)
{
	struct read r = read_as(METRICS_FORWARD, "{\"co_name\": \"f\\u00e9\", \"co_filename\": \"m.py\", "
				"\"co_firstlineno\": 3, \"fail_type\": null, \"restart_reasons\": [\"a\", 1, \"b\"], "
				"\"fail_user_frame_lineno\": 2.5, \"recompile_reason\": [], "
				"\"pytorch_version\": \"2.13.0\"}");

	cr_expect(str_eq(r.c->function, STR("f\xc3\xa9")));
	cr_expect(str_eq(r.c->file, STR("m.py")));
	cr_expect_eq(r.c->first_line, 3);
	cr_expect_null(r.c->fail_type.s);
	cr_expect_eq(r.c->fail_line, -1);
	cr_assert_eq(r.c->restart_reasons.count, 2);
	cr_expect(str_eq(r.c->restart_reasons.items[1], STR("b")));
	cr_expect(str_eq(r.c->process->torch_version, STR("2.13.0")));
	cr_expect_eq(r.faults.count, 2);
	cr_expect(str_eq(r.faults.names[0], STR("fail_user_frame_lineno")));
	cr_expect(str_eq(r.faults.names[1], STR("recompile_reason")));
	trace_source_free(r.source);
}

Test(metrics, of_a_backward_do_not_end_the_compile_nor_overwrite_it)
{
	struct read r = read_as(METRICS_BACKWARD, "{\"duration_us\": 9, \"co_name\": \"g\", "
				"\"backward_cumulative_compile_time_us\": 7}");

	cr_expect(r.is && !r.c->ended);
	cr_expect_eq(r.c->metrics[METRIC_DURATION_US], -1);
	cr_expect_eq(r.c->metrics[METRIC_BACKWARD_US], 7);
	cr_expect_null(r.c->function.s);
	trace_source_free(r.source);
}

Test(metrics, what_is_no_object_ends_nothing)
{
	static const char *const texts[] = { "", "null", "[]", "1", "{\"a\": }", "{\"duration_us\": 5" };

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct read r = read_as(METRICS_FORWARD, texts[i]);

		cr_expect(!r.is && !r.c->ended, "%s", texts[i]);
		trace_source_free(r.source);
	}
}
