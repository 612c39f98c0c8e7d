/* SPDX-License-Identifier: MIT */
#include "guardtree.h"

#include <criterion/criterion.h>

/* torch 2.13, raw: each line with its TAB */
#define TREE(guards)                                                                     \
	"\t\n\tTREE_GUARD_MANAGER:\n\t+- RootGuardManager\n" guards                      \
	"\t\n\tGuard latency = 5 us"
#define MANAGER                                                                          \
	"\t| +- GuardManager: source=L['x'], accessed_by=FrameLocals('x'), type=<class " \
	"'T'>\n"
#define MODE(value) "\t| | +- EQUALS_MATCH: L['mode'] == " value "   # m  # m.py:1 in f\n"
#define SIZE(n)                                                                          \
	"\t| | +- TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU), "      \
	"torch.float32, device=None, requires_grad=False, size=[" n                      \
	", 8], stride=[8, 1])\n"

static size_t count_pairs(const struct guard_frame *f, size_t was, size_t now)
{
	struct guard_walk at = { 0 };
	struct guard_pair pair;
	size_t count = 0;

	while (guardtree_next(f, was, now, &at, &pair))
		count++;
	return count;
}

Test(guardtree, keeps_entries_as_differences)
{
	struct arena a = { 0 };
	struct guard_lines lines = { .arena = &a };
	struct guard_frame f = { 0 };

	guardtree_add(&lines, &f, 0, STR(TREE(MANAGER MODE("'a'") SIZE("4"))));
	guardtree_add(&lines, &f, 1, STR(TREE(MANAGER MODE("'b'") SIZE("4"))));
	guardtree_add(&lines, &f, 2, STR(TREE(MANAGER MODE("'b'") SIZE("5"))));
	guardtree_add(&lines, &f, 3, STR(TREE(SIZE("4") MANAGER MODE("'a'"))));
	guardtree_add(&lines, &f, 4, STR(TREE(MANAGER)));
	cr_expect_eq(f.trees.items[0].guards, 2);
	cr_expect_eq(lines.count, 4);
	cr_expect_eq(count_pairs(&f, 0, 1), 1);
	cr_expect_eq(count_pairs(&f, 1, 0), 1);
	cr_expect_eq(count_pairs(&f, 0, 2), 2);
	cr_expect_eq(count_pairs(&f, 1, 2), 1);
	cr_expect_eq(count_pairs(&f, 0, 3), 0);
	cr_expect_eq(count_pairs(&f, 0, 4), 11);
	cr_expect_eq(count_pairs(&f, 4, 2), 11);
	cr_expect_eq(guardtree_find(&f, 3), 3);
	cr_expect_eq(guardtree_find(&f, 7), STR_NONE);
	arena_release(&a);
}

Test(guardtree, gives_both_facts_of_a_difference)
{
	struct arena a = { 0 };
	struct guard_lines lines = { .arena = &a };
	struct guard_frame f = { 0 };
	struct guard_walk at = { 0 };
	struct guard_pair p;

	guardtree_add(&lines, &f, 0,
			STR("+- EQUALS_MATCH: L['n'] == 3\n+- XX: L['m'] == 1"));
	guardtree_add(&lines, &f, 1,
			STR("+- EQUALS_MATCH: L['n'] == 4\n+- XX: L['m'] == 1"));
	cr_assert(guardtree_next(&f, 0, 1, &at, &p));
	cr_expect(str_eq(p.was->text, STR("3")));
	cr_expect(str_eq(p.now->text, STR("4")));
	cr_expect(str_eq(p.now->source, STR("L['n']")));
	cr_expect(!guardtree_next(&f, 0, 1, &at, &p));
	arena_release(&a);
}

Test(guardtree, supersedes)
{
	static const struct {
		const char *label, *earlier, *later; bool want;
	} rows[] = {
		{ "open size", TREE(SIZE("4")), TREE(SIZE("None")), true },
		{ "other size", TREE(SIZE("4")), TREE(SIZE("5")), false },
		{ "closed size", TREE(SIZE("None")), TREE(SIZE("5")), false },
		{ "equal", TREE(SIZE("4")), TREE(SIZE("4")), false },
		{ "size of 1", TREE(SIZE("1")), TREE(SIZE("None")), false },
		{ "other mode", TREE(SIZE("4") MODE("1")), TREE(SIZE("None") MODE("2")),
		  false },
		{ "one-sided", TREE(SIZE("4") MODE("1")), TREE(SIZE("None")), true },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena a = { 0 };
		struct guard_lines lines = { .arena = &a };
		struct guard_frame f = { 0 };

		guardtree_add(&lines, &f, 0, str_c(rows[i].earlier));
		guardtree_add(&lines, &f, 1, str_c(rows[i].later));
		cr_expect_eq(f.trees.items[0].superseded_by, rows[i].want ? 1 : STR_NONE,
			     "%s", rows[i].label);
		arena_release(&a);
	}
}

/* torch 2.4 to 2.6: no type=, other managers, keys and values as pairs */
Test(guardtree, passes_over_what_is_no_guard)
{
	struct arena a = { 0 };
	struct guard_lines lines = { .arena = &a };
	struct guard_frame f = { 0 };
	size_t at = guardtree_add(
		&lines, &f, 0,
		STR("\nTREE_GUARD_MANAGER:\n+- RootGuardManager\n"
		    "| +- GLOBAL_STATE: ___check_global_state()\n"
		    "| | +- DictGuardManager: source=L['d'], "
		    "accessed_by=DictGetItemGuardAccessor('d')\n"
		    "| | | +- KeyValueManager pair at index=0\n"
		    "| | | | +- KeyManager: GuardManager: source=list(L['d'].keys())[0]\n"
		    "| | | | | +- EQUALS_MATCH: list(L['d'].keys())[0] == '0'\n"
		    "| | | | +- ValueManager: GuardManager: source=L['d']['0']\n"
		    "| | | | | +- TYPE_MATCH: ___check_type_id(L['d']['0'], 111)\n"
		    "+-\n+- \n+\n| +- A"));

	cr_expect_eq(f.trees.items[at].guards, 3);
	arena_release(&a);
}
