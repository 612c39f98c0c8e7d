/* SPDX-License-Identifier: MIT */
#include "advice.h"

#include <criterion/criterion.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "advice_test.h"
#include "leaks.h"
#include "rule.h"

TestSuite(advice, .fini = no_leaks);

Test(advice, versions)
{
	cr_expect_eq(advice_version(STR("2.13.0+cpu")), 213);
	cr_expect_eq(advice_version(STR("2.7")), 207);
	cr_expect_eq(advice_version(STR("2.4.0a0+git1234")), 204);
	cr_expect_eq(advice_version(STR("torch")), 0);
	cr_expect_eq(advice_version((struct str){ NULL, 0 }), 0);
}

Test(advice, a_size_made_dynamic_saves_the_static_compile_before_it)
{
	struct world w;
	const struct advice *first;

	set_up(&w, size_of("x", 1, "128", "160"), true);
	first = advise(&w, 213).items;
	cr_expect_str_eq(first->rule, "mark_dynamic");
	cr_expect_str_eq(first->code.s,
			 "torch._dynamo.mark_dynamic(x, 1)  # sizes seen: 128 to 160");
	cr_expect_eq(first->where, ADVICE_BEFORE_CALL);
	cr_expect_eq(first->saves_compiles, 1);
	cr_expect_eq(first->saves_us, 100, "0/0, not 0/1");
	cr_expect_not(first->estimate);
	cr_expect_str_eq(advise(&w, 213).items[advise(&w, 213).count - 1].rule, "dynamic_true");
	arena_release(&w.arena);
}

Test(advice, dimensions_of_all_findings_and_what_changed_with_them)
{
	struct world w;
	struct closest_also also = { STR("y.size(0)"), STR("7"), STR("None"), GUARD_SIZE,
				     STR("L['y']"), 0 };
	struct advice_list list;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	add_finding(&w, 2, size_of("x", 1, "8", "9"));
	w.cause->findings.items[0]->why.also = &also;
	w.cause->findings.items[0]->why.also_count = 1;
	list = advise(&w, 213);
	cr_expect_str_eq(list.items[0].code.s,
			 "torch._dynamo.mark_dynamic(x, 0)  # sizes seen: 4 to 5\n"
			 "torch._dynamo.mark_dynamic(y, 0)  # size seen: 7\n"
			 "torch._dynamo.mark_dynamic(x, 1)  # sizes seen: 8 to 9");
	cr_expect_eq(list.items[0].saves_compiles, 2);
	cr_expect_str_eq(find(list, "dynamic_sources")->code.s, "export "
			 "TORCH_COMPILE_DYNAMIC_SOURCES=\"L['x']:0,L['y']:0,L['x']:1\"");
	cr_expect_str_eq(find(advise(&w, 212), "dynamic_sources")->code.s,
			 "export TORCH_COMPILE_DYNAMIC_SOURCES=\"L['x'],L['y']\"");
	cr_expect_null(find(advise(&w, 206), "dynamic_sources"));
	arena_release(&w.arena);
}

Test(advice, a_size_of_one_is_never_marked_dynamic)
{
	struct world w;
	struct advice_list list;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	add_cause(&w, guard_of(GUARD_ZERO_ONE, "x", NULL, "1"));
	w.cause->index = 0;
	add_finding(&w, 2, guard_of(GUARD_ZERO_ONE, "x", NULL, "1"))->why.cause.index = 0;
	w.cause = w.causes.causes.items[0];
	list = advise(&w, 213);
	cr_expect_null(find(list, "mark_dynamic"));
	cr_expect_str_eq(list.items[0].rule, "mark_unbacked");
	cr_expect_str_eq(list.items[0].code.s, "torch._dynamo.decorators.mark_unbacked(x, 0)");
	cr_expect_eq(list.items[0].saves_compiles, 2, "the other cause's too");
	cr_expect(list.items[0].estimate);
	cr_expect_null(advice_dynamic_sources(&w.arena, &w.causes, 213).sources.s);
	arena_release(&w.arena);
}

Test(advice, an_attribute_may_not_exist_before_the_first_call)
{
	struct world w;

	set_up(&w, size_of("kwargs['cache'].layers[0].keys", 2, "5", "6"), true);
	cr_expect_str_eq(advise(&w, 213).items[0].rule, "dynamic_sources");
	arena_release(&w.arena);
}

