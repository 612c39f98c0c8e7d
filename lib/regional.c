/* SPDX-License-Identifier: MIT */
#include "regional.h"


/* ORDER of enum regional_state */
static const char *const state_names[] = { "missed", "failing", "working" };

/* Below these, nothing is said: marking a block is work, and each region has its cost. */
#define BLOCKS_FEWEST 3
#define OPS_FEWEST 10		/* that all blocks but one have together */
#define SAVES_LEAST_US 10000
#define SAVES_LEAST_SHARE 50	/* one in so many of the compile's time */

const char *regional_state_name(enum regional_state state)
{
	return state_names[state];
}

/*
 * Whether a phase grows with the graph. Builds of kernels do not: equal blocks share
 * their kernels anyway. Code generation does, but not in the first compile of a process,
 * which asks the compiler what it can do and loads what generates code.
 */
static bool grows(enum phase phase, bool first)
{
	enum phase top = phase_parent(phase);

	return top == PHASE_PASSES || top == PHASE_AOT || phase == PHASE_LOWERING ||
	       phase == PHASE_SCHEDULING || (phase == PHASE_CODE_GENERATION && !first);
}

/* What grows with the size of the graph is shared out by operators. */
static int64_t estimate(struct timing *t, const struct compile *c)
{
	const struct graph_block *b = &c->graph->block;
	int64_t us = 0, ops = (int64_t)c->graph->bodies.items[0].ops;
	bool first = c == c->process->compiles.items[0];

	timing_compile(t, c);
	for (size_t i = 0; i < t->spans.count; i++)
		if (grows(t->rows.items[t->spans.items[i].row].phase, first))
			us += t->spans.items[i].self_us;
	return us / ops * (int64_t)(b->ops * (b->count - 1));
}

static bool is_large(const struct graph_block *b)
{
	return b->count >= BLOCKS_FEWEST && b->ops >= 2 && b->ops * (b->count - 1) >= OPS_FEWEST;
}

static uint64_t block_key(const struct compile *c)
{
	const struct graph_block *b = &c->graph->block;
	uint64_t function = map_key(MAP_KEY(c->function), (uint64_t)c->first_line);

	return map_key(map_key(function, MAP_KEY(b->module)), MAP_KEY(b->code));
}

/* The same block in later compiles of the same function is one row. */
static void add_missed(struct regionals *rs, const struct compile *c, struct timing *t,
		       struct map *rows)
{
	int64_t saves_us = estimate(t, c);
	uint64_t *slot = map_add(rows, block_key(c));
	struct regional *r;

	if (*slot == 0) {
		*array_add(&rs->arena, &rs->items) = (struct regional){
			.state = REGIONAL_MISSED, .compile = c, .block = &c->graph->block,
			.instances = c->graph->block.count,
		};
		*slot = rs->items.count;
	}
	r = &rs->items.items[*slot - 1];
	r->compiles++;
	r->time_us += compile_cost(c);
	r->saves_us += saves_us;
}

static void drop_small(struct regionals *rs)
{
	size_t kept = 0;

	for (size_t i = 0; i < rs->items.count; i++) {
		const struct regional *r = &rs->items.items[i];

		if (r->saves_us >= SAVES_LEAST_US &&
		    r->saves_us * SAVES_LEAST_SHARE >= r->time_us)
			rs->items.items[kept++] = *r;
	}
	rs->items.count = kept;
}

static void find_missed(struct regionals *rs, const struct trace *trace, struct timing *t)
{
	struct map rows = { 0 };

	for (size_t i = 0; i < trace->processes.count; i++) {
		const struct process *p = trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++) {
			const struct compile *c = p->compiles.items[k];

			if (c->counted && c->graph && is_large(&c->graph->block))
				add_missed(rs, c, t, &rows);
		}
		map_release(&rows);
	}
	drop_small(rs);
}

/*
 * The user's line that calls a module compiled by itself: in the stack, it stands
 * before nn.Module's own line, which differs for module.compile() and torch.compile().
 */
