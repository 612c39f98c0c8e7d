/* SPDX-License-Identifier: MIT */
#include "cache.h"

#include "scan.h"
#include "spans.h"

#include <string.h>

/* What the artifact's name says. hash: an older release's word for a miss or a hit. */
static const struct artifact_name {
	struct str name;
	enum cache_layer layer;
	enum cache_outcome outcome;
} artifact_names[] = {
	{ STR_INIT("aotautograd_cache_hit"), CACHE_AOT_AUTOGRAD, CACHE_HIT },
	{ STR_INIT("aotautograd_cache_miss"), CACHE_AOT_AUTOGRAD, CACHE_MISS },
	{ STR_INIT("aotautograd_cache_bypass"), CACHE_AOT_AUTOGRAD, CACHE_BYPASS },
	{ STR_INIT("aotautograd_cache_hash"), CACHE_AOT_AUTOGRAD, CACHE_OUTCOME_COUNT },
	{ STR_INIT("fx_graph_cache_hit"), CACHE_FX_GRAPH, CACHE_HIT },
	{ STR_INIT("fx_graph_cache_miss"), CACHE_FX_GRAPH, CACHE_MISS },
	{ STR_INIT("fx_graph_cache_bypass"), CACHE_FX_GRAPH, CACHE_BYPASS },
	{ STR_INIT("fx_graph_cache_hash"), CACHE_FX_GRAPH, CACHE_OUTCOME_COUNT },
	{ STR_INIT("get_local_code_state"), CACHE_PGO, CACHE_HIT },
	{ STR_INIT("get_remote_code_state"), CACHE_PGO, CACHE_HIT },
	{ STR_INIT("triton_kernel_info"), CACHE_AUTOTUNE, CACHE_OUTCOME_COUNT },
};

static const struct artifact_name *find_name(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(artifact_names); i++)
		if (str_eq(artifact_names[i].name, name))
			return &artifact_names[i];
	return NULL;
}

bool cache_is_artifact(struct str name)
{
	return find_name(name) != NULL;
}

/*
 * The parts a key was made of, as hashes of name and of all. Settings (some 600 of
 * them) are the same in all keys of most runs, so they are one part, "inductor_config".
 */
struct cache_part {
	uint32_t name, whole;
};

struct cache_key {
	struct cache_part *parts;
	size_t count, capacity;
	size_t line;		/* compile.line of the compile it is of */
};

#define PARTS_MOST 256		/* of a key; 2 KiB */
#define DIFFERS_MOST 8		/* parts that are named */

static uint32_t hash(struct str s, uint32_t seed)
{
	uint32_t h = seed ^ 2166136261u;

	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.s[i]) * 16777619u;
	return h;
}

/* "\"[hash] inductor_config[debug]: True\"" → inductor_config[debug] and [hash] */
static bool cut_component(struct str value, struct str *name, struct str *sum)
{
	struct str text = value;

	if (!scan_is_string(value) || !str_eat(&text, STR("\"[")) ||
	    !str_cut(&text, ']', sum) || !str_eat(&text, STR(" ")))
		return false;
	*name = str_take(text, str_find_char(text, ':'));
	if (str_starts(*name, STR("inductor_config")))
		*name = STR("inductor_config");
	return text.s && name->len > 0;
}

/* "gm" and "example_inputs[3]" are torch's words. */
static struct str part_label(struct str name)
{
	if (str_eq(name, STR("gm")))
		return STR("the graph");
	return str_starts(name, STR("example_inputs[")) ? STR("its inputs") : name;
}

static void name_part(struct buf *out, size_t *named, struct str name)
{
	struct str label = part_label(name);

	if (str_ends(buf_str(out), label))	/* inputs follow each other */
		return;
	if (++*named > DIFFERS_MOST)
		return;
	if (out->len)
		buf_add_c(out, ", ");
	buf_add(out, label);
}

