/* SPDX-License-Identifier: MIT */
#include "region.h"

#include "regiontext.h"
#include "source.h"

/* A call of a region, in the order of the spans. */
struct call {
	const struct span *span;
	bool traced;		/* else reused */
	uint32_t body;		/* subgraph that it became; 0: not known */
	struct region *region;
};

struct finder {
	struct regions *out;
	const struct compile *compile;
	const struct regiontext_calls *text;	/* of the compile; NULL */
	const char *trace, *lookup, *stamp, *hash;	/* interned names of spans */
	ARRAY(struct call) calls;
	ARRAY(struct region *) regions;		/* of this compile */
};

static const char *const change_names[] = {	/* ORDER of enum graph_change */
	NULL, "requires_grad", "arguments", "dtype", "size", "stride", "device",
	"graph differs",
};

static const char *const text_names[] = {	/* ORDER of enum regiontext_why */
	"guard", "metadata", "arguments", "graph differs", "guard", "globals", "mutation",
	"not eligible",
};

bool region_overflow(struct str reason, struct region *r)
{
	struct str rest = reason, head, number;

	if (!str_cut_at(&rest, STR("exceeded maximum reuse entries ("), &head) || !rest.s ||
	    !str_cut(&rest, ')', &number) || !str_to_i64(number, &r->limit))
		return false;
	r->line = -1;
	if (!str_cut_at(&rest, STR("<code object "), &head) || !rest.s)
		return true;
	str_cut_at(&rest, STR(" at 0x"), &r->function);
	if (rest.s && str_cut_at(&rest, STR("file \""), &head) && rest.s &&
	    str_cut_at(&rest, STR("\", line "), &r->file) && rest.s &&
	    str_cut(&rest, '>', &number))
		str_to_i64(number, &r->line);
	return true;
}

static struct region *region_of(struct finder *f, struct str function, struct str file,
				int64_t line)
{
	struct region *r;

	for (size_t i = 0; i < f->regions.count; i++) {
		r = f->regions.items[i];
		if (str_eq(r->function, function) && str_eq(r->file, file))
			return r;
	}
	r = arena_new(&f->out->arena, struct region);
	r->compile = f->compile;
	r->function = function;
	r->file = file;
	r->line = line;
	r->limit = r->saved_us = -1;
	*array_add(&f->out->arena, &f->regions) = r;
	*array_add(&f->out->arena, &f->out->items) = r;
	return r;
}

/* The call whose trace a span lies in; STR_NONE if in none. */
static size_t call_around(const struct finder *f, const size_t *call_at, uint32_t span)
{
	const struct compile *c = f->compile;

	for (uint32_t i = c->spans.items[span].parent; i != SPAN_NONE;
	     i = c->spans.items[i].parent)
		if (call_at[i] != STR_NONE)
			return call_at[i];
	return STR_NONE;
}

/* Where the last attempt begins: only that one made the graph. */
static uint32_t last_attempt(const struct compile *c)
{
	for (size_t i = c->spans.count; i-- > 0;)
		if (str_starts(str_c(c->spans.items[i].name), STR("compile_attempt_")))
			return (uint32_t)i;
	return 0;
}

/*
 * The calls of the last attempt stand in the graph in the same order: those outside of
 * any trace in the graph itself, those inside of a trace in the subgraph that it made.
 * Sets .body of all calls, or of none if the numbers do not fit.
 */
static void match_bodies(struct finder *f, const size_t *around, const struct graph *g,
			 size_t first)
{
	size_t *used = arena_array(&f->out->arena, size_t, f->calls.count + 1);
	bool fits = true;

	for (size_t i = first; i < f->calls.count && fits; i++) {
		size_t in = around[i] == STR_NONE || around[i] < first ? STR_NONE : around[i];
		uint32_t body = in == STR_NONE ? 0 : f->calls.items[in].body;
		size_t *at = &used[in == STR_NONE ? f->calls.count : in];

		fits = body < g->bodies.count && *at < g->bodies.items[body].call_count;
		if (fits)
			f->calls.items[i].body = g->bodies.items[body].calls[(*at)++];
		fits = fits && f->calls.items[i].body < g->bodies.count;
	}
	fits = fits && used[f->calls.count] == g->bodies.items[0].call_count;
	for (size_t i = 0; i < f->calls.count && !fits; i++)
		f->calls.items[i].body = 0;
}

