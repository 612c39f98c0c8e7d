/* SPDX-License-Identifier: MIT */
#include "template.h"

#include "blocker.h"
#include "condition.h"

#define LIMIT_DEFAULT 8

static void fill_source(struct buf *b, const struct situation *s)
{
	buf_add(b, s->cause->source.len ? s->cause->source : STR("the value"));
}

/* For examples: a name that can stand in code. */
static void fill_name(struct buf *b, const struct situation *s)
{
	struct str name = s->cause->source;

	if (!name.len || str_find_char(name, '*') != STR_NONE || !str_is_word(name.s[0]))
		name = STR("x");
	buf_add(b, name);
}

/* The attribute's own name, of self.block.calls: calls. */
static void fill_last(struct buf *b, const struct situation *s)
{
	struct str name = s->cause->source;
	size_t dot = str_rfind_char(name, '.');

	buf_add(b, dot == STR_NONE ? name : str_skip(name, dot + 1));
}

static void fill_function(struct buf *b, const struct situation *s)
{
	const struct cause *c = s->cause;
	struct str name = c->resumed_in.s ? c->resumed_in : c->function;

	if (str_eq(name, STR("forward")) || str_eq(name, STR("inner")) || !name.len)
		name = STR("model");
	else if (str_eq(name, STR("<lambda>")))
		name = STR("f");
	for (size_t i = 0; i < name.len; i++)
		buf_add_char(b, str_is_word(name.s[i]) ? name.s[i] : '_');
}

static void fill_blockers(struct buf *b, const struct situation *s)
{
	struct blockers bs = blockers_find(s->arena, s->causes, s->cause);

	buf_add(b, blockers_text(s->arena, &bs, 0));
}

static void fill_line(struct buf *b, const struct situation *s)
{
	buf_add(b, s->cause->guard_code.s ? str_trim(s->cause->guard_code) :
		   STR("see the guard"));
}

static void fill_next_limit(struct buf *b, const struct situation *s)
{
	int64_t limit = s->cause->limit > 0 ? s->cause->limit : LIMIT_DEFAULT;

	buf_addf(b, "%lld", (long long)limit * 2);
}

static void add_line(struct buf *b)
{
	if (b->len)
		buf_add_char(b, '\n');
}

static void fill_marks(struct buf *b, const struct situation *s)
{
	for (size_t i = 0; i < s->spots.count; i++) {
		const struct spot *p = &s->spots.items[i];

		add_line(b);
		buf_addf(b, "torch._dynamo.mark_dynamic(%.*s, %d)", STR_ARG(p->name), p->index);
		if (p->smallest < p->largest)
			buf_addf(b, "  # sizes seen: %lld to %lld", (long long)p->smallest,
				 (long long)p->largest);
		else if (p->smallest == p->largest)
			buf_addf(b, "  # size seen: %lld", (long long)p->smallest);
	}
}

static void fill_weak_marks(struct buf *b, const struct situation *s)
{
	for (size_t i = 0; i < s->spots.count; i++) {
		add_line(b);
		buf_addf(b, "torch._dynamo.maybe_mark_dynamic(%.*s, %d)",
			 STR_ARG(s->spots.items[i].name), s->spots.items[i].index);
	}
}

static void fill_unbacked(struct buf *b, const struct situation *s)
{
	for (size_t i = 0; i < s->spots.count; i++) {
		add_line(b);
		buf_addf(b, "torch._dynamo.decorators.mark_unbacked(%.*s, %d)",
			 STR_ARG(s->spots.items[i].name), s->spots.items[i].index);
	}
}

static void fill_casts(struct buf *b, const struct situation *s)
{
	for (size_t i = 0; i < s->spots.count; i++) {
		struct str name = s->spots.items[i].name;
		struct str dtype = condition_dtype(s->spots.items[i].was);

		add_line(b);
		buf_addf(b, "%.*s = %.*s.to(torch.%.*s)", STR_ARG(name), STR_ARG(name),
			 STR_ARG(dtype.s ? dtype : STR("float32")));
	}
}

static void fill_contiguous(struct buf *b, const struct situation *s)
{
	for (size_t i = 0; i < s->spots.count; i++) {
		struct str name = s->spots.items[i].name;

		add_line(b);
		buf_addf(b, "%.*s = %.*s.contiguous()", STR_ARG(name), STR_ARG(name));
	}
}

