/* SPDX-License-Identifier: MIT */
#include "yamlread.h"

#include <stdio.h>
#include <yaml.h>

/*
 * libyaml 0.2.5 takes repeated keys, any depth and many documents without a word, and its
 * time grows with the square of the depth. So levels are counted here, event by event,
 * and what is not wanted is refused at the event that brings it.
 */

struct reader {
	yaml_parser_t parser;
	struct arena *arena;
	struct str path;
	struct err *e;
	struct yamlread_node *root;
	struct yamlread_node *open[YAMLREAD_DEPTH];
	size_t depth;
	size_t documents;
};

int yamlread_complain(struct err *e, struct yamlread_place place, const char *fmt, ...)
{
	char what[sizeof e->msg];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof what, fmt, args);
	va_end(args);
	if (!place.path.s)
		return err_set(e, "%s", what);
	return err_set(e, STR_FMT ":%zu:%zu: %s", STR_ARG(place.path), place.line,
		       place.column, what);
}

static struct yamlread_place place_of(const struct reader *r, yaml_mark_t mark)
{
	return (struct yamlread_place){ r->path, mark.line + 1, mark.column + 1 };
}

static struct yamlread_node *node_new(struct reader *r, const yaml_event_t *event,
				      enum yamlread_kind kind)
{
	struct yamlread_node *n = arena_new(r->arena, struct yamlread_node);

	n->kind = kind;
	n->place = place_of(r, event->start_mark);
	return n;
}

static bool is_key_next(const struct yamlread_node *map)
{
	return map->kind == YAMLREAD_MAP && map->keys.count == map->items.count;
}

static int add_key(struct reader *r, struct yamlread_node *map, struct yamlread_node *key)
{
	const struct yamlread_node *before = NULL;

	if (key->kind != YAMLREAD_TEXT)
		return yamlread_complain(r->e, key->place, "a key must be a word");
	for (size_t i = 0; i < map->keys.count; i++)
		if (str_eq(map->keys.items[i]->text, key->text))
			before = map->keys.items[i];
	if (before)
		return yamlread_complain(r->e, key->place,
					 "key '" STR_FMT "' is there already, in line %zu",
					 STR_ARG(key->text), before->place.line);
	*array_add(r->arena, &map->keys) = key;
	return 0;
}

/* Hangs a node on what is open; a list or a map becomes what is open itself. */
static int add_node(struct reader *r, struct yamlread_node *n)
{
	struct yamlread_node *parent = r->depth ? r->open[r->depth - 1] : NULL;

	if (!parent)
		r->root = n;
	else if (is_key_next(parent)) {
		if (add_key(r, parent, n) < 0)
			return -1;
	} else
		*array_add(r->arena, &parent->items) = n;
	if (n->kind == YAMLREAD_TEXT)
		return 0;
	if (r->depth == YAMLREAD_DEPTH)
		return yamlread_complain(r->e, n->place, "more than %d levels",
					 YAMLREAD_DEPTH);
	r->open[r->depth++] = n;
	return 0;
}

static int refuse_marks(struct reader *r, const yaml_event_t *event,
			const yaml_char_t *anchor, const yaml_char_t *tag)
{
	struct yamlread_place at = place_of(r, event->start_mark);

	if (anchor)
		return yamlread_complain(r->e, at, "anchors ('&%s') are not allowed",
					 (const char *)anchor);
	if (tag)
		return yamlread_complain(r->e, at, "tags ('%s') are not allowed",
					 (const char *)tag);
	return 0;
}

static int add_scalar(struct reader *r, const yaml_event_t *event)
{
	struct yamlread_node *n = node_new(r, event, YAMLREAD_TEXT);
	struct str text = { (const char *)event->data.scalar.value,
			    event->data.scalar.length };

	if (refuse_marks(r, event, event->data.scalar.anchor, event->data.scalar.tag) < 0)
		return -1;
	n->text = str_copy(r->arena, text);
	n->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	return add_node(r, n);
}

