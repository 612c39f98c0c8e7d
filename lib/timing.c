/* SPDX-License-Identifier: MIT */
#include "timing.h"

#include "apart.h"
#include "selftime.h"

#include <stdlib.h>

/* What is known of a span's name, by its interned pointer. */
struct timing_name {
	struct str name;	/* interned in timing.names */
	struct str label;
	enum phase phase;
	bool attempt;
	struct str first_use;	/* absent: none is known */
};

/* The own times of the spans of one name in one process. */
struct timing_first {
	struct str what;
	enum phase phase;
	int64_t first_us;
	int64_t later_most_us;	/* -1: there was no later one */
};

#define ROWS_MOST (PHASE_COUNT + 256)	/* unknown spans beyond them count to their phase */

static const struct timing_name *name_of(struct timing *t, const char *name)
{
	uint64_t *at = map_add(&t->by_name, (uint64_t)(uintptr_t)name);
	struct timing_name *n;

	if (*at)
		return &t->known.items[*at - 1];
	n = array_add(&t->arena, &t->known);
	*at = t->known.count;
	n->name = intern_add(&t->names, str_c(name));
	n->label = intern_add(&t->names, phase_span_label(n->name));
	n->phase = phase_of_span(n->name);
	n->attempt = phase_is_attempt(n->name);
	n->first_use = phase_first_use(n->name);
	return n;
}

/* The row of a span nobody knows, beneath the phase that it stands in. */
static uint32_t unknown_row(struct timing *t, struct str label, uint32_t around)
{
	size_t parent = t->rows.items[around].phase;
	struct timing_row *r;
	uint64_t *at;

	if (parent == PHASE_UNATTRIBUTED)
		parent = PHASE_OTHER;
	at = map_add(&t->by_part, MAP_KEY(label) * 31 + parent);
	if (*at)
		return (uint32_t)(*at - 1);
	if (t->rows.count == ROWS_MOST)
		return (uint32_t)parent;
	r = array_add(&t->arena, &t->rows);
	*at = t->rows.count;
	*r = (struct timing_row){ .name = label, .phase = (enum phase)parent, .parent = parent,
				  .depth = t->rows.items[parent].depth + 1 };
	return (uint32_t)(*at - 1);
}

static uint32_t row_of(struct timing *t, const struct timing_name *n, uint32_t around)
{
	enum phase phase;

	if (around == PHASE_RESTARTS)
		return around;
	if (n->phase == PHASE_UNKNOWN)
		return unknown_row(t, n->label, around);
	phase = phase_inside(n->phase, t->rows.items[around].phase);
	return phase;
}

/* An attempt is thrown away if another one follows it; that one has the same parent. */
static void mark_restarts(struct timing *t, const struct compile *c)
{
	uint32_t newer = SPAN_NONE;

	for (size_t i = c->spans.count; c->attempts > 1 && i-- > 0;) {
		const struct span *s = &c->spans.items[i];

		if (!name_of(t, s->name)->attempt)
			continue;
		if (newer != SPAN_NONE && c->spans.items[newer].parent == s->parent)
			t->spans.items[i].row = PHASE_RESTARTS;
		newer = (uint32_t)i;
	}
}

/*
 * Before torch 2.7 tracing has no spans of its own: it is what entire_frame_compile
 * spends outside of the backend.
 */
static void mark_tracing(struct timing *t, const struct compile *c)
{
	const char *tracing = intern_add(&t->names, STR("bytecode_tracing")).s;
	const char *forward = intern_add(&t->names, STR("entire_frame_compile")).s;
	uint32_t root = SPAN_NONE;

	for (size_t i = 0; i < c->spans.count; i++) {
		const struct timing_name *n = name_of(t, c->spans.items[i].name);

		if (n->attempt || n->name.s == tracing)
			return;
		if (n->name.s == forward && root == SPAN_NONE)
			root = (uint32_t)i;
	}
	if (root != SPAN_NONE)
		t->spans.items[root].row = PHASE_DYNAMO;
}

static void set_rows(struct timing *t, const struct compile *c)
{
	for (size_t i = 0; i < c->spans.count; i++)
		t->spans.items[i].row = PHASE_COUNT;
	mark_restarts(t, c);
	mark_tracing(t, c);
	for (size_t i = 0; i < c->spans.count; i++) {
		const struct span *s = &c->spans.items[i];
		uint32_t around = s->parent == SPAN_NONE ? PHASE_UNATTRIBUTED :
				  t->spans.items[s->parent].row;

		if (t->spans.items[i].row == PHASE_COUNT)
			t->spans.items[i].row = row_of(t, name_of(t, s->name), around);
	}
}

