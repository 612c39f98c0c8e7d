/* advice_test.h - a run made by hand, for tests of remedies and what they save. */
#ifndef CTRACE_ADVICE_TEST_H
#define CTRACE_ADVICE_TEST_H

#include "advice.h"

#include <string.h>

#define ENTRIES_MOST 8

/* A run: one function, its entries, and one cause of why they were made. */
struct world {
	struct arena arena;
	struct process process;
	struct compile entries[ENTRIES_MOST];
	struct causes causes;
	struct cause *cause;
};

static inline struct guard guard_of(enum guard_kind kind, const char *source, const char *was,
				    const char *now)
{
	return (struct guard){ .kind = kind, .source = str_c(source), .raw = str_c(source),
			       .index = -1, .was = str_c(was), .now = str_c(now) };
}

static inline void set_up_entries(struct world *w, int64_t automatic)
{
	for (size_t i = 0; i < ENTRIES_MOST; i++) {
		struct compile *c = &w->entries[i];

		*c = (struct compile){ .process = &w->process, .id = { -1, 0, (int64_t)i },
				       .time_us = 100 * ((int64_t)i + 1), .counted = true };
		for (size_t k = 0; k < METRIC_COUNT; k++)
			c->metrics[k] = -1;
		c->metrics[METRIC_AUTOMATIC_DYNAMIC] = automatic;
	}
}

static inline struct cause *add_cause(struct world *w, struct guard g)
{
	struct cause *c = arena_new(&w->arena, struct cause);

	*c = (struct cause){ .kind = g.kind, .source = g.source, .raw = g.raw,
			     .index = g.index, .function = STR("step"), .file = STR("a.py"),
			     .line = 3, .largest = -1, .limit = 8, .resumed_line = -1 };
	*array_add(&w->arena, &w->causes.causes) = c;
	w->cause = c;
	return c;
}

/* Entry n was made because of g, and came nearest to the one before it. */
static inline struct finding *add_finding(struct world *w, size_t n, struct guard g)
{
	struct finding *f = arena_new(&w->arena, struct finding);

	f->compile = &w->entries[n];
	f->closest = &w->entries[n - 1];
	f->why.cause = g;
	f->cause = w->cause;
	*array_add(&w->arena, &w->cause->findings) = f;
	*array_add(&w->arena, &w->cause->values) = g.was;
	return f;
}

static inline void set_up(struct world *w, struct guard g, bool made_dynamic)
{
	*w = (struct world){ 0 };
	set_up_entries(w, 1);
	add_cause(w, g)->made_dynamic = made_dynamic;
	add_finding(w, 1, g);
}

static inline struct guard size_of(const char *source, int index, const char *was,
				   const char *now)
{
	struct guard g = guard_of(GUARD_SIZE, source, was, now);

	g.index = index;
	return g;
}

static inline const struct advice *find(struct advice_list list, const char *rule)
{
	for (size_t i = 0; i < list.count; i++)
		if (!strcmp(list.items[i].rule, rule))
			return &list.items[i];
	return NULL;
}

static inline struct advice_list advise(struct world *w, int version)
{
	return advice_for(&w->arena, &w->causes, w->cause, version);
}

#endif
