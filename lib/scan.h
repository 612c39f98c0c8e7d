/*
 * scan.h - walks one level of a JSON text without building anything.
 *
 * torch's records are wide and mostly of no interest: a metrics record is 40 kB, of
 * which a dozen numbers are read. So a level is walked member by member; values come
 * back as the slices they are, nested ones can be walked in turn or given to
 * jsonread_parse(). A slice borrows from the text.
 *
 * What is skipped is checked for balanced brackets and closed strings only; a level
 * that is walked is checked wholly. Lenient where Python's json is: NaN, Infinity,
 * raw control bytes in strings. At most SCAN_DEPTH levels.
 */
#ifndef CTRACE_SCAN_H
#define CTRACE_SCAN_H

#include "str.h"

#define SCAN_DEPTH 256

struct scan {
	struct str text;	/* all of it */
	size_t at;		/* where the walk stands in it */
	char close;		/* '}' or ']' */
	bool begun;
	const char *problem;	/* what is wrong at .at; NULL: nothing */
};

/* Starts on a text that must be an object / array (blanks around it are fine). */
struct scan scan_object(struct str text);
struct scan scan_array(struct str text);

/*
 * The next member or item. False at the end, and on a fault: then .problem is set.
 * The end is only reached if nothing but blanks follows the closing bracket. Keys
 * come as they are written, without their quotes and with escapes left in.
 */
bool scan_member(struct scan *s, struct str *key, struct str *value);
bool scan_item(struct scan *s, struct str *value);

/*
 * The value of a member, the last one if the key is repeated (as Python's json has
 * it); absent if there is none or the text is faulty.
 */
struct str scan_find(struct str object, struct str key);

/* What a value is. JSON numbers only in JSON's grammar: no 01, no 1., no 0x1. */
bool scan_is_null(struct str value);	/* null, or absent */
bool scan_is_string(struct str value);
bool scan_is_object(struct str value);
bool scan_is_array(struct str value);
bool scan_is_number(struct str value);
bool scan_int(struct str value, int64_t *out);	/* exact; false if it has a fraction or overflows */

/*
 * A number times 10^decimals, cut towards 0: "1795961037666881.2" with 0, seconds with
 * 6, "3.9e-05" too. False if it is none or overflows.
 */
bool scan_scaled(struct str value, unsigned decimals, int64_t *out);

/*
 * The text of a string value, escapes resolved, into the arena. Absent if value is no
 * string. A lone surrogate or a bad \u becomes U+FFFD; \u0000 becomes a NUL byte.
 */
struct str scan_text(struct arena *a, struct str value);
/* The same appended to a buffer; false if it is no string. */
bool scan_text_to(struct buf *out, struct str value);
/* The same interned: one copy of equal texts. */
struct str scan_intern(struct intern *in, struct str value);
/* Without a copy, where the string has no escape; else absent. */
struct str scan_plain(struct str value);

#endif
