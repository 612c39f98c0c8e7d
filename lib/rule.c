/* SPDX-License-Identifier: MIT */
#include "rule.h"

#include "condition.h"

#define K(kind) RULE_KIND(GUARD_##kind)
#define CONFIG "import torch\ntorch._dynamo.config."

/*
 * ORDER: what is tried first for a cause stands first. What was measured with torch 2.13
 * (testdata/programs/) is why a rule looks as it does:
 * - mark_dynamic without min and max: with a range, torch raises for the first size
 *   outside, and a trace shows only the sizes that were compiled, not those that ran;
 * - mark_dynamic raises where the code turns the size into a number, so only where torch
 *   is known to have made it dynamic; on an nn.Parameter it does nothing;
 * - the list of dynamic sources never raises, works on parameters, ints of modules and
 *   globals too, and in functions that the user does not call;
 * - a number that selects an item, or that is branched on, is compiled for each value
 *   whatever is set.
 */
static const struct rule rules[] = {
	/* first of all */
	{ "fix_both", RULE_ANY_KIND & ~(K(UNEXPECTED) | K(NO_REASON) | K(OTHER)),
	  { condition_blocked },
	  "fix {source} together with {blockers}: they changed at the same time, and a remedy "
	  "for one alone saves nothing", NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_NONE },

	/* sizes */
	{ "mark_unbacked", K(SIZE) | K(ZERO_ONE),
	  { condition_unbackable, condition_named },
	  "mark the size as unbacked before each call, so that one graph serves 0 and 1 too",
	  "{unbacked}", ADVICE_BEFORE_CALL, "2.5", NULL, RULE_ESTIMATE, SAVING_SIZES },
	{ "mark_dynamic", K(SIZE),
	  { condition_sizes_above_one, condition_dynamic_works, condition_named },
	  "mark the size as dynamic before each call, so that no graph is made for one size",
	  "{marks}", ADVICE_BEFORE_CALL, "2.1", NULL, 0, SAVING_DYNAMIC },
	{ "dynamic_sources", K(SIZE), { condition_listable, condition_dynamic_may_work },
	  "name the size as dynamic in the environment: no change to the program",
	  "export TORCH_COMPILE_DYNAMIC_SOURCES=\"{sources}\"", ADVICE_ENVIRONMENT, "2.7",
	  NULL, 0, SAVING_DYNAMIC },
	{ "maybe_mark_dynamic", K(SIZE),
	  { condition_sizes_above_one, condition_dynamic_unknown, condition_named },
	  "mark the size as dynamic where the code allows it: does not raise where it does not",
	  "{weak_marks}", ADVICE_BEFORE_CALL, "2.1", NULL, 0, SAVING_DYNAMIC },
	{ "parameter_shapes", K(SIZE), { condition_parameter, condition_repeated },
	  "let sizes of parameters become dynamic",
	  CONFIG "force_parameter_static_shapes = False", ADVICE_STARTUP, "2.1", NULL, 0,
	  SAVING_BUT_ONE },
	{ "drop_dynamic_false", K(SIZE) | K(INT) | K(FLOAT),
	  { condition_dynamic_false, condition_repeated },
	  "drop dynamic=False, so that torch makes it dynamic when it changes",
	  "{function} = torch.compile({function})", ADVICE_EDIT, NULL, NULL, 0,
	  SAVING_BUT_ONE },
	{ "specialised_size", K(SIZE), { condition_specialised },
	  "let the code work without the number: torch tried a dynamic size, and the function "
	  "turns it into a constant (a Python loop over it, len(), a shape written out)",
	  NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_UNKNOWN },
	{ "expected_one", K(SIZE) | K(ZERO_ONE), { condition_zero_one },
	  "nothing to do if a size of 1 is a way of its own to run it (one token at a time, a "
	  "last row): sizes 0 and 1 have graphs of their own; run each once in the warm-up",
	  NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_NONE },
	{ "pad_batch_of_one", K(ZERO_ONE), { NULL },
	  "pad to at least 2 and cut the result: sizes 0 and 1 always have graphs of their own",
	  "{name} = torch.nn.functional.pad({name}, (0, 0, 0, 1))", ADVICE_EDIT, NULL, NULL, 0,
	  SAVING_ALL },
	{ "pad_to_buckets", K(SIZE), { condition_repeated },
	  "pad {source} to one of a few fixed sizes, if graphs for fixed sizes run faster",
	  NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_UNKNOWN },
	{ "duck_shape", K(DUCK_SHAPE), { NULL },
	  "tell torch that equal sizes need not stay equal",
	  "import torch.fx.experimental._config\n"
	  "torch.fx.experimental._config.use_duck_shape = False", ADVICE_STARTUP, "2.5", NULL,
	  RULE_ESTIMATE, SAVING_ALL },
	{ "first_call_unequal", K(DUCK_SHAPE), { NULL },
	  "make the first call with sizes that are all different", NULL, ADVICE_EDIT, NULL,
	  NULL, 0, SAVING_ALL },
	{ "shape_branch", K(SHAPE_GUARD), { NULL },
	  "take the decision about the size out of the compiled function, or use torch.where or "
	  "torch.cond: {line}", NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "pad_to_multiple", K(SHAPE_GUARD), { NULL },
	  "pad {source} so that all sizes fall on the same side of the test", NULL, ADVICE_EDIT,
	  NULL, NULL, 0, SAVING_ALL },
	{ "mark_from_the_start", K(DYNAMIC_MARK), { NULL },
	  "mark {source} before its first call, and the same dimensions in every call",
	  "torch._dynamo.mark_dynamic({name}, 0)", ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },

	/* numbers */
	{ "dynamic_int", K(INT), { condition_listable, condition_number_free },
	  "name the number as dynamic in the environment: no change to the program",
	  "export TORCH_COMPILE_DYNAMIC_SOURCES=\"{sources}\"", ADVICE_ENVIRONMENT, "2.7",
	  NULL, 0, SAVING_DYNAMIC },
	{ "dynamic_module_int", K(INT),
	  { condition_module_int, condition_number_free, condition_repeated },
	  "let ints of modules become dynamic",
	  CONFIG "allow_unspec_int_on_nn_module = True", ADVICE_STARTUP, "2.7", NULL, 0,
	  SAVING_BUT_ONE },
	{ "pass_the_item", K(INT), { condition_index },
	  "pass the item that {source} selects, not the number: an index is compiled for each "
	  "value", "y = block(x, cache[i])  # not block(x, cache) with cache[i] inside",
	  ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "int_in_buffer", K(INT), { condition_module_int },
	  "keep the number in a buffer",
	  "self.register_buffer(\"{last}\", torch.tensor({last}))  # in __init__", ADVICE_EDIT,
	  NULL, NULL, RULE_ESTIMATE, SAVING_ALL },
	{ "int_as_tensor", K(INT), { condition_plain_int, condition_no_tensor_yet },
	  "pass a tensor, made before the call, outside the compiled function, if the number is "
	  "only calculated with (not a size, not a loop count)",
	  "{name} = torch.tensor({name})", ADVICE_EDIT, NULL, NULL, RULE_ESTIMATE, SAVING_ALL },
	{ "global_as_argument", K(INT) | K(FLOAT) | K(BOOL) | K(STRING) | K(CONSTANT),
	  { condition_global }, "pass it as an argument, or a tensor, instead of a global that "
	  "changes", NULL, ADVICE_EDIT, NULL, NULL, RULE_ESTIMATE, SAVING_ALL },
	{ "float_as_tensor", K(FLOAT),
	  { condition_arguments, condition_float_free, condition_no_tensor_yet },
	  "pass the number as a tensor, made before the call, outside the compiled function",
	  "{casts_to_tensor}", ADVICE_BEFORE_CALL, NULL, NULL, 0, SAVING_DYNAMIC },
	{ "tensor_outside", K(FLOAT) | K(INT), { condition_tensor_inside },
	  "move this line out of the compiled function, to before the call: {line}", NULL,
	  ADVICE_EDIT, NULL, NULL, RULE_ESTIMATE, SAVING_ALL },
	{ "rate_as_tensor", K(FLOAT) | K(INT), { condition_option },
	  "give the optimizer its learning rate as a tensor; schedulers then change it in place",
	  "optimizer = torch.optim.Adam(model.parameters(), lr=torch.tensor(0.01))",
	  ADVICE_EDIT, NULL, NULL, RULE_ESTIMATE, SAVING_ALL },
	{ "float_in_tensor", K(FLOAT), { condition_attribute, condition_float_free },
	  "keep {source} in a tensor from the start, outside the compiled function",
	  "{name} = torch.tensor({name})", ADVICE_EDIT, NULL, NULL, RULE_ESTIMATE, SAVING_ALL },

	{ "value_out_of_the_graph", K(FLOAT), { NULL },
	  "keep {source} out of the compiled function: work out before the call what it needs "
	  "from it, and pass that", NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },

	/* other values of Python */
	{ "same_in_every_layer", K(BOOL) | K(STRING) | K(CONSTANT) | K(NONE) | K(IDENTITY) |
	  K(TYPE) | K(ATTRIBUTE) | K(LENGTH), { condition_per_instance },
	  "give {source} the same value in every layer before the first compiled call: set up "
	  "what is set up lazily (a cache, a buffer) beforehand", NULL, ADVICE_EDIT, NULL, NULL,
	  0, SAVING_ALL },
	{ "always_pass_it", K(NONE), { NULL },
	  "always pass {source}: a tensor that changes nothing instead of None",
	  "{name} = torch.ones(())  # of a mask; a zero where it is added", ADVICE_EDIT, NULL,
	  NULL, 0, SAVING_ALL },
	{ "expected_values", K(BOOL) | K(STRING) | K(CONSTANT) | K(NONE),
	  { condition_few_values },
	  "nothing to do if these are all values: one compile for each is expected; run each "
	  "once in the warm-up", NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_NONE },
	{ "value_out_of_the_graph", K(STRING) | K(CONSTANT) | K(BOOL), { condition_many_values },
	  "keep {source} out of the compiled function: work out before the call what it needs "
	  "from it, and pass that", NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "expected_modes", K(TRAINING_MODE), { condition_once },
	  "nothing to do: train() and eval() are compiled once each; run both once in the "
	  "warm-up", NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_NONE },
	{ "set_mode_once", K(TRAINING_MODE), { condition_repeated },
	  "call train() or eval() on the whole model, not on parts of it at other times",
	  "model.eval()", ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "build_once", K(IDENTITY), { NULL },
	  "build the object behind {source} once, outside the call, and pass the same one again "
	  "(a lambda or functools.partial is a new object each time)",
	  "f = functools.partial(g, k=2)  # once, before the loop", ADVICE_EDIT, NULL, NULL, 0,
	  SAVING_ALL },
	{ "skip_module_guards", K(IDENTITY) | K(TYPE), { condition_of_module },
	  "do not guard on modules at all, if none of them is replaced or changed after the "
	  "first call",
	  "{function} = torch.compile({function}, options={\"guard_filter_fn\": "
	  "torch.compiler.skip_guard_on_all_nn_modules_unsafe})", ADVICE_EDIT, "2.8", NULL,
	  RULE_UNSAFE, SAVING_ALL },
	{ "skip_global_guards", K(IDENTITY) | K(TYPE), { condition_global },
	  "do not guard on globals at all, if none of them changes after the first call",
	  "{function} = torch.compile({function}, options={\"guard_filter_fn\": "
	  "torch.compiler.skip_guard_on_globals_unsafe})", ADVICE_EDIT, "2.8", NULL,
	  RULE_UNSAFE, SAVING_ALL },
	{ "one_type", K(TYPE), { NULL }, "use one type for {source} in every call", NULL,
	  ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "stack_into_one", K(LENGTH), { NULL },
	  "pass one tensor instead of {source}: its size may be dynamic, the length of a list or "
	  "dict may not", "torch.stack(list(items))", ADVICE_EDIT, NULL, NULL, RULE_ESTIMATE,
	  SAVING_ALL },
	{ "same_keys", K(KEYS), { NULL },
	  "use the same keys in the same order in every call of {function}", NULL, ADVICE_EDIT,
	  NULL, NULL, 0, SAVING_ALL },
	{ "set_beforehand", K(ATTRIBUTE), { NULL },
	  "set {source} before the first compiled call, in __init__", NULL, ADVICE_EDIT, NULL,
	  NULL, 0, SAVING_ALL },

	/* tensors */
	{ "one_dtype", K(DTYPE), { condition_arguments, condition_castable },
	  "cast to one dtype before the call, if its precision is enough", "{casts}",
	  ADVICE_BEFORE_CALL, NULL, NULL, 0, SAVING_ALL },
	{ "make_dtype_equal", K(DTYPE), { NULL },
	  "create {source} with one dtype in every call", "{name} = {name}.to(torch.float32)",
	  ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "contiguous", K(STRIDE), { condition_arguments },
	  "make the tensor contiguous before the call: a copy, where it is a view", "{contiguous}",
	  ADVICE_BEFORE_CALL, NULL, NULL, 0, SAVING_ALL },
	{ "make_strides_equal", K(STRIDE), { NULL },
	  "pass {source} with one memory layout", "{name} = {name}.contiguous()", ADVICE_EDIT,
	  NULL, NULL, 0, SAVING_ALL },
	{ "clone_alias", K(ALIAS), { condition_arguments },
	  "pass a copy where two arguments are the same tensor (not if the function writes to it)",
	  "{clones}", ADVICE_BEFORE_CALL, NULL, NULL, 0, SAVING_ALL },
	{ "pass_copies", K(ALIAS), { NULL }, "do not pass the same tensor twice: {source}", NULL,
	  ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "same_requires_grad", K(REQUIRES_GRAD), { NULL },
	  "pass {source} with the same requires_grad: detached, where no gradient is needed; or "
	  "nothing, if this is training and scoring, compiled once each",
	  "{name} = {name}.detach()", ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "same_rank", K(RANK), { NULL },
	  "pass {source} with the same number of dimensions: add one of size 1",
	  "{name} = {name}.unsqueeze(0)", ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "one_device", K(DEVICE), { NULL },
	  "move {source} to one device before the call; or nothing, if the program uses both, "
	  "compiled once each", "{name} = {name}.to(device)", ADVICE_EDIT, NULL, NULL, 0,
	  SAVING_ALL },
	{ "same_creation", K(DISPATCH_KEY), { NULL },
	  "create {source} in the same way in every call: all or none under inference_mode, all "
	  "or none of a tensor subclass", NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "always_a_tensor", K(TENSOR_TYPE), { NULL },
	  "pass {source} as a plain tensor in every call", "{name} = torch.as_tensor({name})",
	  ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },

	/* surroundings */
	{ "same_mode", K(GLOBAL_STATE), { NULL },
	  "make every call under the same {source}; or nothing, if the program needs both: each "
	  "is compiled once", "{mode_example}", ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "one_backend", K(BACKEND), { NULL },
	  "create the backend once and pass that same object to every torch.compile", NULL,
	  ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "keep_alive", K(DEALLOCATED), { NULL },
	  "keep {source} alive between calls: torch drops a graph with an object that it guards",
	  NULL, ADVICE_EDIT, NULL, NULL, 0, SAVING_ALL },
	{ "report_to_torch", K(UNEXPECTED), { NULL },
	  "report it to PyTorch: every guard holds, and yet it compiled again", NULL, ADVICE_EDIT,
	  NULL, NULL, 0, SAVING_UNKNOWN },
	{ "log_guards", K(UNEXPECTED) | K(NO_REASON) | K(OTHER), { NULL },
	  "look at the guards themselves; another backend object or a dispatch mode are known "
	  "causes", "export TORCH_LOGS=\"+recompiles,guards\"", ADVICE_EDIT, NULL, NULL, 0,
	  SAVING_UNKNOWN },

	/* the next run */
	{ "keep_learned_sizes", K(SIZE) | K(INT) | K(FLOAT), { condition_made_dynamic },
	  "keep between runs what torch learned about dynamic sizes: helps from the second run "
	  "on, under a name of your own for this job",
	  "export TORCH_COMPILE_JOB_ID=my-job", ADVICE_ENVIRONMENT, "2.6", NULL, 0,
	  SAVING_UNKNOWN },

	/* the recompile limit */
	{ "separate_limit", RULE_ANY_KIND, { condition_at_limit, condition_of_module },
	  "give each instance a limit of its own, if many share the code of {function}",
	  "{function} = torch.compile({function}, isolate_recompiles=True)", ADVICE_EDIT,
	  "2.13", NULL, 0, SAVING_UNKNOWN },
	{ "raise_limit", RULE_ANY_KIND, { condition_at_limit },
	  "raise the limit, if the values are few: if they are not, it only costs more",
	  "{function} = torch.compile({function}, recompile_limit={next_limit})", ADVICE_EDIT,
	  "2.12", NULL, 0, SAVING_UNKNOWN },
	{ "raise_limit", RULE_ANY_KIND, { condition_at_limit },
	  "raise the limit, if the values are few: if they are not, it only costs more",
	  CONFIG "recompile_limit = {next_limit}", ADVICE_STARTUP, "2.7", "2.12", 0,
	  SAVING_UNKNOWN },
	{ "raise_limit", RULE_ANY_KIND, { condition_at_limit },
	  "raise the limit, if the values are few: if they are not, it only costs more",
	  CONFIG "cache_size_limit = {next_limit}", ADVICE_STARTUP, NULL, "2.7", 0,
	  SAVING_UNKNOWN },

	/* last resort */
	{ "dynamic_true", K(SIZE), { condition_sizes_above_one, condition_dynamic_may_work },
	  "compile everything dynamic: torch's own pages do not recommend it",
	  "{function} = torch.compile({function}, dynamic=True)", ADVICE_EDIT, NULL, NULL,
	  RULE_ESTIMATE, SAVING_DYNAMIC },
};

const struct rule *rule_table(size_t *count)
{
	*count = COUNT_OF(rules);
	return rules;
}
