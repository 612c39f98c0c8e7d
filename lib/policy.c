/* SPDX-License-Identifier: MIT */
#include "policy.h"

#include "nearest.h"

/*
 *	version: 1
 *	limits: { recompiles: 3, causes: { size: 0 }, per_function: { compile_time: 60 s } }
 *	after: 60 s
 *	only: ["src/mypkg/…"]
 *	ignore:
 *	  - { kind: size, function: forward, up_to: 2, reason: "two bucket sizes" }
 *	baseline: { file: ctrace-baseline.json, allow: { recompiles: +0 } }
 *
 * A map's keys are a table: name → what reads its value.
 */

struct reading {
	struct policy *policy;
	const struct report *sections;
	struct err *e;
	struct policy_ignore *ignore;	/* the one being read */
};

typedef int value_reader(struct reading *r, const struct yamlread_node *value);

struct key {
	const char *name;
	value_reader *read;
};

static int complain(const struct reading *r, const struct yamlread_node *n, const char *what)
{
	return yamlread_complain(r->e, n->place, "%s", what);
}

/* Puts the place before a message that has none yet. */
static int place_error(const struct reading *r, const struct yamlread_node *n,
		       const struct err *e)
{
	return yamlread_complain(r->e, n->place, "%s", e->msg);
}

static int want_text(const struct reading *r, const struct yamlread_node *n, struct str *out)
{
	*out = n->text;
	if (n->kind == YAMLREAD_TEXT && n->text.len)
		return 0;
	return complain(r, n, "one value is expected here");
}

static int unknown_key(const struct reading *r, const struct yamlread_node *key,
		       const struct key *keys, size_t count)
{
	struct nearest n = { .word = key->text };

	for (size_t i = 0; i < count; i++)
		nearest_offer(&n, keys[i].name);
	if (n.found)
		return yamlread_complain(r->e, key->place,
					 "unknown key '" STR_FMT "'; did you mean '%s'?",
					 STR_ARG(key->text), n.found);
	return yamlread_complain(r->e, key->place, "unknown key '" STR_FMT "'",
				 STR_ARG(key->text));
}

static int read_map(struct reading *r, const struct yamlread_node *map,
		    const struct key *keys, size_t count)
{
	if (map->kind != YAMLREAD_MAP)
		return complain(r, map, "'key: value' pairs are expected here");
	for (size_t i = 0; i < map->keys.count; i++) {
		size_t k = 0;

		while (k < count && !str_eq(str_c(keys[k].name), map->keys.items[i]->text))
			k++;
		if (k == count)
			return unknown_key(r, map->keys.items[i], keys, count);
		if (keys[k].read(r, map->items.items[i]) < 0)
			return -1;
	}
	return 0;
}

static int read_version(struct reading *r, const struct yamlread_node *n)
{
	struct str text;

	if (want_text(r, n, &text) < 0)
		return -1;
	if (str_eq(text, STR("1")))
		return 0;
	return yamlread_complain(r->e, n->place, "version '" STR_FMT
				 "' is not known to this ctrace, which reads 1", STR_ARG(text));
}

/* limits --------------------------------------------------------------------------- */

static int unknown_limit(const struct reading *r, const struct yamlread_node *key,
			 const struct err *e)
{
	struct str what = str_c(e->msg);

	if (str_eat(&what, STR("unknown limit ")))
		return yamlread_complain(r->e, key->place, "unknown key " STR_FMT,
					 STR_ARG(what));
	return place_error(r, key, e);
}

static int add_limit(struct reading *r, struct str name, const struct yamlread_node *key,
		     const struct yamlread_node *value)
{
	struct limit l = { .place = key->place };
	struct str text;
	struct err e;

	if (limit_target(&l.target, &r->policy->arena, name, r->sections, &e) < 0)
		return unknown_limit(r, key, &e);
	if (want_text(r, value, &text) < 0)
		return -1;
	if (limit_bound(&l.bound, &l.target, text, &e) < 0)
		return place_error(r, value, &e);
	*array_add(&r->policy->arena, &r->policy->limits) = l;
	return 0;
}

