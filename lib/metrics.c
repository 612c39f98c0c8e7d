/* SPDX-License-Identifier: MIT */
#include "metrics.h"

#include "scan.h"
#include "trace.h"

#include <string.h>

/* Number fields. decimals: 6 turns seconds into µs, 0 takes integers as they are. */
static const struct number_field {
	struct str key;
	enum metric metric;
	unsigned decimals;
} number_fields[] = {
	{ STR_INIT("start_time_us"), METRIC_START_TIME_US, 0 },
	{ STR_INIT("start_time"), METRIC_START_TIME_US, 6 },
	{ STR_INIT("duration_us"), METRIC_DURATION_US, 0 },
	{ STR_INIT("entire_frame_compile_time_s"), METRIC_DURATION_US, 6 },
	{ STR_INIT("cache_size"), METRIC_CACHE_SIZE, 0 },
	{ STR_INIT("accumulated_cache_size"), METRIC_ACCUMULATED_CACHE_SIZE, 0 },
	{ STR_INIT("guard_count"), METRIC_GUARD_COUNT, 0 },
	{ STR_INIT("graph_op_count"), METRIC_GRAPH_OP_COUNT, 0 },
	{ STR_INIT("graph_node_count"), METRIC_GRAPH_NODE_COUNT, 0 },
	{ STR_INIT("num_graph_breaks"), METRIC_GRAPH_BREAKS, 0 },
	{ STR_INIT("dynamo_cumulative_compile_time_us"), METRIC_DYNAMO_US, 0 },
	{ STR_INIT("aot_autograd_cumulative_compile_time_us"), METRIC_AOT_AUTOGRAD_US, 0 },
	{ STR_INIT("backend_compile_time_s"), METRIC_AOT_AUTOGRAD_US, 6 },
	{ STR_INIT("inductor_cumulative_compile_time_us"), METRIC_INDUCTOR_US, 0 },
	{ STR_INIT("inductor_compile_time_s"), METRIC_INDUCTOR_US, 6 },
	{ STR_INIT("inductor_code_gen_cumulative_compile_time_us"), METRIC_CODE_GEN_US, 0 },
	{ STR_INIT("code_gen_time_s"), METRIC_CODE_GEN_US, 6 },
	{ STR_INIT("triton_compile_time_us"), METRIC_TRITON_US, 0 },
	{ STR_INIT("backward_cumulative_compile_time_us"), METRIC_BACKWARD_US, 0 },
	{ STR_INIT("dynamo_compile_time_before_restart_us"), METRIC_BEFORE_RESTART_US, 0 },
	{ STR_INIT("dynamo_time_before_restart_s"), METRIC_BEFORE_RESTART_US, 6 },
	{ STR_INIT("structured_logging_overhead_us"), METRIC_LOGGING_US, 0 },
	{ STR_INIT("structured_logging_overhead_s"), METRIC_LOGGING_US, 6 },
	{ STR_INIT("gc_time_us"), METRIC_GC_US, 0 },
	{ STR_INIT("guard_latency_us"), METRIC_GUARD_LATENCY_US, 0 },
	{ STR_INIT("pre_grad_pass_time_us"), METRIC_PRE_GRAD_US, 0 },
	{ STR_INIT("joint_graph_pass_time_us"), METRIC_JOINT_GRAPH_US, 0 },
	{ STR_INIT("post_grad_pass_time_us"), METRIC_POST_GRAD_US, 0 },
	{ STR_INIT("compile_time_autotune_time_us"), METRIC_AUTOTUNE_US, 0 },
	{ STR_INIT("runtime_triton_autotune_time_us"), METRIC_RUNTIME_AUTOTUNE_US, 0 },
	{ STR_INIT("runtime_cudagraphify_time_us"), METRIC_RUNTIME_CUDAGRAPH_US, 0 },
	{ STR_INIT("inductor_fx_remote_cache_hit_count"), METRIC_FX_REMOTE_HITS, 0 },
	{ STR_INIT("inductor_fx_remote_cache_miss_count"), METRIC_FX_REMOTE_MISSES, 0 },
	{ STR_INIT("aotautograd_remote_cache_hit_count"), METRIC_AOT_REMOTE_HITS, 0 },
	{ STR_INIT("aotautograd_remote_cache_miss_count"), METRIC_AOT_REMOTE_MISSES, 0 },
};