static const struct stack_frame *caller_of(const struct compile *c)
{
	for (size_t i = 1; i < c->stack.count; i++) {
		const struct stack_frame *f = &c->stack.items[i];

		if ((str_eq(f->function, STR("_wrapped_call_impl")) &&
		     str_starts(f->code, STR("return self._compiled_call_impl("))) ||
		    (str_eq(f->function, STR("__call__")) &&
		     str_starts(f->code, STR("return super().__call__("))))
			return f - 1;
	}
	return NULL;
}

/* One of several blocks, not a whole model: called in a loop, or by another module. */
static bool is_block_call(const struct stack_frame *caller)
{
	return caller && (str_eq(caller->function, STR("forward")) ||
			  str_starts(caller->code, STR("for ")) ||
			  str_find(caller->code, STR(" for ")) != STR_NONE);
}

/* Kinds that tell one object from another, rather than one call from another. */
static bool is_of_instance(const struct cause *c)
{
	static const enum guard_kind kinds[] = {
		GUARD_INT, GUARD_FLOAT, GUARD_BOOL, GUARD_STRING, GUARD_NONE, GUARD_CONSTANT,
		GUARD_IDENTITY, GUARD_TYPE, GUARD_LENGTH, GUARD_KEYS, GUARD_ATTRIBUTE,
	};

	if (str_find_char(c->source, '.') == STR_NONE && !str_eq(c->source, STR("self")) &&
	    str_find(c->source, STR("[*]")) == STR_NONE)
		return false;
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (c->kind == kinds[i])
			return true;
	return false;
}

/* "self.step += 1": the program counts calls with it, not instances. */
static bool is_assigned(const struct cause *c)
{
	struct str rest = c->guard_code;
	size_t at = str_find(rest, c->source);

	if (at == STR_NONE)
		return false;
	rest = str_trim(str_skip(rest, at + c->source.len));
	if (rest.len > 1 && str_find(STR("+-*/%&|^"), str_take(rest, 1)) != STR_NONE)
		rest = str_skip(rest, 1);
	return rest.len > 1 && rest.s[0] == '=' && rest.s[1] != '=';
}

static void add_failing(struct regionals *rs, const struct cause *c)
{
	const struct compile *first = c->findings.items[0]->compile;
	const struct stack_frame *caller = caller_of(first);

	if (!caller || !is_of_instance(c) || is_assigned(c) || c->findings.count < 2)
		return;
	*array_add(&rs->arena, &rs->items) = (struct regional){
		.state = REGIONAL_FAILING, .compile = first, .cause = c, .caller = caller,
		.instances = c->values.count > c->findings.count ? c->values.count : 0,
		.compiles = c->findings.count,
		.time_us = c->time_us, .saves_us = c->time_us,
	};
}

/* Compiled once, and never again: the caller's line is one that calls blocks. */
static void find_working(struct regionals *rs, const struct process *p)
{
	struct map last = { 0 };	/* frame → number of its last compile + 1 */

	for (size_t i = 0; i < p->compiles.count; i++) {
		const struct compile *c = p->compiles.items[i];
		uint64_t *slot = map_add(&last, (uint64_t)c->id.frame);

		if ((uint64_t)c->id.compile + 1 > *slot)
			*slot = (uint64_t)c->id.compile + 1;
	}
	for (size_t i = 0; i < p->compiles.count; i++) {
		const struct compile *c = p->compiles.items[i];
		const struct stack_frame *caller = caller_of(c);

		if (c->counted && c->status == COMPILE_OK && is_block_call(caller) &&
		    *map_find(&last, (uint64_t)c->id.frame) == 1)
			*array_add(&rs->arena, &rs->items) = (struct regional){
				.state = REGIONAL_WORKING, .compile = c, .caller = caller,
				.compiles = 1, .time_us = compile_cost(c), .saves_us = -1,
			};
	}
	map_release(&last);
}

void regionals_find(struct regionals *rs, const struct trace *trace, const struct causes *cs,
		    struct timing *t)
{
	*rs = (struct regionals){ 0 };
	find_missed(rs, trace, t);
	for (size_t i = 0; i < cs->causes.count; i++)
		add_failing(rs, cs->causes.items[i]);
	for (size_t i = 0; i < trace->processes.count; i++)
		find_working(rs, trace->processes.items[i]);
}

void regionals_release(struct regionals *rs)
{
	arena_release(&rs->arena);
}
