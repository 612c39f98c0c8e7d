/* SPDX-License-Identifier: MIT */
#include "difference.h"

#include <stdlib.h>

#include "mismatch.h"
#include "source.h"

typedef ARRAY(struct difference) list_type;

/* Beyond so many older entries only the likeliest are compared in full. */
#define CANDIDATES 16

#define BIT(kind) (1u << (kind))

/*
 * Side effects: if a source differs in one of causes, its difference in effect follows
 * from that. ORDER: none; every row is looked at.
 */
static const struct effect {
	enum guard_kind effect;
	uint32_t causes;
} effects[] = {
	{ GUARD_SIZE, BIT(GUARD_RANK) },
	{ GUARD_STRIDE, BIT(GUARD_RANK) },
	{ GUARD_DISPATCH_KEY, BIT(GUARD_TENSOR_TYPE) },
	{ GUARD_REQUIRES_GRAD, BIT(GUARD_TENSOR_TYPE) },
	{ GUARD_TYPE, BIT(GUARD_CONSTANT) | BIT(GUARD_TENSOR_TYPE) },
	{ GUARD_KEYS, BIT(GUARD_LENGTH) },
};

/* Side effects of a changed state of torch on every tensor. */
static const struct state_effect {
	struct str state;	/* how the state's name begins */
	enum guard_kind effect;
} state_effects[] = {
	{ STR_INIT("autocast"), GUARD_DISPATCH_KEY },
	{ STR_INIT("autocast"), GUARD_GLOBAL_STATE },
	{ STR_INIT("grad_mode"), GUARD_REQUIRES_GRAD },
};

const struct fact *difference_fact(const struct difference *d)
{
	return d->now ? d->now : d->was;
}

static bool is_changed(const struct difference *d)
{
	return d->was && d->now;
}

static uint32_t family_bit(const struct difference *d)
{
	return BIT(fact_family(difference_fact(d)->kind));
}

/* Kind and weight of one difference by itself. */
static void weigh_alone(struct difference *d)
{
	d->kind = difference_fact(d)->kind;
	if (difference_fact(d)->made_up)
		d->weight = DIFFERENCE_NOISE;
	else if (!is_changed(d))
		d->weight = DIFFERENCE_ONE_SIDED;
	else if (d->was->dynamic || d->now->dynamic)
		d->weight = DIFFERENCE_DYNAMIC;
	else
		d->weight = DIFFERENCE_CHANGE;
	if (d->kind == GUARD_DISPATCH_KEY && is_changed(d) &&
	    mismatch_is_other_device(d->was->text, d->now->text))
		d->kind = GUARD_DEVICE;
}

static void make_effect(struct difference *d)
{
	if (d->weight > DIFFERENCE_EFFECT)
		d->weight = DIFFERENCE_EFFECT;
}

/* What the differences of one source have in common. */
struct group {
	uint32_t changed, was, now;	/* families: in both; in the one; in the other */
	bool was_none, now_none;	/* the one, the other is None */
	bool device;			/* moved to another device */
};

static struct group group_of(const struct difference *d, size_t count)
{
	struct group g = { 0 };

	for (size_t i = 0; i < count; i++) {
		bool none = difference_fact(&d[i])->kind == GUARD_NONE;

		g.device |= d[i].kind == GUARD_DEVICE && d[i].weight >= DIFFERENCE_CHANGE;
		if (is_changed(&d[i]))
			g.changed |= family_bit(&d[i]);
		else if (d[i].was)
			g.was |= family_bit(&d[i]), g.was_none |= none;
		else
			g.now |= family_bit(&d[i]), g.now_none |= none;
	}
	return g;
}

/*
 * True if the value itself is of another sort: a tensor here, None or an object there.
 * A number that became a type alone is not: torch made it dynamic.
 */
static bool is_other_sort(const struct group *g)
{
	uint32_t object = BIT(GUARD_TYPE) | BIT(GUARD_IDENTITY);
	uint32_t any = object | BIT(GUARD_CONSTANT), tensor = BIT(GUARD_TENSOR_TYPE);

	return (g->was & tensor && g->now & any) || (g->now & tensor && g->was & any) ||
	       (g->was_none && g->now & object) || (g->now_none && g->was & object);
}

/* A stride follows from a size of the same tensor if both grew alike: 6 → 8, 24 → 32. */
static bool follows_size(const struct difference *stride, const struct difference *size)
{
	int64_t s, t, m, n, one, other;

	return is_changed(size) && size->kind == GUARD_SIZE &&
	       str_to_i64(stride->was->text, &s) && str_to_i64(stride->now->text, &t) &&
	       str_to_i64(size->was->text, &m) && str_to_i64(size->now->text, &n) &&
	       !__builtin_mul_overflow(s, n, &one) &&
	       !__builtin_mul_overflow(t, m, &other) && one == other;
}