/* Takes time from a span's own and gives it to a phase. */
static void move(struct timing *t, const struct compile *c, uint32_t from, enum phase phase,
		 int64_t us)
{
	struct timing_span *s = &t->spans.items[from];

	if (us > s->self_us)
		us = s->self_us;
	if (us <= 0 || s->row == PHASE_RESTARTS || !c->spans.items[from].summed)
		return;
	s->self_us -= us;
	t->moved_us[phase] += us;
}

/*
 * What stands between two probes of the CPU is the loading of the first one; what
 * stands before the loading of a cached graph is the look-up.
 */
static void move_gaps(struct timing *t, const struct compile *c)
{
	const char *load = intern_add(&t->names, STR("AOTAutogradCache.inductor_load")).s;
	uint32_t probe = SPAN_NONE;	/* parent of the last probe, if nothing came since */

	for (size_t i = 0; i < c->spans.count; i++) {
		const struct span *s = &c->spans.items[i];
		const struct timing_span *ts = &t->spans.items[i];

		if (ts->row == PHASE_CPP_PROBES && s->parent == probe)
			move(t, c, s->parent, PHASE_CPP_PROBES, ts->gap_us);
		else if (s->parent != SPAN_NONE && name_of(t, s->name)->name.s == load)
			move(t, c, s->parent, PHASE_CACHE, ts->gap_us);
		probe = ts->row == PHASE_CPP_PROBES ? s->parent : SPAN_NONE;
	}
}

static void move_lookups(struct timing *t, const struct compile *c)
{
	for (size_t i = 0; i < c->lookups.count; i++) {
		const struct lookup *l = &c->lookups.items[i];
		int64_t since;
		uint32_t at = selftime_find(c, t->spans.items, l->to_us, &since);

		if (at == SPAN_NONE)
			continue;
		if (l->from_us > since)
			since = l->from_us;
		move(t, c, at, PHASE_CACHE, l->to_us - since);
	}
}

/* torch's own counters inside bytecode_tracing, of the attempt that was kept. */
static void move_tracing(struct timing *t, const struct compile *c)
{
	const char *tracing = intern_add(&t->names, STR("bytecode_tracing")).s;
	int64_t wrap = c->metrics[METRIC_WRAP_FAKE_US] > 0 ? c->metrics[METRIC_WRAP_FAKE_US] : 0;

	for (size_t i = c->spans.count; i-- > 0;) {
		if (name_of(t, c->spans.items[i].name)->name.s != tracing)
			continue;
		move(t, c, (uint32_t)i, PHASE_FAKE_TENSORS,
		     (c->metrics[METRIC_FAKE_TENSOR_US] > 0 ?
		      c->metrics[METRIC_FAKE_TENSOR_US] : 0) + wrap);
		move(t, c, (uint32_t)i, PHASE_VARIABLES, c->metrics[METRIC_VARIABLES_US] - wrap);
		return;
	}
}

/* Gives to a phase what a metric says, as far as *rest reaches. */
static void take(struct timing *t, int64_t *rest, enum phase phase, int64_t us)
{
	if (us > *rest)
		us = *rest;
	if (us <= 0)
		return;
	t->moved_us[phase] += us;
	*rest -= us;
}

/* The metric, at least 0 and at most what it is part of. */
static int64_t part(const struct compile *c, enum metric metric, int64_t whole)
{
	int64_t us = c->metrics[metric] > 0 ? c->metrics[metric] : 0;

	return us < whole ? us : whole;
}

/*
 * No span says it: the cumulative times of the metrics nest like this.
 *	dynamo > aot_autograd > pre-grad and joint passes
 *	                      > inductor > post-grad passes
 *	                                 > code generation > builds
 */
static void split_metrics(struct timing *t, const struct compile *c)
{
	int64_t aot = part(c, METRIC_AOT_AUTOGRAD_US, c->time_us);
	int64_t inductor = part(c, METRIC_INDUCTOR_US, aot);
	int64_t code = part(c, METRIC_CODE_GEN_US, inductor);
	int64_t dynamo = c->time_us - aot;
	bool split = c->metrics[METRIC_AOT_AUTOGRAD_US] >= 0 || c->status != COMPILE_OK;

	aot -= inductor;
	inductor -= code;
	take(t, &code, c->kernels.count ? PHASE_TRITON : PHASE_WAIT, c->metrics[METRIC_TRITON_US]);
	take(t, &code, PHASE_CODE_GENERATION, code);
	take(t, &inductor, PHASE_POST_GRAD, c->metrics[METRIC_POST_GRAD_US]);
	take(t, &inductor, PHASE_LOWERING, inductor);
	take(t, &aot, PHASE_PRE_GRAD, c->metrics[METRIC_PRE_GRAD_US]);
	take(t, &aot, PHASE_JOINT, c->metrics[METRIC_JOINT_GRAPH_US]);
	take(t, &aot, PHASE_AOT, aot);
	take(t, &dynamo, PHASE_GC, c->metrics[METRIC_GC_US]);
	take(t, &dynamo, PHASE_RESTARTS, c->metrics[METRIC_BEFORE_RESTART_US]);
	take(t, &dynamo, split ? PHASE_DYNAMO : PHASE_UNATTRIBUTED, dynamo);
}