/* Every key of a map within limits: causes: { size: 0 } is causes.size: 0 */
static int read_limit_map(struct reading *r, const struct yamlread_node *key,
			  const struct yamlread_node *map)
{
	for (size_t i = 0; i < map->keys.count; i++) {
		const struct yamlread_node *inner = map->keys.items[i];
		struct str name = str_format(&r->policy->arena, STR_FMT "." STR_FMT,
					     STR_ARG(key->text), STR_ARG(inner->text));

		if (add_limit(r, name, inner, map->items.items[i]) < 0)
			return -1;
	}
	return 0;
}

static bool has_limits_below(struct str name)
{
	return str_eq(name, STR("causes")) || str_eq(name, STR("per_function"));
}

static int read_limits(struct reading *r, const struct yamlread_node *map)
{
	if (map->kind != YAMLREAD_MAP)
		return complain(r, map, "'key: value' pairs are expected here");
	for (size_t i = 0; i < map->keys.count; i++) {
		const struct yamlread_node *key = map->keys.items[i];
		const struct yamlread_node *value = map->items.items[i];
		int result;

		if (has_limits_below(key->text) && value->kind != YAMLREAD_MAP)
			return complain(r, value, "'key: value' pairs are expected here");
		if (has_limits_below(key->text))
			result = read_limit_map(r, key, value);
		else
			result = add_limit(r, key->text, key, value);
		if (result < 0)
			return -1;
	}
	return 0;
}

/* what counts ---------------------------------------------------------------------- */

static bool read_count(struct str text, int64_t *n)
{
	return str_to_i64(text, n) && *n >= 0;
}

static int read_after(struct reading *r, const struct yamlread_node *n)
{
	struct str text, number;

	if (want_text(r, n, &text) < 0)
		return -1;
	number = text;
	if (limit_time(text, &r->policy->after_us))
		return 0;
	if (str_ends(text, STR("compile")) || str_ends(text, STR("compiles"))) {
		number.len = str_find(text, STR("compile"));
		if (read_count(str_trim(number), &r->policy->after_compiles))
			return 0;
	}
	return yamlread_complain(r->e, n->place, "'" STR_FMT "' is neither a time such as "
				 "60 s nor a number of compiles such as \"5 compiles\"",
				 STR_ARG(text));
}

static int read_only(struct reading *r, const struct yamlread_node *n)
{
	struct str text;

	if (n->kind == YAMLREAD_MAP || (n->kind == YAMLREAD_LIST && !n->items.count))
		return complain(r, n, "a list of file patterns is expected here");
	if (n->kind == YAMLREAD_TEXT) {
		if (want_text(r, n, &text) < 0)
			return -1;
		*array_add(&r->policy->arena, &r->policy->only) = text.s;
		return 0;
	}
	for (size_t i = 0; i < n->items.count; i++) {
		if (want_text(r, n->items.items[i], &text) < 0)
			return -1;
		*array_add(&r->policy->arena, &r->policy->only) = text.s;
	}
	return 0;
}

static int read_kind(struct reading *r, const struct yamlread_node *n)
{
	static const char *const others[] = { "graph_break", "failure", "limit_hit" };
	struct nearest near = { 0 };
	enum guard_kind kind;

	if (want_text(r, n, &near.word) < 0)
		return -1;
	r->ignore->kind = near.word;
	if (guard_kind_find(near.word, &kind))
		return 0;
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		if (str_eq(near.word, str_c(others[i])))
			return 0;
		nearest_offer(&near, others[i]);
	}
	for (int i = 0; i < GUARD_KINDS; i++)
		nearest_offer(&near, guard_kind_name((enum guard_kind)i));
	if (near.found)
		return yamlread_complain(r->e, n->place, "unknown kind '" STR_FMT
					 "'; did you mean '%s'?", STR_ARG(near.word),
					 near.found);
	return yamlread_complain(r->e, n->place, "unknown kind '" STR_FMT "'",
				 STR_ARG(near.word));
}

