/* SPDX-License-Identifier: MIT */
#include "block.h"

#include "graphtext.h"
#include "repeat.h"
#include "source.h"

/*
 * The blocks of a model read parameters whose names count up:
 *	l_self_modules_layers_modules_0_parameters_weight_
 *	l_self_modules_layers_modules_1_parameters_weight_
 * The number that differs is the block's; what stands before it names the list.
 */
struct series {
	struct str before, behind;	/* of the number */
	int64_t first, last;		/* smallest and largest number */
	bool module;			/* a number in an nn.Module's _modules */
};

/* Splits a at the first number in which b differs; false if they differ elsewhere. */
static bool split(struct str a, struct str b, struct series *s)
{
	size_t at = 0, from, end_a, end_b;

	while (at < a.len && at < b.len && a.s[at] == b.s[at])
		at++;
	for (from = at; from > 0 && str_is_digit(a.s[from - 1]); from--)
		;
	end_a = from + str_digits(str_skip(a, from));
	end_b = from + str_digits(str_skip(b, from));
	s->before = str_take(a, from);
	s->behind = str_skip(a, end_a);
	s->module = str_ends(s->before, STR("_modules_"));
	return str_to_i64(str_sub(a, from, end_a), &s->first) && end_b > from &&
	       str_eq(s->behind, str_skip(b, end_b));
}

/* The number of a name of the series; false if it is none. */
static bool number_in(const struct series *s, struct str name, int64_t *number)
{
	if (!str_starts(name, s->before) || !str_ends(name, s->behind) ||
	    name.len < s->before.len + s->behind.len)
		return false;
	return str_to_i64(str_sub(name, s->before.len, name.len - s->behind.len), number);
}

static struct str input_name(const struct graphtext_body *b, size_t op)
{
	uint32_t input = b->ops.items[op].input;

	return input == GRAPHTEXT_NONE ? STR("") : b->inputs.items[input].name;
}

/*
 * The best series that operators of two blocks read: of the second and third where there
 * are three, since the first may read the graph's input where they read its result.
 */
static bool find_series(const struct graphtext_body *b, const struct repeat *r,
			struct series *best)
{
	size_t from = r->start + (r->count > 2 ? r->period : 0);
	bool found = false;

	for (size_t i = from; i < from + r->period; i++) {
		struct str one = input_name(b, i), other = input_name(b, i + r->period);
		struct series s = { .module = false };

		if (!one.len || !other.len || str_eq(one, other) || !split(one, other, &s))
			continue;
		s.last = s.first;
		if (found && (best->module || !s.module))
			continue;
		*best = s;
		found = true;
	}
	return found;
}

/*
 * How many blocks the names say there are, and from where to where. Where the first or
 * the last block differs a little, the run of equal operators is shorter by one.
 */
static size_t count_series(const struct graphtext_body *b, struct series *s)
{
	int64_t number, low = s->first, high = s->last;
	size_t count = 0;

	for (size_t i = 0; i < b->inputs.count; i++) {
		if (!number_in(s, b->inputs.items[i].name, &number))
			continue;
		count++;
		low = number < low ? number : low;
		high = number > high ? number : high;
	}
	s->first = low;
	s->last = high;
	return count;
}

/* "l_args_0_modules_model_modules_layers_modules_", 0, 5 → "args[0].model.layers[0..5]" */
static struct str module_path(struct arena *a, const struct series *s)
{
	struct str rest = s->before, part, root;
	struct buf b = { 0 };
	int64_t number;
	size_t at;

	if (!str_eat(&rest, STR("l_")))
		str_eat(&rest, STR("L_"));
	if (!s->module)
		rest = str_take(rest, rest.len - str_ends(rest, STR("_")));
	else
		rest = str_take(rest, rest.len - STR("_modules_").len);
	str_cut_at(&rest, STR("_modules_"), &root);
	at = str_rfind_char(root, '_');
	if (at != STR_NONE && str_to_i64(str_skip(root, at + 1), &number))
		buf_addf(&b, "%.*s[%lld]", STR_ARG(str_take(root, at)), (long long)number);
	else
		buf_add(&b, root);
	while (rest.s && str_cut_at(&rest, STR("_modules_"), &part))
		buf_addf(&b, str_to_i64(part, &number) ? "[%.*s]" : ".%.*s", STR_ARG(part));
	buf_addf(&b, "[%lld..%lld]", (long long)s->first, (long long)s->last);
	return buf_take(a, &b);
}

/* A region already, or part of one. */
static bool calls_regions(const struct graphtext_body *b, const struct repeat *r)
{
	for (size_t i = r->start; i < r->start + r->period; i++)
		if (str_find(b->ops.items[i].text, STR(".invoke_subgraph(")) != STR_NONE)
			return true;
	return false;
}

static void place_block(const struct graphtext *g, const struct graphtext_op *op,
			struct graph_block *block)
{
	const struct graphtext_place *p;

	block->line = -1;
	if (op->place == GRAPHTEXT_NONE)
		return;
	p = &g->places.items[op->place];
	block->file = p->file;
	block->function = p->function;
	block->code = p->code;
	block->line = p->line;
}

struct graph_block block_find(struct graphtext *g)
{
	const struct graphtext_body *b = &g->bodies.items[0];
	uint64_t *signatures = arena_array(&g->arena, uint64_t, b->ops.count + 1);
	struct graph_block block = { 0 };
	struct series s = { .module = false };
	struct repeat r;
	size_t named;

	for (size_t i = 0; i < b->ops.count; i++)
		signatures[i] = b->ops.items[i].signature;
	r = repeat_find(&g->arena, signatures, b->ops.count);
	if (r.count < 2 || calls_regions(b, &r) || !find_series(b, &r, &s))
		return block;
	named = count_series(b, &s);
	block.count = named == r.count + 1 ? named : r.count;
	block.ops = r.period;
	block.module = module_path(&g->arena, &s);
	place_block(g, &b->ops.items[r.start], &block);
	return block;
}
