/* SPDX-License-Identifier: MIT */
#include "situation.h"

#include "blocker.h"
#include "source.h"

static struct spot *find_spot(struct situation *s, struct str raw, int index)
{
	for (size_t i = 0; i < s->spots.count; i++)
		if (s->spots.items[i].index == index &&
		    str_eq(s->spots.items[i].raw, raw))
			return &s->spots.items[i];
	return NULL;
}

/*
 * Reasons name a local x, trees and settings L['x']. A closure, a global and what is
 * already in that form stay as they are.
 */
static struct str full_name(struct arena *a, struct str raw)
{
	size_t n = 0;

	if (str_starts(raw, STR("L[")) || str_starts(raw, STR("G[")))
		return raw;
	while (n < raw.len && str_is_word(raw.s[n]))
		n++;
	if (n == 0 || (n < raw.len && raw.s[n] == '('))
		return raw;
	return str_format(a, "L['%.*s']%.*s", STR_ARG(str_take(raw, n)),
			  STR_ARG(str_skip(raw, n)));
}

static void widen(struct spot *p, struct str value)
{
	int64_t size;

	if (!str_to_i64(value, &size))
		return;
	if (p->largest < p->smallest)
		p->smallest = p->largest = size;
	if (size < p->smallest)
		p->smallest = size;
	if (size > p->largest)
		p->largest = size;
	p->zero_one |= p->index >= 0 && size <= 1;
}

static void add_spot(struct situation *s, struct str raw, int index, struct str was,
		     struct str now)
{
	struct spot *p;

	raw = full_name(s->arena, raw);
	p = find_spot(s, raw, index);
	if (!p) {
		p = array_add(s->arena, &s->spots);
		*p = (struct spot){ .raw = raw,
				    .name = source_short(s->arena, raw),
				    .index = index,
				    .was = was,
				    .largest = -1 };
	}
	widen(p, was);
	widen(p, now);
}

static bool is_size(enum guard_kind kind)
{
	return kind == GUARD_SIZE || kind == GUARD_ZERO_ONE;
}

/* Only sizes are told apart by dimension: one call makes all strides regular. */
static int spot_index(enum guard_kind kind, int index)
{
	return is_size(kind) ? index : -1;
}

static void add_spots(struct situation *s, const struct finding *f)
{
	const struct guard *g = &f->why.cause;

	add_spot(s, g->raw, spot_index(g->kind, g->index), g->was, g->now);
	for (size_t i = 0; i < f->why.also_count; i++) {
		const struct closest_also *also = &f->why.also[i];

		if (blocker_same_kind(also->kind, g->kind))
			add_spot(s, also->raw, spot_index(also->kind, also->index), also->was,
				 also->now);
	}
}

/* Another cause of the same function that concerns the same tensor. */
static bool is_sibling(const struct situation *s, const struct cause *o)
{
	return o != s->cause && blocker_same_function(o, s->cause) &&
	       str_eq(o->source, s->cause->source);
}

static void look_at_siblings(struct situation *s)
{
	for (size_t i = 0; s->causes && i < s->causes->causes.count; i++) {
		const struct cause *o = s->causes->causes.items[i];

		if (!is_sibling(s, o))
			continue;
		s->shape_branch |= o->kind == GUARD_SHAPE_GUARD;
		if (!is_size(o->kind))
			continue;
		for (size_t k = 0; k < o->findings.count; k++) {
			const struct guard *g = &o->findings.items[k]->why.cause;
			struct spot *p = find_spot(s, full_name(s->arena, g->raw),
						   g->index);

			if (p) {
				widen(p, g->was);
				widen(p, g->now);
				p->zero_one |= o->kind == GUARD_ZERO_ONE;
			}
		}
	}
}

/* torch's own wrappers are called by torch: the user cannot put code before the call. */
static bool is_torchs_own(struct str file)
{
	return str_find(file, STR("-packages/torch/")) != STR_NONE;
}