static int read_function(struct reading *r, const struct yamlread_node *n)
{
	return want_text(r, n, &r->ignore->function);
}

static int read_file(struct reading *r, const struct yamlread_node *n)
{
	return want_text(r, n, &r->ignore->file);
}

static int read_source(struct reading *r, const struct yamlread_node *n)
{
	return want_text(r, n, &r->ignore->source);
}

static int read_reason(struct reading *r, const struct yamlread_node *n)
{
	return want_text(r, n, &r->ignore->reason);
}

static int read_up_to(struct reading *r, const struct yamlread_node *n)
{
	struct str text;

	if (want_text(r, n, &text) < 0)
		return -1;
	if (read_count(text, &r->ignore->up_to))
		return 0;
	return yamlread_complain(r->e, n->place, "'" STR_FMT "' is no count", STR_ARG(text));
}

bool policy_is_date(struct str text)
{
	static const int64_t days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int64_t year, month, day;

	return text.len == 10 && text.s[4] == '-' && text.s[7] == '-' &&
	       str_to_i64(str_sub(text, 0, 4), &year) && year >= 0 &&
	       str_to_i64(str_sub(text, 5, 7), &month) && month >= 1 && month <= 12 &&
	       str_to_i64(str_sub(text, 8, 10), &day) && day >= 1 && day <= days[month - 1];
}

static int read_until(struct reading *r, const struct yamlread_node *n)
{
	if (want_text(r, n, &r->ignore->until) < 0)
		return -1;
	if (policy_is_date(r->ignore->until))
		return 0;
	return yamlread_complain(r->e, n->place, "'" STR_FMT
				 "' is no date such as 2027-03-01", STR_ARG(r->ignore->until));
}

static const struct key ignore_keys[] = {
	{ "kind", read_kind }, { "function", read_function }, { "file", read_file },
	{ "source", read_source }, { "up_to", read_up_to }, { "reason", read_reason },
	{ "until", read_until },
};

static int read_ignores(struct reading *r, const struct yamlread_node *list)
{
	if (list->kind != YAMLREAD_LIST)
		return complain(r, list, "a list ('- { kind: …, reason: … }') is expected here");
	for (size_t i = 0; i < list->items.count; i++) {
		const struct yamlread_node *n = list->items.items[i];
		struct policy_ignore one = { .up_to = -1, .place = n->place };

		r->ignore = &one;
		if (read_map(r, n, ignore_keys, COUNT_OF(ignore_keys)) < 0)
			return -1;
		if (!one.reason.s)
			return complain(r, n, "an 'ignore' needs a reason: \"why this is accepted\"");
		if (!one.kind.s && !one.function.s && !one.file.s && !one.source.s)
			return complain(r, n, "an 'ignore' of everything: give it a kind, "
					      "function, file or source");
		*array_add(&r->policy->arena, &r->policy->ignores) = one;
	}
	return 0;
}

/* baseline ------------------------------------------------------------------------- */

static int read_baseline_file(struct reading *r, const struct yamlread_node *n)
{
	r->policy->baseline_place = n->place;
	return want_text(r, n, &r->policy->baseline);
}

static int read_allow(struct reading *r, const struct yamlread_node *map)
{
	if (map->kind != YAMLREAD_MAP)
		return complain(r, map, "'key: value' pairs are expected here");
	for (size_t i = 0; i < map->keys.count; i++) {
		const struct yamlread_node *key = map->keys.items[i];
		const struct yamlread_node *value = map->items.items[i];
		struct limit_growth g = { .place = key->place };
		struct str text;
		struct err e;

		if (limit_target(&g.target, &r->policy->arena, key->text, r->sections, &e) < 0)
			return unknown_limit(r, key, &e);
		if (want_text(r, value, &text) < 0)
			return -1;
		if (g.target.per_function)
			return complain(r, key, "a baseline knows the run as a whole, and "
						"causes: not each function");
		if (limit_growth(&g, text, &e) < 0)
			return place_error(r, value, &e);
		*array_add(&r->policy->arena, &r->policy->allow) = g;
	}
	return 0;
}