Test(advice, dynamic_false_saves_all_and_a_size_turned_constant_nothing)
{
	struct world w;
	struct advice_list list;

	set_up(&w, size_of("x", 0, "4", "5"), false);
	add_finding(&w, 2, size_of("x", 0, "5", "6"));
	list = advise(&w, 213);
	cr_expect_str_eq(list.items[0].rule, "specialised_size");
	cr_expect_null(find(list, "mark_dynamic"));
	cr_expect_null(find(list, "dynamic_true"));
	set_up_entries(&w, 0);
	list = advise(&w, 213);
	cr_expect_str_eq(list.items[0].rule, "mark_dynamic");
	cr_expect_eq(list.items[0].saves_compiles, 2);
	cr_expect_eq(list.items[0].saves_us, 200 + 300);
	cr_expect(list.items[0].estimate);
	cr_expect_eq(find(list, "drop_dynamic_false")->saves_compiles, 1);
	arena_release(&w.arena);
}

Test(advice, where_the_user_does_not_call_the_function_the_environment_does)
{
	static const struct str files[] = {
		STR_INIT("/venv/lib/python3.11/site-packages/torch/_dynamo/external_utils.py"),
		STR_INIT("a.py"),
	};
	struct world w;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		w.cause->file = files[i];
		w.cause->resumed_in = i ? STR("step") : (struct str){ NULL, 0 };
		cr_expect_str_eq(advise(&w, 213).items[0].rule, "dynamic_sources", "%zu", i);
	}
	arena_release(&w.arena);
}

