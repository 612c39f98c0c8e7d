/* SPDX-License-Identifier: MIT */
#include "blocker.h"

#include "source.h"

#define BLOCKERS_MOST 8		/* more would be no sentence */

static bool is_size(enum guard_kind kind)
{
	return kind == GUARD_SIZE || kind == GUARD_ZERO_ONE;
}

bool blocker_same_kind(enum guard_kind one, enum guard_kind other)
{
	return one == other || (is_size(one) && is_size(other));
}

bool blocker_same_function(const struct cause *one, const struct cause *other)
{
	return one->line == other->line && str_eq(one->function, other->function) &&
	       str_eq(one->file, other->file);
}

/* What only one of both entries asks for may well hold in both. */
static bool is_blocker(const struct finding *f, const struct closest_also *also)
{
	return !blocker_same_kind(also->kind, f->why.cause.kind) && also->was.s && also->now.s;
}

bool blocker_of_finding(const struct finding *f)
{
	for (size_t i = 0; i < f->why.also_count; i++)
		if (is_blocker(f, &f->why.also[i]))
			return true;
	return false;
}

static struct str merge(struct arena *a, struct str one, struct str other)
{
	return str_eq(one, other) ? one : source_generalise(a, one, other);
}

/* The cause that the same fact is in other recompiles of the function. */
static const struct cause *cause_of(struct arena *a, const struct causes *cs,
				    const struct cause *c, const struct closest_also *also)
{
	struct str source = source_short(a, also->raw);

	for (size_t i = 0; cs && i < cs->causes.count; i++) {
		const struct cause *o = cs->causes.items[i];

		if (o != c && blocker_same_kind(o->kind, also->kind) &&
		    blocker_same_function(o, c) && merge(a, o->source, source).s)
			return o;
	}
	return NULL;
}

static struct blocker *find(struct arena *a, struct blockers *bs, struct str fact)
{
	for (size_t i = 0; i < bs->items.count; i++) {
		struct str merged = merge(a, bs->items.items[i].fact, fact);

		if (!merged.s)
			continue;
		bs->items.items[i].fact = merged;
		return &bs->items.items[i];
	}
	return NULL;
}

struct blockers blockers_find(struct arena *a, const struct causes *cs,
			      const struct cause *c)
{
	struct blockers bs = { 0 };

	for (size_t i = 0; i < c->findings.count; i++) {
		const struct finding *f = c->findings.items[i];

		for (size_t k = 0; k < f->why.also_count; k++) {
			const struct closest_also *also = &f->why.also[k];
			struct blocker *b = NULL;

			if (!is_blocker(f, also))
				continue;
			b = find(a, &bs, also->fact);
			if (!b && bs.items.count == BLOCKERS_MOST)
				continue;
			if (!b) {
				b = array_add(a, &bs.items);
				*b = (struct blocker){ .fact = also->fact,
						       .cause = cause_of(a, cs, c, also) };
			}
			b->count += b->last != f;
			b->last = f;
		}
	}
	return bs;
}

struct str blockers_text(struct arena *a, const struct blockers *bs, size_t count)
{
	struct buf b = { 0 };
	struct str text;

	for (size_t i = 0; i < bs->items.count; i++) {
		const struct blocker *one = &bs->items.items[i];

		if (count && one->count != count)
			continue;
		if (b.len)
			buf_add_c(&b, ", ");
		buf_add(&b, one->fact);
		if (one->cause)
			buf_addf(&b, " (#%zu)", one->cause->number);
	}
	text = str_copy(a, buf_str(&b));
	buf_release(&b);
	return text;
}
