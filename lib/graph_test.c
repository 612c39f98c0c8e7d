/* SPDX-License-Identifier: MIT */
#include "graph.h"
#include "leaks.h"
#include "trace.h"

#include <criterion/criterion.h>

static struct graph *read_graph(struct source *s, const char *text)
{
	struct graph_reader gr = { 0 };
	struct graph *g = graph_read(&gr, s, str_c(text));

	cr_expect_eq(graph_read(&gr, s, str_c(text)), g, "the same text is the same graph");
	graph_reader_release(&gr);
	return g;
}

/* Two subgraphs of one function with these inputs and lines. */
static struct graph *two(struct source *s, const char *const parts[4])
{
	struct buf b = { 0 };
	struct graph *g;

	buf_addf(&b, "class G(M):\n"
		 " def forward(self, L_x_: \"f32[4]\"):\n"
		 "  a = torch.ops.higher_order.invoke_subgraph(s, 'subgraph_0', L_x_)\n"
		 "  b = torch.ops.higher_order.invoke_subgraph(s, 'subgraph_1', L_x_)\n"
		 " class subgraph_0(M):\n  def forward(self, %s):\n"
		 "   # File: m.py:3 in gn, code: return x\n   %s\n"
		 " class subgraph_1(M):\n  def forward(self, %s):\n"
		 "   # File: m.py:3 in gn, code: return x\n   %s\n",
		 parts[0], parts[1], parts[2], parts[3]);
	buf_add_char(&b, '\0');
	g = read_graph(s, b.s);
	buf_release(&b);
	return g;
}

