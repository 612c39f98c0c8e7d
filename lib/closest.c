/* SPDX-License-Identifier: MIT */
#include "closest.h"

#include "source.h"

/*
 * The trees choose the entry, torch's reason for that entry names the cause: the trees
 * cannot, because after automatic dynamic the new tree says None where torch saw 5.
 */

#define BIT(kind) (1u << (kind))

/* Kinds of which a tree has a fact, so that it must differ if torch's reason is right. */
static bool is_in_trees(enum guard_kind kind)
{
	return kind <= GUARD_TENSOR_TYPE ||
	       (kind >= GUARD_INT && kind <= GUARD_ATTRIBUTE);
}

/*
 * How late torch checks a kind (causes.md, guards.cpp: TensorCheck::check_verbose, and
 * RootGuardManager). A reason late in this order means that more was equal. Values are
 * checked in an order that changes as the program runs: none of them is later.
 */
static int check_order(enum guard_kind kind)
{
	switch (kind) {
	case GUARD_BACKEND: case GUARD_DEALLOCATED: case GUARD_UNEXPECTED:
	case GUARD_NO_REASON:
		return 0;
	case GUARD_GLOBAL_STATE:
		return 1;
	case GUARD_TENSOR_TYPE:
		return 2;
	case GUARD_DISPATCH_KEY:
		return 3;
	case GUARD_DTYPE:
		return 4;
	case GUARD_DEVICE:
		return 5;
	case GUARD_REQUIRES_GRAD:
		return 6;
	case GUARD_RANK:
		return 7;
	case GUARD_SIZE: case GUARD_STRIDE: case GUARD_ALIAS: case GUARD_DYNAMIC_MARK:
	case GUARD_INT: case GUARD_FLOAT: case GUARD_BOOL: case GUARD_STRING:
	case GUARD_NONE: case GUARD_CONSTANT: case GUARD_TRAINING_MODE:
	case GUARD_IDENTITY: case GUARD_TYPE: case GUARD_LENGTH: case GUARD_KEYS:
	case GUARD_ATTRIBUTE: case GUARD_OTHER:
		return 8;
	case GUARD_ZERO_ONE: case GUARD_DUCK_SHAPE: case GUARD_SHAPE_GUARD:
		return 9;
	case GUARD_KINDS:
		break;
	}
	return 0;
}

/* The reason whose check comes last; of equal ones the newest entry's; NULL if none. */
static const struct guard *latest_reason(const struct guard *reasons, size_t count)
{
	const struct guard *best = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct guard *r = &reasons[i];
		int later = best ? check_order(r->kind) - check_order(best->kind) : 1;

		if (later > 0 || (later == 0 && guard_entry_number(r) >
						guard_entry_number(best)))
			best = r;
	}
	return best;
}

/* Kind of the fact that a reason is about: another device shows in the dispatch keys. */
static enum guard_kind family_of(const struct guard *g)
{
	if (g->kind == GUARD_DEVICE && str_starts(g->was, STR("DispatchKeySet")))
		return GUARD_DISPATCH_KEY;
	return fact_family(g->kind);
}

/* Reasons that may leave the source to the trees: ___check_global_state() */
static bool is_sourceless(const struct guard *g)
{
	return g->source.len == 0 &&
	       (g->kind == GUARD_GLOBAL_STATE || g->kind == GUARD_DYNAMIC_MARK);
}

/* True if the fact is the one that a reason is about. */
static bool is_about(struct arena *a, const struct fact *f, const struct guard *g)
{
	return fact_family(f->kind) == family_of(g) &&
	       (f->index == g->index || g->index < 0) &&
	       (str_eq(f->member, g->member) || !g->member.s) &&
	       (is_sourceless(g) || str_eq(f->source, g->raw) ||
		str_eq(source_short(a, f->source), source_short(a, g->raw)));
}

static const struct difference *find_difference(struct arena *a, const struct guard *g,
						const struct difference_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (is_about(a, difference_fact(&list->items[i]), g))
			return &list->items[i];
	return NULL;
}

/*
 * Torch's reason for entry number. Reasons without an entry (torch 2.4) are matched by
 * what differs.
 */
static const struct guard *reason_of(struct arena *a, int64_t number,
				     const struct guard *reasons, size_t count,
				     const struct difference_list *list)
{
	const struct guard *nameless = NULL;

	for (size_t i = 0; i < count; i++) {
		if (reasons[i].entry.s) {
			if (guard_entry_number(&reasons[i]) == number)
				return &reasons[i];
		} else if (!nameless || (!find_difference(a, nameless, list) &&
					 find_difference(a, &reasons[i], list))) {
			nameless = &reasons[i];
		}
	}
	return nameless;
}

/* What the new entry knows of the same source in another form: None became a tensor. */
static const struct fact *other_form(struct arena *a, const struct guard *g,
				     const struct difference_list *list)
{
	uint32_t forms = BIT(GUARD_TENSOR_TYPE) | BIT(GUARD_CONSTANT) | BIT(GUARD_TYPE);
	uint32_t family = BIT(fact_family(g->kind));

	if (!(family & forms))
		return NULL;
	for (size_t i = 0; i < list->count; i++) {
		const struct fact *f = list->items[i].now;

		if (f && !list->items[i].was && BIT(fact_family(f->kind)) & forms &&
		    list->items[i].weight >= DIFFERENCE_OTHER_SORT &&
		    str_eq(source_short(a, f->source), g->source))
			return f;
	}
	return NULL;
}

/* Trees write False where the reason writes requires_grad=0. */
static struct str in_terms_of(struct str was, struct str now)
{
	bool digit = str_eq(was, STR("0")) || str_eq(was, STR("1"));

