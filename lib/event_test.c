/* SPDX-License-Identifier: MIT */
#include "event.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"
#include "logs.h"

TestSuite(event, .fini = no_leaks);

/* "KEY KEY=2": the counters above 0. */
static void counters(const struct source *s, struct buf *out)
{
	for (int kind = 0; kind < HEALTH_KINDS; kind++)
		if (s->health.counts[kind] == 1)
			buf_addf(out, "%s%s", out->len ? " " : "", health_key(kind));
		else if (s->health.counts[kind])
			buf_addf(out, "%s%s=%zu", out->len ? " " : "", health_key(kind),
				 s->health.counts[kind]);
}

static size_t compiles(const struct source *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->processes.count; i++)
		for (size_t k = 0; k < s->processes.items[i]->compiles.count; k++)
			n += s->processes.items[i]->compiles.items[k]->counted;
	return n;
}

struct row {
	const char *label, *envelope, *payload;
	const char *health;	/* what it adds to it */
	size_t compiles;
};

static void check(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct buf log = { 0 }, got = { 0 };
		struct source *s;

		log_add(&log, LOG_START(0, 0), NULL);
		log_add(&log, rows[i].envelope, rows[i].payload);
		log_add(&log, LOG_METRICS(0, 0), NULL);
		s = log_read(buf_str(&log));
		counters(s, &got);
		cr_expect(str_eq(buf_str(&got), str_c(rows[i].health)), "%s: %.*s", rows[i].label,
			  STR_ARG(buf_str(&got)));
		cr_expect_eq(compiles(s), rows[i].compiles, "%s: %zu compiles", rows[i].label, compiles(s));
		trace_source_free(s);
		buf_release(&got);
		buf_release(&log);
	}
}
#define CHECK(rows) check(rows, COUNT_OF(rows))

#define ID ", \"frame_id\": 0, \"frame_compile_id\": 0, \"rank\": 0"
#define A_MD5 "\"has_payload\": \"0cc175b9c0f1b6a831c399e269772661\""	/* of "a" */

Test(event, envelopes_that_are_broken)	/* row 21 */
{
	static const struct row rows[] = {
		{ "whole", "{\"link\": {}" ID "}", NULL, "", 1 },
		{ "no brace at the end", "{\"link\": {}" ID, NULL, "bad_json", 1 },
		{ "comma too much", "{\"link\": {}" ID ",}", NULL, "bad_json", 1 },
		{ "single quotes", "{'link': {}}", NULL, "bad_json", 1 },
		{ "no JSON", "hello", NULL, "bad_json", 1 },
		{ "nothing", "", NULL, "bad_json", 1 },
		{ "text behind it", "{\"link\": {}} x", NULL, "bad_json", 1 },
		{ "an array", "[1]", NULL, "bad_json", 1 },
		{ "with a payload, which goes with it", "{\"link\": ", "x\ny", "bad_json", 1 },
		{ "no kind", "{\"rank\": 0}", NULL, "bad_fields", 1 },
		{ "unknown kind", "{\"from_torch_3\": {}}", NULL, "unknown_records", 1 },
		{ "NaN, as Python writes it", "{\"link\": {\"a\": NaN}" ID "}", NULL, "", 1 },
	};

	CHECK(rows);
}

