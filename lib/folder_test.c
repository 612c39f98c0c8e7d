/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leaks.h"

TestSuite(folder, .fini = no_leaks);

Test(folder, names_of_traces)
{
	cr_expect(folder_is_trace_name("dedicated_log_torch_trace_abc.log"));
	cr_expect(folder_is_trace_name("/a/b/dedicated_log_torch_trace_rank_3_x.log.gz"));
	cr_expect(!folder_is_trace_name("/dedicated_log_torch_trace/x.log"));
	cr_expect(!folder_is_trace_name("my_dedicated_log_torch_trace.log"));
}

Test(folder, logs_by_rank_and_name)
{
	/* In the order they must come out. */
	static const char *const names[] = {
		"a.log", "rank_x", "z", "dedicated_log_torch_trace_rank_0_b.log",
		"dedicated_log_torch_trace_rank_2_a.log", "dedicated_log_torch_trace_rank_10_a.log",
		"rank_10", "rank_11_99999999999999999999",
	};
	static const char *const left_out[] = { ".hidden", "pipe", "sub" };
	char dir[] = "/tmp/ctrace_folder_XXXXXX";
	struct arena a = { 0 };
	struct folder f;
	struct err e;

	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	cr_expect_eq(folder_read(&a, dir, &f, &e), 0);
	cr_expect_eq(f.paths.count, 0);
	for (size_t i = COUNT_OF(names); i-- > 0;)
		close(open(names[i], O_CREAT | O_WRONLY, 0600));
	close(open(".hidden", O_CREAT | O_WRONLY, 0600));
	cr_assert_eq(mkfifo("pipe", 0600), 0);	/* would block for ever */
	cr_assert_eq(mkdir("sub", 0700), 0);
	cr_assert_eq(symlink("nowhere", "z_dangling"), 0);

	cr_assert_eq(folder_read(&a, dir, &f, &e), 0);
	cr_assert_eq(f.paths.count, COUNT_OF(names));
	for (size_t i = 0; i < COUNT_OF(names); i++)
		cr_expect(str_eq(str_c(f.paths.items[i]), str_format(&a, "%s/%s", dir, names[i])), "%zu: %s",
			  i, f.paths.items[i]);
	cr_expect(folder_is(dir) && !folder_is("a.log") && !folder_is("nowhere"));

	for (size_t i = 0; i < COUNT_OF(names); i++)
		unlink(names[i]);
	for (size_t i = 0; i < COUNT_OF(left_out); i++)
		remove(left_out[i]);
	unlink("z_dangling");
	rmdir(dir);
	cr_expect_eq(folder_read(&a, dir, &f, &e), -1);
	cr_expect(str_ends(str_c(e.msg), STR("': No such file or directory")), "%s", e.msg);
	arena_release(&a);
}
