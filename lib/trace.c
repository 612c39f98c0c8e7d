/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include "pattern.h"

#include <string.h>

struct source *trace_source_new(struct str path)
{
	struct source *s = mem_alloc(sizeof *s);

	intern_init(&s->strings, &s->arena);
	s->health.arena = &s->arena;
	s->guard_lines.arena = &s->arena;
	s->path = str_copy(&s->arena, path);
	return s;
}

static void process_release(struct process *p)
{
	map_release(&p->by_id);
	map_release(&p->by_frame);
	map_release(&p->by_start);
	map_release(&p->limit_functions);
	map_release(&p->strings);
	map_release(&p->cache_keys);
}

void trace_source_free(struct source *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->processes.count; i++)
		process_release(s->processes.items[i]);
	map_release(&s->by_writer);
	map_release(&s->unknown);
	map_release(&s->times_index);
	intern_release(&s->strings);
	arena_release(&s->arena);
	mem_free(s);
}

void trace_release(struct trace *t)
{
	for (size_t i = 0; i < t->sources.count; i++)
		trace_source_free(t->sources.items[i]);
	arena_release(&t->arena);
	*t = (struct trace){ 0 };
}

void trace_add(struct trace *t, struct source *s)
{
	t->health.arena = &t->arena;
	*array_add(&t->arena, &t->sources) = s;
	health_merge(&t->health, &s->health);
	for (size_t i = 0; i < s->processes.count; i++) {
		s->processes.items[i]->index = t->processes.count;
		*array_add(&t->arena, &t->processes) = s->processes.items[i];
	}
}

void trace_keep_latest(struct trace *t)
{
	struct map latest = { 0 };	/* rank → place in processes, from 1 */
	size_t kept = 0;

	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];
		uint64_t *place = map_add(&latest, (uint64_t)p->rank);

		if (!*place || p->last_us >= t->processes.items[*place - 1]->last_us)
			*place = i + 1;
	}
	for (size_t i = 0; i < t->processes.count; i++) {
		struct process *p = t->processes.items[i];

		if (*map_find(&latest, (uint64_t)p->rank) != i + 1)
			continue;
		p->index = kept;
		t->processes.items[kept++] = p;
	}
	t->processes.count = kept;
	map_release(&latest);
}

void trace_settle(struct trace *t)
{
	struct map first = { 0 };	/* rank → the first process that has it */

	for (size_t i = 0; i < t->processes.count; i++) {
		struct process *p = t->processes.items[i], *o;
		uint64_t *slot;

		p->rank_shared = false;
		if (p->rank < 0)
			continue;
		slot = map_add(&first, (uint64_t)p->rank);
		o = (struct process *)(uintptr_t)*slot;
		if (o)
			o->rank_shared = p->rank_shared = true;
		else
			*slot = (uint64_t)(uintptr_t)p;
	}
	map_release(&first);
}

static bool file_matches_any(struct str file, const char *const *patterns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (file.s && pattern_matches_file(patterns[i], file))
			return true;
	return false;
}

static void process_keep_files(struct process *p, const char *const *patterns, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->compiles.count; i++)
		if (file_matches_any(p->compiles.items[i]->file, patterns, count))
			p->compiles.items[kept++] = p->compiles.items[i];
		else
			p->compiles.items[i]->dropped = true;
	p->compiles.count = kept;
	kept = 0;
	for (size_t i = 0; i < p->breaks.count; i++)
		if (file_matches_any(p->breaks.items[i].file, patterns, count))
			p->breaks.items[kept++] = p->breaks.items[i];
	p->breaks.count = kept;
}

void trace_keep_files(struct trace *t, const char *const *patterns, size_t count)
{
	for (size_t i = 0; count > 0 && i < t->processes.count; i++)
		process_keep_files(t->processes.items[i], patterns, count);
}

static struct process *process_new(struct source *s, int64_t pid, int64_t rank)
{
	struct process *p = arena_new(&s->arena, struct process);