/* The calls among the spans, and which subgraph each became. */
static void find_calls(struct finder *f)
{
	const struct compile *c = f->compile;
	struct arena *a = &f->out->arena;
	size_t *call_at = arena_array(a, size_t, c->spans.count + 1), first = STR_NONE;
	uint32_t attempt = last_attempt(c);
	ARRAY(size_t) around = { 0 };

	f->calls.count = 0;
	for (uint32_t i = 0; i < c->spans.count; i++) {
		const struct span *s = &c->spans.items[i];

		call_at[i] = STR_NONE;
		if (i >= attempt && first == STR_NONE)
			first = f->calls.count;
		if (s->name != f->trace && s->name != f->stamp)
			continue;
		*array_add(a, &around) = call_around(f, call_at, i);
		if (s->name == f->trace)
			call_at[i] = f->calls.count;
		*array_add(a, &f->calls) = (struct call){ .span = s, .traced = s->name == f->trace };
	}
	if (c->graph && first != STR_NONE)
		match_bodies(f, around.items, c->graph, first);
}

/* The record of the trace that installed that subgraph; NULL. */
static const struct regiontext_call *text_of(const struct finder *f, struct str subgraph)
{
	for (size_t i = 0; f->text && i < f->text->count; i++)
		if (f->text->items[i].traced && f->text->items[i].function.s &&
		    str_eq(f->text->items[i].subgraph, subgraph))
			return &f->text->items[i];
	return NULL;
}

/* The region of a subgraph: the log says its name, or its first operator's function is it. */
static struct region *region_of_body(struct finder *f, const struct graph_body *b)
{
	const struct regiontext_call *named = text_of(f, b->name);

	if (!named || str_eq(named->function, b->function))
		return region_of(f, b->function, b->file, b->line);
	return region_of(f, named->function, (struct str){ NULL, 0 }, -1);
}

/* The first subgraph called if all that are called are of one function; NULL. */
static const struct graph_body *only_body(const struct graph *g)
{
	const struct graph_body *only = NULL;

	for (size_t i = 0; g && i < g->bodies.count; i++)
		for (size_t k = 0; k < g->bodies.items[i].call_count; k++) {
			uint32_t callee = g->bodies.items[i].calls[k];

			if (callee >= g->bodies.count)
				continue;
			if (only && !str_eq(only->function, g->bodies.items[callee].function))
				return NULL;
			if (!only)
				only = &g->bodies.items[callee];
		}
	return only;
}

/* Where the calls' subgraphs are not known: the only one that there is, or one unnamed. */
static struct region *only_region(struct finder *f)
{
	const struct graph_body *only = only_body(f->compile->graph);
	struct region overflow = { .limit = -1 };
	struct str none = { NULL, 0 };

	if (region_overflow(f->compile->fail_reason, &overflow))
		return region_of(f, overflow.function, overflow.file, overflow.line);
	return only ? region_of_body(f, only) : region_of(f, none, none, -1);
}

static int64_t length_of(const struct span *s)
{
	return s->end_us < 0 ? 0 : s->end_us - s->start_us;
}

static void count_calls(struct finder *f)
{
	const struct graph *g = f->compile->graph;

	for (size_t i = 0; i < f->calls.count; i++) {
		struct call *call = &f->calls.items[i];
		const struct graph_body *b = call->body ? &g->bodies.items[call->body] : NULL;

		call->region = b && b->function.s ? region_of_body(f, b) : only_region(f);
		call->region->calls++;
		if (call->traced) {
			call->region->traced++;
			call->region->trace_us += length_of(call->span);
		} else {
			call->region->reused++;
			call->region->reuse_us += length_of(call->span);
		}
	}
}

/* A lookup or a key belongs to the call that follows it: torch traces or reuses next. */
static void count_lookups(struct finder *f)
{
	const struct compile *c = f->compile;
	size_t next = 0;

	for (size_t i = 0; i < c->spans.count; i++) {
		const struct span *s = &c->spans.items[i];
		struct region *r;

		while (next < f->calls.count && f->calls.items[next].span <= s)
			next++;
		if ((s->name != f->lookup && s->name != f->hash) || f->calls.count == 0)
			continue;
		r = f->calls.items[next < f->calls.count ? next : next - 1].region;
		r->reuse_us += length_of(s);
		if (s->name == f->lookup)
			r->lookups++;
		else
			r->hashed++;
	}
}

