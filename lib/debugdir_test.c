/* SPDX-License-Identifier: MIT */
#include "debugdir.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(debugdir, .fini = no_leaks);

#define RUN "torch_compile_debug/run_2026_11_29_14_16_32_810978-pid_22224"

static void read_folder(struct arena *a, const char *path, struct debugdir *d)
{
	*d = (struct debugdir){ { 0 }, { 0 } };
	debugdir_read(a, path, d);
}

Test(debugdir, any_part_of_it)
{
	static const struct {
		const char *path;
		size_t logs, graphs;
	} cases[] = {
		{ "testdata/traces/debug_dir", 3, 2 },
		{ "testdata/traces/debug_dir/", 3, 2 },
		{ "testdata/traces/debug_dir/torch_compile_debug", 3, 2 },
		{ "testdata/traces/debug_dir/" RUN, 3, 2 },
		{ "testdata/traces/debug_dir/" RUN "/torchinductor", 0, 2 },
		{ "testdata/traces/debug_dir/" RUN "/torchinductor/model__1_inference_1.1", 0, 1 },
		{ "testdata/traces", 0, 0 },
		{ "testdata/no/such/folder", 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = { 0 };
		struct debugdir d;

		read_folder(&a, cases[i].path, &d);
		cr_expect_eq(d.logs.count, cases[i].logs, "%s: %zu logs", cases[i].path, d.logs.count);
		cr_expect_eq(d.graphs.count, cases[i].graphs, "%s: %zu graphs", cases[i].path,
			     d.graphs.count);
		arena_release(&a);
	}
}

Test(debugdir, graph)
{
	struct arena a = { 0 };
	struct debugdir d;
	const struct debug_graph *g;

	read_folder(&a, "testdata/traces/debug_dir", &d);
	cr_assert_eq(d.graphs.count, 2);
	g = &d.graphs.items[1];
	cr_expect(str_eq(g->name, STR("model__1_inference_1.1")));
	cr_expect(str_eq(g->kind, STR("inference")));
	cr_expect_eq(g->number, 1);
	cr_expect_eq(g->pid, 22224);
	cr_expect_eq(g->kernels_before, 5);
	cr_expect_eq(g->kernels_after, 2);
	cr_expect_eq(g->code_lines, 251);
	cr_expect(str_starts(g->inputs, STR("f32[32, 32], f32[32], Sym(s77), f32[s77, 32]")));
	arena_release(&a);
}

/* A link in the folder may lead anywhere: it is not followed, nor is a linked file read. */
Test(debugdir, links)
{
	char path[] = "/tmp/ctrace_debugdir.XXXXXX", name[200], target[4096];
	struct arena a = { 0 };
	struct debugdir d;

	cr_assert(mkdtemp(path));
	cr_assert(realpath("testdata/traces/debug_dir/" RUN, target));
	snprintf(name, sizeof name, "%s/run_x-pid_1", path);
	cr_assert_eq(symlink(target, name), 0);
	read_folder(&a, path, &d);
	cr_expect_eq(d.logs.count + d.graphs.count, 0);
	remove(name);
	remove(path);
	arena_release(&a);
}
