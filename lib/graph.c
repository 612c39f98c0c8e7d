/* SPDX-License-Identifier: MIT */
#include "graph.h"

#include "block.h"
#include "source.h"
#include "trace.h"

static struct str keep(struct source *s, struct str text)
{
	return intern_add(&s->strings, text);
}

/* Cuts "f32[4, 16][16, 1]cpu" into dtype, sizes, strides, device; what is absent is empty. */
static void split_type(struct str type, struct str parts[4])
{
	struct str rest = type;

	parts[0] = parts[1] = parts[2] = parts[3] = STR("");
	str_cut(&rest, '[', &parts[0]);
	if (!rest.s)
		return;
	str_cut(&rest, ']', &parts[1]);
	if (rest.s && str_eat(&rest, STR("[")))
		str_cut(&rest, ']', &parts[2]);
	if (rest.s)
		parts[3] = rest;
}

/* How two inputs differ; GRAPH_SAME if they do not. A size explains its strides. */
static enum graph_change compare_types(struct str was, struct str now)
{
	static const enum graph_change changes[4] = {
		GRAPH_DTYPE, GRAPH_SIZE, GRAPH_STRIDE, GRAPH_DEVICE,
	};
	struct str a[4], b[4];

	if (str_eq(was, now))
		return GRAPH_SAME;
	split_type(was, a);
	split_type(now, b);
	for (int i = 0; i < 4; i++)
		if (!str_eq(a[i], b[i]))
			return changes[i];
	return GRAPH_SAME;
}

static struct str next_word(struct str *rest)
{
	size_t end = 0;
	struct str word;

	while (end < rest->len && (str_is_word(rest->s[end]) || rest->s[end] == '.'))
		end++;
	if (end == 0 && rest->len)
		end = 1;
	word = str_take(*rest, end);
	*rest = str_skip(*rest, end);
	return word;
}

/* The first constant that is not the same in both; names may well differ. */
static void find_constant(struct graph_body *b, struct str was, struct str now)
{
	while (was.len && now.len) {
		struct str one = next_word(&was), other = next_word(&now);

		if (str_eq(one, other))
			continue;
		if (!str_is_digit(one.s[0]) && !str_is_digit(other.s[0]) &&
		    str_is_word(one.s[0]) && str_is_word(other.s[0]))
			continue;
		b->was = one;
		b->now = other;
		return;
	}
}

static void compare_ops(const struct graphtext_body *was, const struct graphtext_body *now,
			struct graph_body *b)
{
	for (size_t i = 0; i < was->ops.count || i < now->ops.count; i++) {
		const struct graphtext_op *one = i < was->ops.count ? &was->ops.items[i] : NULL;
		const struct graphtext_op *other = i < now->ops.count ? &now->ops.items[i] : NULL;

		if (one && other && one->signature == other->signature)
			continue;
		b->change = GRAPH_NODE;
		b->what = other ? other->name : one->name;
		if (one && other && str_eq(one->name, other->name))
			find_constant(b, one->text, other->text);
		else if (one && other) {
			b->was = one->name;
			b->now = other->name;
		}
		return;
	}
}

static bool is_given(struct str name)
{
	return str_starts(name, STR("l_")) || str_starts(name, STR("L_"));
}

/*
 * Subgraphs that are equal in all that is written differ in what is not, and of that only
 * requires_grad is common: what the model computes requires grad, what it is given does
 * not.
 */
static void guess_grad(const struct graphtext_body *was, const struct graphtext_body *now,
		       struct graph_body *b)
{
	for (size_t i = 0; i < now->inputs.count; i++) {
		bool given = is_given(now->inputs.items[i].name);

		if (given == is_given(was->inputs.items[i].name))
			continue;
		b->what = now->inputs.items[i].name;
		b->was = given ? STR("requires_grad=True") : STR("requires_grad=False");
		b->now = given ? STR("requires_grad=False") : STR("requires_grad=True");
		return;
	}
}

/* Slices of the payload, for the time being. */
static void compare(const struct graphtext_body *was, const struct graphtext_body *now,
		    struct graph_body *b)
{
	b->change = GRAPH_SAME;
	if (was->inputs.count != now->inputs.count) {
		b->change = GRAPH_INPUTS;
		return;
	}
	for (size_t i = 0; i < now->inputs.count && b->change == GRAPH_SAME; i++) {
		b->change = compare_types(was->inputs.items[i].type, now->inputs.items[i].type);
		b->what = now->inputs.items[i].name;
		b->was = was->inputs.items[i].type;
		b->now = now->inputs.items[i].type;
	}
	if (b->change != GRAPH_SAME)
		return;
	b->what = b->was = b->now = (struct str){ NULL, 0 };
	compare_ops(was, now, b);
	if (b->change == GRAPH_SAME)
		guess_grad(was, now, b);
}

