/* SPDX-License-Identifier: MIT */
#include "recordkind.h"

/* trace_structured("…") in torch 2.2 to 2.14; the most frequent ones first. */
static const struct {
	struct str name;
	enum recordkind kind;
} kinds[] = {
	{ STR_INIT("chromium_event"), RECORDKIND_DETAIL },
	{ STR_INIT("str"), RECORDKIND_DETAIL },
	{ STR_INIT("describe_tensor"), RECORDKIND_DETAIL },
	{ STR_INIT("describe_storage"), RECORDKIND_DETAIL },
	{ STR_INIT("describe_source"), RECORDKIND_DETAIL },
	{ STR_INIT("dynamo_start"), RECORDKIND_DETAIL },
	{ STR_INIT("dynamo_cpp_guards_str"), RECORDKIND_ARTIFACT },
	{ STR_INIT("dynamo_output_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("compilation_metrics"), RECORDKIND_DETAIL },
	{ STR_INIT("bwd_compilation_metrics"), RECORDKIND_DETAIL },
	{ STR_INIT("aot_autograd_backward_compilation_metrics"), RECORDKIND_DETAIL },
	{ STR_INIT("compilation_metrics_runtime"), RECORDKIND_DETAIL },
	{ STR_INIT("artifact"), RECORDKIND_ARTIFACT },
	{ STR_INIT("dynamo_guards"), RECORDKIND_ARTIFACT },
	{ STR_INIT("dynamo_guard_checks"), RECORDKIND_ARTIFACT },
	{ STR_INIT("aot_forward_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("aot_backward_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("aot_joint_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("aot_inference_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("inductor_pre_grad_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("inductor_post_grad_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("inductor_output_code"), RECORDKIND_ARTIFACT },
	{ STR_INIT("optimize_ddp_split_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("optimize_ddp_split_child"), RECORDKIND_ARTIFACT },
	{ STR_INIT("compiled_autograd_graph"), RECORDKIND_ARTIFACT },
	{ STR_INIT("graph_dump"), RECORDKIND_ARTIFACT },
	{ STR_INIT("dump_file"), RECORDKIND_ARTIFACT },
	{ STR_INIT("exported_program"), RECORDKIND_ARTIFACT },
	{ STR_INIT("link"), RECORDKIND_DETAIL },
	{ STR_INIT("create_symbol"), RECORDKIND_DETAIL },
	{ STR_INIT("create_unbacked_symbol"), RECORDKIND_DETAIL },
	{ STR_INIT("expression_created"), RECORDKIND_DETAIL },
	{ STR_INIT("guard_added"), RECORDKIND_DETAIL },
	{ STR_INIT("guard_added_fast"), RECORDKIND_DETAIL },
	{ STR_INIT("symbolic_shape_specialization"), RECORDKIND_DETAIL },
	{ STR_INIT("propagate_real_tensors"), RECORDKIND_DETAIL },
	{ STR_INIT("propagate_real_tensors_provenance"), RECORDKIND_DETAIL },
	{ STR_INIT("missing_fake_kernel"), RECORDKIND_DETAIL },
	{ STR_INIT("mismatched_fake_kernel"), RECORDKIND_DETAIL },
	{ STR_INIT("rank_tensor_meta"), RECORDKIND_DETAIL },
};

enum recordkind recordkind_of(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (str_eq(kinds[i].name, name))
			return kinds[i].kind;
	return RECORDKIND_UNKNOWN;
}
