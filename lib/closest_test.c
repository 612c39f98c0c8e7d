/* SPDX-License-Identifier: MIT */
#include "closest.h"

#include <criterion/criterion.h>

#define TENSOR(dtype, grad, size, stride) \
	"+- TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU), " \
	"torch." dtype \
	", device=None, requires_grad=" grad ", size=[" size "], stride=[" stride "])" \
	"  # return x  # p/m.py:5 in step\n"
#define CUDA \
	"+- TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CUDA), " \
	"torch.float32, device=0, requires_grad=False, size=[4, 6], stride=[6, 1])\n"
#define PLAIN TENSOR("float32", "False", "4, 6", "6, 1")
#define GRAD(on) \
	"+- GLOBAL_STATE: ___check_global_state() against {\"grad_mode\":" on "}\n"
#define CAST(on) \
	"+- GLOBAL_STATE: ___check_global_state() against " \
	"{\"autocast_state\":{\"enabled\":[" on ",false]}}\n"
#define KEYS(keys) \
	"+- TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(" keys "), " \
	"torch.float32, device=None, requires_grad=False, size=[4], stride=[1])\n"
#define MODE(value) \
	"+- EQUALS_MATCH: L['mode'] == " value "   # if mode:  # p/m.py:7 in step\n"
#define OPEN TENSOR("float32", "False", "None, 6", "6, 1")

struct row {
	const char *label;
	const char *trees[4];		/* the last is the new entry's */
	const char *reasons[3];
	int64_t entry;
	enum guard_kind kind;
	const char *source, *was, *now;
	int line;
	size_t also;
	bool guessed, from_tree, contradiction;
};