void timing_compile(struct timing *t, const struct compile *c)
{
	t->spans.count = 0;
	while (t->spans.count < c->spans.count)
		array_add(&t->arena, &t->spans);
	for (int i = 0; i < PHASE_COUNT; i++)
		t->moved_us[i] = 0;
	selftime_measure(c, t->spans.items, c->process->last_us);
	set_rows(t, c);
	move_gaps(t, c);
	move_lookups(t, c);
	move_tracing(t, c);
	if (c->metered && c->time_us > 0)
		split_metrics(t, c);
	if (c->backward_metered)
		t->moved_us[PHASE_BACKWARD] += c->backward_us;
}

void timing_groups(struct timing *t, const struct compile *c, int64_t us[PHASE_GROUP_COUNT])
{
	timing_compile(t, c);
	for (int i = 0; i < PHASE_GROUP_COUNT; i++)
		us[i] = 0;
	for (size_t i = 0; i < c->spans.count; i++)
		if (c->spans.items[i].summed)
			us[phase_group(t->rows.items[t->spans.items[i].row].phase)] +=
				t->spans.items[i].self_us;
	for (int i = 0; i < PHASE_COUNT; i++)
		us[phase_group((enum phase)i)] += t->moved_us[i];
}

static const struct timing_name first_lookup = {
	.first_use = STR_INIT("first look-up in a cache of graphs"), .phase = PHASE_CACHE,
};

static void note_first(struct timing *t, const struct compile *c, const struct timing_name *n,
		       int64_t us)
{
	uint64_t *at = map_add(&t->by_first, MAP_KEY(n->first_use) * 31 + c->process->index);
	struct timing_first *f;

	if (*at) {
		f = &t->firsts.items[*at - 1];
		if (us > f->later_most_us)
			f->later_most_us = us;
		return;
	}
	*array_add(&t->arena, &t->firsts) = (struct timing_first){
		.what = n->first_use, .phase = n->phase, .first_us = us, .later_most_us = -1,
	};
	*at = t->firsts.count;
}

static void add_span(struct timing *t, const struct compile *c, size_t i)
{
	const struct span *s = &c->spans.items[i];
	const struct timing_name *n = name_of(t, s->name);
	const struct timing_span *ts = &t->spans.items[i];
	struct timing_row *r = &t->rows.items[ts->row];

	r->self_us += ts->self_us;
	r->count += s->parent == SPAN_NONE || t->spans.items[s->parent].row != ts->row;
	if (n->first_use.s && ts->row != PHASE_RESTARTS)
		note_first(t, c, n, ts->self_us);
}

static void add_compile(struct timing *t, const struct compile *c)
{
	bool spans = false;

	timing_compile(t, c);
	for (size_t i = 0; i < c->spans.count; i++) {
		if (c->spans.items[i].summed)
			add_span(t, c, i);
		spans |= c->spans.items[i].sum_root;
	}
	for (int i = 0; i < PHASE_COUNT; i++) {
		t->rows.items[i].self_us += t->moved_us[i];
		t->rows.items[i].count += t->moved_us[i] > 0 && i != PHASE_CPP_PROBES;
	}
	if (t->moved_us[PHASE_CACHE] > 0)
		note_first(t, c, &first_lookup, t->moved_us[PHASE_CACHE]);
	t->total_us += compile_cost(c);
	t->backward_us += c->backward_us;
	t->by_spans += spans;
	t->by_metrics += c->metered || c->backward_metered;
}

static void add_once(struct timing *t, struct timing_item item, enum phase phase)
{
	if (item.time_us <= 0)
		return;
	*array_add(&t->arena, &t->once) = item;
	t->once_us += item.time_us;
	if (phase_group(phase) == PHASE_GROUP_DYNAMO)
		t->once_dynamo_us += item.time_us;
}

