/* SPDX-License-Identifier: MIT */
#include "dimension.h"

#include "source.h"
#include "symbol.h"

/* ORDER of enum dimension_state */
static const char *const state_names[] = {
	"static", "automatic", "open", "marked", "zero_one", "duck_shape", "specialised",
	"violated",
};

const char *dimension_state_name(enum dimension_state state)
{
	return state_names[state];
}

static const struct compile *oldest_of(const struct compile *c)
{
	while (c->next_same_frame && c->next_same_frame->generation == c->generation)
		c = c->next_same_frame;
	return c;
}

/* The dimension of a tensor in the frame that c is of; made when new. */
static struct dimension *dimension_of(struct dimensions *ds, const struct compile *c,
				      struct str source, int index)
{
	uint64_t frame = map_key((uint64_t)(uintptr_t)c->entries, (uint64_t)index);
	uint64_t *slot = map_add(&ds->by_key, source_hash_bytes(source, frame));
	struct dimension *d;

	if (*slot)
		return ds->items.items[*slot - 1];
	d = arena_new(&ds->arena, struct dimension);
	d->first = oldest_of(c);
	d->source = str_copy(&ds->arena, source);
	d->index = index;
	d->high = d->line = d->static_us = d->open_us = -1;
	*array_add(&ds->arena, &ds->items) = d;
	*slot = ds->items.count;
	return d;
}

#define VALUES_MOST 64		/* distinct sizes that are kept; the range goes on */

static void add_value(struct dimensions *ds, struct dimension *d, struct str text)
{
	int64_t value;

	if (!str_to_i64(text, &value))
		return;
	if (d->values.count == 0)
		d->low = d->high = value;
	d->low = value < d->low ? value : d->low;
	d->high = value > d->high ? value : d->high;
	for (size_t i = 0; i < d->values.count; i++)
		if (d->values.items[i] == value)
			return;
	if (d->values.count < VALUES_MOST)
		*array_add(&ds->arena, &d->values) = value;
}

static void raise_state(struct dimension *d, enum dimension_state state)
{
	if (state > d->state)
		d->state = state;
}

static void set_place(struct dimension *d, struct str file, int64_t line, struct str code)
{
	d->file = file;
	d->line = line;
	d->code = code;
}

static void add_symbol(struct dimensions *ds, const struct compile *c, const struct symbol *s)
{
	struct dimension *d;
	int index;
	struct str tensor = symbol_tensor(s->source, &index);

	if (index < 0)
		return;
	d = dimension_of(ds, c, source_short(&ds->arena, tensor), index);
	d->last = c;
	if (s->fixed) {
		raise_state(d, DIMENSION_SPECIALISED);
		set_place(d, s->where.file, s->where.line, s->where.code);
		return;
	}
	if (!d->open) {
		d->open = c;
		d->open_us = compile_cost(c);
		raise_state(d, c == d->first ? DIMENSION_OPEN : DIMENSION_AUTOMATIC);
	}
	if (d->line < 0)
		set_place(d, s->where.file, s->where.line, s->where.code);
	add_value(ds, d, s->value);
}

/* "- You marked L['x'].size()[0] as dynamic but your code specialized it to be …" */
static void add_violations(struct dimensions *ds, const struct compile *c)
{
	struct str rest = c->fail_reason, source, line;

	if (!str_eq(c->fail_type, STR("ConstraintViolationError")))
		return;
	while (symbol_violation(&rest, &source, &line)) {
		int index;
		struct str tensor = symbol_tensor(source, &index);
		struct dimension *d;

		if (index < 0)
			continue;
		d = dimension_of(ds, c, source_short(&ds->arena, tensor), index);
		d->last = c;
		d->torch_says = line;
		raise_state(d, DIMENSION_VIOLATED);
	}
}

/* "x.size()[1]" somewhere in a guard's text → 1; -1 */
static int index_in(struct str text)
{
	static const struct str forms[] = { STR_INIT(".size()["), STR_INIT(".shape[") };

	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		size_t at = str_find(text, forms[i]);
		struct str rest = str_skip(text, at + forms[i].len), digits;
		int64_t number;

		if (at != STR_NONE && str_cut(&rest, ']', &digits) &&
		    str_to_i64(digits, &number) && number < 64)
			return (int)number;
	}
	return -1;
}

