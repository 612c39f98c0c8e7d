/* SPDX-License-Identifier: MIT */
#include "lanes.h"

#include <criterion/criterion.h>

#include "ingest.h"
#include "input.h"
#include "leaks.h"

TestSuite(lanes, .fini = no_leaks);

/* Slices lie behind or inside each other, and begin in order. */
static void check_lane(const char *log, const struct lanes_lane *lane)
{
	int64_t end_us[SPAN_DEPTH_MOST + 1];
	size_t depth = 0;

	for (size_t i = 0; i < lane->slices.count; i++) {
		const struct lanes_slice *s = &lane->slices.items[i];

		cr_assert(s->from_us <= s->to_us, "%s", log);
		cr_assert(s->depth <= depth + (i > 0), "%s: depth", log);
		if (i > 0 && s->depth <= depth)
			cr_assert(s->from_us >= end_us[s->depth], "%s: one across another", log);
		if (s->depth > 0)
			cr_assert(s->to_us <= end_us[s->depth - 1], "%s: out of its outer", log);
		cr_assert(s->depth == 0 || s->compile, "%s: no compile", log);
		depth = s->depth;
		end_us[depth] = s->to_us;
	}
}

static size_t check_log(const char *log)
{
	struct ingest_options o = { 0 };
	struct trace t = { 0 };
	struct lanes tl;
	struct err e;
	size_t slices = 0;

	cr_assert(ingest(&t, &log, 1, &o, &e) == 0, "%s", e.msg);
	lanes_build(&tl, &t);
	for (size_t i = 0; i < tl.lanes.count; i++) {
		check_lane(log, tl.lanes.items[i]);
		slices += tl.lanes.items[i]->slices.count;
	}
	lanes_release(&tl);
	trace_release(&t);
	return slices;
}

Test(lanes, slices_nest_in_every_trace)
{
	static const char *const logs[] = {
		"testdata/traces/size_batch.log", "testdata/traces/llama_generate.log.gz",
		"testdata/traces/train_step.log.gz", "testdata/traces/ranks",
		"testdata/traces/text_limit.log", "testdata/traces/compiler_reset.log.gz",
	};

	for (size_t i = 0; i < COUNT_OF(logs); i++)
		check_log(logs[i]);
	cr_expect(check_log(logs[0]) > 10);
}

#define AT(ts, ph, name, id) \
	"V0612 09:14:05.221000 4711 torch/_dynamo/utils.py:33] {\"chromium_event\": {}, " \
	"\"has_payload\": \"\"}\n\t{\"name\": \"" name "\", \"ts\": " ts ", \"ph\": \"" ph \
	"\", \"args\": {\"compile_id\": \"" id "\"}}\n"

/* Two compiles at a time, a span that outlasts the one around it, one that never ends. */
static const char odd[] =
	AT("1000", "B", "dynamo", "0/0") AT("1100", "B", "inner", "0/0")
	AT("1200", "B", "dynamo", "1/0") AT("1300", "E", "dynamo", "1/0")
	AT("1500", "E", "dynamo", "0/0") AT("1600", "E", "inner", "0/0")
	AT("2000", "B", "dynamo", "2/0") AT("2100", "B", "work", "None")
	AT("2200", "B", "work", "None") AT("2300", "E", "work", "None");

Test(lanes, what_overlaps_gets_a_lane_of_its_own)
{
	struct trace t = { 0 };
	struct lanes tl;
	struct err e;
	struct input *in = input_memory(STR(odd), &e);
	size_t workers = 0;

	trace_add(&t, ingest_input(STR("odd"), in, false));
	trace_settle(&t);
	lanes_build(&tl, &t);
	cr_assert(tl.lanes.count >= 4, "%zu lanes", tl.lanes.count);
	for (size_t i = 0; i < tl.lanes.count; i++) {
		check_lane("odd", tl.lanes.items[i]);
		workers += tl.lanes.items[i]->workers;
	}
	cr_expect(workers == 2, "%zu lanes of workers", workers);
	lanes_release(&tl);
	trace_release(&t);
}
