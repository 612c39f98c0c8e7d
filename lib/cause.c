/* SPDX-License-Identifier: MIT */
#include "cause.h"

#include "place.h"
#include "reasons.h"
#include "source.h"

#include <stdlib.h>

/* ORDER of enum outlook */
static const char *const outlook_names[] = { "settles", "bounded", "grows", "at_limit" };

/* Kinds that take one of two values, or of the few that a program has anyway. */
static const enum guard_kind few_valued[] = {
	GUARD_BOOL, GUARD_NONE, GUARD_TRAINING_MODE, GUARD_REQUIRES_GRAD, GUARD_GLOBAL_STATE,
	GUARD_ZERO_ONE, GUARD_DYNAMIC_MARK, GUARD_ATTRIBUTE, GUARD_ALIAS,
};

/* Kinds that torch's automatic dynamic takes over the second time they change. */
static const enum guard_kind dynamic_kinds[] = {
	GUARD_SIZE, GUARD_STRIDE, GUARD_INT, GUARD_FLOAT,
};

const char *cause_outlook_name(enum outlook outlook)
{
	return outlook_names[outlook];
}

static bool is_among(enum guard_kind kind, const enum guard_kind *kinds, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (kinds[i] == kind)
			return true;
	return false;
}

static const struct compile *entry_of(const struct compile *c, int64_t number)
{
	for (const struct compile *o = c->next_same_frame;
	     o && o->generation == c->generation; o = o->next_same_frame)
		if (o->id.compile == number)
			return o;
	return NULL;
}

static struct finding *find(struct causes *cs, const struct compile *c)
{
	struct finding *f = arena_new(&cs->arena, struct finding);
	struct reasons r = reasons_of(&cs->arena, c);

	f->compile = c;
	f->why = closest_find(&cs->arena, c->entries, c->entry, r.items, r.count);
	f->closest = f->why.entry < 0 ? NULL : entry_of(c, f->why.entry);
	if (c->id.compile == 1 && r.count == 1)		/* there is but one older entry */
		f->why.guessed = false;
	return f;
}

/* What makes two findings one cause: one would fix them together. */
static struct str group_key(struct buf *b, const struct finding *f, struct arena *a)
{
	const struct compile *c = f->compile;
	struct str parts[] = {
		c->function, c->file, str_c(guard_kind_name(f->why.cause.kind)),
		source_pattern(a, f->why.cause.source),
	};

	buf_cut(b, 0);
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		buf_add(b, parts[i]);
		buf_add_char(b, '\n');
	}
	buf_addf(b, "%lld", (long long)c->first_line);
	return buf_str(b);
}

static struct cause *new_cause(struct causes *cs, const struct finding *f)
{
	struct cause *c = arena_new(&cs->arena, struct cause);
	const struct guard *g = &f->why.cause;

	c->kind = g->kind;
	c->function = f->compile->function;
	c->file = f->compile->file;
	c->line = f->compile->first_line;
	c->source = g->source;
	c->raw = g->raw;
	c->index = g->index;
	c->guard_line = c->resumed_line = c->limit = -1;
	c->largest = -1;
	place_resumed(c->function, &c->resumed_in, &c->resumed_line);
	*array_add(&cs->arena, &cs->causes) = c;
	return c;
}

/* The values seen are few in most causes, and a map of their texts finds them in the rest. */
static void add_value(struct causes *cs, struct cause *c, struct intern *seen, struct str value)
{
	size_t before = seen->count;
	int64_t number;

	if (!value.s)
		return;
	value = intern_add(seen, value);
	if (seen->count == before)
		return;
	*array_add(&cs->arena, &c->values) = value;
	if (!str_to_i64(value, &number))
		return;
	if (c->largest < c->smallest)
		c->smallest = c->largest = number;
	if (number < c->smallest)
		c->smallest = number;
	if (number > c->largest)
		c->largest = number;
}

static void add_values(struct causes *cs, struct cause *c)
{
	struct intern seen;

	intern_init(&seen, &cs->arena);
	for (size_t i = 0; i < c->findings.count; i++) {
		add_value(cs, c, &seen, c->findings.items[i]->why.cause.was);
		add_value(cs, c, &seen, c->findings.items[i]->why.cause.now);
	}
	intern_release(&seen);
}

static void add_finding(struct causes *cs, struct cause *c, struct finding *f)
{
	const struct guard *g = &f->why.cause;
	struct str merged = source_generalise(&cs->arena, c->source, g->source);

	if (merged.s)
		c->source = merged;
	if (c->index != g->index)
		c->index = -1;
	c->time_us += compile_cost(f->compile);
	c->guessed |= f->why.guessed;
	if (!c->guard_file.s && g->file.s) {
		c->guard_file = g->file;
		c->guard_line = g->line;
		c->guard_code = g->code;
	}
	f->cause = c;
	*array_add(&cs->arena, &c->findings) = f;
}

static void group(struct causes *cs)
{
	struct intern keys;
	struct map by_key = { 0 };
	struct buf key = { 0 };

	intern_init(&keys, &cs->arena);
	for (size_t i = 0; i < cs->findings.count; i++) {
		struct finding *f = cs->findings.items[i];
		uint64_t *slot = map_add(&by_key, MAP_KEY(intern_add(&keys,
						group_key(&key, f, &cs->arena))));

		if (*slot == 0)
			*slot = (uint64_t)(uintptr_t)new_cause(cs, f);
		add_finding(cs, (struct cause *)(uintptr_t)*slot, f);
	}
	buf_release(&key);
	map_release(&by_key);
	intern_release(&keys);
}

