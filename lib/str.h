/* str.h - slices of bytes, text buffers, interned strings, integer maps. */
#ifndef CTRACE_STR_H
#define CTRACE_STR_H

#include "base.h"

#include <string.h>

/*
 * A slice: len bytes at s, not NUL-terminated, any bytes. Passed by value, never
 * owns. {NULL, 0} is "absent"; an empty one with s set is "present and empty".
 */
struct str {
	const char *s;
	size_t len;
};

#define STR(literal) ((struct str){ (literal), sizeof(literal) - 1 })
#define STR_INIT(literal) { (literal), sizeof(literal) - 1 }	/* for static tables */
#define STR_NONE ((size_t)-1)		/* "not found" of the find functions */
#define STR_FMT "%.*s"			/* printf("…" STR_FMT, STR_ARG(s)) */
#define STR_ARG(x) (int)((x).len > 1u << 30 ? 1u << 30 : (x).len), (x).s ? (x).s : ""

struct str str_c(const char *text);		/* of a C string; NULL gives absent */
int str_compare(struct str a, struct str b);	/* as memcmp, then the shorter first */
bool str_ends(struct str s, struct str suffix);

/* Index of the first / last place, STR_NONE if there is none. */
size_t str_find(struct str s, struct str needle);
size_t str_find_char(struct str s, char c);
size_t str_rfind_char(struct str s, char c);

struct str str_trim(struct str s);		/* without blanks, tabs, CR, LF at both ends */

/*
 * Cuts at the first sep: *head gets what is before it, *rest what is behind it.
 * Without a sep, *head gets all and *rest becomes absent. False once *rest is
 * absent, so that: while (str_cut(&rest, '\n', &line)) … walks the lines.
 */
bool str_cut(struct str *rest, char sep, struct str *head);
bool str_cut_at(struct str *rest, struct str sep, struct str *head);

/* The whole of s as a decimal integer with optional '-'; false (and *n untouched) if not. */
bool str_to_i64(struct str s, int64_t *n);

size_t str_digits(struct str s);	/* how many decimal digits it begins with */

bool str_is_word(char c);		/* letter, digit, '_', or a byte above 0x7f */

/* A copy in the arena, followed by a NUL. */
struct str str_copy(struct arena *a, struct str s);
struct str str_format(struct arena *a, const char *fmt, ...) BASE_PRINTF(2, 3);

/* What every byte and field of a log goes through is inline. */

static inline bool str_eq(struct str a, struct str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}

/* Parts. Counts beyond the end are cut to it. The first n bytes; all but the first n. */
static inline struct str str_take(struct str s, size_t n)
{
	return (struct str){ s.s, n < s.len ? n : s.len };
}

static inline struct str str_skip(struct str s, size_t n)
{
	if (n > s.len)
		n = s.len;
	return (struct str){ s.s ? s.s + n : NULL, s.len - n };
}

static inline struct str str_sub(struct str s, size_t from, size_t to)
{
	return str_skip(str_take(s, to), from);
}

static inline bool str_starts(struct str s, struct str prefix)
{
	return s.len >= prefix.len && str_eq(str_take(s, prefix.len), prefix);
}

/* If *s begins with prefix, steps over it and says true; else *s stays as it is. */
static inline bool str_eat(struct str *s, struct str prefix)
{
	if (!str_starts(*s, prefix))
		return false;
	*s = str_skip(*s, prefix.len);
	return true;
}

static inline bool str_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Growing text on the heap. A zeroed struct buf is an empty one. */
struct buf {
	char *s;
	size_t len, capacity;
};

void buf_add(struct buf *b, struct str s);
void buf_add_c(struct buf *b, const char *text);
void buf_add_char(struct buf *b, char c);
void buf_addf(struct buf *b, const char *fmt, ...) BASE_PRINTF(2, 3);
void buf_fill(struct buf *b, char c, size_t n);	/* n times c */
void buf_reserve(struct buf *b, size_t more);	/* room for more bytes at b->s + b->len */
void buf_cut(struct buf *b, size_t len);	/* back to a shorter length */
void buf_release(struct buf *b);
struct str buf_str(const struct buf *b);	/* dies with the next change of b */
struct str buf_take(struct arena *a, struct buf *b);	/* a copy in the arena; releases b */

/*
 * One copy of each distinct string: equal strings give equal .s, so that they can
 * be compared and looked up by pointer. Copies live in the arena given to init and
 * are followed by a NUL.
 */
struct intern {
	struct arena *arena;
	struct intern_slot *slots;
	size_t count, capacity;
	uint64_t seed;
};

void intern_init(struct intern *in, struct arena *a);
void intern_release(struct intern *in);		/* the table; the strings stay in the arena */
struct str intern_add(struct intern *in, struct str s);	/* absent stays absent */

/*
 * Integer → integer. Keys are any uint64_t, an interned string's .s among them.
 * A zeroed struct map is an empty one. Never walk it: its order means nothing.
 */
struct map {
	struct map_slot *slots;
	size_t count, capacity;
};

uint64_t *map_find(const struct map *m, uint64_t key);	/* NULL if absent */
uint64_t *map_add(struct map *m, uint64_t key);	/* its value, 0 if it was absent */
void map_release(struct map *m);

/*
 * One key out of two. Never by XOR: strings of one arena lie as far apart as those of
 * another, and which of them meet would depend on where the system put the arenas.
 */
uint64_t map_key(uint64_t a, uint64_t b);

#define MAP_KEY(interned) ((uint64_t)(uintptr_t)(interned).s)

#endif