static struct region_miss *add_miss(struct finder *f, struct region *r, const char *why)
{
	struct region_miss *m;

	for (size_t i = 0; i < r->misses.count; i++)
		if (r->misses.items[i].why == why) {
			r->misses.items[i].count++;
			return &r->misses.items[i];
		}
	m = array_add(&f->out->arena, &r->misses);
	m->why = why;
	m->count = 1;
	m->input = -1;
	return m;
}

/* The first change is was → now; the later ones go on from there. */
static void add_change(struct finder *f, struct region_miss *m, struct str was, struct str now)
{
	if (m->values.count == 0 && was.s)
		*array_add(&f->out->arena, &m->values) = was;
	if (now.s)
		*array_add(&f->out->arena, &m->values) = now;
}

/* What the graph shows; the log may tell which argument it is. */
static void add_graph_miss(struct finder *f, struct region *r, const struct graph_body *b,
			   const struct regiontext_call *text)
{
	struct region_miss *m = add_miss(f, r, change_names[b->change]);

	m->inferred = b->change == GRAPH_SAME;
	if (m->count == 1) {
		m->what = b->what;
		m->input = text && text->why == REGIONTEXT_METADATA ? text->input : -1;
	}
	add_change(f, m, b->was, b->now);
}

/* What only the log tells. */
static void add_text_miss(struct finder *f, struct region *r, const struct regiontext_call *text)
{
	struct region_miss *m = add_miss(f, r, text_names[text->why]);

	if (m->count == 1) {
		m->what = source_short(&f->out->arena, text->what);
		m->input = text->input;
	}
	add_change(f, m, text->was, text->now);
}

/* A guard, say: what the graph shows is only what followed from it. */
static bool tells_more(const struct regiontext_call *text)
{
	return text && text->why >= REGIONTEXT_GUARD;
}

/* The next trace in the log that installed nothing. */
static const struct regiontext_call *next_nameless(const struct finder *f, size_t *at)
{
	while (f->text && *at < f->text->count) {
		const struct regiontext_call *c = &f->text->items[(*at)++];

		if (c->traced && !c->subgraph.s)
			return c;
	}
	return NULL;
}

/* A key of the user's that is new is no miss: that is how reuse_hash_fn works. */
static bool is_by_key(const struct region *r)
{
	return r->hashed > 0 && r->lookups == 0;
}

/* The same graph once more; what is never entered among those to reuse is never found. */
static void add_repeat(struct finder *f, struct region *r, const struct regiontext_call *text)
{
	if (text)
		add_text_miss(f, r, text);
	else
		add_miss(f, r, r->lookups ? "guard" : "not eligible");
}

static void find_misses(struct finder *f)
{
	const struct graph *g = f->compile->graph;
	bool *seen = g ? arena_array(&f->out->arena, bool, g->bodies.count) : NULL;
	size_t at = 0;

	for (size_t i = 0; i < f->calls.count; i++) {
		struct call *call = &f->calls.items[i];
		const struct graph_body *b = call->body ? &g->bodies.items[call->body] : NULL;
		const struct regiontext_call *text = b ? text_of(f, b->name) : NULL;

		if (!call->traced || !b || is_by_key(call->region))
			continue;
		if (seen[call->body])
			add_repeat(f, call->region, next_nameless(f, &at));
		else if (b->change != GRAPH_FIRST && tells_more(text))
			add_text_miss(f, call->region, text);
		else if (b->change != GRAPH_FIRST)
			add_graph_miss(f, call->region, b, text);
		seen[call->body] = true;
	}
}

/* Where there is no graph: the compile failed, or the log is all there is. */
static void find_text_misses(struct finder *f, struct region *r)
{
	bool installed = false;

	for (size_t i = 0; f->text && i < f->text->count; i++) {
		const struct regiontext_call *c = &f->text->items[i];

		if (!c->traced || (c->function.s && !str_eq(c->function, r->function)))
			continue;
		if (installed)
			add_text_miss(f, r, c);
		installed = true;
	}
}