	p->source = s;
	p->pid = pid;
	p->rank = rank;
	p->index = s->processes.count;	/* in its source, until trace_add() */
	p->first_us = p->last_us = -1;
	*array_add(&s->arena, &s->processes) = p;
	return p;
}

void process_saw(struct process *p, int64_t head_us, int64_t absolute_us)
{
	if (absolute_us >= 0 && !p->absolute) {
		/* From now on on torch's own clock: what was seen so far moves to it. */
		p->absolute = true;
		p->head_offset_us = head_us >= 0 ? absolute_us - head_us : 0;
		p->first_us = p->first_us >= 0 && head_us >= 0 ?
			p->first_us + p->head_offset_us : -1;
		p->last_us = p->first_us;
	}
	if (absolute_us < 0 && !p->absolute)
		absolute_us = head_us;
	if (absolute_us < 0)
		return;
	if (p->first_us < 0 || absolute_us < p->first_us)
		p->first_us = absolute_us;
	if (absolute_us > p->last_us)
		p->last_us = absolute_us;
}

/* Seeded with an address, so that a log cannot choose ids that all hash alike. */
static uint64_t id_key(uint64_t seed, struct compile_id id)
{
	return ((uint64_t)id.frame + seed) * 0x9e3779b97f4a7c15u ^
	       ((uint64_t)id.compile + seed) * 0xc2b2ae3d27d4eb4fu ^
	       ((uint64_t)id.autograd + seed) * 0xd6e8feb86659fd93u;
}

#define RANK_ANY (-2)	/* stands for the newest process of a pid */

static uint64_t *writer_slot(struct source *s, uint64_t stream, int64_t pid, int64_t rank)
{
	struct compile_id key = { pid, rank, (int64_t)stream };

	return map_add(&s->by_writer, id_key((uint64_t)(uintptr_t)s, key));
}

#define THREAD_ID_FROM (INT64_C(1) << 32)	/* process ids stay below 2^22 */

struct process *trace_source_writer(struct source *s, uint64_t stream, int64_t pid, int64_t rank)
{
	struct process *p;

	if (pid >= THREAD_ID_FROM)
		pid = -1;
	p = (struct process *)(uintptr_t)
		*writer_slot(s, stream, pid, rank < 0 ? RANK_ANY : rank);
	if (p)
		return p;
	/* A rank is known only once torch.distributed has started. */
	if (rank >= 0)
		p = (struct process *)(uintptr_t)*writer_slot(s, stream, pid, -1);
	if (!p || p->rank >= 0)
		p = process_new(s, pid, rank);
	p->rank = rank;
	*writer_slot(s, stream, pid, rank) = (uint64_t)(uintptr_t)p;
	*writer_slot(s, stream, pid, RANK_ANY) = (uint64_t)(uintptr_t)p;
	return p;
}

struct process *trace_source_process(struct source *s, int64_t pid, int64_t rank)
{
	return trace_source_writer(s, 0, pid, rank);
}

static struct compile *pointer_of(const uint64_t *slot)
{
	return slot ? (struct compile *)(uintptr_t)*slot : NULL;
}

struct compile *process_find(struct process *p, struct compile_id id)
{
	struct compile *c = p->last;

	if (c && compile_id_equal(c->id, id))
		return c;
	c = pointer_of(map_find(&p->by_id, id_key((uint64_t)(uintptr_t)p, id)));
	while (c && !compile_id_equal(c->id, id))
		c = c->next_same_hash;
	return c;
}

/* Makes c the newest compile of its id and of its frame. */
static void register_id(struct process *p, struct compile *c)
{
	uint64_t *slot = map_add(&p->by_id, id_key((uint64_t)(uintptr_t)p, c->id));
	struct compile *before;

	c->id_text = compile_id_format(&p->source->arena, c->id);
	c->next_same_hash = pointer_of(slot);
	*slot = (uint64_t)(uintptr_t)c;
	if (c->id.frame < 0)
		return;
	slot = map_add(&p->by_frame, (uint64_t)c->id.frame);
	before = pointer_of(slot);
	c->next_same_frame = before;
	if (before)
		c->generation = before->generation + (c->id.compile <= before->id.compile);
	if (before && before->generation == c->generation)
		c->entries = before->entries;
	*slot = (uint64_t)(uintptr_t)c;
}

