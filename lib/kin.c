/* SPDX-License-Identifier: MIT */
#include "kin.h"

#include "place.h"

#include <string.h>

/*
 * By which columns rows of a section are matched. "file" is compared by its tail, and
 * "function" without the line in the name of one that goes on after a graph break.
 */
static const struct {
	const char *section;
	const char *keys[4];
} rules[] = {
	{ "summary", { NULL } },
	{ "causes", { "kind", "function", "file", "source" } },
	{ "graph_breaks", { "function", "file", "reason", NULL } },
	{ "failures", { "function", "file", "type", NULL } },
	{ "limits", { "function", "file", NULL } },
	{ "functions", { "function", "file", NULL } },
	{ "phases", { "phase", NULL } },
	{ "one_time", { "what", NULL } },
	{ "apart", { "what", NULL } },
	{ "caches", { "layer", NULL } },
	{ "settings", { "what", NULL } },
	{ "config_values", { "config", "setting", NULL } },
};

const struct cell *kin_cell(const struct table *t, const struct row *row, const char *key)
{
	for (size_t i = 0; i < t->def->column_count; i++)
		if (strcmp(t->def->columns[i].key, key) == 0)
			return &row->cells[i];
	return NULL;
}

struct str kin_text(const struct table *t, const struct row *row, const char *key)
{
	const struct cell *c = kin_cell(t, row, key);

	return c && c->present ? c->text : (struct str){ NULL, 0 };
}

int64_t kin_number(const struct table *t, const struct row *row, const char *key)
{
	const struct cell *c = kin_cell(t, row, key);

	return c && c->present ? c->number : -1;
}

static bool is_slash(char c)
{
	return c == '/' || c == '\\';
}

/* Takes the last part of the path off *path. */
static struct str last_part(struct str *path)
{
	size_t at = path->len;
	struct str part;

	while (at > 0 && !is_slash(path->s[at - 1]))
		at--;
	part = str_skip(*path, at);
	*path = str_take(*path, at ? at - 1 : 0);
	return part;
}

bool kin_same_file(struct str a, struct str b)
{
	struct str folder_a, folder_b;

	if (!a.s || !b.s)
		return !a.s && !b.s;
	if (!str_eq(last_part(&a), last_part(&b)))
		return false;
	folder_a = last_part(&a);
	folder_b = last_part(&b);
	return !folder_a.len || !folder_b.len || str_eq(folder_a, folder_b);
}

static struct str function_name(struct str function)
{
	struct str name;
	int64_t line;

	return place_resumed(function, &name, &line) ? name : function;
}

static bool same_function(struct str a, struct str b)
{
	struct str x = function_name(a), y = function_name(b);

	return str_eq(x, y) && (x.s == a.s) == (y.s == b.s);
}

static const char *const *keys_of(const struct section_def *def)
{
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		if (strcmp(rules[i].section, def->key) == 0)
			return rules[i].keys;
	return NULL;
}

static bool same_keys(const struct table *a, const struct row *x, const struct table *b,
		      const struct row *y)
{
	const char *const *keys = keys_of(a->def);

	for (size_t i = 0; keys && i < 4 && keys[i]; i++) {
		struct str p = kin_text(a, x, keys[i]), q = kin_text(b, y, keys[i]);
		bool same = strcmp(keys[i], "file") == 0 ? kin_same_file(p, q) :
			    strcmp(keys[i], "function") == 0 ? same_function(p, q) :
			    str_eq(p, q);

		if (!same)
			return false;
	}
	return keys && x->depth == y->depth;
}

/* The row that this one belongs to, NULL if it is at the top. */
static const struct row *parent_of(const struct table *t, const struct row *row)
{
	unsigned depth = row->depth;

	while (depth > 0 && row > t->rows.items)
		if ((--row)->depth < depth)
			return row;
	return NULL;
}

static bool is_same(const struct table *a, const struct row *x, const struct table *b,
		    const struct row *y)
{
	while (x && y) {
		if (!same_keys(a, x, b, y))
			return false;
		x = parent_of(a, x);
		y = parent_of(b, y);
	}
	return !x && !y;
}

const struct row *kin_find(const struct table *t, const struct table *of,
			   const struct row *row)
{
	for (size_t i = 0; i < t->rows.count; i++)
		if (is_same(of, row, t, &t->rows.items[i]))
			return &t->rows.items[i];
	return NULL;
}