Test(graph, changes, .fini = no_leaks)
{
	static const struct {
		const char *parts[4];
		enum graph_change change;
		const char *what, *was, *now;
	} rows[] = {
		{ { "x: \"f32[4][1]cpu\"", "y: \"f32[4]\" = x + 1",
		    "x: \"f32[5][1]cpu\"", "y: \"f32[5]\" = x + 1" },
		  GRAPH_SIZE, "x", "f32[4][1]cpu", "f32[5][1]cpu" },
		{ { "x: \"f32[4][1]cpu\"", "y = x + 1", "x: \"f64[4][1]cpu\"", "y = x + 1" },
		  GRAPH_DTYPE, "x", "f32[4][1]cpu", "f64[4][1]cpu" },
		{ { "x: \"f32[4, 2][2, 1]cpu\"", "y = x + 1",
		    "x: \"f32[4, 2][1, 4]cpu\"", "y = x + 1" },
		  GRAPH_STRIDE, "x", "f32[4, 2][2, 1]cpu", "f32[4, 2][1, 4]cpu" },
		{ { "x: \"f32[4][1]cpu\"", "y = x + 1", "x: \"f32[4][1]cuda:0\"", "y = x + 1" },
		  GRAPH_DEVICE, "x", "f32[4][1]cpu", "f32[4][1]cuda:0" },
		{ { "x: \"f32[4]\"", "y = x + 1", "x: \"f32[4]\", z: \"f32[4]\"", "y = x + 1" },
		  GRAPH_INPUTS, NULL, NULL, NULL },
		{ { "x: \"f32[4]\"", "mul = x * 0.5", "x: \"f32[4]\"", "mul = x * 1.5" },
		  GRAPH_NODE, "mul", "0.5", "1.5" },
		{ { "x: \"f32[4]\"", "sin = torch.sin(x)", "x: \"f32[4]\"", "cos = torch.cos(x)" },
		  GRAPH_NODE, "cos", "sin", "cos" },
		{ { "x: \"f32[4]\"", "y = x + 1", "x: \"f32[4]\"", "y = x + 1" },
		  GRAPH_SAME, NULL, NULL, NULL },
		{ { "l_x_: \"f32[4]\"", "y = l_x_ + 1", "x: \"f32[4]\"", "y = x + 1" },
		  GRAPH_SAME, "x", "requires_grad=False", "requires_grad=True" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct source *s = trace_source_new(STR("x.log"));
		const struct graph *g = two(s, rows[i].parts);
		const struct graph_body *b = &g->bodies.items[2];

		cr_expect_eq(g->bodies.items[1].change, GRAPH_FIRST, "%zu: first", i);
		cr_expect_eq(b->change, rows[i].change, "%zu: change %d", i, (int)b->change);
		cr_expect(str_eq(b->what, str_c(rows[i].what)), "%zu: " STR_FMT, i, STR_ARG(b->what));
		cr_expect(str_eq(b->was, str_c(rows[i].was)), "%zu: " STR_FMT, i, STR_ARG(b->was));
		cr_expect(str_eq(b->now, str_c(rows[i].now)), "%zu: " STR_FMT, i, STR_ARG(b->now));
		cr_expect(str_eq(b->function, STR("gn")));
		cr_expect_eq(g->bodies.items[0].call_count, 2);
		cr_expect_eq(g->bodies.items[0].calls[1], 2);
		trace_source_free(s);
	}
}

/* A graph of count blocks "linear, relu" whose parameters are named by before and behind. */
static struct graph *blocks(struct source *s, size_t count, const char *before, const char *behind)
{
	struct buf b = { 0 };
	struct graph *g;

	buf_add_c(&b, "class G(M):\n def forward(self, x99: \"f32[4]\"");
	for (size_t i = 0; i < count; i++)
		buf_addf(&b, ", %s%zu%s: \"f32[4, 4]\"", before, i, behind);
	buf_add_c(&b, "):\n  # File: m.py:8 in forward, code: x = l(x)\n");
	for (size_t i = 0; i < count; i++)
		buf_addf(&b, "  y%zu: \"f32[4]\" = linear(%s%zu, %s%zu%s)\n  x%zu: \"f32[4]\" = relu(y%zu)\n",
			 i, "x", i ? i - 1 : 99, before, i, behind, i, i);
	buf_add_char(&b, '\0');
	g = read_graph(s, b.s);
	buf_release(&b);
	return g;
}

Test(graph, block, .fini = no_leaks)
{
	static const struct {
		size_t count;
		const char *before, *behind, *module;
	} rows[] = {
		{ 6, "l_self_modules_layers_modules_", "_parameters_weight_", "self.layers[0..5]" },
		{ 12, "l_args_0_modules_model_modules_h_modules_", "_parameters_w_",
		  "args[0].model.h[0..11]" },
		{ 3, "l_m_modules_0_modules_", "_parameters_w_", "m[0][0..2]" },
		{ 4, "l_ws_", "_", "ws[0..3]" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct source *s = trace_source_new(STR("x.log"));
		const struct graph_block *b = &blocks(s, rows[i].count, rows[i].before,
						      rows[i].behind)->block;

		cr_expect_eq(b->count, rows[i].count, "%s: %zu", rows[i].module, b->count);
		cr_expect_eq(b->ops, 2, "%s: %zu operators", rows[i].module, b->ops);
		cr_expect(str_eq(b->module, str_c(rows[i].module)), "%s: " STR_FMT, rows[i].module,
			  STR_ARG(b->module));
		cr_expect_eq(b->line, 8);
		trace_source_free(s);
	}
}

/* The same operator on the same value again and again is no block. */
Test(graph, no_block, .fini = no_leaks)
{
	struct source *s = trace_source_new(STR("x.log"));
	const struct graph *g = read_graph(s, "class G(M):\n def forward(self, x: \"f32[4]\"):\n"
		"  a: \"f32[4]\" = sin(x)\n  b: \"f32[4]\" = sin(a)\n  c: \"f32[4]\" = sin(b)\n"
		"  d: \"f32[4]\" = sin(c)\n");

	cr_expect_eq(g->block.count, 0);
	cr_expect_null(read_graph(s, ""));
	trace_source_free(s);
}
