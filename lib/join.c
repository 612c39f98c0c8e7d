/* SPDX-License-Identifier: MIT */
#include "join.h"

#include "timestable.h"

#include <stdlib.h>

#define APART_MOST_US INT64_C(10000000)	/* between what both call the beginning of a compile */

/* Text process from goes into process to. */
struct join {
	struct trace *trace;
	struct process *from, *to;
	struct map taken;	/* compile of to → 1: has its match */
	struct map became;	/* compile of from → compile of to */
	struct map breaks;	/* hash of a break of to → how many are not matched yet */
};

static bool is_numbered(const struct compile *c)
{
	return c->id.frame >= 0 || c->id.autograd >= 0;
}

static bool is_near(const struct compile *a, const struct compile *b)
{
	int64_t apart = a->head_us - b->head_us;

	return a->head_us < 0 || b->head_us < 0 ||
	       (apart < APART_MOST_US && apart > -APART_MOST_US);
}

static bool is_same_text(struct str a, struct str b)
{
	return !a.s || !b.s || str_eq(a, b);
}

static bool is_same_function(const struct compile *a, const struct compile *b)
{
	return is_same_text(a->function, b->function) && is_same_text(a->file, b->file) &&
	       (a->first_line < 0 || b->first_line < 0 || a->first_line == b->first_line);
}

/* The compile of p with c's id that began nearest to it; NULL if none is near. */
static struct compile *find_same_id(struct process *p, const struct compile *c)
{
	struct compile *best = NULL;

	for (struct compile *o = process_find(p, c->id); o; o = o->next_same_hash)
		if (compile_id_equal(o->id, c->id) && is_near(o, c) &&
		    (!best || (c->head_us >= 0 && o->head_us >= 0 &&
			       llabs(o->head_us - c->head_us) <
			       llabs(best->head_us - c->head_us))))
			best = o;
	return best;
}

/* How many compiles speak for both being one process, less those that speak against. */
static int64_t agreement(const struct process *text, struct process *other)
{
	int64_t sum = 0;

	for (size_t i = 0; i < text->compiles.count; i++) {
		const struct compile *c = text->compiles.items[i], *o;

		if (!is_numbered(c) || !process_find(other, c->id))
			continue;
		o = find_same_id(other, c);
		if (other->from_text && o && (o->head_us < 0 || c->head_us < 0))
			continue;	/* two texts: only what is of one time */
		sum += o && is_same_function(o, c) ? 1 : -1;
	}
	return sum;
}

static bool may_be_one(const struct process *a, const struct process *b)
{
	return a->source != b->source && (a->rank < 0 || b->rank < 0 || a->rank == b->rank) &&
	       (a->pid < 0 || b->pid < 0 || a->pid == b->pid);
}

/*
 * The process that a text log is also of; NULL if there is none. Without any compile in
 * common an equal process id is enough beside a trace.
 */
static struct process *find_other(const struct trace *t, const struct process *text)
{
	struct process *best = NULL;
	int64_t most = 0;

	for (size_t i = 0; i < t->processes.count; i++) {
		struct process *o = t->processes.items[i];
		int64_t agreed;

		if (o == text || !may_be_one(text, o) || (o->from_text && o->index > text->index))
			continue;
		agreed = agreement(text, o);
		if (agreed == 0 && !o->from_text && text->pid >= 0 && text->pid == o->pid)
			agreed = 1;
		if (agreed > most) {
			most = agreed;
			best = o;
		}
	}
	return best;
}

static struct str keep(const struct join *j, struct str s)
{
	return intern_add(&j->to->source->strings, s);
}

static void contradiction(const struct join *j, const struct compile *text, const char *what)
{
	struct str id = text->id_text.s ? text->id_text : STR("a compile");

	health_add(&j->trace->health, HEALTH_CONTRADICTION, text->process->source->path,
		   text->line, "%.*s %s than another input says; that one is believed",
		   STR_ARG(id), what);
}

