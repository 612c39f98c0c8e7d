/* SPDX-License-Identifier: MIT */
#include "cachetable.h"

/* ORDER of enum cache_layer */
static const struct str layer_names[] = {
	STR_INIT("AOTAutograd"), STR_INIT("FX graph"), STR_INIT("autotuning"),
	STR_INIT("Triton bundle"), STR_INIT("PGO"),
};
_Static_assert(COUNT_OF(layer_names) == CACHE_LAYER_COUNT, "a name for every layer");

/* ORDER of enum cachetable_remote */
static const struct str remote_names[] = {
	STR_INIT("AOTAutograd, remote"), STR_INIT("FX graph, remote"),
};

static const struct column cache_columns[] = {
	{ "layer", "", CELL_TEXT, 0, NULL },
	{ "hits", "hits", CELL_COUNT, 0, NULL },
	{ "misses", "misses", CELL_COUNT, 0, NULL },
	{ "bypasses", "bypasses", CELL_COUNT, 0, NULL },
	{ "saved_us", "saved", CELL_TIME, 0, NULL },
	{ "inner_saved_us", "saved inside hits above", CELL_TIME, 0, NULL },
	{ "why", "", CELL_TEXTS, COLUMN_LINE, NULL },
};

static const struct section_def caches_def = {
	"caches", "Caches", SHAPE_TABLE, 0, NULL, cache_columns, COUNT_OF(cache_columns), 0
};

static const struct column miss_columns[] = {
	ROWS_ID_COLUMNS,
	{ "layer", "cache", CELL_TEXT, 0, NULL },
	{ "key", "key", CELL_TEXT, COLUMN_DATA, NULL },
	{ "differs", "changed since this function's compile before", CELL_TEXT, 0, NULL },
};

static const struct section_def misses_def = {
	"cache_misses", "Why caches missed", SHAPE_TABLE, 0, NULL,
	miss_columns, COUNT_OF(miss_columns), 5
};

/* An AOTAutograd hit holds the FX graph hits that torch logged for the compile before it. */
static bool is_inside_hit(const struct cache_event *e)
{
	return e->compile && e->layer == CACHE_FX_GRAPH && e->compile->aot_cache_hit;
}

static bool is_dropped(const struct cache_event *e)
{
	return e->compile && e->compile->dropped;
}

static void count_event(struct cachetable *ct, const struct cache_event *e)
{
	struct cachetable_layer *l = &ct->layers[e->layer];

	if (is_dropped(e))
		return;
	l->counts[e->outcome]++;
	if (e->saved_us < 0)
		return;
	if (is_inside_hit(e))
		l->inner_us += e->saved_us;
	else
		l->saved_us += e->saved_us;
}

static void count_remote(struct cachetable_layer *l, int64_t hits, int64_t misses)
{
	l->counts[CACHE_HIT] += hits > 0 ? (size_t)hits : 0;
	l->counts[CACHE_MISS] += misses > 0 ? (size_t)misses : 0;
}

static void count_process(struct cachetable *ct, const struct process *p)
{
	for (size_t i = 0; i < p->caches.count; i++)
		count_event(ct, &p->caches.items[i]);
	for (size_t i = 0; i < p->compiles.count; i++) {
		const int64_t *m = p->compiles.items[i]->metrics;

		count_remote(&ct->remote[CACHETABLE_AOT_REMOTE], m[METRIC_AOT_REMOTE_HITS],
			     m[METRIC_AOT_REMOTE_MISSES]);
		count_remote(&ct->remote[CACHETABLE_FX_REMOTE], m[METRIC_FX_REMOTE_HITS],
			     m[METRIC_FX_REMOTE_MISSES]);
	}
}

void cachetable_count(struct cachetable *ct, const struct trace *t)
{
	*ct = (struct cachetable){ 0 };
	for (size_t i = 0; i < t->processes.count; i++)
		count_process(ct, t->processes.items[i]);
}

struct str cachetable_state(const struct cachetable *ct)
{
	const size_t *aot = ct->layers[CACHE_AOT_AUTOGRAD].counts;
	const size_t *fx = ct->layers[CACHE_FX_GRAPH].counts;
	size_t hits = aot[CACHE_HIT] + fx[CACHE_HIT], misses = aot[CACHE_MISS] + fx[CACHE_MISS];

	if (hits && misses)
		return STR("mixed");
	if (hits)
		return STR("warm");
	return misses ? STR("cold") : (struct str){ NULL, 0 };
}

struct str cachetable_of(const struct compile *c)
{
	size_t hits = c->cache_counts[CACHE_HIT], misses = c->cache_counts[CACHE_MISS];

	if (hits && misses)
		return STR("mixed");
	if (hits || misses)
		return hits ? STR("hit") : STR("miss");
	return c->cache_counts[CACHE_BYPASS] ? STR("bypass") : (struct str){ NULL, 0 };
}

#define REASONS_MOST 8

/* Torch's reasons for bypasses, and its details on misses where they say more than that. */
static void add_reasons(struct rows *s, enum cache_layer layer)
{
	struct str reasons[REASONS_MOST];
	size_t count = 0;

	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->caches.count && count < REASONS_MOST; k++) {
			const struct cache_event *e = &p->caches.items[k];
			size_t at = 0;

			if (is_dropped(e) || e->layer != layer || e->outcome == CACHE_HIT || !e->why.s ||
			    str_eq(e->why, STR("full_miss")))
				continue;
			while (at < count && !str_eq(reasons[at], e->why))
				at++;
			if (at == count)
				reasons[count++] = e->why;
		}
	}
	rows_texts(s, "why", reasons, count);
}

static bool add_layer(struct rows *s, struct str name, const struct cachetable_layer *l)
{
	const size_t *n = l->counts;

	if (n[CACHE_HIT] + n[CACHE_MISS] + n[CACHE_BYPASS] == 0)
		return false;
	rows_begin(s);
	rows_text(s, "layer", name);
	rows_number(s, "hits", (int64_t)n[CACHE_HIT]);
	rows_number(s, "misses", (int64_t)n[CACHE_MISS]);
	rows_number(s, "bypasses", (int64_t)n[CACHE_BYPASS]);
	if (n[CACHE_HIT] == 0 || l->saved_us > 0 || l->inner_us > 0)
		rows_number(s, "saved_us", l->saved_us);
	rows_number(s, "inner_saved_us", l->inner_us > 0 ? l->inner_us : -1);
	return true;
}

static void add_misses(struct rows *s, const struct process *p)
{
	for (size_t i = 0; i < p->caches.count; i++) {
		const struct cache_event *e = &p->caches.items[i];

		if (!e->differs.s || !e->compile || is_dropped(e))
			continue;
		rows_begin(s);
		rows_id(s, e->compile);
		rows_text(s, "layer", layer_names[e->layer]);
		rows_text(s, "key", e->key);
		rows_text(s, "differs", e->differs);
	}
}

void cachetable_add(struct rows *s, const struct cachetable *ct)
{
	s->table = report_section(s->report, &caches_def);
	for (int i = 0; i < CACHE_LAYER_COUNT; i++)
		if (add_layer(s, layer_names[i], &ct->layers[i]))
			add_reasons(s, (enum cache_layer)i);
	for (int i = 0; i < CACHETABLE_REMOTE_COUNT; i++)
		add_layer(s, remote_names[i], &ct->remote[i]);
	s->table = report_section(s->report, &misses_def);
	for (size_t i = 0; i < s->trace->processes.count; i++)
		add_misses(s, s->trace->processes.items[i]);
}