Test(event, payloads_and_their_sums)	/* rows 22 to 25 */
{
	static const struct row rows[] = {
		{ "right", "{\"dynamo_cpp_guards_str\": {}, " A_MD5 ID "}", "a", "", 1 },
		{ "wrong", "{\"dynamo_cpp_guards_str\": {}, " A_MD5 ID "}", "b", "bad_md5", 1 },
		{ "longer", "{\"dynamo_cpp_guards_str\": {}, " A_MD5 ID "}", "a\nb", "bad_md5", 1 },
		{ "missing", "{\"dynamo_cpp_guards_str\": {}, " A_MD5 ID "}", NULL, "missing_payloads", 1 },
		{ "sum of nothing", "{\"dynamo_cpp_guards_str\": {}, \"has_payload\": "
		  "\"d41d8cd98f00b204e9800998ecf8427e\"" ID "}", NULL, "", 1 },
		{ "no hex", "{\"dynamo_cpp_guards_str\": {}, \"has_payload\": \"no\"" ID "}", "a",
		  "md5_unreadable", 1 },
		{ "a number", "{\"dynamo_cpp_guards_str\": {}, \"has_payload\": 1" ID "}", "a",
		  "md5_unreadable", 1 },
		{ "empty", "{\"dynamo_cpp_guards_str\": {}, \"has_payload\": \"\"" ID "}", "a",
		  "md5_unreadable", 1 },
		{ "null", "{\"dynamo_cpp_guards_str\": {}, \"has_payload\": null" ID "}", NULL, "", 1 },
		{ "none announced", "{\"link\": {}" ID "}", "a", "unowned_payloads", 1 },
		{ "not looked at", "{\"inductor_output_code\": {}, " A_MD5 ID "}", "b", "", 1 },
	};

	CHECK(rows);
}

Test(event, a_payload_in_place_of_a_record_is_unowned)	/* row 25 */
{
	struct source *s = log_read(STR("\tthe head is gone\n\tof this\n"
					"V0103 04:05:06.000000 42 torch/x.py:7] {\"link\": {}}\n"));
	struct buf got = { 0 };

	counters(s, &got);
	cr_expect(str_eq(buf_str(&got), STR("unowned_payloads")), "%.*s", STR_ARG(buf_str(&got)));
	cr_expect_eq(s->records, 1);
	trace_source_free(s);
	buf_release(&got);
}

Test(event, ids_that_are_none)	/* row 31 */
{
	static const struct row rows[] = {
		{ "another compile", "{\"dynamo_start\": {\"stack\": []}, \"frame_id\": 1, "
		  "\"frame_compile_id\": 0}", NULL, "", 2 },
		{ "above all numbers", "{\"dynamo_start\": {\"stack\": []}, \"frame_id\": 1e22, "
		  "\"frame_compile_id\": 0}", NULL, "bad_ids=2", 1 },
		{ "negative", "{\"dynamo_start\": {\"stack\": []}, \"frame_id\": 1, "
		  "\"frame_compile_id\": -1}", NULL, "bad_ids=2", 1 },
		{ "a string", "{\"link\": {}, \"frame_id\": \"1\", \"frame_compile_id\": 0}", NULL,
		  "bad_ids", 1 },
		{ "a fraction for the attempt", "{\"link\": {}, \"attempt\": 1.5" ID "}", NULL, "bad_ids", 1 },
		{ "start of nothing", "{\"dynamo_start\": {\"stack\": []}}", NULL, "bad_ids", 1 },
		{ "null", "{\"link\": {}, \"frame_id\": null, \"frame_compile_id\": null}", NULL, "", 1 },
	};

	CHECK(rows);
}

