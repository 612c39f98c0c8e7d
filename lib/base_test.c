/* SPDX-License-Identifier: MIT */
#include "base.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdalign.h>
#include <string.h>

#include "leaks.h"

TestSuite(base, .fini = no_leaks);

Test(base, errors_are_cut_to_their_room)
{
	struct err e;

	cr_expect_eq(err_set(&e, "cannot open '%s': %d", "x", 5), -1);
	cr_expect_str_eq(e.msg, "cannot open 'x': 5");
	cr_expect_eq(err_set(&e, "%0600d", 1), -1);
	cr_expect_eq(strlen(e.msg), sizeof e.msg - 1);
}

Test(base, arena_memory_is_zeroed_aligned_and_apart)
{
	struct arena a = { 0 };
	char *before = NULL;
	size_t before_size = 0;

	for (size_t size = 0; size < 600; size += 7) {
		char *p = arena_alloc(&a, size);

		cr_assert_eq((uintptr_t)p % alignof(max_align_t), 0, "size %zu", size);
		for (size_t i = 0; i < size; i++)
			cr_assert_eq(p[i], 0, "size %zu", size);
		memset(p, 0xee, size);
		if (before)
			for (size_t i = 0; i < before_size; i++)
				cr_assert_eq(before[i], (char)0xee, "size %zu writes over", size);
		before = p;
		before_size = size;
	}
	cr_expect(a.total_bytes >= 600 * 600 / 14);
	arena_release(&a);
	cr_expect_null(a.last);
	cr_expect_eq(a.total_bytes, 0);
}

Test(base, a_reset_arena_is_empty_and_zeroed)
{
	struct arena a = { 0 };

	arena_reset(&a);
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 20; i++) {
			char *p = arena_alloc(&a, 30);

			cr_assert_eq(p[0] | p[29], 0, "round %d", round);
			memset(p, 1, 30);
		}
		arena_reset(&a);
		cr_expect_eq(a.used, 0);
	}
	arena_alloc(&a, 100000);	/* far above a block */
	arena_reset(&a);
	cr_expect_null(a.last);
	arena_release(&a);
}

Test(base, arrays_grow_and_keep_what_they_hold)
{
	struct arena a = { 0 };
	ARRAY(int) numbers = { 0 };

	for (int i = 0; i < 1000; i++) {
		int *n = array_add(&a, &numbers);

		cr_assert_eq(*n, 0);
		*n = i;
	}
	for (int i = 0; i < 1000; i++)
		cr_assert_eq(numbers.items[i], i);
	numbers.count = 10;		/* what was dropped comes back zeroed */
	cr_expect_eq(*array_add(&a, &numbers), 0);
	arena_release(&a);
}

Test(base, sizes_that_overflow_end_the_program, .signal = SIGABRT)
{
	struct arena a = { 0 };

	arena_calloc(&a, SIZE_MAX / 2, 3);
}