/* Called from a function that is itself compiled, such as after a graph break. */
static bool is_called_from_compiled(const struct compile *c)
{
	const struct process *p = c->process;

	for (size_t i = 0; p && i < c->stack.count; i++)
		for (size_t k = 0; k < p->compiles.count; k++) {
			const struct compile *o = p->compiles.items[k];

			if (o->id.frame != c->id.frame && o->function.s &&
			    str_eq(o->function, c->stack.items[i].function) &&
			    str_eq(o->file, c->stack.items[i].file))
				return true;
		}
	return false;
}

static bool is_reachable(const struct cause *c)
{
	return !c->resumed_in.s && !is_torchs_own(c->file) &&
	       !is_called_from_compiled(c->findings.items[0]->compile);
}

static bool mentions(const struct cause *c, struct str what)
{
	for (size_t i = 0; i < c->findings.count; i++) {
		const struct guard *g = &c->findings.items[i]->why.cause;

		if (str_find(g->text, what) != STR_NONE ||
		    str_find(g->hint, what) != STR_NONE)
			return true;
	}
	return false;
}

static bool are_all_blocked(const struct cause *c)
{
	for (size_t i = 0; i < c->findings.count; i++)
		if (!blocker_of_finding(c->findings.items[i]))
			return false;
	return true;
}

static enum switch_state automatic(const struct cause *c)
{
	for (const struct compile *o = c->findings.items[0]->compile; o;
	     o = o->next_same_frame)
		if (o->metrics[METRIC_AUTOMATIC_DYNAMIC] >= 0)
			return o->metrics[METRIC_AUTOMATIC_DYNAMIC] ? SWITCH_ON
								    : SWITCH_OFF;
	return SWITCH_UNKNOWN;
}

void situation_find(struct situation *s, struct arena *a, const struct causes *cs,
		    const struct cause *c, int version)
{
	*s = (struct situation){
		.arena = a, .causes = cs, .cause = c, .version = version
	};
	for (size_t i = 0; i < c->findings.count; i++)
		add_spots(s, c->findings.items[i]);
	look_at_siblings(s);
	for (size_t i = 0; i < s->spots.count; i++)
		s->zero_one |= s->spots.items[i].zero_one;
	s->zero_one |= c->kind == GUARD_ZERO_ONE;
	s->reachable = is_reachable(c);
	s->parameter = mentions(c, STR("force_parameter_static_shapes"));
	s->module_int = c->kind == GUARD_INT &&
			(mentions(c, STR("allow_unspec_int_on_nn_module")) ||
			 (!c->made_dynamic && str_starts(c->source, STR("self."))));
	s->automatic = automatic(c);
	s->blocked = are_all_blocked(c);
}

/* A size of 0 or 1 has a graph of its own, whatever else is dynamic. */
static bool is_zero_one(const struct guard *g)
{
	int64_t was, now;

	return g->kind == GUARD_ZERO_ONE ||
	       (g->kind == GUARD_SIZE && ((str_to_i64(g->was, &was) && was <= 1) ||
					  (str_to_i64(g->now, &now) && now <= 1)));
}

static int64_t cost_of(const struct compile *c)
{
	return c && c->time_us > 0 ? c->time_us + c->backward_us : 0;
}

/* True the first time. Compiles and findings are told apart by their addresses. */
static bool is_new(struct tally *t, const void *what)
{
	return (*map_add(&t->counted, (uint64_t)(uintptr_t)what))++ == 0;
}

static bool is_counted(const struct tally *t, const struct compile *c)
{
	return map_find(&t->counted, (uint64_t)(uintptr_t)c);
}

static void save(struct tally *t, const struct compile *c, int64_t cost_us)
{
	if (!is_new(t, c))
		return;
	t->saved.compiles++;
	t->saved.us += cost_us;
}