/* Whether this pair of facts is the cause's own, and the new entry leaves it open. */
static bool is_left_open(struct arena *a, const struct guard *g, const struct guard_pair *pair)
{
	if (!pair->was || fact_family(pair->was->kind) != fact_family(g->kind) ||
	    !str_eq(source_short(a, pair->was->source), g->source))
		return false;
	if (g->kind == GUARD_INT || g->kind == GUARD_FLOAT)
		return !pair->now;	/* no longer asked for */
	return pair->was->index == g->index && pair->now && pair->now->dynamic;
}

/*
 * Whether the entry that a finding's compile made leaves open what had changed. Without
 * trees, what torch does by default: it does so the first time a value changes.
 */
static bool is_made_dynamic(struct causes *cs, const struct cause *c, const struct finding *f)
{
	const struct guard_frame *entries = f->compile->entries;
	size_t was = f->why.entry < 0 ? STR_NONE : guardtree_find(entries, f->why.entry);
	struct guard_walk walk = { 0 };
	struct guard_pair pair;

	if (!is_among(c->kind, dynamic_kinds, COUNT_OF(dynamic_kinds)))
		return false;
	if (was == STR_NONE || f->compile->entry == STR_NONE)
		return c->findings.count == 1 && f->compile->status != COMPILE_REFUSED;
	while (guardtree_next(entries, was, f->compile->entry, &walk, &pair))
		if (is_left_open(&cs->arena, &f->why.cause, &pair))
			return true;
	return false;
}

static bool is_at_limit(const struct causes *cs, const struct cause *c)
{
	for (size_t i = 0; i < cs->limits.count; i++) {
		const struct compile *hit = cs->limits.items[i]->compile;

		for (size_t k = 0; k < c->findings.count; k++)
			if (c->findings.items[k]->compile->entries == hit->entries)
				return true;
	}
	return false;
}

#define GROWS_FROM 3		/* recompiles; fewer may be all there are */

/* Without a new value that was there before, each recompile brought another one. */
static bool is_new_each_time(const struct cause *c)
{
	return c->findings.count >= GROWS_FROM && c->values.count > c->findings.count;
}

static enum outlook outlook_of(const struct causes *cs, const struct cause *c)
{
	if (is_at_limit(cs, c))
		return OUTLOOK_AT_LIMIT;
	if (c->made_dynamic)
		return OUTLOOK_SETTLES;
	if (is_among(c->kind, few_valued, COUNT_OF(few_valued)))
		return c->findings.count == 1 ? OUTLOOK_SETTLES : OUTLOOK_BOUNDED;
	if (c->kind == GUARD_IDENTITY && c->findings.count >= GROWS_FROM)
		return OUTLOOK_GROWS;
	return is_new_each_time(c) ? OUTLOOK_GROWS : OUTLOOK_BOUNDED;
}

/* Entries of the frame at the end, and its limit, as far as the log says. */
static void count_variants(struct cause *c)
{
	const struct compile *last = c->findings.items[c->findings.count - 1]->compile;

	c->variants = last->entries ? (int64_t)last->entries->trees.count : 0;
	for (const struct compile *o = last; o && c->limit < 0; o = o->next_same_frame)
		c->limit = o->metrics[METRIC_RECOMPILE_LIMIT];
	if (c->variants == 0)
		c->variants = last->id.compile + 1;
}

static void finish(struct causes *cs, struct cause *c)
{
	add_values(cs, c);
	c->made_dynamic = is_made_dynamic(cs, c, c->findings.items[c->findings.count - 1]);
	count_variants(c);
	c->outlook = outlook_of(cs, c);
}

/* The dearest first; of equal cost, the one that came first. */
static int by_cost(const void *a, const void *b)
{
	const struct cause *x = *(struct cause *const *)a, *y = *(struct cause *const *)b;

	if (x->time_us != y->time_us)
		return x->time_us < y->time_us ? 1 : -1;
	return (x->number > y->number) - (x->number < y->number);
}

void causes_find(struct causes *cs, const struct trace *t)
{
	*cs = (struct causes){ 0 };
	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++) {
			const struct compile *c = p->compiles.items[k];

			if (c->status == COMPILE_LIMIT)
				*array_add(&cs->arena, &cs->limits) = find(cs, c);
			else if (compile_is_recompile(c))
				*array_add(&cs->arena, &cs->findings) = find(cs, c);
		}
	}
	group(cs);
	for (size_t i = 0; i < cs->causes.count; i++) {
		cs->causes.items[i]->number = i + 1;
		finish(cs, cs->causes.items[i]);
	}
	if (cs->causes.count)
		qsort(cs->causes.items, cs->causes.count, sizeof *cs->causes.items, by_cost);
	for (size_t i = 0; i < cs->causes.count; i++)
		cs->causes.items[i]->number = i + 1;
}

void causes_release(struct causes *cs)
{
	arena_release(&cs->arena);
}

const struct finding *causes_of(const struct causes *cs, const struct compile *c)
{
	for (size_t i = 0; i < cs->findings.count; i++)
		if (cs->findings.items[i]->compile == c)
			return cs->findings.items[i];
	for (size_t i = 0; i < cs->limits.count; i++)
		if (cs->limits.items[i]->compile == c)
			return cs->limits.items[i];
	return NULL;
}
