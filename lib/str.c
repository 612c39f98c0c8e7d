/* SPDX-License-Identifier: MIT */
#include "str.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

struct intern_slot {
	struct str text;
	uint64_t hash;
};

struct map_slot {
	uint64_t key, value;
	bool used;
};

struct str str_c(const char *text)
{
	return (struct str){ text, text ? strlen(text) : 0 };
}

int str_compare(struct str a, struct str b)
{
	size_t least = a.len < b.len ? a.len : b.len;
	int order = least ? memcmp(a.s, b.s, least) : 0;

	return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool str_ends(struct str s, struct str suffix)
{
	return s.len >= suffix.len && str_eq(str_skip(s, s.len - suffix.len), suffix);
}

size_t str_find(struct str s, struct str needle)
{
	const char *p;

	if (needle.len == 0)
		return 0;
	if (s.len < needle.len)
		return STR_NONE;
	p = memmem(s.s, s.len, needle.s, needle.len);
	return p ? (size_t)(p - s.s) : STR_NONE;
}

size_t str_find_char(struct str s, char c)
{
	const char *p = s.len ? memchr(s.s, c, s.len) : NULL;

	return p ? (size_t)(p - s.s) : STR_NONE;
}

size_t str_rfind_char(struct str s, char c)
{
	const char *p = s.len ? memrchr(s.s, c, s.len) : NULL;

	return p ? (size_t)(p - s.s) : STR_NONE;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct str str_trim(struct str s)
{
	while (s.len && is_blank(s.s[0]))
		s = str_skip(s, 1);
	while (s.len && is_blank(s.s[s.len - 1]))
		s.len--;
	return s;
}

static bool cut(struct str *rest, size_t at, size_t sep_len, struct str *head)
{
	if (!rest->s)
		return false;
	if (at == STR_NONE) {
		*head = *rest;
		*rest = (struct str){ NULL, 0 };
		return true;
	}
	*head = str_take(*rest, at);
	*rest = str_skip(*rest, at + sep_len);
	return true;
}

bool str_cut(struct str *rest, char sep, struct str *head)
{
	return cut(rest, str_find_char(*rest, sep), 1, head);
}

bool str_cut_at(struct str *rest, struct str sep, struct str *head)
{
	return cut(rest, str_find(*rest, sep), sep.len, head);
}

bool str_to_i64(struct str s, int64_t *n)
{
	bool negative = str_eat(&s, STR("-"));
	int64_t value = 0;

	if (s.len == 0)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		int digit = s.s[i] - '0';

		if (digit < 0 || digit > 9)
			return false;
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_sub_overflow(value, digit, &value))
			return false;
	}
	if (!negative && __builtin_sub_overflow(0, value, &value))
		return false;
	*n = value;
	return true;
}

size_t str_digits(struct str s)
{
	size_t n = 0;

	while (n < s.len && str_is_digit(s.s[n]))
		n++;
	return n;
}

bool str_is_word(char c)
{
	return str_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_' || (unsigned char)c > 0x7f;
}

struct str str_copy(struct arena *a, struct str s)
{
	char *copy;

	if (!s.s)
		return s;
	copy = arena_alloc(a, s.len + 1);
	if (s.len)
		memcpy(copy, s.s, s.len);
	return (struct str){ copy, s.len };
}

struct str str_format(struct arena *a, const char *fmt, ...)
{
	va_list args;
	int need;
	char *text;

	va_start(args, fmt);
	need = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	assert(need >= 0);
	text = arena_alloc(a, (size_t)need + 1);
	va_start(args, fmt);
	vsnprintf(text, (size_t)need + 1, fmt, args);
	va_end(args);
	return (struct str){ text, (size_t)need };
}

void buf_reserve(struct buf *b, size_t more)
{
	size_t need, grown;

	if (__builtin_add_overflow(b->len, more, &need))
		mem_exhausted(SIZE_MAX);
	if (need <= b->capacity)
		return;
	grown = b->capacity > SIZE_MAX / 2 ? need : b->capacity * 2;
	if (grown < 64)
		grown = 64;
	if (grown < need)
		grown = need;
	b->s = mem_grow(b->s, grown);
	b->capacity = grown;
}

void buf_add(struct buf *b, struct str s)
{
	if (s.len == 0)
		return;
	buf_reserve(b, s.len);
	memcpy(b->s + b->len, s.s, s.len);
	b->len += s.len;
}

void buf_add_c(struct buf *b, const char *text)
{
	buf_add(b, str_c(text));
}

void buf_add_char(struct buf *b, char c)
{
	buf_reserve(b, 1);
	b->s[b->len++] = c;
}

void buf_addf(struct buf *b, const char *fmt, ...)
{
	va_list args;
	int need;

	va_start(args, fmt);
	need = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	assert(need >= 0);
	buf_reserve(b, (size_t)need + 1);
	va_start(args, fmt);
	vsnprintf(b->s + b->len, (size_t)need + 1, fmt, args);
	va_end(args);
	b->len += (size_t)need;
}