static const struct row rows[] = {
	{ "one reason", { PLAIN, OPEN },
	  { "0/0: tensor 'x' size mismatch at index 0. expected 4, actual 5" },
	  0, GUARD_SIZE, "x", "4", "5", 5, 0, false, false, false },
	{ "torch names the newest first, another is nearer",
	  { GRAD("true") PLAIN, GRAD("false") PLAIN, GRAD("true")
	    TENSOR("float64", "False", "4, 6", "6, 1") },
	  { "0/1: GLOBAL_STATE changed: grad_mode ",
	    "0/0: tensor 'x' dtype mismatch. expected Float, actual Double" },
	  0, GUARD_DTYPE, "x", "Float", "Double", 5, 0, false, false, false },
	{ "the new value is in the tree", { MODE("'a'"), MODE("'b'") },
	  { "0/0: mode == 'a'  # if mode:  # p/m.py:7 in step" },
	  0, GUARD_STRING, "mode", "'a'", "'b'", 7, 0, false, false, false },
	{ "in the reason's terms", { PLAIN, TENSOR("float32", "True", "4, 6", "6, 1") },
	  { "0/0: tensor 'x' requires_grad mismatch. expected requires_grad=0" },
	  0, GUARD_REQUIRES_GRAD, "x", "0", "1", 5, 0, false, false, false },
	{ "values of a state", { GRAD("true"), GRAD("false") },
	  { "0/0: GLOBAL_STATE changed: grad_mode " },
	  0, GUARD_GLOBAL_STATE, "grad_mode", "true", "false", 0, 0,
	  false, false, false },
	{ "a state that torch does not name",
	  { GRAD("true") MODE("1"), GRAD("false") MODE("1") },
	  { "0/0: ___check_global_state()" },
	  0, GUARD_GLOBAL_STATE, "grad_mode", "true", "false", 0, 0,
	  false, false, false },
	{ "another device", { PLAIN, CUDA },
	  { "0/0: tensor 'x' dispatch key set mismatch. expected DispatchKeySet(CPU), "
	    "actual DispatchKeySet(CUDA)" },
	  0, GUARD_DEVICE, "x", "DispatchKeySet(CPU)", "DispatchKeySet(CUDA)", 5, 0,
	  false, false, false },
	{ "types by their names",
	  { "+- TYPE_MATCH: ___check_type_id(L['act'], 945), type=<class 'A'>\n",
	    "+- TYPE_MATCH: ___check_type_id(L['act'], 946), type=<class 'B'>\n" },
	  { "0/0: ___check_type_id(act, 945), type=<class 'A'>" },
	  0, GUARD_TYPE, "act", "<class 'A'>", "<class 'B'>", 0, 0, false, false, false },
	{ "autocast, and the dispatch keys that it changes",
	  { CAST("false") KEYS("CPU"), CAST("true") KEYS("CPU, AutocastCPU") },
	  { "0/0: GLOBAL_STATE changed: autocast(cpu)_enabled " },
	  0, GUARD_GLOBAL_STATE, "autocast(cpu)_enabled", "false", "true", 0, 0,
	  false, false, false },
	{ "marked dynamic after the first compile",
	  { "+- DIMENSION_DYNAMIC_MARKING_GUARD: "
	    "hasattr(L['x'], '_dynamo_dynamic_indices') == False\n",
	    "+- DIMENSION_DYNAMIC_MARKING_GUARD: "
	    "((getattr(L['x'], '_dynamo_dynamic_indices', set()).issubset({0})) "
	    "if hasattr(L['x'], '_dynamo_dynamic_indices') else True)\n" },
	  { "0/0: hasattr(x, '_dynamo_dynamic_indices') == False" },
	  0, GUARD_DYNAMIC_MARK, "x", "False", "{0}", 0, 0, false, false, false },
	{ "none became a tensor", { "+- NONE_MATCH: L['x'] is None\n", PLAIN },
	  { "0/0: x is None" }, 0, GUARD_NONE, "x", "None", "Tensor", 0, 0,
	  false, false, false },
	{ "further facts", { MODE("1") PLAIN, MODE("2") OPEN },
	  { "0/0: mode == 1" },
	  0, GUARD_INT, "mode", "1", "2", 7, 1, false, false, false },
	{ "no reason for the nearest", { MODE("1"), MODE("2") }, { NULL },
	  0, GUARD_INT, "mode", "1", "2", 7, 0, false, true, false },
	{ "no entries in the reasons (2.4)", { MODE("1") PLAIN, MODE("2") PLAIN },
	  { "tensor 'L['y']' rank mismatch. expected 1, actual 2", "L['mode'] == 1" },
	  0, GUARD_INT, "mode", "1", "2", 7, 0, false, false, false },
	{ "a reason that the trees do not know", { MODE("1") PLAIN, MODE("2") PLAIN },
	  { "0/0: tensor 'x' rank mismatch. expected 1, actual 2" },
	  0, GUARD_RANK, "x", "1", "2", 0, 1, false, false, true },
	{ "equal trees", { PLAIN, PLAIN, PLAIN }, { "0/0: ___check_obj_id(fn, 1)" },
	  0, GUARD_IDENTITY, "fn", "1", NULL, 0, 0, true, false, true },
	{ "a size of 1", { PLAIN, OPEN "+- LAMBDA_GUARD: 2 <= L['x'].size()[0]\n",
			   TENSOR("float32", "False", "1, 6", "6, 1") },
	  { "0/1: 2 <= x.size()[0]",
	    "0/0: tensor 'x' size mismatch at index 0. expected 4, actual 1" },
	  1, GUARD_ZERO_ONE, "x", NULL, "1", 0, 0, false, false, false },
	{ "no tree: the last check wins", { NULL },
	  { "0/1: GLOBAL_STATE changed: grad_mode ",
	    "0/0: tensor 'x' size mismatch at index 0. expected 4, actual 1" },
	  0, GUARD_SIZE, "x", "4", "1", 0, 0, true, false, false },
	{ "no tree: of equal ones the newest", { NULL },
	  { "0/0: mode == 1", "0/1: mode == 2" },
	  1, GUARD_INT, "mode", "2", NULL, 0, 0, true, false, false },
	{ "nothing at all", { NULL }, { NULL }, -1, GUARD_NO_REASON, "", NULL, NULL, 0, 0,
	  true, false, false },
};

static bool is(struct str got, const char *want)
{
	return want ? got.s && str_eq(got, str_c(want)) : !got.s;
}

