/* SPDX-License-Identifier: MIT */
#include "guardtree.h"

#include <stdlib.h>
#include <string.h>

#include "source.h"

/*
 * The payload of dynamo_cpp_guards_str, torch 2.4 to 2.14:
 *	TREE_GUARD_MANAGER:
 *	+- RootGuardManager
 *	| +- GLOBAL_STATE: ___check_global_state()
 *	| | +- GuardManager: source=L['x'], accessed_by=…
 *	| | | +- TENSOR_MATCH: check_tensor(L['x'], …)  # user line
 * A trace holds many such lines and few distinct ones. Whole lines are hashed and kept
 * once; only those in which an entry differs from the first of its frame are read.
 */

struct guard_line {
	struct fact *facts;	/* NULL until someone asks */
	size_t fact_count, len;
	uint32_t mark;		/* scratch of frame_diff() */
	bool parsed;
	char text[];
};

struct guard_slot {
	uint64_t hash;
	struct guard_line *line;
};

/* A property in which an entry differs from the first: base is that one's fact. */
struct guard_delta {
	uint64_t key;
	const struct fact *base, *own;	/* one of them may be NULL */
};

typedef ARRAY(struct guard_line *) line_list;
typedef ARRAY(struct guard_delta) delta_list;

static struct guard_slot *slot_of(const struct guard_lines *lines, uint64_t hash)
{
	size_t at = hash & (lines->capacity - 1);

	while (lines->slots[at].line && lines->slots[at].hash != hash)
		at = (at + 1) & (lines->capacity - 1);
	return &lines->slots[at];
}

static void grow(struct guard_lines *lines)
{
	struct guard_lines old = *lines;

	lines->capacity = old.capacity ? old.capacity * 2 : 256;
	lines->slots = arena_array(lines->arena, struct guard_slot, lines->capacity);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slots[i].line)
			*slot_of(lines, old.slots[i].hash) = old.slots[i];
}

static struct guard_line *line_intern(struct guard_lines *lines, struct str text)
{
	struct guard_slot *slot;
	uint64_t hash = source_hash_bytes(text, 3);

	if (lines->count + 1 > lines->capacity / 3 * 2)
		grow(lines);
	slot = slot_of(lines, hash);
	if (!slot->line) {
		slot->hash = hash;
		slot->line = arena_alloc(lines->arena, sizeof *slot->line + text.len);
		slot->line->len = text.len;
		memcpy(slot->line->text, text.s, text.len);
		lines->count++;
	}
	return slot->line;
}

/*
 * The next guard of the payload, without TAB, tree and "+- ". Managers, whose names go
 * on in lower case (GuardManager, KeyValueManager), are no guards; guards are all in
 * upper case (ID_MATCH).
 */
static bool next_guard(struct str *rest, struct str *guard)
{
	struct str line;

	while (str_cut(rest, '\n', &line)) {
		const char *plus = line.len ? memchr(line.s, '+', line.len) : NULL;

		*guard = str_skip(line, plus ? (size_t)(plus - line.s) + 3 : line.len);
		if (guard->len > 2 && plus[1] == '-' && plus[2] == ' ' &&
		    guard->s[1] >= 'A' && guard->s[1] <= 'Z')
			return true;
	}
	return false;
}

static void parse_line(struct guard_lines *lines, struct guard_line *line)
{
	if (line->parsed)
		return;
	line->parsed = true;
	line->fact_count = fact_parse(lines->arena, (struct str){ line->text, line->len },
				      &line->facts);
}

static void add_deltas(struct guard_lines *lines, struct arena *scratch, delta_list *list,
		       struct guard_line *line, bool own)
{
	parse_line(lines, line);
	for (size_t i = 0; i < line->fact_count; i++) {
		const struct fact *f = &line->facts[i];

		*array_add(scratch, list) = (struct guard_delta){
			f->key, own ? NULL : f, own ? f : NULL,
		};
	}
}

/* By key; of one key, by text, so that the same facts give the same order. */
static int compare_deltas(const void *one, const void *other)
{
	const struct guard_delta *a = one, *b = other;
	const struct fact *f = a->base ? a->base : a->own,
			  *g = b->base ? b->base : b->own;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return str_compare(f->text, g->text);
}

/* One delta for each key: the first base and the first own fact. */
static size_t fold(struct guard_delta *deltas, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; ) {
		struct guard_delta d = deltas[i];

		for (i++; i < count && deltas[i].key == d.key; i++) {
			d.base = d.base ? d.base : deltas[i].base;
			d.own = d.own ? d.own : deltas[i].own;
		}
		if (!d.base || !d.own || d.base->value != d.own->value)
			deltas[kept++] = d;
	}
	return kept;
}

