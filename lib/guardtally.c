/* SPDX-License-Identifier: MIT */
#include "guardtally.h"

#include "trace.h"

#include <string.h>

#define TYPES_MOST 64	/* torch has some forty */

/* "| | +- TENSOR_MATCH: …" → TENSOR_MATCH; absent for managers and for other lines. */
static struct str type_of(struct str line)
{
	struct str type = { NULL, 0 };
	size_t at = 0;

	while (at < line.len && (line.s[at] == '|' || line.s[at] == ' ' || line.s[at] == '\t'))
		at++;
	line = str_skip(line, at);
	if (!str_eat(&line, STR("+- ")))
		return type;
	for (at = 0; at < line.len && ((line.s[at] >= 'A' && line.s[at] <= 'Z') ||
				       line.s[at] == '_' || str_is_digit(line.s[at]));)
		at++;
	return at > 1 && at < line.len && line.s[at] == ':' ? str_take(line, at) : type;
}

static void count(struct compile *c, struct str type)
{
	struct source *s = c->process->source;
	struct guard_type *t = c->guard_types.items;

	for (size_t i = 0; i < c->guard_types.count; i++)
		if (t[i].name.len == type.len && memcmp(t[i].name.s, type.s, type.len) == 0) {
			t[i].count++;
			return;
		}
	if (c->guard_types.count < TYPES_MOST)
		*array_add(&s->arena, &c->guard_types) =
			(struct guard_type){ intern_add(&s->strings, type), 1 };
}

void guardtally_read(struct compile *c, struct str payload)
{
	struct str line;

	c->guard_types.count = 0;
	while (str_cut(&payload, '\n', &line)) {
		struct str type = type_of(line);

		if (type.s)
			count(c, type);
	}
}

#define TYPES_SHOWN 3

/* The most frequent type behind one of that many and that name; ties go by name. */
static const struct guard_type *next_type(const struct compile *c, const struct guard_type *last)
{
	const struct guard_type *best = NULL;

	for (size_t i = 0; i < c->guard_types.count; i++) {
		const struct guard_type *t = &c->guard_types.items[i];

		if (last && (t->count > last->count ||
			     (t->count == last->count && str_compare(t->name, last->name) <= 0)))
			continue;
		if (!best || t->count > best->count ||
		    (t->count == best->count && str_compare(t->name, best->name) < 0))
			best = t;
	}
	return best;
}

struct str guardtally_text(struct arena *a, const struct compile *c)
{
	const struct guard_type *t = next_type(c, NULL);
	struct str text = { NULL, 0 };

	for (int i = 0; t && i < TYPES_SHOWN; i++, t = next_type(c, t))
		text = str_format(a, "%.*s%s%.*s %zu", STR_ARG(text), i ? ", " : "",
				  STR_ARG(t->name), t->count);
	return t ? str_format(a, "%.*s, …", STR_ARG(text)) : text;
}
