/* SPDX-License-Identifier: MIT */
#include "exhibitname.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(exhibitname, .fini = no_leaks);

Test(exhibitname, holds_nothing_of_the_log_but_known_names)
{
	static const struct {
		const char *name;
		size_t number;
		struct compile_id id;
		int64_t rank;
		const char *want;
	} rows[] = {
		{ "inductor_output_code", 17, { -1, 0, 1 }, -1, "000017_0-1_inductor_output_code.py" },
		{ "recompile_reasons", 1, { -1, 12, 3 }, 1, "000001_r1_12-3_recompile_reasons.txt" },
		{ "torch_version", 2, { -1, -1, -1 }, -1, "000002_torch_version.json" },
		{ "compiled_autograd_graph", 3, { 4, -1, -1 }, -1, "000003_a4_compiled_autograd_graph.py" },
		{ "aot_joint_graph", 3, { 4, 0, 1 }, -1, "000003_a4-0-1_aot_joint_graph.py" },
		{ "../../etc/passwd", 4, { -1, 0, 0 }, -1, "000004_0-0_artifact.txt" },
		{ "", 5, { -1, 0, 0 }, -1, "000005_0-0_artifact.txt" },
		{ "Dump_file", 1000000, { -1, -1, -1 }, -1, "1000000_artifact.txt" },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct process p = { .rank = rows[i].rank };
		struct exhibit x = { .number = rows[i].number, .name = str_c(rows[i].name),
				     .id = rows[i].id, .process = &p };
		struct str got = exhibitname_file(&a, &x);

		cr_expect(str_eq(got, str_c(rows[i].want)), "%s: " STR_FMT, rows[i].want,
			  STR_ARG(got));
	}
	arena_release(&a);
}
