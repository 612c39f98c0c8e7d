/* SPDX-License-Identifier: MIT */
#include "envelope.h"

#include "recordkind.h"
#include "scan.h"

#define INDEX_MOST (INT64_C(1) << 53)	/* where JSON's numbers stop being exact */

/* A part of the compile id: absent, null, or a whole number that is not negative. */
static void read_index(struct envelope *e, struct str value, int64_t *into)
{
	int64_t number;

	*into = -1;
	if (scan_is_null(value))
		return;
	if (scan_int(value, &number) && number >= 0 && number <= INDEX_MOST)
		*into = number;
	else
		e->bad_id = true;
}

/* A member that every record may have; false if it is the record's own. */
static bool read_common(struct envelope *e, struct str key, struct str value)
{
	const struct {
		struct str key;
		int64_t *into;
	} numbers[] = {
		{ STR("frame_id"), &e->id.frame },
		{ STR("frame_compile_id"), &e->id.compile },
		{ STR("attempt"), &e->attempt },
		{ STR("rank"), &e->rank },
		{ STR("compiled_autograd_id"), &e->id.autograd },
	};

	for (size_t i = 0; i < COUNT_OF(numbers); i++)
		if (str_eq(key, numbers[i].key)) {
			read_index(e, value, numbers[i].into);
			return true;
		}
	if (str_eq(key, STR("has_payload"))) {
		e->md5 = value;
		return true;
	}
	return str_eq(key, STR("stack")) || str_eq(key, STR("subgraph_name"));
}

/*
 * The record's own member. Of several, which torch does not write today, the first one
 * of a known kind; the last value if a key is repeated, as Python's json has it.
 */
static void read_own(struct envelope *e, struct str key, struct str value)
{
	if (!e->kind.s || str_eq(e->kind, key) ||
	    (recordkind_of(e->kind) == RECORDKIND_UNKNOWN &&
	     recordkind_of(key) != RECORDKIND_UNKNOWN)) {
		e->kind = key;
		e->value = value;
	}
}

bool envelope_read(struct str text, struct envelope *e)
{
	static const struct compile_id none = { -1, -1, -1 };
	struct scan s = scan_object(text);
	struct str key, value;

	*e = (struct envelope){ .id = none, .attempt = -1, .rank = -1 };
	while (scan_member(&s, &key, &value))
		if (!read_common(e, key, value))
			read_own(e, key, value);
	if (e->bad_id || (e->id.frame < 0) != (e->id.compile < 0))
		e->id = none;
	e->problem = s.problem;
	return !s.problem;
}