/* Text fields, by their place in struct compile. */
static const struct text_field {
	struct str key;
	size_t offset;
} text_fields[] = {
	{ STR_INIT("co_name"), offsetof(struct compile, function) },
	{ STR_INIT("co_filename"), offsetof(struct compile, file) },
	{ STR_INIT("fail_type"), offsetof(struct compile, fail_type) },
	{ STR_INIT("fail_reason"), offsetof(struct compile, fail_reason) },
	{ STR_INIT("fail_user_frame_filename"), offsetof(struct compile, fail_file) },
	{ STR_INIT("recompile_reason"), offsetof(struct compile, recompile_reason) },
	{ STR_INIT("cudagraph_skip_reason"), offsetof(struct compile, cudagraph_skip_reason) },
};

static const struct line_field {
	struct str key;
	size_t offset;
} line_fields[] = {
	{ STR_INIT("co_firstlineno"), offsetof(struct compile, first_line) },
	{ STR_INIT("fail_user_frame_lineno"), offsetof(struct compile, fail_line) },
};

struct reading {
	struct compile *c;
	struct source *source;
	enum metrics_kind kind;
	struct metrics_faults *faults;
};

/* The string of a value, interned; absent if it is null or no string. */
static struct str interned(struct reading *rd, struct str value)
{
	return scan_intern(&rd->source->strings, value);
}

/* Metrics of several records of one compile that add up; others are the latest one's. */
static bool is_added_up(enum metric metric)
{
	return metric >= METRIC_RUNTIME_AUTOTUNE_US && metric <= METRIC_AOT_REMOTE_MISSES;
}

static void read_number(struct reading *rd, const struct number_field *f, struct str value)
{
	int64_t number;
	int64_t most = f->metric == METRIC_START_TIME_US ? TIME_LATEST_US : TIME_LONGEST_US;

	if (scan_is_null(value))
		return;
	if (!scan_scaled(value, f->decimals, &number) || number < 0 || number > most) {
		rd->faults->count++;
		return;
	}
	if (is_added_up(f->metric) && rd->c->metrics[f->metric] > 0)
		number += rd->c->metrics[f->metric];
	if (number > most)
		number = most;
	/* Seconds of an older release stand beside the same in µs in newer ones. */
	if (f->decimals == 0 || rd->c->metrics[f->metric] < 0)
		rd->c->metrics[f->metric] = number;
}

static void read_line(struct reading *rd, const struct line_field *f, struct str value)
{
	int64_t number;

	if (scan_is_null(value))
		return;
	if (scan_int(value, &number) && number >= 0)
		*(int64_t *)(void *)((char *)rd->c + f->offset) = number;
	else
		rd->faults->count++;
}

static void read_text(struct reading *rd, const struct text_field *f, struct str value)
{
	struct str text = interned(rd, value);

	if (text.s)
		*(struct str *)(void *)((char *)rd->c + f->offset) = text;
	else if (!scan_is_null(value))
		rd->faults->count++;
}

static void read_restarts(struct reading *rd, struct str value)
{
	struct scan s;
	struct str item;

	if (!scan_is_array(value)) {
		rd->faults->count += !scan_is_null(value);
		return;
	}
	rd->c->restart_reasons.count = 0;
	for (s = scan_array(value); scan_item(&s, &item);) {
		struct str reason = interned(rd, item);

		if (reason.s)
			*array_add(&rd->source->arena, &rd->c->restart_reasons) = reason;
	}
}

#define KERNELS_MOST 64		/* of a compile; torch lists some 25 */

/* A string that holds JSON: "[[\"triton_poi_fused_add_0\", 285427], …]" */
static void read_kernels(struct reading *rd, struct str value)
{
	struct str list = interned(rd, value), item, name, time;
	struct scan s;

	if (!list.s)
		return;
	for (s = scan_array(list); scan_item(&s, &item);) {
		struct scan pair = scan_array(item);
		struct kernel k;

		if (!scan_item(&pair, &name) || !scan_item(&pair, &time) ||
		    !scan_scaled(time, 0, &k.time_us) || k.time_us < 0 ||
		    k.time_us > TIME_LONGEST_US)
			continue;
		k.name = interned(rd, name);
		if (k.name.s && rd->c->kernels.count < KERNELS_MOST)
			*array_add(&rd->source->arena, &rd->c->kernels) = k;
	}
	rd->faults->count += s.problem != NULL;
}

