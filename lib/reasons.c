/* SPDX-License-Identifier: MIT */
#include "reasons.h"

struct guard_list {
	struct arena *arena;
	ARRAY(struct guard) items;
};

static void add(struct guard_list *l, struct str reason)
{
	*array_add(l->arena, &l->items) = guard_parse(l->arena, reason);
}

/* The "- " lines of a RecompileError; what follows such a line belongs to it. */
static void add_message(struct guard_list *l, struct str message)
{
	struct str line, reason = { NULL, 0 };
	bool in_stack = false;

	while (str_cut(&message, '\n', &line)) {
		struct str text = str_trim(line);

		if (!str_eat(&text, STR("- ")) || !guard_is_reason(text, &in_stack))
			continue;
		if (reason.s)
			add(l, reason);
		reason = text;
	}
	if (reason.s)
		add(l, reason);
}

struct reasons reasons_of(struct arena *a, const struct compile *c)
{
	struct guard_list l = { .arena = a };

	for (size_t i = 0; i < c->reasons.count; i++)
		add(&l, c->reasons.items[i]);
	if (l.items.count == 0 && c->status == COMPILE_REFUSED)
		add_message(&l, c->fail_reason);
	if (l.items.count == 0 && c->recompile_reason.s)
		add(&l, c->recompile_reason);
	return (struct reasons){ l.items.items, l.items.count };
}