/* Each kind of guard on a size, and what it makes of the dimension. */
static bool state_of_kind(enum guard_kind kind, enum dimension_state *state)
{
	static const struct {
		enum guard_kind kind;
		enum dimension_state state;
	} states[] = {
		{ GUARD_SIZE, DIMENSION_STATIC }, { GUARD_ZERO_ONE, DIMENSION_ZERO_ONE },
		{ GUARD_DUCK_SHAPE, DIMENSION_DUCK }, { GUARD_SHAPE_GUARD, DIMENSION_SPECIALISED },
	};

	for (size_t i = 0; i < COUNT_OF(states); i++)
		if (states[i].kind == kind) {
			*state = states[i].state;
			return true;
		}
	return false;
}

/* The cheapest one counts: the first compile of a process pays for much else. */
static void add_cost(struct dimension *d, const struct compile *c)
{
	int64_t cost_us = compile_cost(c);

	if (d->static_us < 0 || cost_us < d->static_us)
		d->static_us = cost_us;
}

static void add_finding(struct dimensions *ds, const struct finding *f)
{
	const struct guard *g = &f->why.cause;
	enum dimension_state state;
	int index = g->index >= 0 ? g->index : index_in(g->text);
	struct dimension *d;

	if (!state_of_kind(g->kind, &state) || index < 0 || !g->source.len)
		return;
	d = dimension_of(ds, f->compile, g->source, index);
	if (state >= d->state || !d->cause)
		d->cause = f->cause;
	raise_state(d, state);
	d->recompiles++;
	d->time_us += compile_cost(f->compile);
	if (g->kind == GUARD_SIZE) {
		if (f->closest)
			add_cost(d, f->closest);
		if (!f->compile->symbols.count)
			add_cost(d, f->compile);
		add_value(ds, d, g->was);
	}
	add_value(ds, d, g->now);
	d->last = f->compile;
	if (g->file.s && (d->line < 0 || state == DIMENSION_SPECIALISED))
		set_place(d, g->file, g->line, g->code);
}

/* "marking L['x'] as dynamic (from mark_dynamic)" is said of the tensor, not a dimension. */
static void add_marks(struct dimensions *ds, const struct process *p)
{
	for (size_t i = 0; i < p->notes.count; i++) {
		const struct text_note *n = &p->notes.items[i];
		struct str rest = n->text, head, source;

		if (n->kind != TEXT_MARK || !n->compile ||
		    !str_cut_at(&rest, STR("marking "), &head) || !rest.s ||
		    !str_cut_at(&rest, STR(" as dynamic (from mark_dynamic"), &source) || !rest.s)
			continue;
		source = source_short(&ds->arena, source);
		for (size_t k = 0; k < ds->items.count; k++)
			if (ds->items.items[k]->open == n->compile &&
			    str_eq(ds->items.items[k]->source, source))
				raise_state(ds->items.items[k], DIMENSION_MARKED);
	}
}

/* Without what never changed, and what was open and stayed so. */
static void keep_telling(struct dimensions *ds)
{
	size_t kept = 0;

	for (size_t i = 0; i < ds->items.count; i++) {
		struct dimension *d = ds->items.items[i];

		if (d->open_us >= 0 && d->static_us > d->open_us)
			d->static_us = d->open_us;
		if (d->values.count > 1 || d->recompiles || d->state > DIMENSION_OPEN)
			ds->items.items[kept++] = d;
	}
	ds->items.count = kept;
}

/* Findings stand in the order of compiles: taken in step, so that values come in order. */
void dimensions_find(struct dimensions *ds, const struct trace *t, const struct causes *cs)
{
	size_t next = 0;

	*ds = (struct dimensions){ 0 };
	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++) {
			const struct compile *c = p->compiles.items[k];

			if (next < cs->findings.count && cs->findings.items[next]->compile == c)
				add_finding(ds, cs->findings.items[next++]);
			for (size_t m = 0; m < c->symbols.count; m++)
				add_symbol(ds, c, &c->symbols.items[m]);
			add_violations(ds, c);
		}
		add_marks(ds, p);
	}
	keep_telling(ds);
}

void dimensions_release(struct dimensions *ds)
{
	map_release(&ds->by_key);
	arena_release(&ds->arena);
}
