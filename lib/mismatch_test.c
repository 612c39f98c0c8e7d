/* SPDX-License-Identifier: MIT */
#include "mismatch.h"

#include <criterion/criterion.h>

/* The messages themselves are in guard_test.c. */
Test(mismatch, other_devices)
{
	static const struct {
		const char *was, *now;
		bool want;
	} rows[] = {
		{ "DispatchKeySet(CPU, AutogradCPU)",
		  "DispatchKeySet(CUDA, AutogradCUDA)",
		  true },
		{ "DispatchKeySet(CPU)", "DispatchKeySet(Meta)", true },
		{ "DispatchKeySet(CPU, AutogradCPU)", "DispatchKeySet(CPU)", false },
		{ "DispatchKeySet(CPU)", "DispatchKeySet(SparseCPU)", false },
		{ "", "DispatchKeySet(CPU)", false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect_eq(mismatch_is_other_device(str_c(rows[i].was),
					      str_c(rows[i].now)),
			     rows[i].want, "%s, %s", rows[i].was, rows[i].now);
}
