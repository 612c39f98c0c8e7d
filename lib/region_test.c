/* SPDX-License-Identifier: MIT */
#include "leaks.h"
#include "logs.h"
#include "region.h"
#include "regiontext.h"

#include <criterion/criterion.h>

static void add_span(struct buf *log, const char *name, int64_t start_us, int64_t length_us)
{
	struct buf b = { 0 };

	buf_addf(&b, "{\"name\": \"%s\", \"ts\": %lld, \"dur\": %lld, \"ph\": \"X\", "
		 "\"args\": {\"compile_id\": \"0/0\"}}%c", name, (long long)start_us,
		 (long long)length_us, '\0');
	log_add(log, "{\"chromium_event\": {}, " LOG_ID(0, 0) ", "
		"\"has_payload\": \"0123456789abcdef0123456789abcdef\"}", b.s);
	buf_release(&b);
}

/* t: traced, 100 µs; T: the same after a lookup; r: reused after a lookup; h, k: by key. */
static void add_calls(struct buf *log, const char *calls)
{
	int64_t at = 1000000;

	for (; *calls; calls++, at += 1000) {
		if (*calls == 'T' || *calls == 'r')
			add_span(log, "invoke_subgraph_reuse_lookup", at, 10);
		if (*calls == 'h' || *calls == 'k')
			add_span(log, "invoke_subgraph_reuse_hash_fn", at, 10);
		if (*calls == 'r' || *calls == 'h')
			add_span(log, "invoke_subgraph_reuse_stamp_out", at + 20, 20);
		else
			add_span(log, "invoke_subgraph_trace", at + 20, 100);
	}
}

#define GRAPH_RECORD \
	"{\"dynamo_output_graph\": {\"sizes\": {}}, " LOG_ID(0, 0) ", " \
	"\"has_payload\": \"0123456789abcdef0123456789abcdef\"}"

/* A graph that calls these subgraphs ("0110"), the even ones of gn, the others of odd. */
static void add_graph(struct buf *log, const char *calls, size_t bodies, const char *odd)
{
	struct buf b = { 0 };

	buf_add_c(&b, "class GraphModule(M):\n    def forward(self, L_x_: \"f32[4]\"):\n");
	for (; *calls; calls++)
		buf_addf(&b, "        c = torch.ops.higher_order.invoke_subgraph(s, 'subgraph_%c')\n",
			 *calls);
	for (size_t i = 0; i < bodies; i++)
		buf_addf(&b, "    class subgraph_%zu(M):\n        def forward(self, x: \"f32[%zu]\"):\n"
			 "            # File: m.py:3 in %s, code: return x\n"
			 "            y = x + 1\n", i, i + 4, i % 2 ? odd : "gn");
	buf_add_char(&b, '\0');
	log_add(log, GRAPH_RECORD, b.s);
	buf_release(&b);
}

struct expected {
	const char *label, *calls, *graph;
	size_t bodies;
	const char *odd;	/* function of subgraph_1, … */
	size_t regions;
	const char *function;	/* of the first region */
	size_t traced, reused;
	const char *why;	/* of its first miss; NULL: none */
	size_t count;
};

static void expect(const struct expected *e)
{
	struct buf log = { 0 };
	struct trace t = { 0 };
	struct regions rs;
	const struct region *r;

	log_add(&log, LOG_START(0, 0), NULL);
	add_calls(&log, e->calls);
	if (e->graph)
		add_graph(&log, e->graph, e->bodies, e->odd);
	log_add(&log, LOG_METRICS(0, 0), NULL);
	trace_add(&t, log_read(buf_str(&log)));
	regions_find(&rs, &t);
	cr_assert_eq(rs.items.count, e->regions, "%s: %zu regions", e->label, rs.items.count);
	r = rs.items.items[0];
	cr_expect(str_eq(r->function, str_c(e->function)), "%s: " STR_FMT, e->label,
		  STR_ARG(r->function));
	cr_expect_eq(r->calls, e->traced + e->reused, "%s: %zu calls", e->label, r->calls);
	cr_expect_eq(r->traced, e->traced, "%s: traced %zu", e->label, r->traced);
	cr_expect_eq(r->reused, e->reused, "%s: reused %zu", e->label, r->reused);
	cr_expect_eq(r->trace_us, (int64_t)e->traced * 100, "%s", e->label);
	cr_assert_eq(r->misses.count, e->why != NULL, "%s: %zu misses", e->label, r->misses.count);
	if (e->why) {
		cr_expect_str_eq(r->misses.items[0].why, e->why, "%s", e->label);
		cr_expect_eq(r->misses.items[0].count, e->count, "%s", e->label);
	}
	regions_release(&rs);
	trace_release(&t);
	buf_release(&log);
}