/* What comes first, and how many compiles it saves, for one recompile. */
Test(advice, first_remedies)
{
	static const struct row {
		enum guard_kind kind;
		const char *source, *was, *now;
		bool dynamic;
		const char *code_line, *rule, *code;	/* code: NULL if it does not matter */
		int64_t saves;
	} rows[] = {
		{ GUARD_DTYPE, "x", "Float", "Double", false, "", "one_dtype",
		  "x = x.to(torch.float32)", 1 },
		{ GUARD_DTYPE, "x", "Float", "Long", false, "", "make_dtype_equal", NULL, 1 },
		{ GUARD_DTYPE, "kw['x']", "Float", "Half", false, "", "make_dtype_equal", NULL, 1 },
		{ GUARD_STRIDE, "x", "6", "1", false, "", "contiguous", "x = x.contiguous()", 1 },
		{ GUARD_ALIAS, "x, y", NULL, NULL, false, "", "clone_alias",
		  "if y is x:\n    y = y.clone()", 1 },
		{ GUARD_INT, "n", "3", "4", true, "return x * n", "dynamic_int",
		  "export TORCH_COMPILE_DYNAMIC_SOURCES=\"L['n']\"", 1 },
		{ GUARD_INT, "n", "3", "4", false, "return c[n]", "pass_the_item", NULL, 1 },
		{ GUARD_INT, "n", "3", "4", false, "return x", "int_as_tensor",
		  "n = torch.tensor(n)", 1 },
		{ GUARD_INT, "self.n", "3", "4", false, "x * self.n", "dynamic_int",
		  "export TORCH_COMPILE_DYNAMIC_SOURCES=\"L['self'].n\"", 1 },
		{ GUARD_INT, "self.n", "3", "4", false, "y + cache[self.n]", "pass_the_item",
		  NULL, 1 },
		{ GUARD_INT, "self.n", "3", "4", false, "if self.n > 3:", "int_in_buffer",
		  "self.register_buffer(\"n\", torch.tensor(n))  # in __init__", 1 },
		{ GUARD_INT, "G['N']", "3", "4", false, "x * N", "dynamic_int",
		  "export TORCH_COMPILE_DYNAMIC_SOURCES=\"G['N']\"", 1 },
		{ GUARD_FLOAT, "lr", "0.1", "0.2", true, "x * lr", "float_as_tensor",
		  "lr = torch.tensor(lr)", 1 },
		{ GUARD_FLOAT, "lr", "0.1", "0.2", true, "if lr > 0:",
		  "value_out_of_the_graph", NULL, 1 },
		{ GUARD_FLOAT, "self.param_groups[0]['lr']", "0.1", "0.2", false, "",
		  "rate_as_tensor", NULL, 1 },
		{ GUARD_BOOL, "flag", "True", "False", false, "", "expected_values", NULL, 0 },
		{ GUARD_BOOL, "c.layers[*].ready", "True", "False", false, "",
		  "same_in_every_layer", NULL, 1 },
		{ GUARD_STRING, "mode", "'a'", "'b'", false, "", "expected_values", NULL, 0 },
		{ GUARD_NONE, "mask", "None", NULL, false, "", "always_pass_it", NULL, 1 },
		{ GUARD_TRAINING_MODE, "self.training", "True", "False", false, "",
		  "expected_modes", NULL, 0 },
		{ GUARD_DUCK_SHAPE, "x", NULL, NULL, false, "", "duck_shape", NULL, 1 },
		{ GUARD_SHAPE_GUARD, "x", NULL, NULL, false, "if x.size(0) > 4:", "shape_branch",
		  NULL, 1 },
		{ GUARD_IDENTITY, "f", NULL, NULL, false, "", "build_once", NULL, 1 },
		{ GUARD_GLOBAL_STATE, "grad_mode", NULL, NULL, false, "", "same_mode", NULL, 1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct row *r = &rows[i];
		const struct advice *first;
		struct world w;

		set_up(&w, guard_of(r->kind, r->source, r->was, r->now), r->dynamic);
		*array_add(&w.arena, &w.cause->values) = str_c(r->now);
		w.cause->guard_code = str_c(r->code_line);
		first = advise(&w, 213).items;
		cr_expect_str_eq(first->rule, r->rule, "row %zu", i);
		if (r->code)
			cr_expect_str_eq(first->code.s, r->code, "row %zu", i);
		cr_expect_eq(first->saves_compiles, r->saves, "row %zu: %lld", i,
			     (long long)first->saves_compiles);
		arena_release(&w.arena);
	}
}

Test(advice, a_tensor_made_inside_is_no_remedy)
{
	struct world w;
	struct advice_list list;

	set_up(&w, guard_of(GUARD_FLOAT, "lr", "0.1", "0.2"), true);
	cr_expect(find(advise(&w, 213), "float_as_tensor"));
	cr_expect_null(find(advise(&w, 213), "float_in_tensor"), "it would be a constant");
	cr_expect_null(find(advise(&w, 213), "tensor_outside"));
	w.cause->guard_code = STR("lr = torch.tensor(lr)");
	list = advise(&w, 213);
	cr_expect_null(find(list, "float_as_tensor"));
	cr_expect_str_eq(list.items[0].rule, "tensor_outside");
	cr_expect_str_eq(list.items[0].text.s, "move this line out of the compiled function, to "
			 "before the call: lr = torch.tensor(lr)");
	w.cause->guard_code = STR("y = torch.as_tensor(lr_of(x))");
	cr_expect_null(find(advise(&w, 213), "tensor_outside"));
	arena_release(&w.arena);
}

Test(advice, an_attribute_keeps_its_own_value)
{
	static const struct {
		const char *source, *code;
	} rows[] = {
		{ "self.param_groups[0]['lr']",
		  "self.param_groups[0]['lr'] = torch.tensor(self.param_groups[0]['lr'])" },
		{ "self.scale", "self.scale = torch.tensor(self.scale)" },
		{ "scale", NULL }, { "args[0]", NULL }, { "G['SCALE']", NULL },
		{ "self.layers[*].scale", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct advice *found;
		struct world w;

		set_up(&w, guard_of(GUARD_FLOAT, rows[i].source, "0.1", "0.2"), true);
		found = find(advise(&w, 213), "float_in_tensor");
		cr_expect_eq(found != NULL, rows[i].code != NULL, "%s", rows[i].source);
		if (found && rows[i].code)
			cr_expect_str_eq(found->code.s, rows[i].code);
		arena_release(&w.arena);
	}
}

Test(advice, the_limit_is_named_by_version)
{
	static const struct {
		int version;
		const char *code;
	} rows[] = {
		{ 213, "step = torch.compile(step, recompile_limit=16)" },
		{ 0, "step = torch.compile(step, recompile_limit=16)" },
		{ 211, "import torch\ntorch._dynamo.config.recompile_limit = 16" },
		{ 206, "import torch\ntorch._dynamo.config.cache_size_limit = 16" },
	};
	struct world w;

	set_up(&w, guard_of(GUARD_STRING, "mode", "'a'", "'b'"), false);
	w.cause->outlook = OUTLOOK_AT_LIMIT;
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect_str_eq(find(advise(&w, rows[i].version), "raise_limit")->code.s,
				 rows[i].code);
	arena_release(&w.arena);
}

/* Every kind has at least one remedy, in every version. */
Test(advice, no_kind_is_left_alone)
{
	for (int kind = 0; kind < GUARD_KINDS; kind++)
		for (int version = 200; version <= 214; version++) {
			struct world w;

			set_up(&w, guard_of((enum guard_kind)kind, "x", "1", "2"), false);
			cr_expect_gt(advise(&w, version).count, 0, "%s in %d",
				     guard_kind_name((enum guard_kind)kind), version);
			arena_release(&w.arena);
		}
}

Test(advice, the_table_keeps_its_word)
{
	size_t count;
	const struct rule *rules = rule_table(&count);

	for (size_t i = 0; i < count; i++) {
		const struct rule *r = &rules[i];
		size_t length = strlen(r->text);

		cr_expect_neq(r->text[length - 1], '.', "%s", r->name);
		cr_expect(r->text[0] >= 'a' && r->text[0] <= 'z', "%s", r->name);
		cr_expect(r->code || r->where == ADVICE_EDIT, "%s", r->name);
		cr_expect_null(r->code ? strstr(r->code, "inline_inbuilt_nn_modules") : NULL);
		cr_expect(!r->code || strncmp(r->code, "torch.compile(", 14) != 0, "%s", r->name);
		cr_expect(!r->code || !strstr(r->code, "_unsafe") || (r->flags & RULE_UNSAFE));
		cr_expect(!r->since || advice_version(str_c(r->since)), "%s", r->name);
	}
	cr_expect_str_eq(rules[count - 1].name, "dynamic_true");
}

/* Writes the text to a file and gives the status of the command run on it. */
static int status_of(const char *const *command, struct str text)
{
	char path[] = "/tmp/advice-XXXXXX";
	char *args[5] = { 0 };
	int status = -1;
	int fd = mkstemp(path);
	pid_t child;
	size_t n = 0;

	for (; command[n]; n++)
		args[n] = (char *)(uintptr_t)command[n];
	args[n] = path;
	if (write(fd, text.s, text.len) == (ssize_t)text.len &&
	    posix_spawnp(&child, args[0], NULL, NULL, args, environ) == 0)
		waitpid(child, &status, 0);
	close(fd);
	remove(path);
	return status;
}

static const char *const shell_check[] = { "sh", "-n", NULL };
static const char *const python_works[] = { "python3", "-c", "1", NULL };
static const char *const python_check[] = {
	"python3", "-c",
	"import sys; [compile(c, c, 'exec') for c in open(sys.argv[1]).read().split('\\0')]",
	NULL,
};

static void add_code(struct buf *shell, struct buf *python, const struct advice *item)
{
	if (!item->code.s || item->where == ADVICE_EDIT)
		return;
	buf_add(item->where == ADVICE_ENVIRONMENT ? shell : python, item->code);
	if (item->where == ADVICE_ENVIRONMENT)
		buf_add_char(shell, '\n');
	else
		buf_add_char(python, '\0');
}

static void add_all(struct buf *shell, struct buf *python, struct guard g)
{
	static const int versions[] = { 204, 207, 213 };
	struct world w;

	set_up(&w, g, true);
	w.cause->outlook = OUTLOOK_AT_LIMIT;
	for (size_t v = 0; v < COUNT_OF(versions); v++) {
		struct advice_list list = advise(&w, versions[v]);

		for (size_t k = 0; k < list.count; k++)
			add_code(shell, python, &list.items[k]);
	}
	arena_release(&w.arena);
}

/* Code of environment, startup and before_call, for every kind and sort of source. */
Test(advice, code_to_paste_is_code)
{
	static const char *const sources[] = {
		"x", "args[0]", "kwargs['input_ids']", "self.layers[0].weight", "xs[*].y",
		"G['N']", "x, y", "f.keywords['other']", "___stack0", "o[\"$(touch a)\"]",
	};
	struct buf shell = { 0 }, python = { 0 };

	for (size_t i = 0; i < COUNT_OF(sources) * GUARD_KINDS; i++) {
		enum guard_kind kind = (enum guard_kind)(i % GUARD_KINDS);
		struct guard g = guard_of(kind, sources[i / GUARD_KINDS], "4", "5");

		g.index = kind == GUARD_SIZE ? 0 : -1;
		add_all(&shell, &python, g);
	}
	cr_expect_eq(str_find(buf_str(&shell), STR("touch")), STR_NONE);
	cr_expect_eq(status_of(shell_check, buf_str(&shell)), 0);
	if (status_of(python_works, STR("")) == 0)
		cr_expect_eq(status_of(python_check, buf_str(&python)), 0);
	buf_release(&shell);
	buf_release(&python);
}