/*
 * The lines of the payload that the frame's first entry does not have, and those that
 * only it has, as deltas.
 */
static void frame_diff(struct guard_lines *lines, const struct guard_frame *f,
		       struct str payload, struct guard_tree *tree)
{
	uint32_t in_base = lines->mark + 1, seen = lines->mark + 2;
	struct arena scratch = { 0 };
	delta_list list = { 0 };
	struct str text;

	lines->mark += 2;
	for (size_t i = 0; i < f->base_count; i++)
		f->base[i]->mark = in_base;
	while (next_guard(&payload, &text)) {
		struct guard_line *line = line_intern(lines, text);

		tree->guards++;
		if (line->mark != in_base && line->mark != seen)
			add_deltas(lines, &scratch, &list, line, true);
		line->mark = seen;
	}
	for (size_t i = 0; i < f->base_count; i++) {
		if (f->base[i]->mark == in_base)
			add_deltas(lines, &scratch, &list, f->base[i], false);
		f->base[i]->mark = seen;
	}
	if (list.count)
		qsort(list.items, list.count, sizeof *list.items, compare_deltas);
	tree->delta_count = fold(list.items, list.count);
	tree->deltas = arena_array(lines->arena, struct guard_delta, tree->delta_count);
	if (tree->delta_count)
		memcpy(tree->deltas, list.items, tree->delta_count * sizeof *list.items);
	arena_release(&scratch);
}

static void frame_first(struct guard_lines *lines, struct guard_frame *f,
			struct str payload, struct guard_tree *tree)
{
	line_list list = { 0 };
	struct str text;

	while (next_guard(&payload, &text))
		*array_add(lines->arena, &list) = line_intern(lines, text);
	tree->guards = list.count;
	f->base = list.items;
	f->base_count = list.count;
}

/* The next delta of both sides with the least key; false at the end. */
static bool next_key(const struct guard_tree *was, const struct guard_tree *now,
		     struct guard_walk *at, const struct guard_delta **d,
		     const struct guard_delta **e)
{
	*d = at->was < was->delta_count ? &was->deltas[at->was] : NULL;
	*e = at->now < now->delta_count ? &now->deltas[at->now] : NULL;
	if (*d && *e && (*d)->key != (*e)->key)
		*((*d)->key < (*e)->key ? e : d) = NULL;
	at->was += *d != NULL;
	at->now += *e != NULL;
	return *d || *e;
}

bool guardtree_next(const struct guard_frame *f, size_t was, size_t now,
		     struct guard_walk *at, struct guard_pair *pair)
{
	const struct guard_delta *d, *e;

	while (next_key(&f->trees.items[was], &f->trees.items[now], at, &d, &e)) {
		pair->was = d ? d->own : e->base;
		pair->now = e ? e->own : d->base;
		if (!pair->was && !pair->now)
			continue;
		if (!pair->was || !pair->now || pair->was->value != pair->now->value)
			return true;
	}
	return false;
}

/*
 * True if the later entry leaves a size open that the earlier one pins, and they agree
 * in all else that both ask for. A size of 0 or 1 is not in an open one: torch guards
 * 2 <= size there.
 */
static bool accepts_more(const struct guard_frame *f, size_t earlier, size_t later)
{
	struct guard_walk at = { 0 };
	struct guard_pair p;
	bool more = false;

	while (guardtree_next(f, earlier, later, &at, &p)) {
		if (!p.was || !p.now || p.was->made_up)
			continue;
		if (!p.now->dynamic)
			return false;
		if (p.was->kind == GUARD_SIZE &&
		    (str_eq(p.was->text, STR("0")) || str_eq(p.was->text, STR("1"))))
			return false;
		more = true;
	}
	return more;
}

size_t guardtree_add(struct guard_lines *lines, struct guard_frame *f, int64_t number,
		       struct str payload)
{
	size_t added = f->trees.count;
	struct guard_tree *tree = array_add(lines->arena, &f->trees);

	tree->number = number;
	tree->superseded_by = STR_NONE;
	if (added == 0) {
		frame_first(lines, f, payload, tree);
		return added;
	}
	frame_diff(lines, f, payload, tree);
	for (size_t i = 0; i < added; i++)
		if (f->trees.items[i].superseded_by == STR_NONE &&
		    accepts_more(f, i, added))
			f->trees.items[i].superseded_by = added;
	return added;
}

size_t guardtree_find(const struct guard_frame *f, int64_t number)
{
	for (size_t i = f->trees.count; i-- > 0; )
		if (f->trees.items[i].number == number)
			return i;
	return STR_NONE;
}
