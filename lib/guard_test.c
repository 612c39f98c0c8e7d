/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include <criterion/criterion.h>

static bool is(struct str got, const char *want)
{
	return want ? got.s && str_eq(got, str_c(want)) : !got.s;
}

struct row {
	const char *text;
	enum guard_kind kind;
	const char *source, *was, *now;	/* NULL: absent */
};

static void expect_rows(const struct row *rows, size_t count)
{
	struct arena a = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct row *r = &rows[i];
		struct guard g = guard_parse(&a, str_c(r->text));

		cr_expect_eq(g.kind, r->kind, "%s: kind %s", r->text,
			     guard_kind_name(g.kind));
		cr_expect(is(g.source, r->source), "%s: source " STR_FMT, r->text,
			  STR_ARG(g.source));
		cr_expect(is(g.was, r->was), "%s: was " STR_FMT, r->text, STR_ARG(g.was));
		cr_expect(is(g.now, r->now), "%s: now " STR_FMT, r->text, STR_ARG(g.now));
	}
	arena_release(&a);
}

#define KEYS_CPU "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)"
#define KEYS_CUDA "DispatchKeySet(CUDA, BackendSelect, ADInplaceOrView, AutogradCUDA)"
#define KEYS_INFER "DispatchKeySet(CPU, BackendSelect)"

Test(guard, tensors)
{
	static const struct row rows[] = {
		{ "tensor 'L['x']' size mismatch at index 1. expected 128, actual 160",
		  GUARD_SIZE, "x", "128", "160" },
		{ "tensor 'x' size mismatch at index 1. expected 128, actual 160",
		  GUARD_SIZE, "x", "128", "160" },
		{ "tensor 'L['self']._parameters['weight']' size mismatch at index 0. "
		  "expected "
		  "512, actual 1024. Guard failed on a parameter, consider using "
		  "torch._dynamo."
		  "config.force_parameter_static_shapes = False to allow dynamism on "
		  "parameters.",
		  GUARD_SIZE, "self.weight", "512", "1024" },
		{ "tensor 'kwargs['cache'].layers[0].keys' rank mismatch. expected 2, "
		  "actual 3",
		  GUARD_RANK, "kwargs['cache'].layers[0].keys", "2", "3" },
		{ "tensor 'L['x']' dtype mismatch. expected Float, actual Double",
		  GUARD_DTYPE, "x", "Float", "Double" },
		{ "tensor 'L['x']' stride mismatch at index 0. expected 6, actual 1",
		  GUARD_STRIDE, "x", "6", "1" },
		{ "tensor 'x' strides mismatch at index 0. expected 6, actual 1",
		  GUARD_STRIDE, "x", "6", "1" },
		{ "tensor 'x' requires_grad mismatch. expected requires_grad=0",
		  GUARD_REQUIRES_GRAD, "x", "0", NULL },
		{ "tensor 'x' device index mismatch. Expected device index to be 0, "
		  "actual 1",
		  GUARD_DEVICE, "x", "0", "1" },
		{ "tensor 'x' Tensor device index mismatch. Expected device index to be "
		  "0, "
		  "actual 1",
		  GUARD_DEVICE, "x", "0", "1" },
		{ "tensor 'x' dispatch key set mismatch. expected " KEYS_CPU
		  ", actual " KEYS_INFER ". ",
		  GUARD_DISPATCH_KEY, "x", KEYS_CPU, KEYS_INFER },
		{ "tensor 'x' dispatch key set mismatch. expected " KEYS_CPU
		  ", actual " KEYS_CUDA,
		  GUARD_DEVICE, "x", KEYS_CPU, KEYS_CUDA },
		{ "tensor 'x' colour mismatch. expected red, actual blue", GUARD_OTHER,
		  "x' colour", "red", "blue" },
		{ "expected type of 'L['x']' to be a tensor type, ' but found <class "
		  "'int'>",
		  GUARD_TENSOR_TYPE, "x", NULL, "<class 'int'>" },
		{ "Duplicate tensors found: [\"x\", \"L['y']\"]", GUARD_ALIAS, "x, y",
		  NULL, NULL },
		{ "Duplicate tensor found where not expected! L['y']should not alias to "
		  "anything, but is aliased",
		  GUARD_ALIAS, "y", NULL, NULL },
		{ "check_no_aliasing(L['x'], L['y'])", GUARD_ALIAS, "x, y", NULL, NULL },
	};

	expect_rows(rows, COUNT_OF(rows));
}

