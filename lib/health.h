/*
 * health.h - what was wrong with the input, counted by kind. Nothing here stops a
 * report; kinds of severity LOSS mean that something may be missing from it.
 */
#ifndef CTRACE_HEALTH_H
#define CTRACE_HEALTH_H

#include "str.h"

enum severity {
	SEVERITY_INFO,	/* odd, but nothing is lost */
	SEVERITY_LOSS	/* the answer may be incomplete: --strict and check exit 4 */
};

enum health_kind {
	HEALTH_STRAY_LINE,		/* a line that is no record */
	HEALTH_BAD_JSON,		/* an envelope that does not parse */
	HEALTH_BAD_PAYLOAD,		/* a payload that does not parse */
	HEALTH_BAD_MD5,			/* a payload that is not what was written */
	HEALTH_MD5_UNREADABLE,		/* has_payload is no MD5 sum */
	HEALTH_NO_PAYLOAD,		/* announced but not there */
	HEALTH_UNOWNED_PAYLOAD,		/* payload lines without a record */
	HEALTH_INTERLEAVED,		/* a head in the middle of another line */
	HEALTH_OVERSIZE,		/* a record or line longer than the limit */
	HEALTH_CUT,			/* the log ends inside a record */
	HEALTH_INPUT_DAMAGED,		/* damaged gzip data, or a read error */
	HEALTH_TRAILING_GARBAGE,	/* bytes behind the last gzip member */
	HEALTH_BAD_ID,			/* a compile id that is none */
	HEALTH_BAD_FIELD,		/* a field of another type than torch writes */
	HEALTH_UNKNOWN_STRING,		/* an interned string that was never defined */
	HEALTH_SPAN_UNMATCHED,		/* a span's end without a beginning, or the reverse */
	HEALTH_SPAN_NEGATIVE,		/* a span that ends before it begins */
	HEALTH_REPEATED,		/* compiles that stand in the log twice */
	HEALTH_UNKNOWN_RECORD,		/* a kind of record ctrace does not know */
	HEALTH_CONTRADICTION,		/* two inputs that disagree about one compile */
	HEALTH_UNREADABLE_INPUT,	/* an input that could not be used at all */
	HEALTH_SILENT_INPUT,		/* a text without a line of torch, accepted as such */
	HEALTH_KINDS
};

struct health_note {
	enum health_kind kind;
	struct str path;
	size_t line;		/* 0: of the whole file */
	struct str text;	/* what, where in it; lower case, no full stop */
};

#define HEALTH_NOTES_MOST 20	/* notes kept of a kind */

/* A zeroed one with an arena set is empty. */
struct health {
	struct arena *arena;	/* keeps the notes' texts; borrowed */
	size_t counts[HEALTH_KINDS];
	ARRAY(struct health_note) notes;
};

/* Counts one, and keeps a note of the first few of its kind. path must live on. */
void health_add(struct health *h, enum health_kind kind, struct str path, size_t line,
		const char *fmt, ...) BASE_PRINTF(5, 6);
void health_merge(struct health *into, const struct health *from);

const char *health_key(enum health_kind kind);		/* "bad_json" */
const char *health_title(enum health_kind kind);	/* "records that are no JSON" */
enum severity health_severity(enum health_kind kind);
size_t health_losses(const struct health *h);		/* sum over the kinds of severity LOSS */

#endif