static struct closest find(struct arena *a, struct guard_lines *lines,
			   const struct row *r)
{
	struct guard_frame *f = arena_new(a, struct guard_frame);
	struct guard reasons[COUNT_OF(r->reasons)];
	size_t now = STR_NONE, count = 0;

	for (size_t i = 0; i < COUNT_OF(r->trees) && r->trees[i]; i++)
		now = guardtree_add(lines, f, (int64_t)i, str_c(r->trees[i]));
	for (; count < COUNT_OF(reasons) && r->reasons[count]; count++)
		reasons[count] = guard_parse(a, str_c(r->reasons[count]));
	return closest_find(a, f, now, reasons, count);
}

Test(closest, joins_trees_and_reasons)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena a = { 0 };
		struct guard_lines lines = { .arena = &a };
		const struct row *r = &rows[i];
		struct closest c = find(&a, &lines, r);

		cr_expect_eq(c.entry, r->entry, "%s: entry %d", r->label, (int)c.entry);
		cr_expect_eq(c.cause.kind, r->kind, "%s: %s", r->label,
			     guard_kind_name(c.cause.kind));
		cr_expect(is(c.cause.source, r->source), "%s: source " STR_FMT, r->label,
			  STR_ARG(c.cause.source));
		cr_expect(is(c.cause.was, r->was), "%s: was " STR_FMT, r->label,
			  STR_ARG(c.cause.was));
		cr_expect(is(c.cause.now, r->now), "%s: now " STR_FMT, r->label,
			  STR_ARG(c.cause.now));
		cr_expect_eq(c.cause.line, r->line, "%s: line %d", r->label,
			     c.cause.line);
		cr_expect_eq(c.also_count, r->also, "%s: also %zu", r->label,
			     c.also_count);
		cr_expect_eq(c.guessed, r->guessed, "%s: guessed", r->label);
		cr_expect_eq(c.from_tree, r->from_tree, "%s: from tree", r->label);
		cr_expect_eq(c.contradiction, r->contradiction, "%s: contradiction",
			     r->label);
		arena_release(&a);
	}
}

Test(closest, names_further_facts)
{
	static const struct { const char *was, *now, *want; } names[] = {
		{ PLAIN, OPEN, "x.size(0)" },
		{ PLAIN, TENSOR("float64", "False", "4, 6", "6, 1"), "x.dtype" },
		{ PLAIN, TENSOR("float32", "True", "4, 6", "6, 1"), "x.requires_grad" },
		{ PLAIN, TENSOR("float32", "False", "4, 6", "6, 2"), "x.stride(1)" },
		{ GRAD("true"), GRAD("false"), "grad_mode" },
		{ "+- LG: len(L['d']) == 1", "+- LG: len(L['d']) == 2", "len(d)" },
		{ "+- LG: ___dict_contains('k', L['d'])",
		  "+- LG: not ___dict_contains('k', L['d'])",
		  "'k' in d" },
		{ "+- LG: list(dict.keys(L['d']))[1] == 'a'",
		  "+- LG: list(dict.keys(L['d']))[1] == 'b'", "list(d)[1]" },
		{ "+- LG: hasattr(L['c'], 'a')",
		  "+- LG: not hasattr(L['c'], 'a')", "c.a" },
		{ "+- LG: L['self']._modules['l'].n == 1",
		  "+- LG: L['self']._modules['l'].n == 2",
		  "self.l.n" },
	};
	static const struct guard other = { .kind = GUARD_OTHER, .index = -1 };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct arena a = { 0 };
		struct guard_lines lines = { .arena = &a };
		struct guard_frame f = { 0 };
		struct closest c;

		guardtree_add(&lines, &f, 0, str_c(names[i].was));
		guardtree_add(&lines, &f, 1, str_c(names[i].now));
		c = closest_find(&a, &f, 1, &other, 1);
		cr_expect(c.also_count == 1 && is(c.also[0].fact, names[i].want),
			  "%s: %zu " STR_FMT, names[i].want, c.also_count,
			  STR_ARG(c.also_count ? c.also[0].fact : STR("")));
		arena_release(&a);
	}
}