Test(guard, symbolic)
{
	static const struct row rows[] = {
		{ "(L['x'].size()[0] % 4) == 0", GUARD_SHAPE_GUARD, "x", NULL, NULL },
		{ "Eq(Mod(L['x'].size()[0], 4), 0)", GUARD_SHAPE_GUARD, "x", NULL, NULL },
		{ "Eq(Mod(x.size()[0], 4), 0)", GUARD_SHAPE_GUARD, "x", NULL, NULL },
		{ "L['x'].size()[0] > 16", GUARD_SHAPE_GUARD, "x", NULL, NULL },
		{ "a['k'].size()[0]*b.size()[1] <= 2147483647", GUARD_SHAPE_GUARD,
		  "a['k']", NULL, NULL },
		{ "2 <= L['n'] <= 2147483647", GUARD_SHAPE_GUARD, "n", NULL, NULL },
		{ "L['n'] != 5", GUARD_SHAPE_GUARD, "n", NULL, NULL },
		{ "2 <= L['x'].size()[0]", GUARD_ZERO_ONE, "x", NULL, NULL },
		{ "2 <= x.size()[0]  # return x  # p/m.py:46 in f (… due to 0/1 "
		  "specialization "
		  "in the framework",
		  GUARD_ZERO_ONE, "x", NULL, NULL },
		{ "L['x'].size()[1] == L['y'].size()[0]  # duck sizing added this "
		  "equality "
		  "because these variables had the same size 64",
		  GUARD_DUCK_SHAPE, "x", NULL, NULL },
		{ "hasattr(L['x'], '_dynamo_dynamic_indices') == False",
		  GUARD_DYNAMIC_MARK, "x", "False", NULL },
		{ "((getattr(L['x'], '_dynamo_dynamic_indices', set()).issubset({0})) if "
		  "hasattr(L['x'], '_dynamo_dynamic_indices') else True)",
		  GUARD_DYNAMIC_MARK, "x", "{0}", NULL },
		{ "_has_dynamo_dim_marking(L['x'])", GUARD_DYNAMIC_MARK, "x", NULL,
		  NULL },
	};

	expect_rows(rows, COUNT_OF(rows));
}

Test(guard, values)
{
	static const struct row rows[] = {
		{ "L['n'] == 3", GUARD_INT, "n", "3", NULL },
		{ "n == -3", GUARD_INT, "n", "-3", NULL },
		{ "L['n'] == 3, with LHS value: 4", GUARD_INT, "n", "3", "4" },
		{ "__as_tensor(L['i']) == 3", GUARD_INT, "i", "3", NULL },
		{ "lr == 1e-05", GUARD_FLOAT, "lr", "1e-05", NULL },
		{ "self.param_groups[0]['lr'] == 0.01", GUARD_FLOAT,
		  "self.param_groups[0]['lr']", "0.01", NULL },
		{ "not math.isnan(L['w'])", GUARD_FLOAT, "w", NULL, NULL },
		{ "G['FLAG'] == True", GUARD_BOOL, "G['FLAG']", "True", NULL },
		{ "mode == 'a == b and c'", GUARD_STRING, "mode", "'a == b and c'",
		  NULL },
		{ "mode == 'x.size()[0]'", GUARD_STRING, "mode", "'x.size()[0]'", NULL },
		{ "L['mask'] is None", GUARD_NONE, "mask", "None", NULL },
		{ "mask is not None", GUARD_NONE, "mask", "not None", NULL },
		{ "L['k'] == (8, 'conv')", GUARD_CONSTANT, "k", "(8, 'conv')", NULL },
		{ "d == torch.float32", GUARD_CONSTANT, "d", "torch.float32", NULL },
		{ "L['self']._modules['drop'].training == True", GUARD_TRAINING_MODE,
		  "self.drop.training", "True", NULL },
		{ "__nn_module_guard_0(L['self'])", GUARD_TRAINING_MODE, "self", NULL,
		  NULL },
		{ "L['a'] is L['b']", GUARD_ALIAS, "a, b", NULL, NULL },
	};

	expect_rows(rows, COUNT_OF(rows));
}

Test(guard, objects_and_containers)
{
	static const struct row rows[] = {
		{ "___check_obj_id(L['f'].__code__, 140), type=<class 'code'>",
		  GUARD_IDENTITY, "f.__code__", "140", NULL },
		{ "___check_obj_id(fn, 140)                   ", GUARD_IDENTITY, "fn",
		  "140", NULL },
		{ "___check_type_id(L['act'], 94)", GUARD_TYPE, "act", "94", NULL },
		{ "len(L['xs']) == 3", GUARD_LENGTH, "xs", "3", NULL },
		{ "not L['xs']", GUARD_LENGTH, "xs", "0", NULL },
		{ "list(dict.keys(L['d']))[1] == 'b'", GUARD_KEYS, "d", "'b'", NULL },
		{ "list(L['d'].keys())[1] == 'b'", GUARD_KEYS, "d", "'b'", NULL },
		{ "___dict_contains('b', L['d'])", GUARD_KEYS, "d", "True", NULL },
		{ "not ___dict_contains('a, b', d)", GUARD_KEYS, "d", "False", NULL },
		{ "not ___dict_contains('a', d) and not ___dict_contains('b', d)",
		  GUARD_KEYS, "d", "False", NULL },
		{ "set(L['kwargs'].keys()) == {'a', 'b'}", GUARD_KEYS, "kwargs",
		  "{'a', 'b'}", NULL },
		{ "hasattr(L['cfg'], 'scale')", GUARD_ATTRIBUTE, "cfg.scale", "True",
		  NULL },
		{ "not hasattr(cfg, 'scale')", GUARD_ATTRIBUTE, "cfg.scale", "False",
		  NULL },
	};

	expect_rows(rows, COUNT_OF(rows));
}