	if (digit && str_eq(now, STR("True")))
		return STR("1");
	if (digit && str_eq(now, STR("False")))
		return STR("0");
	return now;
}

/* The size that came, from the reasons of other entries, else from the new tree. */
static struct str actual_size(struct arena *a, const struct guard *g,
			      const struct guard *reasons, size_t count,
			      const struct difference_list *list)
{
	struct guard size = *g;
	const struct difference *d;

	size.kind = GUARD_SIZE;
	for (size_t i = 0; i < count; i++)
		if (reasons[i].kind == GUARD_SIZE && reasons[i].index == g->index &&
		    str_eq(reasons[i].source, g->source))
			return reasons[i].now;
	d = find_difference(a, &size, list);
	if (d)
		return d->now ? d->now->text : (struct str){ 0 };
	return list->count ? STR("None") : (struct str){ 0 };
}

static void take_place(struct arena *a, struct guard *g, const struct fact *f)
{
	struct guard at = guard_parse(a, f->line);

	g->code = at.code;
	g->file = at.file;
	g->line = at.line;
	g->function = at.function;
	if (!g->hint.s)
		g->hint = at.hint;
}

/* Adds to a reason what the trees know: values, and the user line of a tensor. */
static void complete(struct arena *a, struct closest *c,
		     const struct difference_list *list)
{
	const struct difference *d = find_difference(a, &c->cause, list);
	struct guard *g = &c->cause;
	const struct fact *other;

	c->contradiction = !d && is_in_trees(g->kind);
	if (!d)
		return;
	if (is_sourceless(g)) {
		g->raw = difference_fact(d)->source;
		g->source = source_short(a, g->raw);
	}
	if (!g->line && d->was)
		take_place(a, g, d->was);
	if (fact_is_test(g->kind))
		return;
	if (d->was && (!g->was.s || g->kind == GUARD_TYPE))
		g->was = d->was->text;	/* a type by its name, not by its address */
	if (!g->now.s && d->now)
		g->now = in_terms_of(g->was, d->now->text);
	other = other_form(a, g, list);
	if (!g->now.s && other)
		g->now = other->text;
}

/* The cause by the trees alone: their heaviest difference. */
static struct guard cause_of(struct arena *a, const struct difference *d)
{
	const struct fact *f = difference_fact(d);
	struct guard g = guard_parse(a, d->was ? d->was->line : f->line);

	g.kind = d->kind;
	g.raw = f->source;
	g.source = source_short(a, f->source);
	g.member = f->member;
	g.index = f->index;
	g.was = d->was ? d->was->text : (struct str){ 0 };
	g.now = d->now ? d->now->text : (struct str){ 0 };
	return g;
}

/*
 * Worth a line of its own: a change, or a size that was left open as well; but not the
 * other half of a cause like "None became a tensor" or "the object is gone".
 */
static bool is_worth(struct arena *a, const struct difference *d,
		     const struct guard *cause)
{
	bool half = d->weight == DIFFERENCE_OTHER_SORT ||
		    (d->kind == GUARD_IDENTITY && cause->kind == GUARD_DEALLOCATED);

	if (half && str_eq(source_short(a, difference_fact(d)->source), cause->source))
		return false;
	return d->weight >= DIFFERENCE_REPEATED ||
	       (d->weight == DIFFERENCE_DYNAMIC && d->kind == GUARD_SIZE &&
		d->now->dynamic);
}

static void add_also(struct arena *a, struct closest *c,
		     const struct difference_list *list, const struct difference *cause)
{
	ARRAY(struct closest_also) also = { 0 };

	for (size_t i = 0; i < list->count; i++) {
		const struct difference *d = &list->items[i];

		if (d == cause || !is_worth(a, d, &c->cause))
			continue;
		*array_add(a, &also) = (struct closest_also){
			difference_name(a, d),
			d->was ? d->was->text : (struct str){ 0 },
			d->now ? d->now->text : (struct str){ 0 },
			d->kind,
			difference_fact(d)->source,
			difference_fact(d)->index,
		};
	}
	c->also = also.items;
	c->also_count = also.count;
}

static struct closest guess(struct arena *a, const struct guard *reasons, size_t count)
{
	const struct guard *r = latest_reason(reasons, count);
	const struct difference_list none = { 0 };
	struct closest c = { .entry = -1, .guessed = true };

	if (!r) {
		c.cause = guard_parse(a, STR(""));
		return c;
	}
	c.entry = guard_entry_number(r);
	c.cause = *r;
	guard_settle(a, &c.cause, actual_size(a, r, reasons, count, &none));
	return c;
}

struct closest closest_find(struct arena *a, const struct guard_frame *f, size_t now,
			    const struct guard *reasons, size_t count)
{
	size_t nearest = f && now != STR_NONE ? difference_nearest(f, now) : STR_NONE;
	struct closest c = { 0 };
	struct difference_list list;
	const struct guard *reason;

	if (nearest == STR_NONE)
		return guess(a, reasons, count);
	c.entry = f->trees.items[nearest].number;
	list = difference_find(a, f, nearest, now);
	reason = reason_of(a, c.entry, reasons, count, &list);
	if (reason) {
		c.cause = *reason;
		guard_settle(a, &c.cause, actual_size(a, reason, reasons, count, &list));
		complete(a, &c, &list);
	} else if (list.count && list.items[0].weight >= DIFFERENCE_REPEATED) {
		c.cause = cause_of(a, &list.items[0]);
		c.from_tree = true;
	} else {
		c = guess(a, reasons, count);
		c.contradiction = count > 0;
		return c;
	}
	add_also(a, &c, &list, find_difference(a, &c.cause, &list));
	return c;
}
