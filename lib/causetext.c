/* SPDX-License-Identifier: MIT */
#include "causetext.h"

#include "place.h"

/* ORDER of enum guard_kind. %S is the source, %D its dimension. */
static const struct wording {
	const char *what;	/* the thing that changed */
	const char *verb;	/* before the values, or instead of them */
	bool values;		/* whether the values say something to people */
} wordings[GUARD_KINDS] = {
	{ "%S.size(%D)", "changed", true },
	{ "number of dimensions of %S", "changed", true },
	{ "dtype of %S", "changed", true },
	{ "device of %S", "changed", true },
	{ "%S.stride(%D)", "changed", true },
	{ "requires_grad of %S", "changed", true },
	{ "dispatch keys of %S", "changed", false },
	{ "%S", "is not always a tensor of the same type", false },
	{ "%S", "are sometimes the same tensor", false },
	{ "%S", "has a size of 0 or 1", false },
	{ "two sizes of %S", "were equal when it was compiled, and are not now", false },
	{ "the shape of %S", "decides a branch", false },
	{ "%S", "was marked dynamic after it had been compiled", false },
	{ "%S", "changed", true },
	{ "%S", "changed", true },
	{ "%S", "changed", true },
	{ "%S", "changed", true },
	{ "%S", "is None in some calls and not in others", false },
	{ "%S", "changed", true },
	{ "%S", "changed", true },
	{ "%S", "is another object", false },
	{ "type of %S", "changed", false },
	{ "length of %S", "changed", true },
	{ "keys of %S", "changed", false },
	{ "%S", "appears or disappears", false },
	{ "%S", "changed", true },
	{ "the backend", "is another object", false },
	{ "an object that a guard refers to", "was freed", false },
	{ "a guard", "failed that torch cannot name", false },
	{ "a recompile", "for which the log gives no reason", false },
	{ "a guard", "failed", false },
};

static void fill(struct buf *b, const char *text, struct str source, int index)
{
	for (; *text; text++) {
		if (text[0] != '%') {
			buf_add_char(b, *text);
			continue;
		}
		text++;
		if (*text == 'S')
			buf_add(b, source.len ? source : STR("something"));
		else if (index >= 0)
			buf_addf(b, "%d", index);
		else
			buf_add_char(b, '*');
	}
}

static struct str what(struct arena *a, enum guard_kind kind, struct str source, int index)
{
	struct buf b = { 0 };

	fill(&b, wordings[kind].what, source, index);
	return buf_take(a, &b);
}

struct str causetext_what(struct arena *a, const struct cause *c)
{
	return what(a, c->kind, c->source, c->index);
}

struct str causetext_fact(struct arena *a, const struct finding *f)
{
	const struct guard *g = &f->why.cause;

	return what(a, g->kind, g->source, g->index);
}

#define VALUES_WHOLE 6		/* values that are shown without cutting */
#define VALUES_HEAD 3		/* …of more, the first that many and the last */
#define VALUE_MOST 40		/* bytes of one value */

static void add_value(struct buf *b, struct str value)
{
	if (b->len)
		buf_add_c(b, " → ");
	buf_add(b, str_take(value, VALUE_MOST));
	if (value.len > VALUE_MOST)
		buf_add_c(b, "…");
}

struct str causetext_values(struct arena *a, const struct cause *c)
{
	struct buf b = { 0 };

	if (c->values.count == 0)
		return (struct str){ NULL, 0 };
	for (size_t i = 0; i < c->values.count; i++) {
		if (c->values.count > VALUES_WHOLE && i == VALUES_HEAD) {
			add_value(&b, STR("…"));
			i = c->values.count - 1;
		}
		add_value(&b, c->values.items[i]);
	}
	if (c->values.count > VALUES_WHOLE)
		buf_addf(&b, " (%zu values)", c->values.count);
	return buf_take(a, &b);
}

struct str causetext_headline(struct arena *a, const struct cause *c)
{
	const struct wording *w = &wordings[c->kind];
	struct str values = causetext_values(a, c);
	struct buf b = { 0 };

	fill(&b, w->what, c->source, c->index);
	if (w->values && c->values.count == 1)
		buf_addf(&b, " is no longer %.*s", STR_ARG(values));
	else
		buf_addf(&b, " %s", w->verb);
	if (w->values && c->values.count > 1) {
		buf_add_char(&b, ' ');
		buf_add(&b, values);
	}
	if (c->kind == GUARD_OTHER) {
		buf_add_c(&b, ": ");
		buf_add(&b, c->findings.items[0]->why.cause.text);
	}
	return buf_take(a, &b);
}

struct str causetext_change(struct arena *a, const struct finding *f)
{
	const struct guard *g = &f->why.cause;
	struct buf b = { 0 };

	if (g->kind == GUARD_OTHER)
		return g->text;
	fill(&b, wordings[g->kind].what, g->source, g->index);
	if (!g->was.s || !wordings[g->kind].values)
		buf_addf(&b, " %s", wordings[g->kind].verb);
	else if (g->now.s)
		buf_addf(&b, " %.*s → %.*s", STR_ARG(str_take(g->was, VALUE_MOST)),
			 STR_ARG(str_take(g->now, VALUE_MOST)));
	else
		buf_addf(&b, " is no longer %.*s", STR_ARG(str_take(g->was, VALUE_MOST)));
	return buf_take(a, &b);
}

/* Entries that all causes of the function made together. */
static struct str variants(struct arena *a, const struct cause *c)
{
	if (c->limit <= 0)
		return STR("");
	return str_format(a, "; %.*s holds %lld of %lld cache entries",
			  STR_ARG(place_function(a, c->function)), (long long)c->variants,
			  (long long)c->limit);
}

/* No value came twice yet, so that nothing says how many there are. */
static struct str bounded(struct arena *a, const struct cause *c)
{
	if (c->values.count <= c->findings.count)
		return STR("bounded: one compile for each value");
	return str_format(a, "bounded so far: %zu values", c->values.count);
}

struct str causetext_outlook(struct arena *a, const struct cause *c)
{
	struct str text = STR("grows: a new value each time");

	if (c->outlook == OUTLOOK_AT_LIMIT)
		return STR("at the limit: new variants run eager from here");
	if (c->outlook == OUTLOOK_SETTLES)
		return c->made_dynamic ? STR("settles: torch made it dynamic") :
		       STR("settles: both values have been compiled");
	if (c->outlook == OUTLOOK_BOUNDED)
		text = bounded(a, c);
	return str_format(a, "%.*s%.*s", STR_ARG(text), STR_ARG(variants(a, c)));
}