static int begin_document(struct reader *r, const yaml_event_t *event)
{
	struct yamlread_place at = place_of(r, event->start_mark);

	if (event->data.document_start.version_directive ||
	    event->data.document_start.tag_directives.start !=
		    event->data.document_start.tag_directives.end)
		return yamlread_complain(r->e, at, "directives ('%%') are not allowed");
	if (r->documents++)
		return yamlread_complain(r->e, at, "a second document is not allowed");
	return 0;
}

static int take_event(struct reader *r, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return begin_document(r, event);
	case YAML_ALIAS_EVENT:
		return yamlread_complain(r->e, place_of(r, event->start_mark),
					 "aliases ('*%s') are not allowed",
					 (const char *)event->data.alias.anchor);
	case YAML_SCALAR_EVENT:
		return add_scalar(r, event);
	case YAML_SEQUENCE_START_EVENT:
		if (refuse_marks(r, event, event->data.sequence_start.anchor,
				 event->data.sequence_start.tag) < 0)
			return -1;
		return add_node(r, node_new(r, event, YAMLREAD_LIST));
	case YAML_MAPPING_START_EVENT:
		if (refuse_marks(r, event, event->data.mapping_start.anchor,
				 event->data.mapping_start.tag) < 0)
			return -1;
		return add_node(r, node_new(r, event, YAMLREAD_MAP));
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		r->depth--;
		return 0;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		return 0;
	}
	return 0;
}

/* Of bytes that are no UTF-8, and of control bytes, libyaml knows only the offset. */
static struct yamlread_place problem_place(const struct reader *r, struct str text)
{
	struct yamlread_place at = { r->path, 1, 1 };
	struct str before = str_take(text, r->parser.problem_offset), line;

	if (r->parser.error != YAML_READER_ERROR)
		return place_of(r, r->parser.problem_mark);
	while (str_cut(&before, '\n', &line)) {
		at.column = line.len + 1;
		at.line += before.s != NULL;
	}
	return at;
}

static int read_events(struct reader *r, struct str text)
{
	bool ended = false;

	while (!ended) {
		yaml_event_t event;
		int result;

		if (!yaml_parser_parse(&r->parser, &event))
			return yamlread_complain(r->e, problem_place(r, text), "%s",
						 r->parser.problem ? r->parser.problem :
						 "no YAML");
		ended = event.type == YAML_STREAM_END_EVENT;
		result = take_event(r, &event);
		yaml_event_delete(&event);
		if (result < 0)
			return -1;
	}
	return 0;
}

static struct yamlread_node *empty_map(const struct reader *r)
{
	struct yamlread_node *n = arena_new(r->arena, struct yamlread_node);

	n->kind = YAMLREAD_MAP;
	n->place = (struct yamlread_place){ r->path, 1, 1 };
	return n;
}

struct yamlread_node *yamlread_parse(struct arena *a, struct str path, struct str text,
				     struct err *e)
{
	struct reader r = { .arena = a, .path = path, .e = e };
	int result;

	if (text.len > YAMLREAD_BYTES) {
		yamlread_complain(e, (struct yamlread_place){ path, 1, 1 },
				  "longer than 1 MiB (%zu bytes)", text.len);
		return NULL;
	}
	if (!yaml_parser_initialize(&r.parser))
		mem_exhausted(sizeof r.parser);
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)text.s, text.len);
	result = read_events(&r, text);
	yaml_parser_delete(&r.parser);
	if (result < 0)
		return NULL;
	return r.root ? r.root : empty_map(&r);
}

struct yamlread_node *yamlread_find(const struct yamlread_node *map, struct str key)
{
	for (size_t i = 0; i < map->keys.count; i++)
		if (str_eq(map->keys.items[i]->text, key))
			return map->items.items[i];
	return NULL;
}