Test(guard, states_and_messages)
{
	static const struct row rows[] = {
		{ "GLOBAL_STATE changed: grad_mode autocast(cuda)_enabled ",
		  GUARD_GLOBAL_STATE, "grad_mode", NULL, NULL },
		{ "___check_global_state()", GUARD_GLOBAL_STATE, "", NULL, NULL },
		{ "___check_torch_function_mode_stack()", GUARD_GLOBAL_STATE,
		  "torch_function_mode_stack", NULL, NULL },
		{ "utils_device.CURRENT_DEVICE == None  # _dynamo/o.py:1 in init",
		  GUARD_GLOBAL_STATE, "utils_device.CURRENT_DEVICE", "None", NULL },
		{ "BACKEND_MATCH failure: torch.compile detected different backend "
		  "callables. "
		  "Cached backend: a (id=0x1). New backend: a (id=0x2).",
		  GUARD_BACKEND, "", "a (id=0x1)", "a (id=0x2)" },
		{ "___skip_backend_check() or ___current_backend() == "
		  "___lookup_backend(1)",
		  GUARD_BACKEND, "", NULL, NULL },
		{ "Cache line invalidated because L['f'].__code__ got deallocated",
		  GUARD_DEALLOCATED, "f.__code__", NULL, NULL },
		{ "L['f'] is weakref'd by this code, but has been finalized",
		  GUARD_DEALLOCATED, "f", NULL, NULL },
		{ "___guarded_code.valid", GUARD_DEALLOCATED, "", NULL, NULL },
		{ "Unexpected recompilation: of some sort", GUARD_UNEXPECTED, "", NULL,
		  NULL },
		{ "Unable to find recompilation reasons", GUARD_UNEXPECTED, "", NULL,
		  NULL },
		{ "0/0: ", GUARD_NO_REASON, "", NULL, NULL },
		{ "", GUARD_NO_REASON, "", NULL, NULL },
		{ "some_new_check(L['x'], 3)", GUARD_OTHER, "x", NULL, NULL },
		{ "?!", GUARD_OTHER, "", NULL, NULL },
	};

	expect_rows(rows, COUNT_OF(rows));
}

Test(guard, user_lines)
{
	static const struct {
		const char *text, *entry, *guard, *code, *file, *function, *hint;
		int line;
	} rows[] = {
		{ "0/1: m == 'a'      # if m == 'a':  # proj/model.py:44 in forward",
		  "0/1", "m == 'a'", "if m == 'a':", "proj/model.py", "forward", NULL,
		  44 },
		{ "m == 'a#b  # c'    # x = 1  # y  # C:\\m.py:4 in f", NULL,
		  "m == 'a#b  # c'", "x = 1  # y", "C:\\m.py", "f", NULL, 4 },
		{ "m == 'it\\'s  # '  # x  # m.py:4 in f", NULL, "m == 'it\\'s  # '", "x",
		  "m.py", "f", NULL, 4 },
		{ "!2/0/3: n == 1     # m.py:4 in <lambda> (HINT: do it)\nUser stack "
		  "trace:\n  File",
		  "!2/0/3", "n == 1", NULL, "m.py", "<lambda>", "HINT: do it", 4 },
		{ "a.size()[0] == b.size()[0]  # duck sizing (set it)", NULL,
		  "a.size()[0] == b.size()[0]", NULL, NULL, NULL, "duck sizing (set it)",
		  0 },
		{ "expected type of 'x' to be a tensor type, ' but found 3  # c  # "
		  "m.py:1 in f",
		  NULL, "expected type of 'x' to be a tensor type, ' but found 3", "c",
		  "m.py", "f", NULL, 1 },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct guard g = guard_parse(&a, str_c(rows[i].text));
		const char *text = rows[i].text;

		cr_expect(is(g.entry, rows[i].entry), "%s: " STR_FMT, text,
			  STR_ARG(g.entry));
		cr_expect(is(g.text, rows[i].guard), "%s: " STR_FMT, text,
			  STR_ARG(g.text));
		cr_expect(is(g.code, rows[i].code), "%s: " STR_FMT, text,
			  STR_ARG(g.code));
		cr_expect(is(g.file, rows[i].file), "%s: " STR_FMT, text,
			  STR_ARG(g.file));
		cr_expect(is(g.function, rows[i].function), "%s: " STR_FMT, text,
			  STR_ARG(g.function));
		cr_expect(is(g.hint, rows[i].hint), "%s: " STR_FMT, text,
			  STR_ARG(g.hint));
		cr_expect_eq(g.line, rows[i].line, "%s: %d", text, g.line);
	}
	arena_release(&a);
}

