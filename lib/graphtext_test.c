/* SPDX-License-Identifier: MIT */
#include "graphtext.h"
#include "leaks.h"

#include <criterion/criterion.h>

static const char graph[] =
	"\tclass GraphModule(torch.nn.Module):\n"
	"\t    def forward(self, L_x_: \"f32[4, 16][16, 1]cpu\", s77: \"Sym(s77)\"):\n"
	"\t        l_x_ = L_x_\n"
	"\t\n"
	"\t        # File: /w/my dir/zoo.py:514 in forward, code: for l in xs: x = l(x)\n"
	"\t        subgraph_0 = self.subgraph_0\n"
	"\t        call = torch.ops.higher_order.invoke_subgraph(subgraph_0, 'subgraph_0', l_x_);"
	"  l_x_ = None\n"
	"\t        x: \"f32[4, 16][16, 1]cpu\" = call[0];  call = None\n"
	"\t        y: \"f32[4, 16][16, 1]cpu\" = x * 0.5;  x = None\n"
	"\t        return (y,)\n"
	"\t        \n"
	"\t    class subgraph_0(torch.nn.Module):\n"
	"\t        def forward(self, l_x_: \"f32[4, 16][16, 1]cpu\"):\n"
	"\t            # File: zoo.py:520 in gn, code: return inner(x)\n"
	"\t            inner = self.subgraph_0\n"
	"\t            c = torch.ops.higher_order.invoke_subgraph(inner, 'subgraph_0', l_x_)\n"
	"\t            return (c,)\n"
	"\t        class subgraph_0(torch.nn.Module):\n"
	"\t            def forward(self, x):\n"
	"\t                return (x,)\n"
	"\t    class subgraph_1(torch.nn.Module):\n"
	"\t        def forward(self, x):\n"
	"\t            return (x,)\n";

Test(graphtext, reads, .fini = no_leaks)
{
	struct graphtext g = { 0 };
	const struct graphtext_body *top;

	graphtext_read(&g, STR(graph));
	cr_assert_eq(g.bodies.count, 4);
	top = &g.bodies.items[0];
	cr_expect_eq(top->inputs.count, 2);
	cr_expect(str_eq(top->inputs.items[0].type, STR("f32[4, 16][16, 1]cpu")));
	cr_assert_eq(top->ops.count, 3, "%zu operators", top->ops.count);
	cr_expect(str_eq(top->ops.items[2].text, STR("x * 0.5")));
	cr_expect_eq(top->ops.items[0].input, 0, "the alias of an input is that input");
	cr_expect_eq(top->ops.items[2].input, GRAPHTEXT_NONE);
	cr_assert_eq(top->calls.count, 1);
	cr_assert_eq(g.places.count, 2);
	cr_expect(str_eq(g.places.items[0].file, STR("/w/my dir/zoo.py")));
	cr_expect_eq(g.places.items[0].line, 514);
	cr_expect(str_eq(g.places.items[0].code, STR("for l in xs: x = l(x)")));
	cr_expect_eq(graphtext_callee(&g, 0, STR("subgraph_0")), 1);
	cr_expect_eq(graphtext_callee(&g, 1, STR("subgraph_0")), 2, "the one inside of it");
	cr_expect_eq(graphtext_callee(&g, 0, STR("subgraph_1")), 3);
	cr_expect_eq(graphtext_callee(&g, 1, STR("subgraph_1")), GRAPHTEXT_NONE);
	graphtext_release(&g);
}

/* Two lines of a body that is given x and y of one type and z of another. */
static bool same_signature(const char *one, const char *other)
{
	struct graphtext g = { 0 };
	struct buf b = { 0 };
	bool same;

	buf_addf(&b, "class G(M):\n def forward(self, x: \"f32[4]\", y: \"f32[4]\", z: \"f32[5]\"):\n"
		 "  %s\n  %s\n", one, other);
	graphtext_read(&g, buf_str(&b));
	cr_assert_eq(g.bodies.items[0].ops.count, 2, "%s; %s", one, other);
	same = g.bodies.items[0].ops.items[0].signature == g.bodies.items[0].ops.items[1].signature;
	graphtext_release(&g);
	buf_release(&b);
	return same;
}

Test(graphtext, signatures, .fini = no_leaks)
{
	static const struct {
		const char *one, *other;
		bool same;
	} rows[] = {
		{ "a: \"f32[4]\" = torch.relu(x)", "b: \"f32[4]\" = torch.relu(y);  y = None", true },
		{ "a: \"f32[4]\" = torch.relu(x)", "b: \"f32[4]\" = torch.sin(x)", false },
		{ "a: \"f32[4]\" = torch.relu(x)", "b: \"f32[4]\" = torch.relu(z)", false },
		{ "a: \"f32[4]\" = x * 0.5", "b: \"f32[4]\" = y * 0.5", true },
		{ "a: \"f32[4]\" = x * 0.5", "b: \"f32[4]\" = x * 1.5", false },
		{ "a: \"f32[4]\" = x.view(4)", "b: \"f32[5]\" = x.view(4)", false },
		{ "a: \"f32[4]\" = f(x, ';')", "b: \"f32[4]\" = f(y, ';');  y = None", true },
		{ "a: \"f32[4]\" = f(x, 'y')", "b: \"f32[4]\" = f(x, 'x')", false },
		{ "a: \"f32[4]\" = o.x(x)", "b: \"f32[4]\" = o.y(x)", false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect_eq(same_signature(rows[i].one, rows[i].other), rows[i].same, "%s; %s",
			     rows[i].one, rows[i].other);
}

/* Every cut of the text is read without harm. */
Test(graphtext, cut, .fini = no_leaks)
{
	struct graphtext g = { 0 };

	for (size_t i = 0; i < sizeof graph; i++)
		graphtext_read(&g, str_take(STR(graph), i));
	graphtext_release(&g);
}
