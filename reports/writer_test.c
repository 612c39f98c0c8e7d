/* SPDX-License-Identifier: MIT */
#include "writer.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(writer, .fini = no_leaks);

Test(writer, is_found_by_name)
{
	cr_expect_eq(writer_find(STR("text")), &text_writer);
	cr_expect_eq(writer_find(STR("json")), &json_writer);
	cr_expect_null(writer_find(STR("Text")));
	cr_expect_null(writer_find(STR("")));
	cr_expect_null(writer_get(1000));
	for (size_t i = 0; writer_get(i); i++)
		cr_expect_eq(writer_find(str_c(writer_get(i)->name)), writer_get(i));
}