static const struct key baseline_keys[] = {
	{ "file", read_baseline_file }, { "allow", read_allow },
};

/* What is compared with a baseline if the policy does not say: counts exactly. */
static void allow_as_usual(struct reading *r)
{
	static const struct {
		struct str name, growth;
	} usual[] = {
		{ STR_INIT("recompiles"), STR_INIT("+0") },
		{ STR_INIT("graph_breaks"), STR_INIT("+0") },
		{ STR_INIT("failures"), STR_INIT("+0") },
		{ STR_INIT("limit_hits"), STR_INIT("+0") },
		{ STR_INIT("compile_time"), STR_INIT("+10 %") },
	};

	for (size_t i = 0; i < COUNT_OF(usual); i++) {
		struct limit_growth g = { .place = r->policy->baseline_place };
		struct arena *a = &r->policy->arena;

		if (limit_target(&g.target, a, usual[i].name, r->sections, r->e) == 0 &&
		    limit_growth(&g, usual[i].growth, r->e) == 0)
			*array_add(a, &r->policy->allow) = g;
	}
}

static int read_baseline(struct reading *r, const struct yamlread_node *n)
{
	if (read_map(r, n, baseline_keys, COUNT_OF(baseline_keys)) < 0)
		return -1;
	if (!r->policy->baseline.s)
		return complain(r, n, "a baseline needs a file: a report saved as JSON");
	if (!yamlread_find(n, STR("allow")))
		allow_as_usual(r);
	return 0;
}

static const struct key top_keys[] = {
	{ "version", read_version }, { "limits", read_limits }, { "after", read_after },
	{ "only", read_only }, { "ignore", read_ignores }, { "baseline", read_baseline },
};

int policy_parse(struct policy *p, struct str path, struct str text,
		 const struct report *sections, struct err *e)
{
	struct reading r = { .policy = p, .sections = sections, .e = e };
	const struct yamlread_node *root;

	p->path = str_copy(&p->arena, path);
	root = yamlread_parse(&p->arena, p->path, text, e);
	if (!root || read_map(&r, root, top_keys, COUNT_OF(top_keys)) < 0)
		return -1;
	if (!yamlread_find(root, STR("version")))
		return complain(&r, root, "'version: 1' is missing");
	return 0;
}

int policy_add_limit(struct policy *p, struct str text, const struct report *sections,
		     struct err *e)
{
	struct limit l = { .place = { .path = { NULL, 0 } } };
	size_t quoted = str_find(text, STR("\"]"));	/* phases["a=b"].self_us=3 s */
	size_t from = quoted == STR_NONE ? 0 : quoted;
	size_t at = str_find_char(str_skip(text, from), '=');
	struct str value;

	at += at == STR_NONE ? 0 : from;
	if (at == STR_NONE || at == 0)
		return err_set(e, "'" STR_FMT "' is no limit such as recompiles=0",
			       STR_ARG(text));
	/* "x<=3", "x>=3" and "x==3" are written without another "=". */
	if (text.s[at - 1] == '<' || text.s[at - 1] == '>')
		at--;
	value = str_skip(text, text.s[at] == '=' && !str_starts(str_skip(text, at), STR("=="))
			 ? at + 1 : at);
	if (limit_target(&l.target, &p->arena, str_trim(str_take(text, at)), sections, e) < 0)
		return -1;
	value = str_copy(&p->arena, value);
	if (limit_bound(&l.bound, &l.target, value, e) < 0)
		return -1;
	for (size_t i = 0; i < p->limits.count; i++)
		if (str_eq(p->limits.items[i].target.name, l.target.name)) {
			p->limits.items[i] = l;
			return 0;
		}
	*array_add(&p->arena, &p->limits) = l;
	return 0;
}

void policy_release(struct policy *p)
{
	arena_release(&p->arena);
	*p = (struct policy){ 0 };
}
