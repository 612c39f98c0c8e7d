/* SPDX-License-Identifier: MIT */
#include "apart.h"

#include <stdlib.h>

/* ORDER of the items in kinds[]. */
enum apart_kind {
	APART_AROUND,
	APART_WITHOUT,
	APART_UNFINISHED,
	APART_WORKERS,
	APART_AUTOTUNE,
	APART_CUDA_GRAPHS,
	APART_LOGGING,
	APART_KIND_COUNT
};

static const struct {
	struct str what, note;
} kinds[] = {
	{ STR_INIT("around compiles"), STR_INIT("the rest of torch's outer spans, such as dynamo") },
	{ STR_INIT("spans of no compile"), STR_INIT("export, compiled autograd, limit hits") },
	{ STR_INIT("unfinished compiles"), STR_INIT("as far as the log goes") },
	{ STR_INIT("build workers, on the wall"), STR_INIT("they run beside the compiles") },
	{ STR_INIT("autotuning at run time"), STR_INIT("at the first calls of the compiled code") },
	{ STR_INIT("CUDA graphs at run time"), STR_INIT("at the first calls of the compiled code") },
	{ STR_INIT("structured logging"), STR_INIT("inside the phases; without TORCH_TRACE it is gone") },
};

static void add(struct timing_item *items, enum apart_kind kind, int64_t us)
{
	if (us <= 0)
		return;
	items[kind].time_us += us;
	items[kind].count++;
}

static void add_compile(struct timing *t, struct timing_item *items, const struct compile *c)
{
	enum apart_kind kind = !c->counted ? APART_WITHOUT :
			       c->status == COMPILE_UNFINISHED ? APART_UNFINISHED : APART_AROUND;
	int64_t total = 0;

	if (c->spans.count)
		timing_compile(t, c);
	for (size_t i = 0; i < c->spans.count; i++)
		if (!c->spans.items[i].summed || !c->counted)
			total += t->spans.items[i].self_us;
	add(items, kind, total);
	add(items, APART_AUTOTUNE, c->metrics[METRIC_RUNTIME_AUTOTUNE_US]);
	add(items, APART_CUDA_GRAPHS, c->metrics[METRIC_RUNTIME_CUDAGRAPH_US]);
	add(items, APART_LOGGING, c->metrics[METRIC_LOGGING_US]);
}

/* They begin in the order of the log, which is not quite that of their clocks. */
static int by_start(const void *a, const void *b)
{
	const struct span *x = *(const struct span *const *)a;
	const struct span *y = *(const struct span *const *)b;

	return (x->start_us > y->start_us) - (x->start_us < y->start_us);
}

static void add_workers(struct timing *t, struct timing_item *items, const struct process *p)
{
	ARRAY(const struct span *) spans = { 0 };
	int64_t reached = 0;

	for (size_t i = 0; i < p->worker_spans.count; i++)
		if (p->worker_spans.items[i].end_us >= 0)
			*array_add(&t->arena, &spans) = &p->worker_spans.items[i];
	if (spans.count)
		qsort(spans.items, spans.count, sizeof *spans.items, by_start);
	for (size_t i = 0; i < spans.count; i++) {
		const struct span *s = spans.items[i];

		if (s->end_us <= reached)
			continue;
		items[APART_WORKERS].time_us +=
			s->end_us - (s->start_us > reached ? s->start_us : reached);
		reached = s->end_us;
	}
	items[APART_WORKERS].count += spans.count;
}

void apart_find(struct timing *t, const struct trace *trace)
{
	struct timing_item items[APART_KIND_COUNT] = { 0 };

	for (size_t i = 0; i < trace->processes.count; i++) {
		const struct process *p = trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			add_compile(t, items, p->compiles.items[k]);
		add_workers(t, items, p);
	}
	for (int i = 0; i < APART_KIND_COUNT; i++) {
		items[i].what = kinds[i].what;
		items[i].note = kinds[i].note;
		if (items[i].time_us > 0)
			*array_add(&t->arena, &t->apart) = items[i];
	}
}
