/*
 * jsonwrite.h - JSON text, written in order: values, and objects and arrays that are
 * begun and ended. Commas and line ends come by themselves; a mistake in the order
 * (a value without a key in an object, an end too many) is an assertion.
 *
 *	struct jsonwrite w = { .out = &buf };
 *	jsonwrite_begin(&w, NULL, '{', JSONWRITE_LINES);
 *	jsonwrite_number(&w, "schema", 1);
 *	jsonwrite_end(&w);
 */
#ifndef CTRACE_JSONWRITE_H
#define CTRACE_JSONWRITE_H

#include "str.h"

enum { JSONWRITE_DEPTH = 64 };

enum jsonwrite_look {
	JSONWRITE_INLINE,	/* all on one line */
	JSONWRITE_LINES		/* each member on a line of its own, indented */
};

/* Zeroed but for out, which text is appended to. */
struct jsonwrite {
	struct buf *out;
	unsigned depth;
	struct {
		char close;		/* } or ] */
		bool lines, filled;
	} open[JSONWRITE_DEPTH];
};

/* Each takes the member's key: NULL in an array and at the top. */
void jsonwrite_begin(struct jsonwrite *w, const char *key, char open,
		     enum jsonwrite_look look);
void jsonwrite_end(struct jsonwrite *w);
void jsonwrite_text(struct jsonwrite *w, const char *key, struct str text);
void jsonwrite_number(struct jsonwrite *w, const char *key, int64_t number);
void jsonwrite_share(struct jsonwrite *w, const char *key, int64_t share); /* 1/10000 */
void jsonwrite_bool(struct jsonwrite *w, const char *key, bool value);
void jsonwrite_null(struct jsonwrite *w, const char *key);

#endif
