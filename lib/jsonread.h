/*
 * jsonread.h - a JSON text → a tree of values. The only user of cJSON, which is given a
 * text made safe first, so that what it would lose or let pass is kept or refused: see
 * jsonread.c. For whole documents of our own; torch's records are walked by scan.h.
 */
#ifndef CTRACE_JSONREAD_H
#define CTRACE_JSONREAD_H

#include "str.h"

#define JSONREAD_DEPTH 256

enum jsonread_kind {
	JSONREAD_NULL,		/* NaN and Infinity too: no number, but no fault either */
	JSONREAD_BOOL,
	JSONREAD_NUMBER,
	JSONREAD_TEXT,
	JSONREAD_ARRAY,
	JSONREAD_OBJECT
};

struct jsonread_value {
	enum jsonread_kind kind;
	bool flag;		/* of BOOL */
	struct str key;		/* in an object */
	struct str text;	/* of TEXT, any bytes; of NUMBER, as it is written */
	const struct jsonread_value *items;	/* of ARRAY and OBJECT */
	size_t count;
};

/*
 * The root, in the arena; -1 with *e ("line 3: what") if the text is no JSON, is
 * followed by something else, or is deeper than JSONREAD_DEPTH.
 */
int jsonread_parse(struct arena *a, struct str text, struct jsonread_value *root,
		   struct err *e);

/* The member of an object, the last one if a key is repeated; NULL if there is none. */
const struct jsonread_value *jsonread_find(const struct jsonread_value *object,
					   struct str key);

/*
 * A whole number, exactly. False if it is none, or too big. decimals: the number times
 * 10^decimals, rounded down.
 */
bool jsonread_number(const struct jsonread_value *v, unsigned decimals, int64_t *out);

#endif
