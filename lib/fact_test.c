/* SPDX-License-Identifier: MIT */
#include "fact.h"

#include <criterion/criterion.h>

/* "kind source index member=text made_up", a fact to a line */
static struct str render(struct arena *a, const char *line)
{
	struct buf out = { 0 };
	struct str text;
	struct fact *f;
	size_t count = fact_parse(a, str_c(line), &f);

	for (size_t i = 0; i < count; i++)
		buf_addf(&out, "%s%s " STR_FMT " %d " STR_FMT "=" STR_FMT "%s",
			 i ? "\n" : "", guard_kind_name(f[i].kind), STR_ARG(f[i].source),
			 f[i].index, STR_ARG(f[i].member), STR_ARG(f[i].text),
			 f[i].made_up ? " made up" : "");
	text = str_copy(a, buf_str(&out));
	buf_release(&out);
	return text;
}

Test(fact, lines)
{
	static const struct {
		const char *line, *want;
	} rows[] = {
		{ "TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU, "
		  "BackendSelect), "
		  "torch.float32, device=None, requires_grad=False, size=[None, 8], "
		  "stride=[8, 1]"
		  ")  # y = x  # m.py:3 in f",
		  "tensor_type L['x'] -1 =Tensor\n"
		  "dispatch_key L['x'] -1 =DispatchKeySet(CPU, BackendSelect)\n"
		  "dtype L['x'] -1 =torch.float32\n"
		  "device L['x'] -1 =None\n"
		  "requires_grad L['x'] -1 =False\n"
		  "size L['x'] 0 =None\n"
		  "size L['x'] 1 =8\n"
		  "stride L['x'] 0 =8\n"
		  "stride L['x'] 1 =1\n"
		  "rank L['x'] -1 =2" },
		{ "GLOBAL_STATE: ___check_global_state() against {\"allow_tf32\":false,"
		  "\"autocast_state\":{\"cached_enabled\":true,\"dtype\":[15,5],"
		  "\"enabled\":"
		  "[false,true]},\"default_dtype\":6,\"grad_mode\":true}",
		  "global_state allow_tf32 -1 =false\n"
		  "global_state autocast_cached_enabled -1 =true\n"
		  "global_state autocast(cpu)_dtype -1 =15\n"
		  "global_state autocast(cuda)_dtype -1 =5\n"
		  "global_state autocast(cpu)_enabled -1 =false\n"
		  "global_state autocast(cuda)_enabled -1 =true\n"
		  "global_state default_dtype -1 =6\n"
		  "global_state grad_mode -1 =true" },
		{ "GLOBAL_STATE: ___check_global_state()", "" },
		{ "EQUALS_MATCH: L['n'] == 3      # n  # m.py:3 in f",
		  "int L['n'] -1 =3" },
		{ "EQUALS_MATCH: list(dict.keys(L['d']))[1] == 'b'",
		  "keys L['d'] 1 ='b'" },
		{ "DICT_CONTAINS: not ___dict_contains('k', L['d'])",
		  "keys L['d'] -1 'k'=False" },
		{ "TYPE_MATCH: ___check_type_id(L['x'], 945), type=<class "
		  "'torch.Tensor'>  # f",
		  "type L['x'] -1 =<class 'torch.Tensor'>" },
		{ "TYPE_MATCH: ___check_type_id(L['x'], 945)     ",
		  "type L['x'] -1 =945" },
		{ "ID_MATCH: ___check_obj_id(G['__builtins_dict___3']['len'], 7)",
		  "identity G['__builtins_dict___3']['len'] -1 =7 made up" },
		{ "NO_HASATTR: hasattr(L['x'], '_dynamo_dynamic_indices') == False       "
		  "  ",
		  "dynamic_mark L['x'] -1 _dynamo_dynamic_indices=False" },
		{ "LAMBDA_GUARD: 2 <= L['x'].size()[0]",
		  "zero_one L['x'] 0 =2 <= L['x'].size()[0]" },
		{ "LAMBDA_GUARD: not math.isnan(L['w'])",
		  "other L['w'] -1 =not math.isnan(L['w'])" },
		{ "NO_TENSOR_ALIASING", "" },
		{ "TENSOR_MATCH: check_tensor(L['x'], Ten", "" },
		{ "TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU, Back",
		  "tensor_type L['x'] -1 =Tensor\n"
		  "dispatch_key L['x'] -1 =DispatchKeySet(CPU, Back\n"
		  "dtype L['x'] -1 =\ndevice L['x'] -1 =\nrequires_grad L['x'] -1 =\n"
		  "rank L['x'] -1 =0" },
		{ "", "" },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str got = render(&a, rows[i].line);

		cr_expect(str_eq(got, str_c(rows[i].want)), "%s:\n" STR_FMT, rows[i].line,
			  STR_ARG(got));
	}
	arena_release(&a);
}

Test(fact, keys)
{
	static const struct {
		const char *one, *other;
		bool same_key, same_value;
	} rows[] = {
		{ "E: L['n'] == 3", "E: L['n'] == 4", true, false },
		{ "E: L['n'] == 3", "E: L['n'] is None", true, false },
		{ "E: L['n'] == 3  # a  # m.py:1 in f", "E: L['n'] == 3", true, true },
		{ "E: L['n'] == 3", "E: L['m'] == 3", false, true },
		{ "E: len(L['n']) == 3", "E: L['n'] == 3", false, true },
		{ "E: not L['n']", "E: len(L['n']) == 1", true, false },
		{ "I: ___check_obj_id(G['__builtins_dict___3']['len'], 7)",
		  "I: ___check_obj_id(G['__builtins_dict___12']['len'], 7)", true, true },
		{ "L: 2 <= L['x'].size()[0]", "L: 2 <= L['x'].size()[0] <= 9", false,
		  true },
	};
	struct arena a = { 0 };
	struct fact *f, *g;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		cr_assert_eq(fact_parse(&a, str_c(rows[i].one), &f), 1, "%s",
			     rows[i].one);
		cr_assert_eq(fact_parse(&a, str_c(rows[i].other), &g), 1, "%s",
			     rows[i].other);
		cr_expect_eq(f->key == g->key, rows[i].same_key, "key: %s, %s",
			     rows[i].one, rows[i].other);
		cr_expect_eq(f->value == g->value, rows[i].same_value, "value: %s, %s",
			     rows[i].one, rows[i].other);
	}
	arena_release(&a);
}
