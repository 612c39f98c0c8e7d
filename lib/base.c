/* SPDX-License-Identifier: MIT */
#include "base.h"

#include <assert.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * An arena is a chain of blocks. Small blocks first, so that a trace of one
 * compile costs little, then bigger ones. Tests shrink them, so that every
 * test crosses a block's end.
 */
#ifdef CTRACE_TEST
#define BLOCK_FIRST 64
#define BLOCK_MOST 256
#else
#define BLOCK_FIRST ((size_t)16 << 10)
#define BLOCK_MOST ((size_t)1 << 20)
#endif

struct arena_block {
	struct arena_block *before;
	size_t size;			/* bytes in data */
	alignas(max_align_t) char data[];
};

int err_set(struct err *e, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(e->msg, sizeof e->msg, fmt, args);
	va_end(args);
	return -1;
}

#if defined(__GNUC__)
__attribute__((weak))
#endif
_Noreturn void mem_exhausted(size_t size)
{
	(void)size;
	abort();
}

void *mem_alloc(size_t size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p)
		mem_exhausted(size);
	return p;
}

void *mem_grow(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		mem_exhausted(size);
	return p;
}

void mem_free(void *p)
{
	free(p);
}

static void arena_add_block(struct arena *a, size_t least)
{
	size_t size = a->last ? a->last->size * 2 : BLOCK_FIRST;
	struct arena_block *b;

	if (size > BLOCK_MOST)
		size = BLOCK_MOST;
	if (size < least)
		size = least;
	if (size > SIZE_MAX - sizeof *b)
		mem_exhausted(size);
	b = mem_alloc(sizeof *b + size);
	b->before = a->last;
	b->size = size;
	a->last = b;
	a->used = 0;
	a->total_bytes += size;
}

void *arena_alloc(struct arena *a, size_t size)
{
	size_t align = alignof(max_align_t);
	void *p;

	if (size > SIZE_MAX - align)
		mem_exhausted(size);
	size = (size + align - 1) / align * align;
	if (!a->last || size > a->last->size - a->used)
		arena_add_block(a, size);
	p = a->last->data + a->used;
	a->used += size;
	return p;
}

void *arena_calloc(struct arena *a, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		mem_exhausted(SIZE_MAX);
	return arena_alloc(a, count * size);
}

static void free_blocks(struct arena_block *b)
{
	while (b) {
		struct arena_block *before = b->before;

		mem_free(b);
		b = before;
	}
}

void arena_reset(struct arena *a)
{
	if (!a->last)
		return;
	free_blocks(a->last->before);
	a->last->before = NULL;
	if (a->last->size > BLOCK_MOST) {
		arena_release(a);
		return;
	}
	memset(a->last->data, 0, a->used);
	a->used = 0;
	a->total_bytes = a->last->size;
}

void arena_release(struct arena *a)
{
	free_blocks(a->last);
	*a = (struct arena){ 0 };
}

void arena_adopt(struct arena *a, struct arena *other)
{
	struct arena_block *first = other->last;

	if (!a->last) {
		*a = *other;
	} else if (first) {
		/* Behind the block in use: that one goes on being filled. */
		while (first->before)
			first = first->before;
		first->before = a->last->before;
		a->last->before = other->last;
		a->total_bytes += other->total_bytes;
	}
	*other = (struct arena){ 0 };
}

void *array_reserve(struct arena *a, void *items, size_t count, size_t *capacity,
		    size_t size)
{
	void *grown;
	size_t more;

	assert(count <= *capacity);
	if (count < *capacity) {
		memset((char *)items + count * size, 0, size);
		return items;
	}
	more = *capacity ? *capacity * 2 : 4;
	grown = arena_calloc(a, more, size);
	if (count)
		memcpy(grown, items, count * size);
	*capacity = more;
	return grown;
}
