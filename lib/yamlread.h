/*
 * yamlread.h - YAML text → a tree of nodes that know their place. The only user of
 * libyaml, of its events: the part of YAML that a reviewed file needs and no more.
 * Refused are anchors, aliases and tags, a second document, a key that is repeated, more
 * than YAMLREAD_BYTES, more than YAMLREAD_DEPTH levels.
 */
#ifndef CTRACE_YAMLREAD_H
#define CTRACE_YAMLREAD_H

#include "str.h"

#define YAMLREAD_BYTES ((size_t)1 << 20)
#define YAMLREAD_DEPTH 64

enum yamlread_kind { YAMLREAD_TEXT, YAMLREAD_LIST, YAMLREAD_MAP };

/* Where something stands in a file. path absent: on the command line, or not known. */
struct yamlread_place {
	struct str path;
	size_t line, column;	/* from 1; column in characters */
};

struct yamlread_node {
	enum yamlread_kind kind;
	struct yamlread_place place;
	struct str text;		/* of TEXT: as written, quotes and escapes resolved */
	bool quoted;
	ARRAY(struct yamlread_node *) keys;	/* of MAP, all TEXT */
	ARRAY(struct yamlread_node *) items;	/* of LIST; of MAP: beside their keys */
};

/*
 * The root, in the arena; NULL with *e ("path:line:column: what") if it is refused. An
 * empty text has an empty MAP as its root.
 */
struct yamlread_node *yamlread_parse(struct arena *a, struct str path, struct str text,
				     struct err *e);

/* The value of a key, NULL if it is not there. */
struct yamlread_node *yamlread_find(const struct yamlread_node *map, struct str key);

/* Sets *e to "path:line:column: …" and returns -1. */
int yamlread_complain(struct err *e, struct yamlread_place place, const char *fmt, ...)
	BASE_PRINTF(3, 4);

#endif