Test(event, interned_strings)	/* row 30 */
{
	static const struct {
		const char *label, *define, *use, *file, *health;
	} rows[] = {
		{ "defined", "[\"/m.py\", 7]", "7", "/m.py", "" },
		{ "text in place", "[\"/m.py\", 7]", "\"/n.py\"", "/n.py", "" },
		{ "missing", "[\"/m.py\", 7]", "8", "<string 8 missing>", "unknown_strings" },
		{ "negative", "[\"/m.py\", -1]", "-1", "/m.py", "" },
		{ "2^63 - 1", "[\"/m.py\", 9223372036854775807]", "9223372036854775807", "/m.py", "" },
		{ "2^63", "[\"/m.py\", 9223372036854775808]", "9223372036854775808", NULL, "bad_fields" },
		{ "no number", "[\"/m.py\"]", "7", "<string 7 missing>", "bad_fields unknown_strings" },
		{ "no text", "[7, 7]", "7", "<string 7 missing>", "bad_fields unknown_strings" },
		{ "no list", "null", "7", "<string 7 missing>", "bad_fields unknown_strings" },
		{ "null as a file", "[\"/m.py\", 7]", "null", NULL, "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf log = { 0 }, got = { 0 };
		struct arena a = { 0 };
		struct source *s;
		struct str file;

		log_add(&log, str_format(&a, "{\"str\": %s}", rows[i].define).s, NULL);
		log_add(&log, str_format(&a, "{\"dynamo_start\": {\"stack\": [{\"filename\": %s, \"line\": 1, "
					 "\"name\": \"f\"}]}" ID "}", rows[i].use).s, NULL);
		s = log_read(buf_str(&log));
		counters(s, &got);
		cr_expect(str_eq(buf_str(&got), str_c(rows[i].health)), "%s: %.*s", rows[i].label,
			  STR_ARG(buf_str(&got)));
		file = s->processes.items[0]->compiles.items[0]->file;
		cr_expect(str_eq(file, str_c(rows[i].file)), "%s: %.*s", rows[i].label, STR_ARG(file));
		trace_source_free(s);
		buf_release(&got);
		buf_release(&log);
		arena_release(&a);
	}
}

Test(event, a_string_may_be_redefined_and_hold_any_byte)
{
	struct buf log = { 0 };
	struct source *s;

	log_add(&log, "{\"str\": [\"/old.py\", 7]}", NULL);
	log_add(&log, "{\"str\": [\"/n\\u0000ew.py\", 7]}", NULL);
	log_add(&log, "{\"dynamo_start\": {\"stack\": [{\"filename\": 7, \"line\": 1, \"name\": \"f\"}]}" ID "}",
		NULL);
	s = log_read(buf_str(&log));
	cr_expect(str_eq(s->processes.items[0]->compiles.items[0]->file, STR("/n\0ew.py")));
	trace_source_free(s);
	buf_release(&log);
}

#define EVENT "{\"chromium_event\": {}" ID "}"
#define SPAN(phase, ts) "{\"name\": \"x\", \"ph\": \"" phase "\", \"ts\": " ts \
	", \"args\": {\"compile_id\": \"0/0\"}}"

Test(event, events_that_are_none)	/* row 42 */
{
	static const struct row rows[] = {
		{ "an instant", "{\"chromium_event\": {}" ID "}", SPAN("i", "1700000000000000"),
		  "unowned_payloads", 1 },
		{ "no payload", EVENT, NULL, "bad_payloads", 1 },
		{ "time in a string", EVENT, SPAN("B", "\"1700000000000000\""), "bad_payloads unowned_payloads", 1 },
		{ "time null", EVENT, SPAN("B", "null"), "bad_payloads unowned_payloads", 1 },
		{ "time negative", EVENT, SPAN("B", "-1"), "bad_payloads unowned_payloads", 1 },
		{ "time huge", EVENT, SPAN("B", "1e300"), "bad_payloads unowned_payloads", 1 },
		{ "time NaN", EVENT, SPAN("B", "NaN"), "bad_payloads unowned_payloads", 1 },
		{ "no JSON", EVENT, "{", "bad_payloads unowned_payloads", 1 },
		{ "E without B", EVENT, SPAN("E", "1700000000000000"), "unowned_payloads unmatched_spans", 1 },
		{ "X of no length", EVENT, SPAN("X", "1700000000000000"), "unowned_payloads negative_spans", 1 },
		{ "another phase", EVENT, SPAN("Q", "1700000000000000"), "unowned_payloads", 1 },
		{ "args are a list", EVENT, "{\"name\": \"x\", \"ph\": \"B\", \"ts\": 1700000000000000, \"args\": []}",
		  "unowned_payloads", 1 },
	};

	CHECK(rows);
}

/* Every field that is read, with every wrong value, or left out: nothing breaks. Row 37. */
static const char *const values[] = { "null", "1", "-1", "1.5", "1e400", "NaN", "\"x\"", "\"\"", "[]",
				      "[[]]", "{}", "{\"a\": null}", "true", "\"\\ud800\\u0000\"",
				      "99999999999999999999999", "[null, 1, \"x\", {}]" };

static void try_values(const char *before, const char *key, const char *after, const char *payload)
{
	for (size_t i = 0; i <= COUNT_OF(values); i++) {
		struct buf log = { 0 }, envelope = { 0 }, text = { 0 };
		struct buf *into = payload ? &text : &envelope;
		struct source *s;

		buf_add_c(into, before);
		if (i < COUNT_OF(values))
			buf_addf(into, "\"%s\": %s", key, values[i]);
		else
			buf_add_c(into, "\"absent\": 0");
		buf_add_c(into, after);
		buf_add_char(&text, '\0');
		if (payload)
			buf_add_c(&envelope, payload);
		buf_add_char(&envelope, '\0');
		log_add(&log, LOG_START(0, 0), NULL);
		log_add(&log, envelope.s, payload ? text.s : NULL);
		log_add(&log, LOG_METRICS(0, 0), NULL);
		s = log_read(buf_str(&log));
		cr_assert(s && s->records == 3, "%s %s", key, i < COUNT_OF(values) ? values[i] : "absent");
		cr_expect(compiles(s) >= 1, "%s %s: no compile", key,
			  i < COUNT_OF(values) ? values[i] : "absent");
		trace_source_free(s);
		buf_release(&log);
		buf_release(&envelope);
		buf_release(&text);
	}
}

Test(event, every_field_may_be_anything, .timeout = 60)
{
	static const char *const envelope[] = {
		"frame_id", "frame_compile_id", "attempt", "rank", "compiled_autograd_id", "has_payload",
		"stack", "subgraph_name", "str", "dynamo_start", "compilation_metrics", "chromium_event",
		"bwd_compilation_metrics", "aot_autograd_backward_compilation_metrics",
		"compilation_metrics_runtime", "artifact", "dynamo_cpp_guards_str", "dynamo_output_graph",
	};
	static const char *const frame[] = { "filename", "name", "line", "loc" };
	static const char *const metrics[] = {
		"start_time_us", "start_time", "duration_us", "entire_frame_compile_time_s", "cache_size",
		"accumulated_cache_size", "guard_count", "graph_op_count", "graph_node_count",
		"num_graph_breaks", "dynamo_cumulative_compile_time_us", "backend_compile_time_s",
		"structured_logging_overhead_s", "gc_time_us", "guard_latency_us", "co_name", "co_filename",
		"fail_type", "fail_reason", "fail_user_frame_filename", "fail_user_frame_lineno",
		"recompile_reason", "co_firstlineno", "restart_reasons", "dynamo_config", "pytorch_version",
		"triton_kernel_compile_times_us", "cudagraph_skip_reason", "runtime_triton_autotune_time_us",
		"inductor_fx_remote_cache_hit_count", "backward_cumulative_compile_time_us",
	};
	static const char *const event[] = { "name", "ts", "dur", "ph", "args" };
	static const char *const artifacts[] = {
		"recompile_reasons", "dynamo_graph_break_reason", "dynamo_error", "torch_version",
		"fx_graph_cache_hit", "aotautograd_cache_miss", "nothing_known",
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(envelope); i++)
		try_values("{\"link\": {}" ID ", ", envelope[i], "}", NULL);
	try_values("{\"dynamo_start\": {", "stack", "}" ID "}", NULL);
	for (size_t i = 0; i < COUNT_OF(frame); i++)
		try_values("{\"dynamo_start\": {\"stack\": [{\"line\": 1, ", frame[i], "}]}" ID "}", NULL);
	for (size_t i = 0; i < COUNT_OF(metrics); i++) {
		try_values("{\"compilation_metrics\": {", metrics[i], "}" ID "}", NULL);
		try_values("{\"bwd_compilation_metrics\": {", metrics[i], "}" ID "}", NULL);
		try_values("{\"compilation_metrics_runtime\": {", metrics[i], "}" ID "}", NULL);
	}
	for (size_t i = 0; i < COUNT_OF(event); i++) {
		try_values("{\"name\": \"dynamo\", \"ts\": 1700000000000000, \"ph\": \"B\", ", event[i], "}", EVENT);
		try_values("{\"name\": \"dynamo\", \"ts\": 1700000000000000, \"ph\": \"X\", \"dur\": 5, ", event[i],
			   "}", EVENT);
	}
	try_values("{\"name\": \"dynamo\", \"ts\": 1700000000000000, \"ph\": \"B\", \"args\": {", "compile_id",
		   "}}", EVENT);
	try_values("{\"artifact\": {", "name", "}" ID "}", NULL);
	for (size_t i = 0; i < COUNT_OF(artifacts); i++)
		for (size_t v = 0; v < COUNT_OF(values); v++) {
			struct buf log = { 0 };
			struct source *s;

			log_add(&log, LOG_START(0, 0), NULL);
			log_add(&log, str_format(&a, "{\"artifact\": {\"name\": \"%s\"}" ID "}", artifacts[i]).s,
				values[v]);
			s = log_read(buf_str(&log));
			cr_expect_eq(s->records, 2, "%s %s", artifacts[i], values[v]);
			trace_source_free(s);
			buf_release(&log);
		}
	arena_release(&a);
}

Test(event, a_wrong_field_is_named)
{
	struct buf log = { 0 };
	struct source *s;

	log_add(&log, "{\"compilation_metrics\": {\"guard_count\": \"many\", \"co_name\": 5}" ID "}", NULL);
	s = log_read(buf_str(&log));
	cr_assert_eq(s->health.notes.count, 2);
	cr_expect_neq(str_find(s->health.notes.items[0].text, STR("'guard_count'")), STR_NONE);
	cr_expect_neq(str_find(s->health.notes.items[1].text, STR("'co_name'")), STR_NONE);
	trace_source_free(s);
	buf_release(&log);
}

Test(event, writers_in_one_file)	/* rows 26 and 27 */
{
	static const char line[] = "V0103 04:05:06.000000 42 torch/x.py:7] " LOG_START(0, 0);
	struct buf log = { 0 }, got = { 0 };
	struct source *s;

	/* by line: two processes, one compile each */
	log_add_of(&log, 1, LOG_START(0, 0), NULL);
	log_add_of(&log, 2, LOG_START(0, 0), NULL);
	log_add_of(&log, 1, LOG_METRICS(0, 0), NULL);
	log_add_of(&log, 2, LOG_METRICS(0, 0), NULL);
	s = log_read(buf_str(&log));
	cr_expect(s->processes.count == 2 && compiles(s) == 2 && health_losses(&s->health) == 0);
	trace_source_free(s);
	/* in the middle of a line, at every byte of it: the inner record is whole */
	for (size_t cut = 1; cut < strlen(line); cut++) {
		buf_cut(&log, 0);
		buf_add(&log, (struct str){ line, cut });
		log_add_of(&log, 2, "{\"link\": {}" ID "}", NULL);
		buf_add_c(&log, line + cut);
		buf_add_c(&log, "\n");
		log_add_of(&log, 42, LOG_METRICS(0, 0), NULL);
		s = log_read(buf_str(&log));
		cr_expect_geq(s->health.counts[HEALTH_INTERLEAVED], 1, "cut %zu: not noticed", cut);
		cr_expect_eq(s->processes.count, 2, "cut %zu: %zu processes", cut, s->processes.count);
		trace_source_free(s);
	}
	buf_release(&log);
	buf_release(&got);
}
