/* SPDX-License-Identifier: MIT */
#include "phase.h"

/* ORDER of enum phase. A parent of itself is at the top. */
static const struct phase_row {
	struct str name;
	enum phase parent;
	enum phase_group group;
} phases[] = {
	{ STR_INIT("Dynamo tracing"), PHASE_DYNAMO, PHASE_GROUP_DYNAMO },
	{ STR_INIT("fake tensors"), PHASE_DYNAMO, PHASE_GROUP_DYNAMO },
	{ STR_INIT("variable building"), PHASE_DYNAMO, PHASE_GROUP_DYNAMO },
	{ STR_INIT("guards"), PHASE_GUARDS, PHASE_GROUP_DYNAMO },
	{ STR_INIT("graph passes"), PHASE_PASSES, PHASE_GROUP_AOT },
	{ STR_INIT("pre-grad passes"), PHASE_PASSES, PHASE_GROUP_AOT },
	{ STR_INIT("joint-graph passes"), PHASE_PASSES, PHASE_GROUP_AOT },
	{ STR_INIT("post-grad passes"), PHASE_PASSES, PHASE_GROUP_AOT },
	{ STR_INIT("AOTAutograd"), PHASE_AOT, PHASE_GROUP_AOT },
	{ STR_INIT("metadata"), PHASE_AOT, PHASE_GROUP_AOT },
	{ STR_INIT("joint trace"), PHASE_AOT, PHASE_GROUP_AOT },
	{ STR_INIT("partitioner"), PHASE_AOT, PHASE_GROUP_AOT },
	{ STR_INIT("Inductor lowering"), PHASE_LOWERING, PHASE_GROUP_INDUCTOR },
	{ STR_INIT("scheduling and fusion"), PHASE_SCHEDULING, PHASE_GROUP_INDUCTOR },
	{ STR_INIT("code generation"), PHASE_CODE_GENERATION, PHASE_GROUP_INDUCTOR },
	{ STR_INIT("C++ build"), PHASE_CPP, PHASE_GROUP_BUILD },
	{ STR_INIT("first-use probes of the CPU"), PHASE_CPP, PHASE_GROUP_BUILD },
	{ STR_INIT("Triton build"), PHASE_TRITON, PHASE_GROUP_BUILD },
	{ STR_INIT("autotuning"), PHASE_AUTOTUNING, PHASE_GROUP_BUILD },
	{ STR_INIT("waiting for builds in workers"), PHASE_WAIT, PHASE_GROUP_BUILD },
	{ STR_INIT("cache look-up"), PHASE_CACHE, PHASE_GROUP_OTHER },
	{ STR_INIT("keys of torch and Triton (once)"), PHASE_CACHE, PHASE_GROUP_OTHER },
	{ STR_INIT("code loading"), PHASE_LOADING, PHASE_GROUP_BUILD },
	{ STR_INIT("backward compile"), PHASE_BACKWARD, PHASE_GROUP_OTHER },
	{ STR_INIT("attempts thrown away"), PHASE_RESTARTS, PHASE_GROUP_OTHER },
	{ STR_INIT("garbage collection"), PHASE_GC, PHASE_GROUP_OTHER },
	{ STR_INIT("PGO"), PHASE_PGO, PHASE_GROUP_OTHER },
	{ STR_INIT("CUDA graphs"), PHASE_CUDA_GRAPHS, PHASE_GROUP_OTHER },
	{ STR_INIT("other spans"), PHASE_OTHER, PHASE_GROUP_OTHER },
	{ STR_INIT("unattributed"), PHASE_UNATTRIBUTED, PHASE_GROUP_OTHER },
};

_Static_assert(COUNT_OF(phases) == PHASE_COUNT, "a row for every phase");

#define FX(name) STR_INIT("compile_fx.<locals>." name)