/* First uses of several processes are one item, by name. */
static void add_firsts(struct timing *t)
{
	for (size_t i = 0; i < t->firsts.count; i++) {
		struct timing_item item = { .what = t->firsts.items[i].what, .estimate = true,
			.note = STR("first use, less the longest later one") };

		for (size_t k = i; k < t->firsts.count; k++) {
			struct timing_first *f = &t->firsts.items[k];

			if (f->what.s != item.what.s || f->later_most_us < 0 ||
			    f->first_us <= f->later_most_us)
				continue;
			item.time_us += f->first_us - f->later_most_us;
			item.count++;
			f->later_most_us = -1;
		}
		add_once(t, item, t->firsts.items[i].phase);
	}
}

static int by_time(const void *a, const void *b)
{
	const struct timing_item *x = a, *y = b;

	if (x->time_us != y->time_us)
		return x->time_us < y->time_us ? 1 : -1;
	return str_compare(x->what, y->what);
}

static void find_once(struct timing *t)
{
	const struct timing_row *probes = &t->rows.items[PHASE_CPP_PROBES];
	const struct timing_row *keys = &t->rows.items[PHASE_CACHE_KEYS];

	add_once(t, (struct timing_item){
		.what = STR("probes of the CPU's instruction sets"), .time_us = probes->self_us,
		.note = STR("test libraries that are built and loaded; kept in the cache folder"),
		.count = probes->count }, PHASE_CPP_PROBES);
	add_once(t, (struct timing_item){
		.what = STR("keys of torch and Triton"), .time_us = keys->self_us,
		.note = STR("hashes of their sources, for the cache keys"),
		.count = keys->count }, PHASE_CACHE_KEYS);
	add_firsts(t);
	if (t->once.count)
		qsort(t->once.items, t->once.count, sizeof *t->once.items, by_time);
}

static void sum_up(struct timing *t)
{
	for (size_t i = t->rows.count; i-- > 0;) {	/* parts stand behind their whole */
		struct timing_row *r = &t->rows.items[i];

		r->total_us += r->self_us;
		if (r->parent != i)
			t->rows.items[r->parent].total_us += r->total_us;
	}
}

static void init_rows(struct timing *t)
{
	for (int i = 0; i < PHASE_COUNT; i++) {
		enum phase parent = phase_parent((enum phase)i);

		*array_add(&t->arena, &t->rows) = (struct timing_row){
			.name = phase_name((enum phase)i), .phase = (enum phase)i,
			.parent = parent, .depth = parent == (enum phase)i ? 0 : 1,
		};
	}
}

/* A row's way down from the top; at each step what it is sorted by. */
struct order_key {
	int64_t total_us[3];
	size_t index[3];
	unsigned depth;
};

static struct order_key order_key(const struct timing *t, size_t row)
{
	struct order_key key = { .depth = t->rows.items[row].depth };

	for (unsigned d = key.depth + 1; d-- > 0; row = t->rows.items[row].parent) {
		key.index[d] = row;
		key.total_us[d] = row == PHASE_UNATTRIBUTED ? -1 : t->rows.items[row].total_us;
	}
	return key;
}

static int by_key(const void *a, const void *b)
{
	const struct order_key *x = a, *y = b;

	for (unsigned d = 0; d <= x->depth && d <= y->depth; d++) {
		if (x->total_us[d] != y->total_us[d])
			return x->total_us[d] < y->total_us[d] ? 1 : -1;
		if (x->index[d] != y->index[d])
			return x->index[d] < y->index[d] ? -1 : 1;
	}
	return (x->depth > y->depth) - (x->depth < y->depth);
}

static void set_order(struct timing *t)
{
	ARRAY(struct order_key) keys = { 0 };

	for (size_t i = 0; i < t->rows.count; i++)
		if (t->rows.items[i].total_us > 0 || t->rows.items[i].count > 0 ||
		    (i == PHASE_UNATTRIBUTED && t->total_us > 0))
			*array_add(&t->arena, &keys) = order_key(t, i);
	if (keys.count)
		qsort(keys.items, keys.count, sizeof *keys.items, by_key);
	for (size_t i = 0; i < keys.count; i++)
		*array_add(&t->arena, &t->order) = keys.items[i].index[keys.items[i].depth];
}

void timing_init(struct timing *t, const struct trace *trace)
{
	*t = (struct timing){ 0 };
	intern_init(&t->names, &t->arena);
	init_rows(t);
	for (size_t i = 0; i < trace->processes.count; i++) {
		const struct process *p = trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			if (p->compiles.items[k]->counted)
				add_compile(t, p->compiles.items[k]);
	}
	sum_up(t);
	find_once(t);
	set_order(t);
	apart_find(t, trace);
}

void timing_release(struct timing *t)
{
	map_release(&t->by_name);
	map_release(&t->by_part);
	map_release(&t->by_first);
	intern_release(&t->names);
	arena_release(&t->arena);
	*t = (struct timing){ 0 };
}
