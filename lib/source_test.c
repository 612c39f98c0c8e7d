/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <criterion/criterion.h>

static bool is(struct str got, const char *want)
{
	return want ? got.s && str_eq(got, str_c(want)) : !got.s;
}

Test(source, short_names)
{
	static const struct { const char *raw, *want; } rows[] = {
		{ "L['x']", "x" },
		{ "x", "x" },
		{ "L['self'].layer_idx", "self.layer_idx" },
		{ "self.layer_idx", "self.layer_idx" },
		{ "L['self']._modules['attn'].processor", "self.attn.processor" },
		{ "L['self']._modules['layers']._modules['3']._parameters['weight']",
		  "self.layers[3].weight" },
		{ "self._modules['layers']._modules['10']._parameters['0']",
		  "self.layers[10][0]" },
		{ "L['self']._buffers['pos']", "self.pos" },
		{ "L['kwargs']['input_ids']", "kwargs['input_ids']" },
		{ "kwargs['input_ids']", "kwargs['input_ids']" },
		{ "L['args'][0]", "args[0]" },
		{ "G['SCALE']", "G['SCALE']" },
		{ "L['f'].__code__", "f.__code__" },
		{ "L['f'].keywords['other']", "f.keywords['other']" },
		{ "L['self'].param_groups[0]['lr']", "self.param_groups[0]['lr']" },
		{ "__as_tensor(L['i'])", "i" },
		{ "__as_tensor(i)", "i" },
		{ "XL['x']", "XL['x']" },
		{ "dict.keys(L['d'])", "dict.keys(d)" },
		{ "G['L'][\"L['x']\"]", "G['L'][\"x\"]" },
		{ "L['x", "L['x" },
		{ "", "" },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str got = source_short(&a, str_c(rows[i].raw));

		cr_expect(is(got, rows[i].want), "%s: got " STR_FMT, rows[i].raw,
			  STR_ARG(got));
	}
	arena_release(&a);
}

Test(source, patterns)
{
	static const struct { const char *one, *other, *want; } rows[] = {
		{ "layers[3].x", "layers[4].x", "layers[*].x" },
		{ "layers[3].x[0]", "layers[11].x[0]", "layers[*].x[0]" },
		{ "layers[*].x", "layers[7].x", "layers[*].x" },
		{ "layers[3].x", "layers[3].x", "layers[3].x" },
		{ "layers[3].x", "layers[4].y", NULL },
		{ "layers[3].x", "layers[3].xy", NULL },
		{ "kwargs['a']", "kwargs['b']", NULL },
		{ "x1", "x2", NULL },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str got = source_generalise(&a, str_c(rows[i].one),
						   str_c(rows[i].other));

		cr_expect(is(got, rows[i].want), "%s + %s: got " STR_FMT, rows[i].one,
			  rows[i].other, STR_ARG(got));
	}
	cr_expect(is(source_pattern(&a, STR("k['c'].layers[12].w[0]")),
		     "k['c'].layers[*].w[*]"));
	arena_release(&a);
}

Test(source, spans)
{
	static const struct { const char *text; size_t want; } rows[] = {
		{ "x == 3", 1 },
		{ "L['a b'].c[0] is None", 13 },
		{ "f(x, 'y)').z, 3", 12 },
		{ "(x)", 0 },
		{ "x[", 2 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect_eq(source_span(str_c(rows[i].text)), rows[i].want, "%s",
			     rows[i].text);
}

Test(source, made_up_names_of_other_compiles_hash_alike)
{
	struct str one = STR("G['__builtins_dict___7']['len']");
	struct str other = STR("G['__builtins_dict___12']['len']");

	cr_expect(source_is_made_up(one));
	cr_expect(!source_is_made_up(STR("G['__main__']")));
	cr_expect_eq(source_hash(one), source_hash(other));
	cr_expect_neq(source_hash(STR("L['x1']")), source_hash(STR("L['x2']")));
}