static const struct graphtext_place *place_of(const struct graphtext *g,
					      const struct graphtext_body *b)
{
	for (size_t i = 0; i < b->ops.count; i++)
		if (b->ops.items[i].place != GRAPHTEXT_NONE)
			return &g->places.items[b->ops.items[i].place];
	return NULL;
}

static uint64_t hash_inputs(const struct graphtext_body *b, uint64_t h)
{
	for (size_t i = 0; i < b->inputs.count; i++)
		h = h * 31 + source_hash_bytes(b->inputs.items[i].type, 3);
	return h;
}

/*
 * Compares it to the newest earlier body of the same code, of equal inputs if there is
 * one: that is the one that it came nearest to.
 */
static void compare_to_earlier(struct graph *out, const struct graphtext *g, size_t at,
			       struct map *newest)
{
	struct graph_body *b = &out->bodies.items[at];
	uint64_t code = source_hash_bytes(b->function, source_hash_bytes(b->file, 0));
	uint64_t *any = map_add(newest, code), before = *any;
	uint64_t *equal;

	*any = at;
	equal = map_add(newest, hash_inputs(&g->bodies.items[at], code));
	if (*equal)
		before = *equal;
	*equal = at;
	if (before == 0 || !b->function.s)
		return;
	compare(&g->bodies.items[before], &g->bodies.items[at], b);
}

static void keep_calls(struct source *s, const struct graphtext *g, uint32_t at,
		       struct graph_body *out)
{
	const struct graphtext_body *b = &g->bodies.items[at];
	uint32_t *calls = arena_array(&s->arena, uint32_t, b->calls.count + 1);

	for (size_t i = 0; i < b->calls.count; i++)
		calls[i] = graphtext_callee(g, at, b->calls.items[i]);
	out->calls = calls;
	out->call_count = b->calls.count;
}

static void keep_body(struct source *s, const struct graphtext *g, struct graph *out, size_t at)
{
	const struct graphtext_place *p = place_of(g, &g->bodies.items[at]);
	struct graph_body *b = array_add(&s->arena, &out->bodies);

	b->name = keep(s, g->bodies.items[at].name);
	b->ops = g->bodies.items[at].ops.count;
	b->line = -1;
	if (p) {
		b->function = keep(s, p->function);
		b->file = keep(s, p->file);
		b->line = p->line;
	}
	keep_calls(s, g, (uint32_t)at, b);
}

static void keep_texts(struct source *s, struct graph *out)
{
	struct graph_block *block = &out->block;

	for (size_t i = 0; i < out->bodies.count; i++) {
		struct graph_body *b = &out->bodies.items[i];

		b->what = keep(s, b->what);
		b->was = keep(s, b->was);
		b->now = keep(s, b->now);
	}
	block->module = keep(s, block->module);
	block->function = keep(s, block->function);
	block->file = keep(s, block->file);
	block->code = keep(s, block->code);
}

static struct graph *graph_new(struct source *s, struct graphtext *g)
{
	struct map newest = { 0 };
	struct graph *out;

	if (g->bodies.count == 0)
		return NULL;
	out = arena_new(&s->arena, struct graph);
	for (size_t i = 0; i < g->bodies.count; i++)
		keep_body(s, g, out, i);
	for (size_t i = 1; i < g->bodies.count; i++)
		compare_to_earlier(out, g, i, &newest);
	out->block = block_find(g);
	keep_texts(s, out);
	map_release(&newest);
	return out;
}

struct graph *graph_read(struct graph_reader *gr, struct source *s, struct str payload)
{
	uint64_t *slot = map_add(&gr->known, source_hash_bytes(payload, payload.len));
	struct graph *g = (struct graph *)(uintptr_t)*slot;

	if (g)
		return g;
	graphtext_read(&gr->text, payload);
	g = graph_new(s, &gr->text);
	*slot = (uint64_t)(uintptr_t)g;
	return g;
}

void graph_reader_release(struct graph_reader *gr)
{
	map_release(&gr->known);
	graphtext_release(&gr->text);
}
