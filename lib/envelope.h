/*
 * envelope.h - the JSON object of a structured record, taken apart.
 *
 * {"dynamo_start": {…}, "rank": 0, "frame_id": 0, "frame_compile_id": 1, "attempt": 0,
 *  "has_payload": "d41d8…"}: the record's own key and value, and beside them what every
 * record has (torch/_logging/_internal.py, trace_structured(), torch 2.2 to 2.14).
 */
#ifndef CTRACE_ENVELOPE_H
#define CTRACE_ENVELOPE_H

#include "compile.h"

/* Slices are of the text. Numbers are -1 where absent or null. */
struct envelope {
	struct str kind, value;		/* the record's own; absent if it has none */
	struct compile_id id;		/* all -1: belongs to no compile */
	int64_t attempt, rank;
	struct str md5;			/* value of has_payload; absent if there is none */
	bool bad_id;			/* an id, attempt or rank that is no such number */
	const char *problem;		/* why it is no JSON object; NULL if it is one */
};

bool envelope_read(struct str text, struct envelope *e);	/* false: .problem says why */

#endif