/* Compares one part with the earlier key's of the same name (the same place, mostly). */
static bool is_known(const struct cache_key *old, size_t at, struct cache_part part)
{
	if (at < old->count && old->parts[at].name == part.name)
		return old->parts[at].whole == part.whole;
	for (size_t i = 0; i < old->count; i++)
		if (old->parts[i].name == part.name)
			return old->parts[i].whole == part.whole;
	return false;
}

struct reading {
	struct process *p;
	struct cache_key *old;		/* NULL: none yet */
	ARRAY(struct cache_part) parts;
	struct arena scratch;
	struct buf differs;
	size_t named;
};

static void add_part(struct reading *rd, struct str name, struct cache_part part)
{
	if (rd->parts.count >= PARTS_MOST)
		return;
	if (rd->old && !is_known(rd->old, rd->parts.count, part))
		name_part(&rd->differs, &rd->named, name);
	*array_add(&rd->scratch, &rd->parts) = part;
}

static void read_components(struct reading *rd, struct str list)
{
	uint32_t config = 0;
	struct str item, name, sum;

	for (struct scan s = scan_array(list); scan_item(&s, &item);) {
		if (!cut_component(item, &name, &sum))
			continue;
		if (str_eq(name, STR("inductor_config")))
			config = hash(sum, config);
		else
			add_part(rd, name, (struct cache_part){ hash(name, 0), hash(sum, 0) });
	}
	if (config)
		add_part(rd, STR("inductor_config"), (struct cache_part){ 1, config });
}

#define NUMBER_MOST 15

/* How many events of that layer the compile has had: forward and backward have a key each. */
static size_t number_of(const struct process *p, const struct compile *c, enum cache_layer layer)
{
	size_t n = 0, least = p->caches.count > 4 * NUMBER_MOST ?
		p->caches.count - 4 * NUMBER_MOST : 0;

	for (size_t i = p->caches.count; i-- > least && p->caches.items[i].compile == c;)
		n += p->caches.items[i].layer == layer;
	return n;
}

static void keep_key(struct reading *rd, struct cache_key *key, const struct compile *c)
{
	struct arena *a = &rd->p->source->arena;

	if (key->capacity < rd->parts.count) {
		key->capacity = rd->parts.count;
		key->parts = arena_array(a, struct cache_part, key->capacity);
	}
	memcpy(key->parts, rd->parts.items, rd->parts.count * sizeof *key->parts);
	key->count = rd->parts.count;
	key->line = c->line;
}

/* Which parts of the key differ from the one that the frame's last compile had there. */
static void compare_key(struct process *p, struct cache_event *e, size_t number, struct str list)
{
	struct reading rd = { .p = p };
	uint64_t *slot = map_add(&p->cache_keys, (uint64_t)e->compile->id.frame * 64 +
				 (number < NUMBER_MOST ? number : NUMBER_MOST) * 4 + e->layer);
	struct cache_key *key = (struct cache_key *)(uintptr_t)*slot;

	if (!key) {
		key = arena_new(&p->source->arena, struct cache_key);
		*slot = (uint64_t)(uintptr_t)key;
	} else if (key->count && key->line != e->compile->line) {
		rd.old = key;
	}
	read_components(&rd, list);
	if (rd.named > DIFFERS_MOST)
		buf_addf(&rd.differs, ", %zu more", rd.named - DIFFERS_MOST);
	if (rd.differs.len && e->outcome == CACHE_MISS)
		e->differs = intern_add(&p->source->strings, buf_str(&rd.differs));
	if (rd.parts.count)
		keep_key(&rd, key, e->compile);
	buf_release(&rd.differs);
	arena_release(&rd.scratch);
}