static void finish_region(struct finder *f, struct region *r)
{
	size_t known = 1;
	struct region overflow = { .limit = -1 };

	if (r->misses.count == 0 && r->traced > 1 && !is_by_key(r))
		find_text_misses(f, r);
	for (size_t i = 0; i < r->misses.count; i++)
		known += r->misses.items[i].count;
	if (region_overflow(f->compile->fail_reason, &overflow) &&
	    str_eq(r->function, overflow.function)) {
		r->overflowed = true;
		r->limit = overflow.limit;
	}
	for (; known < r->traced && !is_by_key(r); known++)
		add_miss(f, r, r->overflowed ? "limit" : "unknown");
	if (r->reused && r->traced && r->trace_us >= 0)
		r->saved_us = r->trace_us / (int64_t)r->traced * (int64_t)r->reused - r->reuse_us;
	if (r->limit < 0 && r->traced <= REGION_LIMIT) {
		r->limit = REGION_LIMIT;
		r->limit_assumed = true;
	}
}

/* Traces of the same function in the frame's older compiles. */
static void count_before(struct regions *rs)
{
	struct map traced = { 0 };

	for (size_t i = 0; i < rs->items.count; i++) {
		struct region *r = rs->items.items[i];
		uint64_t frame = (uint64_t)(uintptr_t)r->compile->entries;
		uint64_t *count = map_add(&traced, map_key(frame, MAP_KEY(r->function)));

		r->before = *count;
		*count += r->traced;
	}
	map_release(&traced);
}

/* Without spans the log's own lines are the calls. */
static void count_text(struct finder *f)
{
	for (size_t i = 0; i < f->text->count; i++) {
		const struct regiontext_call *c = &f->text->items[i];
		const struct regiontext_call *made = c->subgraph.s ? text_of(f, c->subgraph) : NULL;
		struct region *r = made ? region_of(f, made->function, (struct str){ NULL, 0 }, -1) :
				   f->regions.count ? f->regions.items[0] : only_region(f);

		r->calls++;
		r->traced += c->traced;
		r->reused += !c->traced;
		r->trace_us = r->reuse_us = -1;
	}
}

static void find_regions(struct finder *f)
{
	struct region overflow = { .limit = -1 };

	f->regions.count = 0;
	find_calls(f);
	if (f->calls.count == 0 && !f->text &&
	    !region_overflow(f->compile->fail_reason, &overflow))
		return;
	if (f->calls.count == 0 && f->text)
		count_text(f);
	else if (f->calls.count == 0)
		only_region(f);
	count_calls(f);
	count_lookups(f);
	find_misses(f);
	for (size_t i = 0; i < f->regions.count; i++)
		finish_region(f, f->regions.items[i]);
}

static bool has_span(const struct compile *c, const char *name)
{
	for (size_t i = 0; i < c->spans.count; i++)
		if (c->spans.items[i].name == name)
			return true;
	return false;
}

static void find_in_process(struct regions *rs, const struct process *p)
{
	struct intern *in = &p->source->strings;
	struct regiontext text;
	struct finder f = {
		.out = rs,
		.trace = intern_add(in, STR("invoke_subgraph_trace")).s,
		.lookup = intern_add(in, STR("invoke_subgraph_reuse_lookup")).s,
		.stamp = intern_add(in, STR("invoke_subgraph_reuse_stamp_out")).s,
		.hash = intern_add(in, STR("invoke_subgraph_reuse_hash_fn")).s,
	};

	regiontext_read(&text, p);
	for (size_t i = 0; i < p->compiles.count; i++) {
		f.compile = p->compiles.items[i];
		f.text = regiontext_of(&text, f.compile);
		if (has_span(f.compile, f.trace) || f.compile->fail_reason.s || f.text)
			find_regions(&f);
	}
	regiontext_release(&text);
}

void regions_find(struct regions *rs, const struct trace *t)
{
	*rs = (struct regions){ 0 };
	for (size_t i = 0; i < t->processes.count; i++)
		find_in_process(rs, t->processes.items[i]);
	count_before(rs);
}

void regions_release(struct regions *rs)
{
	arena_release(&rs->arena);
}