/*
 * Where torch made it dynamic by itself, the graph that remains is the one that was
 * compiled last, and the static one before it is saved. If that one was the dearer, it
 * paid for what is paid once (first use of a backend), and the next one will instead.
 * Where another finding saved the one before it already, this one is saved itself.
 */
static void save_static(struct tally *t, const struct finding *f)
{
	int64_t before = cost_of(f->closest), after = cost_of(f->compile);

	if (f->closest && is_counted(t, f->closest)) {
		save(t, f->compile, after);
		return;
	}
	save(t, f->closest ? f->closest : f->compile,
	     before < after || after == 0 ? before : after);
	t->saved.estimate |= before > after && after > 0;
}

static void save_finding(struct tally *t, const struct finding *f, enum saving saving)
{
	if (!is_new(t, f))
		return;
	if (saving == SAVING_DYNAMIC && f->cause->made_dynamic)
		save_static(t, f);
	else
		save(t, f->compile, cost_of(f->compile));
}

/* The recompile number i of the cause goes away. */
static bool is_saved(const struct cause *c, size_t i, enum saving saving)
{
	const struct finding *f = c->findings.items[i];

	return !blocker_of_finding(f) && !(saving == SAVING_BUT_ONE && i == 0) &&
	       !(saving == SAVING_DYNAMIC && is_zero_one(&f->why.cause));
}

/* True if any recompile goes away. */
static bool save_cause(struct tally *t, const struct cause *c, enum saving saving)
{
	bool any = false;

	for (size_t i = 0; i < c->findings.count; i++) {
		if (!is_saved(c, i, saving))
			continue;
		save_finding(t, c->findings.items[i], saving);
		any = true;
	}
	if (any)
		t->saved.estimate |= saving == SAVING_BUT_ONE || saving == SAVING_SIZES ||
				     (saving == SAVING_DYNAMIC && !c->made_dynamic);
	return any;
}

/* The rest of the same function, behind a graph break. */
static bool is_continuation(const struct situation *s, const struct cause *o)
{
	return s->version >= SITUATION_PASSED_ON && o->resumed_in.s &&
	       s->cause->kind == GUARD_SIZE &&
	       str_eq(o->resumed_in, s->cause->function) &&
	       str_eq(o->file, s->cause->file);
}

/* The function before the graph break, where the same value is named by the same setting. */
static bool is_origin(const struct situation *s, const struct cause *o)
{
	return s->cause->resumed_in.s && s->cause->kind == GUARD_SIZE &&
	       str_eq(s->cause->resumed_in, o->function) &&
	       str_eq(o->file, s->cause->file) && str_eq(o->raw, s->cause->raw);
}

static bool is_also_saved(const struct situation *s, const struct cause *o,
			  enum saving saving)
{
	if (o == s->cause)
		return false;
	if (saving == SAVING_SIZES)
		return is_sibling(s, o) && is_size(o->kind);
	return saving == SAVING_DYNAMIC && o->kind == s->cause->kind && o->made_dynamic &&
	       (is_continuation(s, o) || is_origin(s, o));
}

void situation_tally(struct tally *t, const struct situation *s, enum saving saving)
{
	if (!save_cause(t, s->cause, saving))
		return;
	for (size_t i = 0; s->causes && i < s->causes->causes.count; i++)
		if (is_also_saved(s, s->causes->causes.items[i], saving))
			save_cause(t, s->causes->causes.items[i], saving);
}

void tally_release(struct tally *t)
{
	map_release(&t->counted);
}

struct saved situation_saves(const struct situation *s, enum saving saving)
{
	struct tally t = { 0 };

	if (saving == SAVING_UNKNOWN)
		return (struct saved){ -1, -1, false };
	if (saving == SAVING_NONE)
		return t.saved;
	situation_tally(&t, s, saving);
	tally_release(&t);
	if (t.saved.us == 0)
		t.saved.us = -1;
	return t.saved;
}