#define JOINED                                                                           \
	"0/1: 2 <= x.size()[0] <= 16  # f(x)  # m.py:3 in step (user code shown is "     \
	"first use "                                                                     \
	"of this value--the guard itself is not due user code but due to 0/1 "           \
	"specialization "                                                                \
	"in the framework; try mark_unbacked(tensor, dim)) and if x.shape[0] > 16:  # "  \
	"m.py:7 "                                                                        \
	"in step (_dynamo/variables/tensor.py:2606 in evaluate_expr)"

Test(guard, settles_zero_one_by_the_actual_size)
{
	static const struct {
		const char *text, *actual;
		enum guard_kind kind;
		int line;
	} rows[] = {
		{ JOINED, "1", GUARD_ZERO_ONE, 3 },
		{ JOINED, "32", GUARD_SHAPE_GUARD, 7 },
		{ JOINED, "None", GUARD_SHAPE_GUARD, 7 },
		{ JOINED, NULL, GUARD_ZERO_ONE, 3 },
		{ "2 <= x.size()[0]", "32", GUARD_ZERO_ONE, 0 },
		{ "x.size()[0] > 16", "1", GUARD_SHAPE_GUARD, 0 },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct guard g = guard_parse(&a, str_c(rows[i].text));

		guard_settle(&a, &g, str_c(rows[i].actual));
		cr_expect_eq(g.kind, rows[i].kind, "row %zu: %s", i,
			     guard_kind_name(g.kind));
		cr_expect_eq(g.line, rows[i].line, "row %zu: line %d", i, g.line);
	}
	arena_release(&a);
}

Test(guard, tells_reasons_from_what_is_printed_like_them)
{
	static const struct {
		const char *line; bool want;
	} rows[] = {
		{ "3/0: alpha == 0.25", true },
		{ "User stack trace:", false },
		{ "  File \"/home/ana/proj/model.py\", line 90, in blend", false },
		{ "    return a * alpha + b", false },
		{ "3/1: alpha == 0.5", true },
		{ "The following environment variable would enable dynamic compilation "
		  "to start, "
		  "avoiding this: TORCH_COMPILE_DYNAMIC_SOURCES=\"L['x']\"",
		  false },
	};
	bool in_stack = false;

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect_eq(guard_is_reason(str_c(rows[i].line), &in_stack),
			     rows[i].want, "%s", rows[i].line);
	cr_expect(is(guard_dynamic_sources(str_c(rows[5].line)), "L['x']"));
}

Test(guard, names)
{
	enum guard_kind kind;

	for (size_t i = 0; i < GUARD_KINDS; i++) {
		cr_expect(guard_kind_find(str_c(guard_kind_name((enum guard_kind)i)),
					  &kind));
		cr_expect_eq(kind, i);
	}
	cr_expect(!guard_kind_find(STR("sizes"), &kind));
	cr_expect_eq(guard_entry_number(&(struct guard){ .entry = STR("0/13") }), 13);
	cr_expect_eq(guard_entry_number(&(struct guard){ 0 }), -1);
}

/* A megabyte of what invites to look back: it must not take minutes. */
Test(guard, is_linear, .timeout = 20)
{
	static const char *const units[] = {
		"L['",
		"(",
		"'",
		"  # ",
		"L['x'].size()[0] == 4 and ",
		"._modules['a']",
		"\\'",
		" mismatch",
		"' size",
		") and (",
		"\"x\", ",
		" ",
		"a(",
		"[",
		"x[1].",
	};
	static const char *const heads[] = {
		"", "tensor '", "x == 1  # c  # a:1 in f (", "Duplicate tensors found: [",
		"___dict_contains(", "L['x']",
	};
	struct arena a = { 0 };
	struct buf text = { 0 };

	for (size_t i = 0; i < COUNT_OF(units); i++) {
		for (size_t k = 0; k < COUNT_OF(heads); k++) {
			buf_cut(&text, 0);
			buf_add_c(&text, heads[k]);
			while (text.len < 1 << 20)
				buf_add_c(&text, units[i]);
			guard_parse(&a, buf_str(&text));
			arena_reset(&a);
		}
	}
	buf_release(&text);
	arena_release(&a);
}