/* Strides are effects of a size, else of one another: then the first is the cause. */
static void weigh_strides(struct difference *d, size_t count)
{
	bool found = false;

	for (size_t i = 0; i < count; i++) {
		if (d[i].kind != GUARD_STRIDE || d[i].weight != DIFFERENCE_CHANGE)
			continue;
		for (size_t k = 0; k < count && !found; k++)
			if (follows_size(&d[i], &d[k]))
				make_effect(&d[i]);
		if (found)
			make_effect(&d[i]);
		found |= d[i].weight == DIFFERENCE_CHANGE;
	}
}

static void weigh_effect(struct difference *d, const struct group *g)
{
	uint32_t family = family_bit(d);

	for (size_t i = 0; i < COUNT_OF(effects); i++)
		if (family == BIT(effects[i].effect) && g->changed & effects[i].causes)
			make_effect(d);
	if (g->device && family == BIT(GUARD_DEVICE) &&
	    g->changed & BIT(GUARD_DISPATCH_KEY))
		make_effect(d);
}

/* The differences of one source: effects of each other, a value of another sort. */
static void weigh_group(struct difference *d, size_t count)
{
	struct group g = group_of(d, count);
	bool other_sort = is_other_sort(&g);

	weigh_strides(d, count);
	for (size_t i = 0; i < count; i++) {
		weigh_effect(&d[i], &g);
		if (other_sort && d[i].weight == DIFFERENCE_ONE_SIDED &&
		    family_bit(&d[i]) & (BIT(GUARD_TENSOR_TYPE) | BIT(GUARD_CONSTANT) |
					 BIT(GUARD_TYPE) | BIT(GUARD_IDENTITY))) {
			d[i].weight = DIFFERENCE_OTHER_SORT;
			other_sort = false;
		}
	}
}

/* Groups the facts of a source; the kinds of one in their order. */
static int compare_subjects(const void *one, const void *other)
{
	const struct fact *f = difference_fact(one), *g = difference_fact(other);

	if (f->subject != g->subject)
		return f->subject < g->subject ? -1 : 1;
	if (f->kind != g->kind)
		return f->kind < g->kind ? -1 : 1;
	return (f->key > g->key) - (f->key < g->key);
}

static void weigh_groups(struct difference *d, size_t count)
{
	qsort(d, count, sizeof *d, compare_subjects);
	for (size_t i = 0, end; i < count; i = end) {
		uint64_t subject = difference_fact(&d[i])->subject;

		for (end = i + 1; end < count && difference_fact(&d[end])->subject == subject; )
			end++;
		weigh_group(d + i, end - i);
	}
}

/* A state of torch that differs changes tensors too; its first field is the cause. */
static void weigh_state(struct difference *d, size_t count, const struct state_effect *e)
{
	bool found = false;

	for (size_t i = 0; i < count; i++)
		found |= d[i].kind == GUARD_GLOBAL_STATE && is_changed(&d[i]) &&
			 str_starts(difference_fact(&d[i])->source, e->state);
	if (!found)
		return;
	found = false;
	for (size_t i = 0; i < count; i++) {
		if (d[i].kind != e->effect || !is_changed(&d[i]))
			continue;
		if (e->effect != GUARD_GLOBAL_STATE)
			make_effect(&d[i]);
		else if (!str_starts(difference_fact(&d[i])->source, e->state))
			continue;
		else if (found)
			make_effect(&d[i]);
		found = true;
	}
}

/* Equal for the same change at another source: all sizes of one symbol, all layers. */
static uint64_t change_key(const struct difference *d)
{
	uint64_t kind = fact_family(d->kind), subject = 0;

	if (kind > GUARD_TENSOR_TYPE)
		for (size_t i = 0; i < d->was->source.len; i++)
			if (!str_is_digit(d->was->source.s[i]))
				subject =
					subject * 31 + (unsigned char)d->was->source.s[i];
	return source_hash_bytes(d->was->text, subject ^ kind) ^
	       source_hash_bytes(d->now->text, subject + kind);
}

static void weigh_repeats(struct difference *d, size_t count)
{
	struct map seen = { 0 };

	for (size_t i = 0; i < count; i++) {
		if (d[i].weight != DIFFERENCE_CHANGE)
			continue;
		if ((*map_add(&seen, change_key(&d[i])))++)
			d[i].weight = DIFFERENCE_REPEATED;
	}
	map_release(&seen);
}

/* Object ids prove little: they stand behind all else that weighs as much. */
static int rank(const struct difference *d)
{
	return d->weight - (d->kind == GUARD_IDENTITY && d->weight == DIFFERENCE_CHANGE);
}

static int compare_weights(const void *one, const void *other)
{
	const struct difference *d = one, *e = other;
	const struct fact *f = difference_fact(d), *g = difference_fact(e);
	int order;

	if (rank(d) != rank(e))
		return rank(d) > rank(e) ? -1 : 1;
	if (d->kind != e->kind && (d->kind == GUARD_GLOBAL_STATE ||
				   e->kind == GUARD_GLOBAL_STATE))
		return d->kind == GUARD_GLOBAL_STATE ? -1 : 1;
	order = str_compare(f->source, g->source);
	if (order == 0)
		order = (f->kind > g->kind) - (f->kind < g->kind);
	if (order == 0)
		order = (f->index > g->index) - (f->index < g->index);
	return order ? order : str_compare(f->line, g->line);
}

