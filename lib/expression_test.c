/* SPDX-License-Identifier: MIT */
#include "expression.h"

#include <criterion/criterion.h>

Test(expression, splits)
{
	static const struct {
		const char *text, *left, *right;
		enum expression_operator op;
	} rows[] = {
		{ "a == 3", "a", "3", EXPRESSION_EQUAL },
		{ "(a % 4) == 0", "(a % 4)", "0", EXPRESSION_EQUAL },
		{ "d['x == y'] is None", "d['x == y']", "None", EXPRESSION_IS },
		{ "a is not None", "a", "None", EXPRESSION_IS_NOT },
		{ "a != 'b' and c == 1", "a", "'b'", EXPRESSION_UNEQUAL },
		{ "2 <= a <= 16", "2", "a <= 16", EXPRESSION_ORDER },
		{ "f(a == b)", "f(a == b)", "", EXPRESSION_NONE },
		{ "a and b == 1", "a", "", EXPRESSION_NONE },
		{ "a == 'open", "a", "'open", EXPRESSION_EQUAL },
		{ "", "", "", EXPRESSION_NONE },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct expression e = expression_split(str_c(rows[i].text));

		cr_expect_eq(e.op, rows[i].op, "%s: %d", rows[i].text, (int)e.op);
		cr_expect(str_eq(e.left, str_c(rows[i].left)), "%s: " STR_FMT,
			  rows[i].text, STR_ARG(e.left));
		cr_expect(str_eq(e.right, str_c(rows[i].right)), "%s: " STR_FMT,
			  rows[i].text, STR_ARG(e.right));
	}
}

Test(expression, subjects)
{
	static const struct {
		const char *text, *subject;
		int dimension;
	} rows[] = {
		{ "Eq(Mod(L['x'].a['b'].size()[1], 4), 0)", "L['x'].a['b']", 1 },
		{ "4*x.stride()[0] == y.size()[12]", "x", 0 },
		{ "2 <= L['n']", "L['n']", -1 },
		{ "FloorDiv(n, 2) > 3", "n", -1 },
		{ "3 > 2", "", -1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str subject = expression_subject(str_c(rows[i].text));

		cr_expect(str_eq(subject, str_c(rows[i].subject)), "%s: " STR_FMT,
			  rows[i].text, STR_ARG(subject));
		cr_expect_eq(expression_dimension(str_c(rows[i].text)), rows[i].dimension,
			     "%s", rows[i].text);
	}
}

Test(expression, literals)
{
	static const struct {
		const char *text;
		enum guard_kind kind;
	} rows[] = {
		{ "3", GUARD_INT }, { "-3", GUARD_INT }, { "0.5", GUARD_FLOAT },
		{ "1e-05", GUARD_FLOAT }, { "-inf", GUARD_FLOAT }, { "nan", GUARD_FLOAT },
		{ "True", GUARD_BOOL }, { "None", GUARD_NONE }, { "'a'", GUARD_STRING },
		{ "\"a\"", GUARD_STRING }, { "(1, 2)", GUARD_CONSTANT },
		{ "torch.float32", GUARD_CONSTANT }, { "", GUARD_CONSTANT },
		{ "e", GUARD_CONSTANT }, { "-", GUARD_CONSTANT },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect_eq(expression_literal_kind(str_c(rows[i].text)), rows[i].kind,
			     "%s", rows[i].text);
}
