/* SPDX-License-Identifier: MIT */
#include "compile.h"

#include "trace.h"

/* ORDER of enum compile_status */
static const char *const status_names[] = {
	"ok", "empty", "failed", "refused", "unfinished", "limit", NULL,
};

const char *compile_status_name(enum compile_status status)
{
	return status_names[status];
}

bool compile_is_recompile(const struct compile *c)
{
	return c->counted && (c->id.compile > 0 || c->recompiled);
}

bool compile_is_unfinished(const struct compile *c)
{
	if (!c->counted || c->status == COMPILE_UNFINISHED)
		return c->counted;
	for (uint32_t i = c->open_span; i != SPAN_NONE; i = c->spans.items[i].parent)
		if (str_eq(str_c(c->spans.items[i].name), STR("entire_backward_compile")))
			return true;
	return false;
}

bool compile_id_equal(struct compile_id a, struct compile_id b)
{
	return a.frame == b.frame && a.compile == b.compile && a.autograd == b.autograd;
}

static bool is_index(struct str text, int64_t *n)
{
	return text.len && str_is_digit(text.s[0]) && str_to_i64(text, n);
}

bool compile_id_parse(struct str text, struct compile_id *id, int64_t *attempt)
{
	struct compile_id found = { -1, -1, -1 };
	struct str part;

	*attempt = -1;
	if (str_eat(&text, STR("!"))) {
		str_cut(&text, '/', &part);
		if (!is_index(part, &found.autograd))
			return false;
		if (!text.s) {
			*id = found;
			return true;
		}
	}
	str_cut(&text, '/', &part);
	if (!is_index(part, &found.frame) || !str_cut(&text, '_', &part) ||
	    !is_index(part, &found.compile))
		return false;
	if (text.s && !is_index(text, attempt))
		return false;
	*id = found;
	return true;
}

bool compile_id_scope(struct str *id, int64_t *rank, int64_t *process)
{
	struct str scope;

	*rank = *process = -1;
	if (str_find_char(*id, ':') == STR_NONE)
		return true;
	str_cut(id, ':', &scope);
	if (str_eat(&scope, STR("r")))
		return str_to_i64(scope, rank);
	return str_eat(&scope, STR("p")) && str_to_i64(scope, process);
}

struct str compile_id_format(struct arena *a, struct compile_id id)
{
	if (id.frame < 0)
		return str_format(a, "!%lld", (long long)id.autograd);
	if (id.autograd < 0)
		return str_format(a, "%lld/%lld", (long long)id.frame, (long long)id.compile);
	return str_format(a, "!%lld/%lld/%lld", (long long)id.autograd, (long long)id.frame,
			  (long long)id.compile);
}

enum span_fault compile_span_begin(struct compile *c, const char *name, int64_t ts_us)
{
	unsigned depth = c->open_span == SPAN_NONE ? 0 : c->spans.items[c->open_span].depth + 1u;

	if (depth == SPAN_DEPTH_MOST)
		return SPAN_TOO_DEEP;
	*array_add(&c->process->source->arena, &c->spans) = (struct span){
		.name = name, .start_us = ts_us, .end_us = -1, .parent = c->open_span,
		.depth = (uint16_t)depth,
	};
	c->open_span = (uint32_t)(c->spans.count - 1);
	return SPAN_FINE;
}

/*
 * Ends the innermost open span of that name. Spans inside it that never ended (an
 * exception went through them) end with it.
 */
enum span_fault compile_span_end(struct compile *c, const char *name, int64_t ts_us)
{
	uint32_t at = c->open_span;
	enum span_fault fault = SPAN_FINE;

	while (at != SPAN_NONE && c->spans.items[at].name != name)
		at = c->spans.items[at].parent;
	if (at == SPAN_NONE)
		return SPAN_UNMATCHED;
	for (uint32_t i = c->open_span;; i = c->spans.items[i].parent) {
		struct span *s = &c->spans.items[i];

		s->end_us = ts_us;
		if (ts_us < s->start_us || ts_us - s->start_us > TIME_LONGEST_US) {
			s->end_us = s->start_us;
			fault = SPAN_NEGATIVE;
		}
		if (i == at)
			break;
		if (fault == SPAN_FINE)
			fault = SPAN_UNMATCHED;
	}
	c->open_span = c->spans.items[at].parent;
	return fault;
}

int64_t compile_cost(const struct compile *c)
{
	return (c->time_us > 0 ? c->time_us : 0) + c->backward_us;
}

