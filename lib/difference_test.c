/* SPDX-License-Identifier: MIT */
#include "difference.h"

#include <criterion/criterion.h>

#define TENSOR(x, type, key, dtype, grad, size, stride)                                  \
	"+- TENSOR_MATCH: check_tensor(L['" x "'], " type ", DispatchKeySet(" key        \
	"), torch." dtype ", device=None, requires_grad=" grad ", size=[" size           \
	"], stride=[" stride "])\n"
#define PLAIN(x) TENSOR(x, "Tensor", "CPU", "float32", "False", "4, 6", "6, 1")
#define SIZED(x, size, stride)                                                           \
	TENSOR(x, "Tensor", "CPU", "float32", "False", size, stride)
#define STATE(cast, grad)                                                                \
	"+- GLOBAL_STATE: ___check_global_state() against "                              \
	"{\"autocast_state\":{\"dtype\":[15],"                                           \
	"\"enabled\":[" cast "]},\"grad_mode\":" grad "}\n"
#define SAME(x) "+- EQUALS_MATCH: " x "\n"

Test(difference, weights)
{
	static const struct {
		const char *label, *was, *now; int64_t weight;
	} rows[] = {
		{ "equal", PLAIN("x"), PLAIN("x"), 0 },
		{ "dtype", PLAIN("x"),
		  TENSOR("x", "Tensor", "CPU", "float64", "False", "4, 6", "6, 1"),
		  1000 },
		{ "size and its stride", PLAIN("x"), SIZED("x", "4, 9", "9, 1"), 1010 },
		{ "transposed", PLAIN("x"), SIZED("x", "4, 6", "1, 4"), 1010 },
		{ "transposed and sized", PLAIN("x"), SIZED("x", "3, 6", "1, 3"), 2010 },
		{ "open size", PLAIN("x"), SIZED("x", "None, 6", "6, 1"), 1 },
		{ "rank and what hangs on it", PLAIN("x"),
		  SIZED("x", "4, 6, 1", "6, 1, 1"), 1020 },
		{ "the same at two tensors", PLAIN("x") PLAIN("y"),
		  SIZED("x", "5, 6", "6, 1") SIZED("y", "5, 6", "6, 1"), 1100 },
		{ "autocast and dispatch keys", STATE("false", "true") PLAIN("x"),
		  STATE("true", "true") TENSOR("x", "Tensor", "CPU, AutocastCPU",
					       "float32", "False", "4, 6", "6, 1"),
		  1010 },
		{ "grad mode and requires_grad", STATE("false", "true") PLAIN("x"),
		  STATE("false", "false")
			  TENSOR("x", "Tensor", "CPU", "float32", "True", "4, 6", "6, 1"),
		  1010 },
		{ "int", SAME("L['n'] == 3"), SAME("L['n'] == 4"), 1000 },
		{ "int that became dynamic", SAME("L['n'] == 3"),
		  "+- TYPE_MATCH: ___check_type_id(L['n'], 7)\n", 20 },
		{ "another path", SAME("L['n'] == 3"), SAME("L['m'] == 3"), 20 },
		{ "layers alike",
		  SAME("L['c'].l[0].on == True") SAME("L['c'].l[1].on == True"),
		  SAME("L['c'].l[0].on == False") SAME("L['c'].l[1].on == False"), 1100 },
		{ "flags", SAME("L['a'] == True") SAME("L['b'] == True"),
		  SAME("L['a'] == False") SAME("L['b'] == False"), 2000 },
		{ "noise",
		  "+- ID_MATCH: ___check_obj_id(G['__builtins_dict___1']['a'], 1)\n",
		  "+- ID_MATCH: ___check_obj_id(G['__builtins_dict___2']['a'], 2)\n",
		  10 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena a = { 0 };
		struct guard_lines lines = { .arena = &a };
		struct guard_frame f = { 0 };
		int64_t weight;

		guardtree_add(&lines, &f, 0, str_c(rows[i].was));
		guardtree_add(&lines, &f, 1, str_c(rows[i].now));
		weight = difference_find(&a, &f, 0, 1).weight;
		cr_expect_eq(weight, rows[i].weight, "%s: %lld", rows[i].label,
			     (long long)weight);
		arena_release(&a);
	}
}

Test(difference, none_against_a_tensor_is_one_change)
{
	struct arena a = { 0 };
	struct guard_lines lines = { .arena = &a };
	struct guard_frame f = { 0 };
	struct difference_list list;

	guardtree_add(&lines, &f, 0, STR("+- NONE_MATCH: L['x'] is None\n"));
	guardtree_add(&lines, &f, 1, STR(PLAIN("x")));
	list = difference_find(&a, &f, 0, 1);
	cr_expect_eq(list.items[0].weight, DIFFERENCE_OTHER_SORT);
	cr_expect_eq(list.items[1].weight, DIFFERENCE_ONE_SIDED);
	arena_release(&a);
}

Test(difference, nearest)
{
	static const struct {
		const char *label, *older[3], *now;
		size_t want;
	} rows[] = {
		{ "the only one", { SAME("a == 1") }, SAME("a == 2"), 0 },
		{ "fewest facts",
		  { SAME("a == 1") SAME("b == 1"), SAME("a == 9") SAME("b == 9") },
		  SAME("a == 1") SAME("b == 2"),
		  0 },
		{ "a tie goes to the newest",
		  { SAME("a == 1"), SAME("a == 2") },
		  SAME("a == 3"),
		  1 },
		{ "never a superseded one",
		  { SIZED("x", "4", "1"), SIZED("x", "None", "1") },
		  SIZED("x", "4", "1") SAME("a == 3"),
		  1 },
		{ "paths count less than a change",
		  { SAME("a == 1"), SAME("a == 2") SAME("p == 1") SAME("q == 1") },
		  SAME("a == 2"),
		  1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena a = { 0 };
		struct guard_lines lines = { .arena = &a };
		struct guard_frame f = { 0 };
		size_t now, got, n = 0;

		while (n < 3 && rows[i].older[n])
			guardtree_add(&lines, &f, (int64_t)n, str_c(rows[i].older[n])),
				n++;
		now = guardtree_add(&lines, &f, (int64_t)n, str_c(rows[i].now));
		got = difference_nearest(&f, now);
		cr_expect_eq(got, rows[i].want, "%s: %zu", rows[i].label, got);
		cr_expect_eq(difference_nearest(&f, 0), STR_NONE);
		arena_release(&a);
	}
}

/* A frame of many entries: each compared with all older ones, in bearable time. */
Test(difference, many_entries, .timeout = 60)
{
	struct arena a = { 0 };
	struct guard_lines lines = { .arena = &a };
	struct guard_frame f = { 0 };
	struct buf text = { 0 };

	for (int64_t i = 0; i < 300; i++) {
		buf_cut(&text, 0);
		for (int64_t k = 0; k < 200; k++)
			buf_addf(&text, "+- EQUALS_MATCH: L['v%lld'] == %lld\n",
				 (long long)k, (long long)(k < 5 ? i : k));
		guardtree_add(&lines, &f, i, buf_str(&text));
		if (i > 0)
			cr_expect_eq(difference_nearest(&f, (size_t)i), (size_t)i - 1,
				     "%lld", (long long)i);
	}
	cr_expect_eq(lines.count, 195 + 5 * 300);
	buf_release(&text);
	arena_release(&a);
}
