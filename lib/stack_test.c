/* SPDX-License-Identifier: MIT */
#include "leaks.h"
#include "stack.h"

#include <criterion/criterion.h>

Test(stack, user_frame)
{
	static const struct {
		const char *text, *file, *function, *code;
		int64_t line;
	} rows[] = {
		{ "RuntimeError: x\n\nfrom user code:\n   File \"/w/zoo.py\", line 533, in step\n"
		  "    x = gn(x)\n        ^^^^^\n  File \"/v/torch/_higher_order_ops/i.py\", line 4, in "
		  "inner\n    return f()\n", "/w/zoo.py", "step", "x = gn(x)", 533 },
		{ "  File \"a.py\", line 1, in f\n    g()\n  File \"b.py\", line 2, in g\n    h()\n",
		  "b.py", "g", "h()", 2 },
		{ "  File \"a.py\", line 1, in f", "a.py", "f", NULL, 1 },
		{ "  File \"/v/torch/x.py\", line 1, in f\n    g()\n", NULL, NULL, NULL, 0 },
		{ "nothing", NULL, NULL, NULL, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct stack_frame f = { 0 };

		cr_expect_eq(stack_user_frame(str_c(rows[i].text), &f), rows[i].file != NULL, "%zu", i);
		cr_expect(str_eq(f.file, str_c(rows[i].file)), "%zu", i);
		cr_expect(str_eq(f.function, str_c(rows[i].function)), "%zu: " STR_FMT, i,
			  STR_ARG(f.function));
		cr_expect(str_eq(f.code, str_c(rows[i].code)), "%zu: " STR_FMT, i, STR_ARG(f.code));
		cr_expect_eq(f.line, rows[i].line, "%zu", i);
	}
}