/* `\"recompile_limit\": 8` inside the JSON text that dynamo_config is. */
static void read_limit(struct compile *c, struct str config, struct str key, enum metric metric)
{
	size_t at = str_find(config, key);
	struct str number;
	int64_t limit;

	if (at == STR_NONE)
		return;
	number = str_skip(config, at + key.len);
	if (str_to_i64(str_take(number, str_digits(number)), &limit))
		c->metrics[metric] = limit;
}

/* …\"automatic_dynamic_shapes\": true, … */
static void read_switch(struct compile *c, struct str config, struct str key,
			enum metric metric)
{
	size_t at = str_find(config, key);

	if (at != STR_NONE)
		c->metrics[metric] = str_starts(str_skip(config, at + key.len), STR("true"));
}

static void read_config(struct compile *c, struct str config)
{
	read_switch(c, config, STR("\\\"automatic_dynamic_shapes\\\": "),
		    METRIC_AUTOMATIC_DYNAMIC);
	read_limit(c, config, STR("\\\"cache_size_limit\\\": "), METRIC_RECOMPILE_LIMIT);
	read_limit(c, config, STR("\\\"recompile_limit\\\": "), METRIC_RECOMPILE_LIMIT);
	read_limit(c, config, STR("\\\"accumulated_cache_size_limit\\\": "),
		   METRIC_ACCUMULATED_LIMIT);
	read_limit(c, config, STR("\\\"accumulated_recompile_limit\\\": "),
		   METRIC_ACCUMULATED_LIMIT);
}

/* The settings of a run are those of its first compile that says them. */
static void keep_config(struct reading *rd, enum process_config config, struct str value)
{
	struct process *p = rd->c->process;

	if (!p->configs[config].s && scan_is_string(value))
		p->configs[config] = str_copy(&p->source->arena, value);
}

static void read_version(struct reading *rd, struct str value)
{
	struct str text = interned(rd, value);

	if (text.s && !rd->c->process->torch_version.s)
		rd->c->process->torch_version = text;
}

/* What the record of a backward, or of a first call, says of the compile. */
static bool is_of_any_kind(enum metric metric)
{
	return metric == METRIC_BACKWARD_US || metric == METRIC_LOGGING_US ||
	       is_added_up(metric);
}

static void read_forward_field(struct reading *rd, struct str key, struct str value)
{
	for (size_t i = 0; i < COUNT_OF(text_fields); i++)
		if (str_eq(key, text_fields[i].key)) {
			read_text(rd, &text_fields[i], value);
			return;
		}
	for (size_t i = 0; i < COUNT_OF(line_fields); i++)
		if (str_eq(key, line_fields[i].key)) {
			read_line(rd, &line_fields[i], value);
			return;
		}
	if (str_eq(key, STR("restart_reasons")))
		read_restarts(rd, value);
	else if (str_eq(key, STR("dynamo_config")))
		read_config(rd->c, value), keep_config(rd, CONFIG_DYNAMO, value);
	else if (str_eq(key, STR("inductor_config")))
		keep_config(rd, CONFIG_INDUCTOR, value);
	else if (str_eq(key, STR("functorch_config")))
		keep_config(rd, CONFIG_FUNCTORCH, value);
	else if (str_eq(key, STR("pytorch_version")))
		read_version(rd, value);
}

static void read_field(struct reading *rd, struct str key, struct str value)
{
	for (size_t i = 0; i < COUNT_OF(number_fields); i++) {
		const struct number_field *f = &number_fields[i];

		if (key.len != f->key.len || !str_eq(key, f->key))	/* the length tells most apart */
			continue;
		if (rd->kind == METRICS_FORWARD || is_of_any_kind(f->metric))
			read_number(rd, f, value);
		return;
	}
	if (str_eq(key, STR("triton_kernel_compile_times_us")))
		read_kernels(rd, value);
	else if (rd->kind == METRICS_FORWARD || str_eq(key, STR("cudagraph_skip_reason")))
		read_forward_field(rd, key, value);
}

bool metrics_read(struct compile *c, enum metrics_kind kind, struct str value,
		  struct metrics_faults *faults)
{
	struct reading rd = { c, c->process->source, kind, faults };
	struct scan s = scan_object(value);
	struct str key, field;

	while (scan_member(&s, &key, &field)) {
		size_t before = faults->count;

		read_field(&rd, key, field);
		if (before < faults->count && before < METRICS_NAMES_MOST)
			faults->names[before] = key;
	}
	if (s.problem)
		return false;
	c->ended |= kind == METRICS_FORWARD;
	return true;
}
