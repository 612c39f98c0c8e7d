/* SPDX-License-Identifier: MIT */
#include "advice.h"

#include "condition.h"
#include "rule.h"
#include "situation.h"
#include "template.h"

#include <limits.h>

/* ORDER of enum advice_where */
static const char *const where_names[] = { "environment", "startup", "before_call", "edit" };

const char *advice_where_name(enum advice_where where)
{
	return where_names[where];
}

static bool read_number(struct str s, int *number)
{
	int64_t n;
	size_t end = str_digits(s);

	if (!str_to_i64(str_take(s, end), &n) || n > 99)
		return false;
	*number = (int)n;
	return true;
}

int advice_version(struct str torch_version)
{
	size_t dot = str_find_char(torch_version, '.');
	int major, minor;

	if (dot == STR_NONE || !read_number(str_take(torch_version, dot), &major) ||
	    !read_number(str_skip(torch_version, dot + 1), &minor))
		return 0;
	return major * 100 + minor;
}

static bool is_of_version(const struct rule *r, int version)
{
	return (!r->since || version >= advice_version(str_c(r->since))) &&
	       (!r->until || version < advice_version(str_c(r->until)));
}

static bool applies(const struct rule *r, const struct situation *s)
{
	if (!(r->kinds & RULE_KIND(s->cause->kind)) || !is_of_version(r, s->version))
		return false;
	for (size_t i = 0; i < COUNT_OF(r->when) && r->when[i]; i++)
		if (!r->when[i](s))
			return false;
	return true;
}

static struct advice from_rule(const struct rule *r, const struct situation *s)
{
	struct saved saved = situation_saves(s, r->saving);

	return (struct advice){
		.rule = r->name,
		.text = template_fill(s, r->text),
		.code = template_fill(s, r->code),
		.where = r->where,
		.since = r->since,
		.unsafe = r->flags & RULE_UNSAFE,
		.saves_us = saved.us,
		.saves_compiles = saved.compiles,
		.estimate = saved.estimate || (r->flags & RULE_ESTIMATE),
	};
}

struct advice_list advice_for(struct arena *a, const struct causes *cs,
			      const struct cause *c, int version)
{
	size_t count;
	const struct rule *rules = rule_table(&count);
	ARRAY(struct advice) found = { 0 };
	struct situation s;

	situation_find(&s, a, cs, c, version ? version : INT_MAX);
	for (size_t i = 0; i < count; i++) {
		struct advice item;

		if (!applies(&rules[i], &s))
			continue;
		item = from_rule(&rules[i], &s);
		if (item.saves_compiles != 0 || item.where == ADVICE_EDIT || s.blocked)
			*array_add(a, &found) = item;
	}
	return (struct advice_list){ found.items, found.count };
}

/* A dimension in which no size of 0 or 1 was seen stays; the others leave the list. */
static void drop_zero_one(struct situation *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->spots.count; i++)
		if (!s->spots.items[i].zero_one)
			s->spots.items[kept++] = s->spots.items[i];
	s->spots.count = kept;
}

static void add_cause(struct tally *t, struct buf *b, struct situation *s)
{
	drop_zero_one(s);
	if (!condition_listable(s) || !condition_dynamic_may_work(s) ||
	    situation_saves(s, SAVING_DYNAMIC).compiles <= 0)
		return;
	template_add_sources(b, s);
	situation_tally(t, s, SAVING_DYNAMIC);
}

struct advice_dynamic advice_dynamic_sources(struct arena *a, const struct causes *cs,
					     int version)
{
	struct advice_dynamic d = { 0 };
	struct tally t = { 0 };
	struct buf b = { 0 };

	if (version && version < 207)
		return d;
	for (size_t i = 0; i < cs->causes.count; i++) {
		struct situation s;

		if (cs->causes.items[i]->kind != GUARD_SIZE)
			continue;
		situation_find(&s, a, cs, cs->causes.items[i], version ? version : INT_MAX);
		add_cause(&t, &b, &s);
	}
	if (b.len)
		d.sources = str_copy(a, buf_str(&b));
	d.saves_us = t.saved.us ? t.saved.us : -1;
	d.saves_compiles = t.saved.compiles;
	d.estimate = t.saved.estimate;
	tally_release(&t);
	buf_release(&b);
	return d;
}