static void weigh(struct difference_list *list)
{
	struct difference *d = list->items;

	if (list->count == 0)
		return;
	for (size_t i = 0; i < list->count; i++)
		weigh_alone(&d[i]);
	weigh_groups(d, list->count);
	for (size_t i = 0; i < COUNT_OF(state_effects); i++)
		weigh_state(d, list->count, &state_effects[i]);
	qsort(d, list->count, sizeof *d, compare_weights);
	weigh_repeats(d, list->count);
	qsort(d, list->count, sizeof *d, compare_weights);
	for (size_t i = 0; i < list->count; i++)
		list->weight += d[i].weight;
}

struct difference_list difference_find(struct arena *a, const struct guard_frame *f,
				       size_t was, size_t now)
{
	struct difference_list list = { 0 };
	struct guard_walk at = { 0 };
	struct guard_pair pair;
	list_type found = { 0 };

	while (guardtree_next(f, was, now, &at, &pair))
		*array_add(a, &found) = (struct difference){ pair.was, pair.now, 0, 0 };
	list.items = found.items;
	list.count = found.count;
	weigh(&list);
	return list;
}

/* A guess at the weight, without grouping, to choose whom to look at closely. */
static int64_t rough_weight(const struct guard_frame *f, size_t was, size_t now)
{
	struct guard_walk at = { 0 };
	struct guard_pair pair;
	int64_t weight = 0;

	while (guardtree_next(f, was, now, &at, &pair)) {
		struct difference d = { pair.was, pair.now, 0, 0 };

		weigh_alone(&d);
		weight += d.weight;
	}
	return weight;
}

struct candidate {
	size_t tree;
	int64_t weight;
};

/* The lightest first, of equal ones the newest. */
static int compare_candidates(const void *one, const void *other)
{
	const struct candidate *c = one, *d = other;

	if (c->weight != d->weight)
		return c->weight < d->weight ? -1 : 1;
	return (c->tree < d->tree) - (c->tree > d->tree);
}

size_t difference_nearest(const struct guard_frame *f, size_t now)
{
	struct arena scratch = { 0 };
	ARRAY(struct candidate) list = { 0 };
	size_t best = STR_NONE;

	for (size_t i = 0; i < now; i++)
		if (f->trees.items[i].superseded_by >= now &&
		    f->trees.items[i].number != f->trees.items[now].number)
			*array_add(&scratch, &list) = (struct candidate){ i, 0 };
	if (list.count > CANDIDATES) {
		for (size_t i = 0; i < list.count; i++)
			list.items[i].weight = rough_weight(f, list.items[i].tree, now);
		qsort(list.items, list.count, sizeof *list.items, compare_candidates);
		list.count = CANDIDATES;
	}
	for (size_t i = 0; i < list.count; i++)
		list.items[i].weight = difference_find(&scratch, f, list.items[i].tree,
						       now).weight;
	if (list.count) {
		qsort(list.items, list.count, sizeof *list.items, compare_candidates);
		best = list.items[0].tree;
	}
	arena_release(&scratch);
	return best;
}

static struct str member_name(struct arena *a, const struct fact *f, struct str source)
{
	if (f->kind == GUARD_KEYS && f->member.s)
		return str_format(a, STR_FMT " in " STR_FMT, STR_ARG(f->member),
				  STR_ARG(source));
	if (f->kind == GUARD_KEYS && f->index >= 0)
		return str_format(a, "list(" STR_FMT ")[%d]", STR_ARG(source), f->index);
	if (f->member.s)
		return str_format(a, STR_FMT "." STR_FMT, STR_ARG(source),
				  STR_ARG(f->member));
	return source;
}

/* A fact's name as one would write it in Python; '*' is the source. */
static const struct {
	enum guard_kind kind;
	const char *before, *after;
} fact_names[] = {
	{ GUARD_RANK, "", ".dim()" },
	{ GUARD_DTYPE, "", ".dtype" },
	{ GUARD_DEVICE, "", ".device" },
	{ GUARD_REQUIRES_GRAD, "", ".requires_grad" },
	{ GUARD_DISPATCH_KEY, "dispatch keys of ", "" },
	{ GUARD_TENSOR_TYPE, "type(", ")" },
	{ GUARD_TYPE, "type(", ")" },
	{ GUARD_IDENTITY, "id(", ")" },
	{ GUARD_LENGTH, "len(", ")" },
};

struct str difference_name(struct arena *a, const struct difference *d)
{
	const struct fact *f = difference_fact(d);
	struct str source = source_short(a, f->source);

	if (f->kind == GUARD_SIZE || f->kind == GUARD_STRIDE)
		return str_format(a, STR_FMT ".%s(%d)", STR_ARG(source),
				  guard_kind_name(f->kind), f->index);
	if (fact_is_test(f->kind))
		return f->text;
	for (size_t i = 0; i < COUNT_OF(fact_names); i++)
		if (fact_names[i].kind == f->kind)
			return str_format(a, "%s" STR_FMT "%s", fact_names[i].before,
					  STR_ARG(source), fact_names[i].after);
	return member_name(a, f, source);
}
