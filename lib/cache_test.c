/* SPDX-License-Identifier: MIT */
#include "cache.h"

#include <criterion/criterion.h>

#include "leaks.h"
#include "spans.h"

TestSuite(cache, .fini = no_leaks);

#define KEY(graph, config) \
	"{\"key\": \"k\", \"cache_status_detailed\": \"full_miss\", \"components\": [" \
	"\"[" graph "] gm: f()\", \"[b] example_inputs[0]: x\", " \
	"\"[" config "] inductor_config[debug]: True\"]}"

static const struct {
	const char *label, *name, *payload;
	bool good;
	size_t events;
	enum cache_layer layer;
	enum cache_outcome outcome;
	int64_t saved_us;
	const char *why;
} cases[] = {
	{ "a hit", "aotautograd_cache_hit",
	  "{\"key\": \"a\", \"time_saved_ms\": 13711.5, \"cache_status_detailed\": \"hit\"}",
	  true, 1, CACHE_AOT_AUTOGRAD, CACHE_HIT, 13711500, "hit" },
	{ "time in ns", "fx_graph_cache_hit", "{\"time_saved_ns\": 10769702277}", true, 1,
	  CACHE_FX_GRAPH, CACHE_HIT, 10769702, NULL },
	{ "time beyond reason", "fx_graph_cache_hit", "{\"time_saved_ms\": 1e15}", true, 1,
	  CACHE_FX_GRAPH, CACHE_HIT, -1, NULL },
	{ "a miss", "fx_graph_cache_miss", KEY("a", "c"), true, 1, CACHE_FX_GRAPH, CACHE_MISS,
	  -1, "full_miss" },
	{ "a bypass says why", "aotautograd_cache_bypass",
	  "{\"cache_bypass_reason\": \"FX graph cache is not enabled\"}", true, 1,
	  CACHE_AOT_AUTOGRAD, CACHE_BYPASS, -1, "FX graph cache is not enabled" },
	{ "torch 2.5's hash is a miss", "aotautograd_cache_hash", "{\"cache_state\": \"miss\"}",
	  true, 1, CACHE_AOT_AUTOGRAD, CACHE_MISS, -1, NULL },
	{ "…or a hit", "fx_graph_cache_hash", "{\"cache_state\": \"hit\"}", true, 1,
	  CACHE_FX_GRAPH, CACHE_HIT, -1, NULL },
	{ "autotuning of two kernels", "triton_kernel_info",
	  "{\"a\": {\"autotune_cache_state\": \"hit\"}, \"b\": {\"autotune_cache_state\": "
	  "\"only 1 config\"}, \"c\": {\"autotune_cache_state\": \"hit\"}}", true, 2,
	  CACHE_AUTOTUNE, CACHE_HIT, -1, NULL },
	{ "a state of PGO, which is no JSON", "get_local_code_state", "CodeId(…)", true, 1,
	  CACHE_PGO, CACHE_HIT, -1, NULL },
	{ "no JSON", "fx_graph_cache_miss", "oops", false, 0, CACHE_FX_GRAPH, CACHE_MISS, -1,
	  NULL },
	{ "fields of other types", "fx_graph_cache_miss",
	  "{\"key\": 7, \"components\": {\"a\": 1}, \"time_saved_ms\": \"x\"}", true, 1,
	  CACHE_FX_GRAPH, CACHE_MISS, -1, NULL },
	{ "components of other types", "fx_graph_cache_miss",
	  "{\"components\": [1, null, \"\", \"[\", \"[a]\", \"[a] \", \"[a] x\"]}", true, 1,
	  CACHE_FX_GRAPH, CACHE_MISS, -1, NULL },
};

static struct compile *compile_of(struct source *s, int64_t number)
{
	struct compile_id id = { -1, 0, number };

	return process_compile(trace_source_process(s, 1, -1), id, true, (size_t)number + 1);
}

Test(cache, events)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct source *s = trace_source_new(STR("test"));
		struct compile *c = compile_of(s, 0);
		const struct cache_event *e;

		cr_expect_eq(cache_read(c->process, c, str_c(cases[i].name),
					str_c(cases[i].payload)), cases[i].good,
			     "%s", cases[i].label);
		cr_assert_eq(c->process->caches.count, cases[i].events, "%s", cases[i].label);
		for (size_t k = 0; k < cases[i].events; k++) {
			e = &c->process->caches.items[k];
			cr_expect_eq(e->layer, cases[i].layer, "%s", cases[i].label);
			cr_expect_eq(e->outcome, cases[i].outcome, "%s", cases[i].label);
			cr_expect_eq(e->saved_us, cases[i].saved_us, "%s", cases[i].label);
			cr_expect(str_eq(e->why, str_c(cases[i].why)), "%s", cases[i].label);
		}
		trace_source_free(s);
	}
}

/* Of two compiles of one frame: which parts of the key differ. */
Test(cache, what_differs_between_keys)
{
	static const struct {
		const char *first, *second, *differs;
	} keys[] = {
		{ KEY("a", "c"), KEY("a", "c"), NULL },
		{ KEY("a", "c"), KEY("z", "c"), "the graph" },
		{ KEY("a", "c"), KEY("a", "z"), "inductor_config" },
		{ KEY("a", "c"), KEY("y", "z"), "the graph, inductor_config" },
		{ "{\"components\": []}", KEY("a", "c"), NULL },
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		struct source *s = trace_source_new(STR("test"));
		struct compile *a = compile_of(s, 0), *b = compile_of(s, 1);
		const struct cache_event *e;

		cache_read(a->process, a, STR("fx_graph_cache_miss"), str_c(keys[i].first));
		cache_read(b->process, b, STR("fx_graph_cache_miss"), str_c(keys[i].second));
		e = &b->process->caches.items[1];
		cr_expect(str_eq(e->differs, str_c(keys[i].differs)), "%zu: %.*s", i,
			  STR_ARG(e->differs));
		trace_source_free(s);
	}
}

Test(cache, when_the_look_up_was)
{
	static const struct {
		const char *name, *args;
		size_t count;
		int64_t from_us, to_us;
	} events[] = {
		{ "autograd_cache_miss", "{}", 1, -1, 1000 },
		{ "fx_graph_cache_miss", "{\"cache_event_time\": 1500999}", 1, 1000, 1500 },
		{ "fx_graph_cache_miss", "{\"cache_event_time\": 5}", 0, 0, 0 },
		{ "fx_graph_cache_miss", "{}", 0, 0, 0 },
		{ "automatic_dynamic", "{}", 0, 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(events); i++) {
		struct source *s = trace_source_new(STR("test"));
		struct compile *c = compile_of(s, 0);
		struct span_event se = { .phase = SPAN_INSTANT, .ts_us = 1000,
			.name = str_c(events[i].name), .args = str_c(events[i].args) };

		cache_note_lookup(c, &se);
		cache_note_lookup(NULL, &se);
		cr_assert_eq(c->lookups.count, events[i].count, "%zu", i);
		if (events[i].count) {
			cr_expect_eq(c->lookups.items[0].from_us, events[i].from_us, "%zu", i);
			cr_expect_eq(c->lookups.items[0].to_us, events[i].to_us, "%zu", i);
		}
		trace_source_free(s);
	}
}