static void fill_tensors(struct buf *b, const struct situation *s)
{
	for (size_t i = 0; i < s->spots.count; i++) {
		struct str name = s->spots.items[i].name;

		add_line(b);
		buf_addf(b, "%.*s = torch.tensor(%.*s)", STR_ARG(name), STR_ARG(name));
	}
}

/* All names but the first, which keeps the tensor. */
static void fill_clones(struct buf *b, const struct situation *s)
{
	struct str rest = s->cause->source, first, name;

	str_cut(&rest, ',', &first);
	while (str_cut(&rest, ',', &name)) {
		name = str_trim(name);
		add_line(b);
		buf_addf(b, "if %.*s is %.*s:\n    %.*s = %.*s.clone()", STR_ARG(name),
			 STR_ARG(str_trim(first)), STR_ARG(name), STR_ARG(name));
	}
}

static void fill_mode_example(struct buf *b, const struct situation *s)
{
	if (str_eq(s->cause->source, STR("grad_mode")))
		buf_add_c(b, "with torch.no_grad():  # around every call, or around none");
	else if (str_starts(s->cause->source, STR("autocast")))
		buf_add_c(b, "with torch.autocast(device_type):  # around every call, or none");
	else
		buf_add_c(b, "# set it once, before the first compiled call");
}

static bool has_source(struct str list, struct str item)
{
	struct str one;

	while (str_cut(&list, ',', &one))
		if (str_eq(one, item))
			return true;
	return false;
}

void template_add_sources(struct buf *b, const struct situation *s)
{
	bool sizes = s->cause->kind == GUARD_SIZE &&
		     s->version >= SITUATION_PER_DIMENSION;

	for (size_t i = 0; i < s->spots.count; i++) {
		const struct spot *p = &s->spots.items[i];
		struct str item = sizes && p->index >= 0 ?
			str_format(s->arena, "%.*s:%d", STR_ARG(p->raw), p->index) : p->raw;

		if (b->len && has_source(buf_str(b), item))
			continue;
		if (b->len)
			buf_add_char(b, ',');
		buf_add(b, item);
	}
}

static void fill_sources(struct buf *b, const struct situation *s)
{
	template_add_sources(b, s);
}

static const struct hole {
	struct str name;
	void (*fill)(struct buf *b, const struct situation *s);
} holes[] = {
	{ STR_INIT("{source}"), fill_source },
	{ STR_INIT("{name}"), fill_name },
	{ STR_INIT("{last}"), fill_last },
	{ STR_INIT("{function}"), fill_function },
	{ STR_INIT("{blockers}"), fill_blockers },
	{ STR_INIT("{line}"), fill_line },
	{ STR_INIT("{next_limit}"), fill_next_limit },
	{ STR_INIT("{marks}"), fill_marks },
	{ STR_INIT("{weak_marks}"), fill_weak_marks },
	{ STR_INIT("{unbacked}"), fill_unbacked },
	{ STR_INIT("{sources}"), fill_sources },
	{ STR_INIT("{casts}"), fill_casts },
	{ STR_INIT("{contiguous}"), fill_contiguous },
	{ STR_INIT("{casts_to_tensor}"), fill_tensors },
	{ STR_INIT("{clones}"), fill_clones },
	{ STR_INIT("{mode_example}"), fill_mode_example },
};

static bool fill_hole(struct buf *b, const struct situation *s, struct str *rest)
{
	for (size_t i = 0; i < COUNT_OF(holes); i++) {
		struct buf part = { 0 };

		if (!str_eat(rest, holes[i].name))
			continue;
		holes[i].fill(&part, s);
		buf_add(b, buf_str(&part));
		buf_release(&part);
		return true;
	}
	return false;
}

struct str template_fill(const struct situation *s, const char *text)
{
	struct str rest = str_c(text);
	struct buf b = { 0 };

	if (!text)
		return rest;
	while (rest.len)
		if (rest.s[0] != '{' || !fill_hole(&b, s, &rest)) {
			buf_add_char(&b, rest.s[0]);
			rest = str_skip(rest, 1);
		}
	return buf_take(s->arena, &b);
}