/* Without an id: by its function, the first of the same fate that has no match. */
static struct compile *find_unnumbered(struct join *j, const struct compile *c)
{
	for (size_t i = 0; i < j->to->compiles.count; i++) {
		struct compile *o = j->to->compiles.items[i];
		bool same = c->status == COMPILE_UNKNOWN ? compile_is_recompile(o) :
			    o->status == c->status;

		if (same && is_near(o, c) && is_same_function(o, c) &&
		    (c->function.s || is_same_text(c->fail_type, o->fail_type)) &&
		    !map_find(&j->taken, (uint64_t)(uintptr_t)o))
			return o;
	}
	return NULL;
}

static struct compile *find_match(struct join *j, const struct compile *c)
{
	return is_numbered(c) ? find_same_id(j->to, c) : find_unnumbered(j, c);
}

static void copy_reasons(const struct join *j, const struct compile *from, struct compile *to)
{
	for (size_t i = 0; i < from->reasons.count; i++)
		*array_add(&j->to->source->arena, &to->reasons) = keep(j, from->reasons.items[i]);
}

static bool shares_reason(const struct compile *a, const struct compile *b)
{
	for (size_t i = 0; i < a->reasons.count; i++)
		for (size_t k = 0; k < b->reasons.count; k++)
			if (str_starts(a->reasons.items[i], b->reasons.items[k]) ||
			    str_starts(b->reasons.items[k], a->reasons.items[i]))
				return true;
	return false;
}

static void complete_function(const struct join *j, const struct compile *from,
			      struct compile *to)
{
	if (to->function.s || !from->function.s)
		return;
	to->function = keep(j, from->function);
	to->file = keep(j, from->file);
	to->first_line = from->first_line;
}

static void complete_failure(const struct join *j, const struct compile *from,
			     struct compile *to)
{
	bool open = to->status == COMPILE_UNFINISHED || to->status == COMPILE_UNKNOWN;

	if (open && from->status != COMPILE_UNKNOWN) {
		to->status = from->status;
		to->counted = from->counted;
		to->fail_type = keep(j, from->fail_type);
		to->fail_reason = keep(j, from->fail_reason);
	} else if (from->status != COMPILE_UNKNOWN && from->status != to->status) {
		contradiction(j, from, "ends otherwise");
	}
	if (!to->fail_file.s && from->fail_file.s) {
		to->fail_file = keep(j, from->fail_file);
		to->fail_line = from->fail_line;
	}
}

/* What text says of a compile that the other input knows too. */
static void complete(struct join *j, const struct compile *from, struct compile *to)
{
	if (!is_same_function(from, to))
		contradiction(j, from, "is of another function");
	else if (from->reasons.count && to->reasons.count && from->status != COMPILE_LIMIT &&
		 !shares_reason(from, to))
		contradiction(j, from, "has other reasons");
	complete_function(j, from, to);
	complete_failure(j, from, to);
	if (to->reasons.count == 0)
		copy_reasons(j, from, to);
	for (int i = 0; i < METRIC_COUNT; i++)
		if (to->metrics[i] < 0)
			to->metrics[i] = from->metrics[i];
	if (from->attempts > to->attempts && to->from_text)
		to->attempts = from->attempts;
	to->started |= from->started && to->from_text;
}

/* A compile that only the text names. */
static struct compile *adopt(struct join *j, const struct compile *from)
{
	struct compile *c = process_begin(j->to, from->id, from->line);

	c->from_text = true;
	c->status = from->status;
	c->counted = from->counted;
	c->recompiled = from->recompiled;
	c->started = from->started;
	c->head_us = from->head_us;
	c->start_us = from->head_us < 0 ? -1 : from->head_us +
		      (j->to->absolute ? j->to->head_offset_us : 0);
	complete(j, from, c);
	return c;
}