static bool is_id(struct compile_id id)
{
	return id.frame >= 0 || id.autograd >= 0;
}

static struct compile *compile_new(struct process *p, struct compile_id id, size_t line)
{
	struct compile *c = arena_new(&p->source->arena, struct compile);

	c->process = p;
	c->id = id;
	c->line = line;
	c->head_us = c->start_us = c->time_us = c->first_line = c->fail_line = -1;
	c->attempts = 1;
	c->open_span = SPAN_NONE;
	c->entry = STR_NONE;
	for (int i = 0; i < METRIC_COUNT; i++)
		c->metrics[i] = -1;
	*array_add(&p->source->arena, &p->compiles) = c;
	c->entries = arena_new(&p->source->arena, struct guard_frame);
	if (is_id(id))
		register_id(p, c);
	return c;
}

void process_number(struct compile *c, struct compile_id id)
{
	if (is_id(c->id) || !is_id(id))
		return;
	c->id = id;
	register_id(c->process, c);
}

struct compile *process_newest(const struct process *p, int64_t frame)
{
	return pointer_of(map_find(&p->by_frame, (uint64_t)frame));
}

struct compile *process_begin(struct process *p, struct compile_id id, size_t line)
{
	return p->last = compile_new(p, id, line);
}

struct compile *process_compile(struct process *p, struct compile_id id, bool begins,
				size_t line)
{
	struct compile *c = process_find(p, id);

	if (!c || (begins && c->ended))
		c = compile_new(p, id, line);
	p->last = c;
	return c;
}

/* The same compile twice: an earlier one of this id began at the very same time. */
static bool is_repeated(struct process *p, const struct compile *c)
{
	uint64_t *seen;

	if (c->start_us < 0 || !p->absolute)
		return false;
	seen = map_add(&p->by_start, id_key((uint64_t)(uintptr_t)p, c->id) ^ (uint64_t)c->start_us << 12);
	return (*seen)++ > 0;
}

/*
 * The frame's limit is hit once, however often torch says so: true if an earlier
 * compile of the same frame and generation stands for it already.
 */
static bool is_same_limit(const struct compile *c)
{
	for (const struct compile *o = c->next_same_frame;
	     o && o->generation == c->generation; o = o->next_same_frame)
		if (o->status == COMPILE_LIMIT)
			return true;
	return false;
}

/*
 * A limit hit and a refusal carry no function of their own: an older compile has it.
 * That has been through here before, so one step back is enough.
 */
static void take_function(struct compile *c)
{
	const struct compile *o = c->next_same_frame;

	if (!o || c->function.s || o->generation != c->generation)
		return;
	c->function = o->function;
	c->file = o->file;
	c->first_line = o->first_line;
}

/* Breaks of compiles that were dropped go with them. */
static void drop_breaks(struct process *p)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->breaks.count; i++)
		if (!p->breaks.items[i].compile || !p->breaks.items[i].compile->dropped)
			p->breaks.items[kept++] = p->breaks.items[i];
	p->breaks.count = kept;
}

static void process_finish(struct process *p)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->compiles.count; i++) {
		struct compile *c = p->compiles.items[i];

		compile_finish(c);
		take_function(c);
		c->dropped = is_repeated(p, c);
		if (c->dropped)
			health_add(&p->source->health, HEALTH_REPEATED, p->source->path, c->line,
				   "compile %.*s stands in the log twice; counted once",
				   STR_ARG(c->id_text));
		else if (c->status != COMPILE_LIMIT || !is_same_limit(c))
			p->compiles.items[kept++] = c;
	}
	p->compiles.count = kept;
	drop_breaks(p);
}

void trace_source_finish(struct source *s)
{
	for (size_t i = 0; i < s->processes.count; i++)
		process_finish(s->processes.items[i]);
}