/* {"triton_poi_fused_0": {"autotune_cache_state": "miss", "num_configs": 2, …}, …} */
static bool read_autotune(struct process *p, struct compile *c, struct str payload)
{
	struct scan s = scan_object(payload);
	struct str kernel, info;

	while (scan_member(&s, &kernel, &info)) {
		struct str state = scan_is_object(info) ?
			scan_plain(scan_find(info, STR("autotune_cache_state"))) : info;
		bool hit = str_eq(state, STR("hit"));

		if (!hit && !str_eq(state, STR("miss")))
			continue;	/* "only 1 config": there was nothing to look up */
		*array_add(&p->source->arena, &p->caches) = (struct cache_event){
			.compile = c, .layer = CACHE_AUTOTUNE, .saved_us = -1,
			.outcome = hit ? CACHE_HIT : CACHE_MISS,
		};
	}
	return !s.problem;
}

static struct str member(struct process *p, struct str object, const char *key)
{
	return scan_intern(&p->source->strings, scan_find(object, str_c(key)));
}

static int64_t saved_time(struct str payload)
{
	int64_t us;

	if (scan_scaled(scan_find(payload, STR("time_saved_ms")), 3, &us) && us >= 0 &&
	    us <= TIME_LONGEST_US)
		return us;
	if (scan_scaled(scan_find(payload, STR("time_saved_ns")), 0, &us) && us >= 0)
		return us / 1000 <= TIME_LONGEST_US ? us / 1000 : -1;
	return -1;
}

static enum cache_outcome outcome_of(const struct artifact_name *n, struct str payload)
{
	struct str state;

	if (n->outcome != CACHE_OUTCOME_COUNT)
		return n->outcome;
	state = scan_plain(scan_find(payload, STR("cache_state")));
	return str_eq(state, STR("hit")) ? CACHE_HIT :
	       str_eq(state, STR("bypass")) ? CACHE_BYPASS : CACHE_MISS;
}

static void count_for(struct compile *c, const struct cache_event *e)
{
	c->cache_counts[e->outcome]++;
	c->aot_cache_hit |= e->layer == CACHE_AOT_AUTOGRAD && e->outcome == CACHE_HIT;
}

bool cache_read(struct process *p, struct compile *c, struct str name, struct str payload)
{
	const struct artifact_name *n = find_name(name);
	struct cache_event e = { .compile = c, .layer = n->layer, .saved_us = -1 };
	struct str components;

	if (n->layer == CACHE_AUTOTUNE)
		return read_autotune(p, c, payload);
	if (n->layer != CACHE_PGO) {	/* …whose payload is the state itself */
		if (scan_object(payload).problem)
			return false;
		e.outcome = outcome_of(n, payload);
		e.key = member(p, payload, "key");
		e.saved_us = e.outcome == CACHE_HIT ? saved_time(payload) : -1;
		e.why = member(p, payload, e.outcome == CACHE_BYPASS ? "cache_bypass_reason" :
			       "cache_status_detailed");
		components = scan_find(payload, STR("components"));
		if (c && c->id.frame >= 0 && scan_is_array(components))
			compare_key(p, &e, number_of(p, c, e.layer), components);
	}
	*array_add(&p->source->arena, &p->caches) = e;
	if (c && n->layer != CACHE_PGO)
		count_for(c, &e);
	return true;
}

/* fx_graph_cache_miss at its start, with its end in args; autograd_cache_miss at its end. */
void cache_note_lookup(struct compile *c, const struct span_event *se)
{
	struct lookup l = { .from_us = -1, .to_us = se->ts_us };

	if (!c || c->lookups.count >= LOOKUPS_MOST)
		return;
	if (str_starts(se->name, STR("fx_graph_cache_"))) {
		int64_t end_ns;

		if (!scan_int(scan_find(se->args, STR("cache_event_time")), &end_ns) ||
		    end_ns / 1000 <= l.to_us)
			return;
		l.from_us = l.to_us;
		l.to_us = end_ns / 1000;
	} else if (!str_starts(se->name, STR("autograd_cache_"))) {
		return;
	}
	*array_add(&c->process->source->arena, &c->lookups) = l;
}
