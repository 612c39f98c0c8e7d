/* SPDX-License-Identifier: MIT */
#include "exhibitname.h"

/*
 * Artifacts of torch 2.2 to 2.14, by what reads them. Those not named here are called
 * "artifact.txt"; the index that stands beside the files has their real name.
 */
static const struct str names_py[] = {
	STR_INIT("after_joint_graph"),
	STR_INIT("after_pre_grad_graph"),
	STR_INIT("aot_backward_graph"),
	STR_INIT("aot_forward_graph"),
	STR_INIT("aot_inference_graph"),
	STR_INIT("aot_joint_graph"),
	STR_INIT("backward_epilogue"),
	STR_INIT("backward_prologue"),
	STR_INIT("before_joint_graph"),
	STR_INIT("before_post_grad_graph"),
	STR_INIT("before_pre_grad_graph"),
	STR_INIT("compiled_autograd_graph"),
	STR_INIT("compiled_fn_wrapper"),
	STR_INIT("compiled_function_backward"),
	STR_INIT("compiled_function_forward"),
	STR_INIT("dynamo_output_graph"),
	STR_INIT("exported_program"),
	STR_INIT("fx_graph_runnable"),
	STR_INIT("fx_graph_transformed"),
	STR_INIT("inductor_output_code"),
	STR_INIT("inductor_post_grad_graph"),
	STR_INIT("inductor_pre_grad_graph"),
	STR_INIT("optimize_ddp_split_child"),
	STR_INIT("optimize_ddp_split_graph"),
	STR_INIT("runtime_wrapper_orchestration"),
};

static const struct str names_json[] = {
	STR_INIT("aotautograd_cache_bypass"),
	STR_INIT("aotautograd_cache_hit"),
	STR_INIT("aotautograd_cache_miss"),
	STR_INIT("dynamo_guard_checks"),
	STR_INIT("dynamo_guards"),
	STR_INIT("fx_graph_cache_bypass"),
	STR_INIT("fx_graph_cache_hit"),
	STR_INIT("fx_graph_cache_miss"),
	STR_INIT("inductor_provenance_tracking_kernel_stack_traces"),
	STR_INIT("inductor_provenance_tracking_node_mappings"),
	STR_INIT("inductor_runtime_and_tensor_meta"),
	STR_INIT("inductor_tlparse_runtime"),
	STR_INIT("torch_version"),
};

static const struct str names_txt[] = {
	STR_INIT("aot_forward_graph_fw_metadata"),
	STR_INIT("ddp_graph_break_reason"),
	STR_INIT("dump_file"),
	STR_INIT("dynamo_cpp_guards_str"),
	STR_INIT("dynamo_error"),
	STR_INIT("dynamo_graph_break_reason"),
	STR_INIT("dynamo_side_effects"),
	STR_INIT("graph_dump"),
	STR_INIT("recompile_reasons"),
};

static const struct {
	const struct str *names;
	size_t count;
	const char *extension;
} known[] = {
	{ names_py, COUNT_OF(names_py), "py" },
	{ names_json, COUNT_OF(names_json), "json" },
	{ names_txt, COUNT_OF(names_txt), "txt" },
};

/* "_inductor_output_code.py" */
static void add_name(struct buf *b, struct str name)
{
	for (size_t k = 0; k < COUNT_OF(known); k++)
		for (size_t i = 0; i < known[k].count; i++)
			if (str_eq(known[k].names[i], name)) {
				buf_addf(b, "_%.*s.%s", STR_ARG(name), known[k].extension);
				return;
			}
	buf_add_c(b, "_artifact.txt");
}

/* "_0-1", "_a3-0-1", "_a3"; nothing without an id. */
static void add_id(struct buf *b, struct compile_id id)
{
	if (id.autograd >= 0)
		buf_addf(b, "_a%lld", (long long)id.autograd);
	if (id.frame >= 0)
		buf_addf(b, "%c%lld-%lld", id.autograd >= 0 ? '-' : '_', (long long)id.frame,
			 (long long)id.compile);
}

struct str exhibitname_file(struct arena *a, const struct exhibit *p)
{
	struct buf b = { 0 };

	buf_addf(&b, "%06zu", p->number);
	if (p->process->rank >= 0)
		buf_addf(&b, "_r%lld", (long long)p->process->rank);
	add_id(&b, p->id);
	add_name(&b, p->name);
	return buf_take(a, &b);
}