/* Spans of torch 2.5 to 2.14, as dynamo_timed() names them. */
static const struct span_name {
	struct str name;
	enum phase phase;
	const char *first_use;	/* what is known to be done only at first use; NULL: nothing */
} span_names[] = {
	{ STR_INIT("dynamo"), PHASE_UNATTRIBUTED, NULL },
	{ STR_INIT("entire_frame_compile"), PHASE_UNATTRIBUTED, NULL },
	{ STR_INIT("_compile.compile_inner"), PHASE_UNATTRIBUTED, NULL },
	{ STR_INIT("bytecode_tracing"), PHASE_DYNAMO, NULL },
	{ STR_INIT("insert_deferred_runtime_asserts"), PHASE_DYNAMO, NULL },
	{ STR_INIT("fullgraph_capture"), PHASE_DYNAMO, NULL },
	{ STR_INIT("build_guards"), PHASE_GUARDS, NULL },
	{ STR_INIT("precompile_build_guards"), PHASE_GUARDS, NULL },
	{ STR_INIT("precompile_load_guards"), PHASE_GUARDS, NULL },
	{ STR_INIT("guard_collective"), PHASE_GUARDS, NULL },
	{ STR_INIT("_recursive_pre_grad_passes"), PHASE_PRE_GRAD,
	  "patterns of the pre-grad passes" },
	{ STR_INIT("_recursive_joint_graph_passes"), PHASE_JOINT,
	  "patterns of the joint-graph passes" },
	{ STR_INIT("_recursive_post_grad_passes"), PHASE_POST_GRAD,
	  "patterns of the post-grad passes" },
	{ STR_INIT("backend_compile"), PHASE_AOT, "imports of the backend" },
	{ STR_INIT("OutputGraph.call_user_compiler"), PHASE_AOT,
	  "imports of the backend" },
	{ STR_INIT("create_aot_dispatcher_function"), PHASE_AOT, NULL },
	{ STR_INIT("aot_collect_metadata"), PHASE_AOT_METADATA, NULL },
	{ STR_INIT("aot_trace_joint_graph"), PHASE_AOT_JOINT, NULL },
	{ STR_INIT("min_cut_rematerialization_partition"), PHASE_PARTITION, NULL },
	{ FX("fw_compiler_base"), PHASE_LOWERING, NULL },
	{ STR_INIT("compile_fx_inner"), PHASE_LOWERING, NULL },
	{ STR_INIT("compile_fx_aot"), PHASE_LOWERING, NULL },
	{ STR_INIT("inductor_compile"), PHASE_LOWERING, NULL },
	{ STR_INIT("inductor_import"), PHASE_LOWERING, "imports of Inductor" },
	{ STR_INIT("fx_codegen_and_compile"), PHASE_LOWERING, NULL },
	{ STR_INIT("additional_fake_tensor_prop"), PHASE_LOWERING, NULL },
	{ STR_INIT("GraphLowering.run"), PHASE_LOWERING, NULL },
	{ STR_INIT("Scheduler.__init__"), PHASE_SCHEDULING, NULL },
	{ STR_INIT("Scheduler.fused_nodes"), PHASE_SCHEDULING, NULL },
	{ STR_INIT("Scheduler.create_combo_kernel_nodes"), PHASE_SCHEDULING, NULL },
	{ STR_INIT("GraphLowering.compile_to_fn"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("GraphLowering.compile_to_module"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("GraphLowering.codegen"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("GraphLowering.codegen_subgraph"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("code_gen"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("Scheduler.codegen"), PHASE_CODE_GENERATION,
	  "first code generation" },	/* also waits for another process's probes */
	{ STR_INIT("PythonWrapperCodegen.generate"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("WrapperCodeGen.generate"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("CppWrapperCpu.generate"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("CppWrapperGpu.generate"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("generate_kernel_code_from_nodes"), PHASE_CODE_GENERATION, NULL },
	{ STR_INIT("compile_file"), PHASE_CPP, NULL },
	{ STR_INIT("AotCodeCompiler.compile"), PHASE_CPP, NULL },
	{ STR_INIT("aoti_precompile_header"), PHASE_CPP, NULL },
	{ STR_INIT("aoti_compile_fatbin"), PHASE_CPP, NULL },
	{ STR_INIT("async_compile.precompile"), PHASE_TRITON, NULL },
	{ STR_INIT("reload_kernel_in_parent"), PHASE_TRITON, NULL },
	{ STR_INIT("CachingAutotuner.slow_precompile_config"), PHASE_TRITON, NULL },
	{ STR_INIT("StaticAutotunerFuture.warm_precompile"), PHASE_TRITON, NULL },
	{ STR_INIT("CachingAutotuner.synchronize"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("CachingAutotuner.benchmark_all_configs"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("CachingAutotuner.coordinate_descent_tuning"), PHASE_AUTOTUNING,
	  NULL },
	{ STR_INIT("CachingAutotuner.combo_sequential_autotune"), PHASE_AUTOTUNING,
	  NULL },
	{ STR_INIT("TritonBenchmarker.benchmark_gpu"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("InductorBenchmarker.benchmark_gpu"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("pad_mm_benchmark"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("pad_mm_benchmark_get_do_bench"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("benchmark_fused_nodes"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("benchmark_codegened_module"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("collective_compute_do_bench"), PHASE_AUTOTUNING, NULL },
	{ STR_INIT("async_compile.wait"), PHASE_WAIT, NULL },
	{ STR_INIT("inductor_codecache_torch_key"), PHASE_CACHE_KEYS, NULL },
	{ STR_INIT("CacheBase.get_system.triton_key"), PHASE_CACHE_KEYS, NULL },
	{ STR_INIT("remote_fx_graph_cache_get"), PHASE_CACHE, NULL },
	{ STR_INIT("remote_fx_graph_cache_put"), PHASE_CACHE, NULL },
	{ STR_INIT("TritonBundler.collect"), PHASE_CACHE, NULL },
	{ STR_INIT("TritonBundler.read_and_emit"), PHASE_CACHE, NULL },
	{ STR_INIT("TritonBundler.load_cached_static_autotuners"), PHASE_CACHE, NULL },
	{ STR_INIT("GraphPickler.loads"), PHASE_CACHE, NULL },
	{ STR_INIT("CompiledArtifact.save"), PHASE_CACHE, NULL },
	{ STR_INIT("CompiledArtifact.load"), PHASE_LOADING, NULL },
	{ STR_INIT("AOTAutogradCache.inductor_load"), PHASE_LOADING, NULL },
	{ STR_INIT("after_deserialization"), PHASE_LOADING, NULL },
	{ STR_INIT("PyCodeCache.load_by_key_path"), PHASE_LOADING,
	  "first load of compiled code" },
	{ STR_INIT("entire_backward_compile"), PHASE_BACKWARD, NULL },
	{ STR_INIT("backward._backward_impl"), PHASE_BACKWARD, NULL },
	{ FX("bw_compiler"), PHASE_BACKWARD, NULL },
	{ STR_INIT("gc"), PHASE_GC, NULL },
};

/* …and by what a name begins or ends with. */
static const struct span_pattern {
	struct str text;
	bool at_end;
	enum phase phase;
} span_patterns[] = {
	{ STR_INIT("compile_attempt_"), false, PHASE_DYNAMO },
	{ STR_INIT("pgo."), false, PHASE_PGO },
	{ STR_INIT("bytecode_hooks_"), false, PHASE_DYNAMO },
	{ STR_INIT("cudagraph"), false, PHASE_CUDA_GRAPHS },
	{ STR_INIT("CUDAGraph"), false, PHASE_CUDA_GRAPHS },
	{ STR_INIT("_template_autotuning"), true, PHASE_AUTOTUNING },
	{ STR_INIT("_template_precompiling"), true, PHASE_AUTOTUNING },
};

enum phase phase_parent(enum phase phase)
{
	return phases[phase].parent;
}

struct str phase_name(enum phase phase)
{
	return phases[phase].name;
}

enum phase_group phase_group(enum phase phase)
{
	return phases[phase].group;
}

static const struct span_name *find_name(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(span_names); i++)
		if (str_eq(span_names[i].name, name))
			return &span_names[i];
	return NULL;
}

/*
 * torch 2.13's cpu_vec_isa.py builds a test library for each instruction set the first
 * time code is generated for a CPU; user code is built when the module is loaded, or
 * by workers.
 */
enum phase phase_inside(enum phase phase, enum phase around)
{
	if (phase == PHASE_CPP && (around == PHASE_CODE_GENERATION || around == PHASE_CPP_PROBES))
		return PHASE_CPP_PROBES;
	return phase;
}

enum phase phase_of_span(struct str name)
{
	const struct span_name *found = find_name(name);

	if (found)
		return found->phase;
	for (size_t i = 0; i < COUNT_OF(span_patterns); i++) {
		const struct span_pattern *p = &span_patterns[i];

		if (p->at_end ? str_ends(name, p->text) : str_starts(name, p->text))
			return p->phase;
	}
	return PHASE_UNKNOWN;
}

struct str phase_span_label(struct str name)
{
	struct str rest = name, part;

	if (!str_eat(&rest, STR("pass.")) || !str_cut(&rest, '.', &part) || rest.len == 0)
		return name;
	return rest;
}

bool phase_is_attempt(struct str name)
{
	return str_starts(name, STR("compile_attempt_"));
}

struct str phase_first_use(struct str name)
{
	const struct span_name *found = find_name(name);

	return str_c(found ? found->first_use : NULL);
}