static void join_compiles(struct join *j)
{
	for (size_t i = 0; i < j->from->compiles.count; i++) {
		const struct compile *c = j->from->compiles.items[i];
		struct compile *o = find_match(j, c);

		if (o)
			complete(j, c, o);
		else
			o = adopt(j, c);
		map_add(&j->taken, (uint64_t)(uintptr_t)o);
		*map_add(&j->became, (uint64_t)(uintptr_t)c) = (uint64_t)(uintptr_t)o;
	}
}

static struct compile *became(const struct join *j, const struct compile *c)
{
	const uint64_t *slot = c ? map_find(&j->became, (uint64_t)(uintptr_t)c) : NULL;

	return slot ? (struct compile *)(uintptr_t)*slot : NULL;
}

/* Strings of the other process's source: equal ones are one pointer. */
static uint64_t break_key(const struct graph_break *g)
{
	return MAP_KEY(g->file) ^ (uint64_t)g->line << 48;
}

static void join_breaks(struct join *j)
{
	for (size_t i = 0; i < j->to->breaks.count; i++)
		(*map_add(&j->breaks, break_key(&j->to->breaks.items[i])))++;
	for (size_t i = 0; i < j->from->breaks.count; i++) {
		struct graph_break g = j->from->breaks.items[i];
		uint64_t *left;

		g.file = keep(j, g.file);
		left = map_add(&j->breaks, break_key(&g));
		if (*left > 0) {
			--*left;
			continue;
		}
		g.compile = became(j, g.compile);
		g.reason = keep(j, g.reason);
		g.hints = keep(j, g.hints);
		g.link = keep(j, g.link);
		*array_add(&j->to->source->arena, &j->to->breaks) = g;
	}
}

static void join_notes(struct join *j)
{
	for (size_t i = 0; i < j->from->notes.count; i++) {
		struct text_note n = j->from->notes.items[i];

		n.compile = became(j, n.compile);
		n.text = keep(j, n.text);
		*array_add(&j->to->source->arena, &j->to->notes) = n;
	}
}

static void join_times_of(struct join *j)
{
	struct source *s = j->from->source;

	for (size_t i = 0; i < s->times.list.count; i++)
		if (s->times.list.items[i].process == j->from)
			s->times.list.items[i].process = j->to;
}

static void join_process(struct trace *t, struct process *from, struct process *to)
{
	struct join j = { .trace = t, .from = from, .to = to };

	join_compiles(&j);
	join_breaks(&j);
	/* Two text logs of one process say the same; a trace has none of it. */
	if (to->notes.count == 0)
		join_notes(&j);
	join_times_of(&j);
	to->says_starts |= from->says_starts;
	if (to->rank < 0)
		to->rank = from->rank;
	if (to->pid < 0)
		to->pid = from->pid;
	map_release(&j.taken);
	map_release(&j.became);
	map_release(&j.breaks);
}

/* All tables, those of several inputs about one process as one. */
static void join_times(struct trace *t)
{
	struct map index = { 0 };
	struct process *only = t->processes.count == 1 ? t->processes.items[0] : NULL;

	for (size_t i = 0; i < t->sources.count; i++) {
		struct source *s = t->sources.items[i];

		for (size_t k = 0; k < s->times.list.count; k++) {
			struct times_row row = s->times.list.items[k];

			row.function = intern_add(&t->sources.items[0]->strings, row.function);
			if (!row.process)
				row.process = only;
			times_add(&t->arena, &t->times, &index, &row);
		}
	}
	map_release(&index);
}

void join_trace(struct trace *t)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->processes.count; i++) {
		struct process *p = t->processes.items[i];
		struct process *other = p->from_text && t->sources.count > 1 ?
					find_other(t, p) : NULL;

		if (other)
			join_process(t, p, other);
		p->joined = other != NULL;
	}
	for (size_t i = 0; i < t->processes.count; i++)
		if (!t->processes.items[i]->joined) {
			t->processes.items[i]->index = kept;
			t->processes.items[kept++] = t->processes.items[i];
		}
	t->processes.count = kept;
	join_times(t);
}