void buf_fill(struct buf *b, char c, size_t n)
{
	if (n == 0)
		return;
	buf_reserve(b, n);
	memset(b->s + b->len, c, n);
	b->len += n;
}

void buf_cut(struct buf *b, size_t len)
{
	assert(len <= b->len);
	b->len = len;
}

void buf_release(struct buf *b)
{
	mem_free(b->s);
	*b = (struct buf){ 0 };
}

struct str buf_str(const struct buf *b)
{
	return (struct str){ b->s ? b->s : "", b->len };
}

struct str buf_take(struct arena *a, struct buf *b)
{
	struct str text = str_copy(a, buf_str(b));

	buf_release(b);
	return text;
}

/* Both tables: open addressing, a power of two, at most two thirds full. */

static bool is_full(size_t count, size_t capacity)
{
	return count + 1 > capacity / 3 * 2;
}

static uint64_t mix(uint64_t x)
{
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93u;
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93u;
	return x ^ x >> 32;
}

static uint64_t hash_text(struct str s, uint64_t seed)
{
	uint64_t hash = seed ^ s.len * 0x9e3779b97f4a7c15u, word;

	for (; s.len >= sizeof word; s = str_skip(s, sizeof word)) {
		memcpy(&word, s.s, sizeof word);
		hash = mix(hash ^ word);
	}
	word = 0;
	if (s.len)
		memcpy(&word, s.s, s.len);
	return mix(hash ^ word);
}

/* The seed keeps a log from choosing strings that all fall into one slot. */
void intern_init(struct intern *in, struct arena *a)
{
	*in = (struct intern){ .arena = a };
	if (getrandom(&in->seed, sizeof in->seed, GRND_NONBLOCK) != sizeof in->seed)
		in->seed = (uint64_t)(uintptr_t)in;
}

void intern_release(struct intern *in)
{
	mem_free(in->slots);
	in->slots = NULL;
	in->count = in->capacity = 0;
}

static struct intern_slot *intern_slot(const struct intern *in, struct str s, uint64_t hash)
{
	size_t at = hash & (in->capacity - 1);

	while (in->slots[at].text.s &&
	       (in->slots[at].hash != hash || !str_eq(in->slots[at].text, s)))
		at = (at + 1) & (in->capacity - 1);
	return &in->slots[at];
}

static void intern_grow(struct intern *in)
{
	struct intern old = *in;

	in->capacity = old.capacity ? old.capacity * 2 : 64;
	in->slots = mem_alloc(in->capacity * sizeof *in->slots);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slots[i].text.s)
			*intern_slot(in, old.slots[i].text, old.slots[i].hash) = old.slots[i];
	mem_free(old.slots);
}

struct str intern_add(struct intern *in, struct str s)
{
	struct intern_slot *slot;
	uint64_t hash;

	if (!s.s)
		return s;
	if (is_full(in->count, in->capacity))
		intern_grow(in);
	hash = hash_text(s, in->seed);
	slot = intern_slot(in, s, hash);
	if (!slot->text.s) {
		*slot = (struct intern_slot){ str_copy(in->arena, s), hash };
		in->count++;
	}
	return slot->text;
}

/* Where the slots happen to lie keeps a log from choosing keys that all fall into one. */
static struct map_slot *map_slot(const struct map *m, uint64_t key)
{
	size_t at = mix(key ^ mix((uint64_t)(uintptr_t)m->slots)) & (m->capacity - 1);

	while (m->slots[at].used && m->slots[at].key != key)
		at = (at + 1) & (m->capacity - 1);
	return &m->slots[at];
}

uint64_t map_key(uint64_t a, uint64_t b)
{
	return mix(mix(a + 0x9e3779b97f4a7c15u) + b);
}

uint64_t *map_find(const struct map *m, uint64_t key)
{
	struct map_slot *slot;

	if (m->count == 0)
		return NULL;
	slot = map_slot(m, key);
	return slot->used ? &slot->value : NULL;
}

static void map_grow(struct map *m)
{
	struct map old = *m;

	m->capacity = old.capacity ? old.capacity * 2 : 16;
	m->slots = mem_alloc(m->capacity * sizeof *m->slots);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slots[i].used)
			*map_slot(m, old.slots[i].key) = old.slots[i];
	mem_free(old.slots);
}

uint64_t *map_add(struct map *m, uint64_t key)
{
	struct map_slot *slot;

	if (is_full(m->count, m->capacity))
		map_grow(m);
	slot = map_slot(m, key);
	if (!slot->used) {
		*slot = (struct map_slot){ .key = key, .used = true };
		m->count++;
	}
	return &slot->value;
}

void map_release(struct map *m)
{
	mem_free(m->slots);
	*m = (struct map){ 0 };
}
