/* base.h - error text, memory, arena, growable arrays. */
#ifndef CTRACE_BASE_H
#define CTRACE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BASE_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define BASE_PRINTF(fmt, args)
#endif

/*
 * Why a call could not go on: one line, lower case, no full stop, untouched on
 * success. Longer text is cut. Text that comes from a log or a file name may be
 * in it as it is: only cmd/ prints, and escapes control bytes there.
 */
struct err {
	char msg[512];
};

/* Writes the message and returns -1, so that a function can return err_set(…). */
int err_set(struct err *e, const char *fmt, ...) BASE_PRINTF(2, 3);

/*
 * Heap memory, for str.c and the adapters of outside libraries only. Zeroed;
 * never NULL: when the system has no more, mem_exhausted() is called, and it
 * does not return.
 */
void *mem_alloc(size_t size);
void *mem_grow(void *old, size_t size);	/* as realloc; the new part is not zeroed */
void mem_free(void *p);

/*
 * Called with the size asked for when memory runs out or a size overflows. The
 * library's own aborts; a program may define its own (strong) one, which must
 * end the process. ctrace prints one message and exits with 6.
 */
_Noreturn void mem_exhausted(size_t size);

/*
 * Memory that lives and dies together: nothing in it is freed singly.
 * A zeroed struct arena is a valid, empty one. Not for use by two threads.
 */
struct arena_block;
struct arena {
	struct arena_block *last;	/* the block in use; earlier ones hang on it */
	size_t used;			/* bytes taken of it */
	size_t total_bytes;		/* all blocks, for memory limits */
};

void *arena_alloc(struct arena *a, size_t size);	/* zeroed, aligned for anything */
void arena_reset(struct arena *a);	/* empties it, keeps one block for the next use */
void arena_release(struct arena *a);	/* frees all; a is an empty arena again */

void arena_adopt(struct arena *a, struct arena *other);	/* takes all of other, which is then empty */

#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_array(a, type, n) ((type *)arena_calloc((a), (n), sizeof(type)))
void *arena_calloc(struct arena *a, size_t count, size_t size);

/*
 * Growable array in an arena: ARRAY(int) numbers; *array_add(a, &numbers) = 7;
 * Old copies stay in the arena until it is released (at most as much again).
 * array_add gives a pointer to a new zeroed item, valid until the next add.
 */
#define ARRAY(type) struct { type *items; size_t count, capacity; }
#define array_add(a, array) \
	((array)->items = array_reserve((a), (array)->items, (array)->count, \
		&(array)->capacity, sizeof *(array)->items), \
	 &(array)->items[(array)->count++])
void *array_reserve(struct arena *a, void *items, size_t count, size_t *capacity,
		    size_t size);

#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

#endif
