/* SPDX-License-Identifier: MIT */
#include "lanes.h"

#include "place.h"
#include "timing.h"

#include <stdlib.h>

/* What must stay on one lane: a span of a compile without parent, and all inside it. */
struct block {
	const struct compile *compile;
	const struct span *span;	/* NULL: the log has no spans of this compile */
	int64_t from_us, to_us;
	size_t first, end;		/* spans of the compile */
	size_t order;
};

struct builder {
	struct lanes *tl;
	const struct process *process;
	struct timing timing;
	struct arena scratch;
	ARRAY(struct block) blocks;
	size_t first_lane;		/* of this process, in tl->lanes */
};

static int by_start(const void *a, const void *b)
{
	const struct block *x = a, *y = b;

	if (x->from_us != y->from_us)
		return x->from_us < y->from_us ? -1 : 1;
	if (x->to_us != y->to_us)
		return x->to_us > y->to_us ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Where a span ends; an open one lasts as long as the log. */
static int64_t end_of(const struct process *p, const struct span *s)
{
	int64_t end = s->end_us >= 0 ? s->end_us : p->last_us;

	return end < s->start_us ? s->start_us : end;
}

static struct block *add_block(struct builder *b, const struct compile *c)
{
	struct block *block = array_add(&b->scratch, &b->blocks);

	block->compile = c;
	block->order = b->blocks.count;
	return block;
}

static void add_compile(struct builder *b, const struct compile *c)
{
	struct block *block = NULL;

	for (size_t i = 0; i < c->spans.count; i++) {
		const struct span *s = &c->spans.items[i];

		if (s->parent == SPAN_NONE) {
			block = add_block(b, c);
			block->span = s;
			block->from_us = s->start_us;
			block->to_us = end_of(b->process, s);
			block->first = i;
		}
		if (block)
			block->end = i + 1;
	}
	if (block || c->start_us < 0 || c->time_us < 0)
		return;
	block = add_block(b, c);
	block->from_us = c->start_us;
	block->to_us = c->start_us + c->time_us;
}

static struct lanes_lane *new_lane(struct builder *b, bool workers)
{
	struct lanes *tl = b->tl;
	struct lanes_lane *lane = arena_new(&tl->arena, struct lanes_lane);
	const char *what = workers ? "workers" : "compiles";
	size_t same = 1;

	for (size_t i = b->first_lane; i < tl->lanes.count; i++)
		same += tl->lanes.items[i]->workers == workers;
	lane->process = b->process;
	lane->number = tl->lanes.count - b->first_lane + 1;
	lane->name = same == 1 ? str_c(what) : str_format(&tl->arena, "%s %zu", what, same);
	lane->workers = workers;
	*array_add(&tl->arena, &tl->lanes) = lane;
	return lane;
}

#define LANES_MOST 64	/* of a process; what finds no room on one of them is cut to fit */

/* The first lane that is free at that moment. */
static struct lanes_lane *free_lane(struct builder *b, bool workers, int64_t from_us)
{
	struct lanes_lane *last = NULL;
	size_t count = 0;

	for (size_t i = b->first_lane; i < b->tl->lanes.count; i++) {
		struct lanes_lane *lane = b->tl->lanes.items[i];

		if (lane->workers != workers)
			continue;
		if (lane->slices.count == 0 || lane->end_us <= from_us)
			return lane;
		count++;
		last = lane;
	}
	return count < LANES_MOST ? new_lane(b, workers) : last;
}

static struct lanes_slice *add_slice(struct builder *b, struct lanes_lane *lane,
					int64_t from_us, int64_t to_us)
{
	struct lanes_slice *s = array_add(&b->tl->arena, &lane->slices);

	s->from_us = from_us;
	s->to_us = to_us < from_us ? from_us : to_us;
	s->phase = PHASE_COUNT;
	return s;
}

/* "0/1 step", "0/1 step, backward" */
static struct str block_name(struct arena *a, const struct block *block)
{
	const struct compile *c = block->compile;
	struct str name = block->span ? str_c(block->span->name) : STR("");
	bool backward = str_find(name, STR("backward")) != STR_NONE;

	return str_format(a, "%.*s %.*s%s", STR_ARG(c->id_text),
			  STR_ARG(place_function(a, c->function)), backward ? ", backward" : "");
}

/* A span inside its block: not outside of the one around it, nor before the end of one. */
struct fit {
	int64_t end_us[SPAN_DEPTH_MOST + 1];	/* of the span at each depth */
	int64_t done_us[SPAN_DEPTH_MOST + 1];	/* up to where each depth is taken */
};

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void add_span(struct builder *b, struct lanes_lane *lane, const struct block *block,
		     size_t index, struct fit *fit)
{
	const struct span *s = &block->compile->spans.items[index];
	const struct timing_span *measured = &b->timing.spans.items[index];
	unsigned depth = (unsigned)s->depth + 1;
	int64_t from = earlier(later(s->start_us, fit->done_us[depth]), fit->end_us[depth - 1]);
	int64_t to = later(from, earlier(end_of(b->process, s), fit->end_us[depth - 1]));
	struct lanes_slice *slice = add_slice(b, lane, from, to);

	slice->name = str_c(s->name);
	slice->depth = depth;
	slice->compile = block->compile;
	slice->open = s->end_us < 0;
	slice->phase = b->timing.rows.items[measured->row].phase;
	fit->done_us[depth] = fit->end_us[depth] = to;
	if (depth < SPAN_DEPTH_MOST)
		fit->done_us[depth + 1] = from;
}

static void lay_block(struct builder *b, const struct block *block, struct fit *fit)
{
	struct lanes_lane *lane = free_lane(b, false, block->from_us);
	int64_t from = lane->slices.count ? later(block->from_us, lane->end_us) : block->from_us;
	struct lanes_slice *slice = add_slice(b, lane, from, block->to_us);

	slice->name = block_name(&b->tl->arena, block);
	slice->compile = block->compile;
	slice->is_compile = true;
	slice->open = block->span && block->span->end_us < 0;
	fit->end_us[0] = lane->end_us = slice->to_us;
	fit->done_us[1] = from;
	if (block->end > block->first)
		timing_compile(&b->timing, block->compile);
	for (size_t i = block->first; i < block->end; i++)
		add_span(b, lane, block, i, fit);
}

static void lay_blocks(struct builder *b)
{
	struct fit *fit = arena_new(&b->scratch, struct fit);

	if (b->blocks.count)
		qsort(b->blocks.items, b->blocks.count, sizeof *b->blocks.items, by_start);
	for (size_t i = 0; i < b->blocks.count; i++)
		lay_block(b, &b->blocks.items[i], fit);
}

static void lay_workers(struct builder *b)
{
	const struct process *p = b->process;

	b->blocks.count = 0;
	for (size_t i = 0; i < p->worker_spans.count; i++) {
		const struct span *s = &p->worker_spans.items[i];
		struct block *block = add_block(b, NULL);

		block->span = s;
		block->from_us = s->start_us;
		block->to_us = end_of(p, s);
	}
	if (b->blocks.count)
		qsort(b->blocks.items, b->blocks.count, sizeof *b->blocks.items, by_start);
	for (size_t i = 0; i < b->blocks.count; i++) {
		const struct block *block = &b->blocks.items[i];
		struct lanes_lane *lane = free_lane(b, true, block->from_us);
		struct lanes_slice *slice = add_slice(b, lane,
			lane->slices.count ? later(block->from_us, lane->end_us) : block->from_us,
			block->to_us);

		slice->name = str_c(block->span->name);
		slice->open = block->span->end_us < 0;
		lane->end_us = slice->to_us;
	}
}

static void add_mark(struct builder *b, enum lanes_kind kind, const struct compile *c)
{
	int64_t at = c->start_us;

	if (at < 0 && c->spans.count)
		at = c->spans.items[0].start_us;
	if (at < 0)
		return;
	if (kind == LANES_FAILURE && c->time_us > 0)
		at += c->time_us;
	*array_add(&b->tl->arena, &b->tl->marks) = (struct lanes_mark){ kind, c, at };
}

static void add_marks(struct builder *b, const struct compile *c)
{
	if (compile_is_recompile(c))
		add_mark(b, LANES_RECOMPILE, c);
	if (c->status == COMPILE_LIMIT)
		add_mark(b, LANES_LIMIT, c);
	if (c->counted && c->status == COMPILE_FAILED)
		add_mark(b, LANES_FAILURE, c);
}

static void add_process(struct builder *b, const struct process *p)
{
	b->process = p;
	b->blocks.count = 0;
	b->first_lane = b->tl->lanes.count;
	for (size_t i = 0; i < p->compiles.count; i++) {
		add_compile(b, p->compiles.items[i]);
		add_marks(b, p->compiles.items[i]);
	}
	lay_blocks(b);
	lay_workers(b);
}

void lanes_build(struct lanes *tl, const struct trace *t)
{
	struct builder b = { .tl = tl };

	*tl = (struct lanes){ .origin_us = -1 };
	causes_find(&tl->causes, t);
	timing_init(&b.timing, t);
	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];

		if (p->absolute && p->first_us >= 0 &&
		    (tl->origin_us < 0 || p->first_us < tl->origin_us))
			tl->origin_us = p->first_us;
		add_process(&b, p);
	}
	timing_release(&b.timing);
	arena_release(&b.scratch);
}

void lanes_release(struct lanes *tl)
{
	causes_release(&tl->causes);
	arena_release(&tl->arena);
	*tl = (struct lanes){ .origin_us = -1 };
}

int64_t lanes_origin(const struct lanes *tl, const struct process *p)
{
	if (p->absolute)
		return tl->origin_us;
	return p->first_us > 0 ? p->first_us : 0;
}

struct str lanes_process_name(struct arena *a, const struct process *p)
{
	struct str pid = p->pid >= 0 ? str_format(a, "process %lld", (long long)p->pid) :
				       str_format(a, "process #%zu", p->index);

	if (p->rank < 0)
		return pid;
	return str_format(a, "rank %lld, %.*s", (long long)p->rank, STR_ARG(pid));
}