Test(region, counts, .fini = no_leaks)
{
	static const struct expected rows[] = {
		{ "reused", "trrr", "0000", 1, "gn", 1, "gn", 1, 3, NULL, 0 },
		{ "sizes", "tTTr", "0120", 3, "gn", 1, "gn", 3, 1, "size", 2 },
		{ "two functions", "ttrr", "0101", 2, "hn", 2, "gn", 1, 1, NULL, 0 },
		{ "the same again", "tTr", "000", 1, "gn", 1, "gn", 2, 1, "guard", 1 },
		{ "never entered", "tt", "00", 1, "gn", 1, "gn", 2, 0, "not eligible", 1 },
		{ "by key", "kkhh", "0101", 2, "gn", 1, "gn", 2, 2, NULL, 0 },
		{ "no graph", "tTr", NULL, 0, NULL, 1, NULL, 2, 1, "unknown", 1 },
		{ "fewer calls in the graph", "tTr", "01", 2, "gn", 1, "gn", 2, 1, "unknown", 1 },
		{ "…of two functions", "tTr", "01", 2, "hn", 1, NULL, 2, 1, "unknown", 1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		expect(&rows[i]);
}

Test(region, overflow)
{
	static const struct {
		const char *text;
		bool is;
		int64_t limit, line;
		const char *function;
	} rows[] = {
		{ "invoke_subgraph: exceeded maximum reuse entries (3) for function code <code "
		  "object gn at 0x7ffb95, file \"/w/zoo.py\", line 530>. This most likely means",
		  true, 3, 530, "gn" },
		{ "exceeded maximum reuse entries (12) for function", true, 12, -1, NULL },
		{ "exceeded maximum reuse entries (x)", false, -1, 0, NULL },
		{ "backend failed", false, -1, 0, NULL },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct region r = { .limit = -1 };

		cr_expect_eq(region_overflow(str_c(rows[i].text), &r), rows[i].is, "%s", rows[i].text);
		cr_expect_eq(r.limit, rows[i].limit, "%s", rows[i].text);
		cr_expect_eq(r.line, rows[i].line, "%s", rows[i].text);
		cr_expect(str_eq(r.function, str_c(rows[i].function)), "%s", rows[i].text);
	}
}

/* Lines of one compile, and the calls that they tell of: function, why, what. */
Test(region, text, .fini = no_leaks)
{
	static const struct {
		const char *lines;
		size_t calls;
		bool traced;		/* the last one … */
		enum regiontext_why why;
		const char *function, *what, *was, *now;
		int64_t input;
	} rows[] = {
		{ "gn: Installing subgraph with identifier 'subgraph_0', bringing total count for 'gn' "
		  "function to 1\nNumber of guards 14", 1, true, REGIONTEXT_SILENT, "gn", NULL, NULL,
		  NULL, -1 },
		{ "subgraph_reuse: reuse failed -- input 1 tensor metadata mismatch\n"
		  "gn: Installing subgraph with identifier 's_1', bringing total count for 'gn' function "
		  "to 2\nNumber of guards 4", 1, true, REGIONTEXT_METADATA, "gn", NULL, NULL, NULL, 1 },
		{ "subgraph_reuse: cache hit for 'UserFunctionVariable()', reusing subgraph 's_1'",
		  1, false, REGIONTEXT_SILENT, NULL, NULL, NULL, NULL, -1 },
		{ "gn: Graph comparison failed at node (call_function): mul\n"
		  "gn: Graph comparison failed at node (call_function): mul\n"
		  "gn: Installing subgraph with identifier 's_2', bringing total count for 'gn' function "
		  "to 3\nNumber of guards 0", 1, true, REGIONTEXT_NODE, "gn", "mul", NULL, NULL, -1 },
		{ "subgraph_reuse: reuse failed --\n  guard type: CONSTANT_MATCH\n"
		  "  guard source name: G['SCALE']\n  expected: 1.0\n  got: 2.0\nNumber of guards 1",
		  1, true, REGIONTEXT_GLOBAL, NULL, "G['SCALE']", "1.0", "2.0", -1 },
		{ "subgraph_reuse: not eligible -- subgraph has side effects", 1, true,
		  REGIONTEXT_MUTATION, NULL, "subgraph has side effects", NULL, NULL, -1 },
		{ "subgraph_reuse: reuse failed -- treespec mismatch\nNumber of guards 1", 1, true,
		  REGIONTEXT_ARGUMENTS, NULL, "treespec mismatch", NULL, NULL, -1 },
		{ "gn: Installing subgraph with identifier 's_0', bringing total count for 'gn' function "
		  "to 1\nsubgraph_reuse: hash key 1 hit for 'f', reusing subgraph 's_0'", 2, false,
		  REGIONTEXT_SILENT, NULL, NULL, NULL, NULL, -1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct compile c = { 0 };
		struct text_note note = { .kind = TEXT_REGION, .compile = &c, .text = str_c(rows[i].lines) };
		struct process p = { .notes = { &note, 1, 1 } };
		const struct regiontext_calls *calls;
		const struct regiontext_call *last;
		struct regiontext rt;

		regiontext_read(&rt, &p);
		calls = regiontext_of(&rt, &c);
		cr_assert(calls && calls->count == rows[i].calls, "%zu", i);
		last = &calls->items[calls->count - 1];
		cr_expect_eq(last->traced, rows[i].traced, "%zu", i);
		cr_expect_eq(last->why, rows[i].why, "%zu: %d", i, (int)last->why);
		cr_expect_eq(last->input, rows[i].input, "%zu", i);
		cr_expect(str_eq(last->function, str_c(rows[i].function)), "%zu", i);
		cr_expect(str_eq(last->what, str_c(rows[i].what)), "%zu: " STR_FMT, i, STR_ARG(last->what));
		cr_expect(str_eq(last->was, str_c(rows[i].was)), "%zu", i);
		cr_expect(str_eq(last->now, str_c(rows[i].now)), "%zu", i);
		regiontext_release(&rt);
	}
}