static bool is_limit(const struct compile *c)
{
	static const struct str signs[] = {
		STR_INIT("recompile limit"), STR_INIT("recompile_limit"),
		STR_INIT("cache_size_limit"), STR_INIT("cache limit"),
	};

	if (c->started || c->function.s)
		return false;
	if (str_eq(c->fail_type, STR("FailOnRecompileLimitHit")) ||
	    str_eq(c->fail_type, STR("FailOnCacheLimitHit")))
		return true;
	if (!str_eq(c->fail_type, STR("Unsupported")))
		return false;
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (str_find(c->fail_reason, signs[i]) != STR_NONE)
			return true;
	return false;
}

static enum compile_status status_of(const struct compile *c)
{
	if (c->from_text)
		return c->status;
	if (is_limit(c))
		return COMPILE_LIMIT;
	if (str_eq(c->fail_type, STR("RecompileError")))
		return COMPILE_REFUSED;
	if (c->fail_type.s)
		return COMPILE_FAILED;
	if (!c->ended)
		return COMPILE_UNFINISHED;
	return c->has_graph || c->metrics[METRIC_GRAPH_OP_COUNT] > 0 ? COMPILE_OK : COMPILE_EMPTY;
}

/*
 * Dynamo started it (dynamo_start), or refused it; where that record was lost, its
 * function in the metrics or the guards it made tell the same.
 */
static bool is_counted(const struct compile *c)
{
	if (c->from_text)
		return c->status != COMPILE_LIMIT;
	if (c->id.frame < 0 || c->status == COMPILE_LIMIT)
		return false;
	return c->started || c->status == COMPILE_REFUSED || c->has_guards || c->has_graph ||
	       (c->ended && c->function.s);
}

static const char *interned(const struct compile *c, const char *name)
{
	return intern_add(&c->process->source->strings, str_c(name)).s;
}

/*
 * Marks the spans that the compile's time is made of: entire_frame_compile, and
 * entire_backward_compile where that ran outside of it; of nested ones the outermost.
 */
static void sum_spans(struct compile *c)
{
	const char *forward = interned(c, "entire_frame_compile");
	const char *backward = interned(c, "entire_backward_compile");

	for (size_t i = 0; i < c->spans.count; i++) {
		struct span *s = &c->spans.items[i];

		s->summed = s->parent != SPAN_NONE && c->spans.items[s->parent].summed;
		s->sum_root = !s->summed && s->end_us >= 0 &&
			      (s->name == forward || s->name == backward);
		s->summed |= s->sum_root;
		if (s->sum_root && s->name == forward)
			c->time_us = (c->time_us < 0 ? 0 : c->time_us) + s->end_us - s->start_us;
		else if (s->sum_root)
			c->backward_us += s->end_us - s->start_us;
	}
}

static int64_t start_of(const struct compile *c)
{
	const struct process *p = c->process;
	const char *forward = interned(c, "entire_frame_compile");

	for (size_t i = 0; i < c->spans.count; i++)
		if (c->spans.items[i].name == forward)
			return c->spans.items[i].start_us;
	if (c->metrics[METRIC_START_TIME_US] >= 0)
		return c->metrics[METRIC_START_TIME_US];
	return c->head_us < 0 ? -1 : c->head_us + (p->absolute ? p->head_offset_us : 0);
}

static void finish_times(struct compile *c)
{
	c->start_us = start_of(c);
	sum_spans(c);
	if (c->time_us < 0 && c->metrics[METRIC_DURATION_US] >= 0) {
		c->time_us = c->metrics[METRIC_DURATION_US];
		c->metered = true;
	}
	if (c->spans.count == 0 && c->metrics[METRIC_BACKWARD_US] > 0) {
		c->backward_us = c->metrics[METRIC_BACKWARD_US];
		c->backward_metered = true;
	}
}

/* The innermost frame of the stack is the code object itself (torch 2.3 on). */
static void finish_function(struct compile *c)
{
	const struct stack_frame *inner;

	if (c->function.s || c->stack.count == 0)
		return;
	inner = &c->stack.items[c->stack.count - 1];
	c->function = inner->function;
	c->file = inner->file;
	c->first_line = inner->line;
}

void compile_finish(struct compile *c)
{
	c->status = status_of(c);
	c->counted = is_counted(c);
	finish_times(c);
	finish_function(c);
	if (c->attempts <= (int64_t)c->restart_reasons.count)
		c->attempts = (int64_t)c->restart_reasons.count + 1;
}
