/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leaks.h"

/* Each test has an empty folder of its own to stand in. */
static char folder[64];

static void enter_folder(void)
{
	snprintf(folder, sizeof folder, "/tmp/ctrace-output-XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void leave_folder(void)
{
	DIR *d = opendir(".");
	const struct dirent *entry;

	while ((entry = readdir(d)))
		if (unlink(entry->d_name) != 0)
			rmdir(entry->d_name);	/* fails for . and .. */
	closedir(d);
	cr_assert_eq(chdir("/"), 0);
	cr_expect_eq(rmdir(folder), 0);
	no_leaks();
}

TestSuite(output, .init = enter_folder, .fini = leave_folder);

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	cr_assert_not_null(f);
	fputs(text, f);
	fclose(f);
}

static void expect_file(const char *path, const char *want)
{
	char got[64] = "";
	FILE *f = fopen(path, "r");

	cr_assert_not_null(f, "%s", path);
	got[fread(got, 1, sizeof got - 1, f)] = '\0';
	fclose(f);
	cr_expect_str_eq(got, want, "%s", path);
}

static size_t count_files(void)
{
	DIR *d = opendir(".");
	size_t count = 0;

	while (readdir(d))
		count++;
	closedir(d);
	return count - 2;	/* . and .. */
}

static enum status write_to(const char *path, const char *text, struct err *e)
{
	e->msg[0] = '\0';
	return output_write(path, str_c(text), e);
}

Test(output, makes_and_replaces_a_file)
{
	struct err e;
	struct stat st;

	umask(027);
	cr_expect_eq(write_to("new", "one", &e), STATUS_OK, "%s", e.msg);
	expect_file("new", "one");
	cr_expect_eq(stat("new", &st), 0);
	cr_expect_eq(st.st_mode & 0777, 0640);
	cr_expect_eq(write_to("./new", "two", &e), STATUS_OK, "%s", e.msg);
	expect_file("new", "two");
	cr_expect_eq(write_to("new", "", &e), STATUS_OK, "%s", e.msg);
	expect_file("new", "");
	cr_expect_eq(count_files(), 1);
}

Test(output, leaves_other_names_of_the_old_file_alone)
{
	struct err e;

	put("a", "old");
	cr_assert_eq(link("a", "b"), 0);
	cr_expect_eq(write_to("b", "new", &e), STATUS_OK);
	expect_file("a", "old");
	expect_file("b", "new");
}

static const struct {
	const char *path, *message;
} refused[] = {
	{ "folder", "cannot write 'folder': it is a folder" },
	{ "folder/", "cannot write 'folder/': it is a folder" },
	{ ".", "cannot write '.': it is a folder" },
	{ "link", "cannot write 'link': it is a link" },
	{ "dangling", "cannot write 'dangling': it is a link" },
	{ "pipe", "cannot write 'pipe': it is a pipe" },
	{ "/dev/null", "cannot write '/dev/null': it is a device" },
	{ "none/x", "cannot write 'none/x': No such file or directory" },
	{ "file/x", "cannot write 'file/x': Not a directory" },
};

Test(output, refuses_what_is_no_file)
{
	const struct option_list inputs = { 0 };
	size_t before;

	put("file", "old");
	cr_assert_eq(mkdir("folder", 0777), 0);
	cr_assert_eq(symlink("file", "link"), 0);
	cr_assert_eq(symlink("nowhere", "dangling"), 0);
	cr_assert_eq(mkfifo("pipe", 0666), 0);
	before = count_files();
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		struct err e;

		cr_expect_eq(output_check(refused[i].path, &inputs, &e), STATUS_OUTPUT);
		cr_expect_str_eq(e.msg, refused[i].message);
		cr_expect_eq(write_to(refused[i].path, "new", &e), STATUS_OUTPUT);
		cr_expect_str_eq(e.msg, refused[i].message);
	}
	expect_file("file", "old");
	cr_expect_eq(count_files(), before);
}

Test(output, refuses_an_overlong_name)
{
	char path[300];
	struct err e;

	memset(path, 'x', sizeof path - 1);
	path[sizeof path - 1] = '\0';
	cr_expect_eq(write_to(path, "new", &e), STATUS_OUTPUT);
	cr_expect(str_ends(str_c(e.msg), STR("File name too long")), "%s", e.msg);
	cr_expect_eq(count_files(), 0);
}

static const struct {
	const char *path, *input;
	enum status status;
} checks[] = {
	{ "trace.log", "trace.log", STATUS_USAGE },
	{ "./trace.log", "trace.log", STATUS_USAGE },
	{ "trace.log", "link", STATUS_USAGE },
	{ "hard", "trace.log", STATUS_USAGE },
	{ "trace.log", "-", STATUS_USAGE },
	{ "other", "trace.log", STATUS_OK },
	{ "absent", "absent", STATUS_OK },
	{ NULL, "trace.log", STATUS_OK },
	{ "-", "-", STATUS_OK },
};

Test(output, refuses_to_overwrite_an_input)
{
	put("trace.log", "trace");
	put("other", "other");
	cr_assert_eq(symlink("trace.log", "link"), 0);
	cr_assert_eq(link("trace.log", "hard"), 0);
	dup2(open("trace.log", O_RDONLY), STDIN_FILENO);
	for (size_t i = 0; i < COUNT_OF(checks); i++) {
		const char *items[] = { "nowhere", checks[i].input };
		const struct option_list inputs = { items, 2, 2 };
		struct err e = { "" };

		cr_expect_eq(output_check(checks[i].path, &inputs, &e), checks[i].status,
			     "case %zu: %s", i, e.msg);
	}
}

/* A file may not grow beyond size: the write, or a later one, fails. */
Test(output, keeps_the_old_file_when_the_disk_is_full)
{
	static char big[100000];
	struct err e;

	memset(big, 'x', sizeof big);
	put("a", "old");
	signal(SIGXFSZ, SIG_IGN);
	for (rlim_t most = 0; most < sizeof big; most += 9999) {
		struct rlimit before, limit;

		getrlimit(RLIMIT_FSIZE, &before);
		limit = (struct rlimit){ most, before.rlim_max };
		setrlimit(RLIMIT_FSIZE, &limit);
		cr_expect_eq(output_write("a", (struct str){ big, sizeof big }, &e),
			     STATUS_OUTPUT);
		setrlimit(RLIMIT_FSIZE, &before);
		cr_expect_str_eq(
			e.msg,
			"cannot write 'a': File too large; the old file is intact");
		expect_file("a", "old");
		cr_expect_eq(count_files(), 1);
	}
}

static int run_to_fd(int fd)
{
	struct err e;
	enum status status;
	int before = dup(STDOUT_FILENO);

	dup2(fd, STDOUT_FILENO);
	status = write_to(NULL, "text", &e);
	dup2(before, STDOUT_FILENO);
	close(before);
	if (status == STATUS_OUTPUT)
		cr_expect(str_starts(str_c(e.msg), STR("cannot write to stdout: ")), "%s",
			  e.msg);
	return status;
}

Test(output, tells_when_stdout_fails)
{
	cr_expect_eq(run_to_fd(open("/dev/full", O_WRONLY)), STATUS_OUTPUT);
	cr_expect_eq(run_to_fd(open("/dev/null", O_RDONLY)), STATUS_OUTPUT);
	cr_expect_eq(run_to_fd(open("/dev/null", O_WRONLY)), STATUS_OK);
}

/* A pipe that is full, does not block, and is emptied slowly. */
Test(output, waits_for_a_slow_reader)
{
	static char big[300000];
	size_t got = 0;
	int ends[2];
	char part[977];
	ssize_t n;
	pid_t child;

	memset(big, 'x', sizeof big);
	cr_assert_eq(pipe(ends), 0);
	cr_assert_neq(fcntl(ends[1], F_SETFL, O_NONBLOCK), -1);
	child = fork();
	if (child == 0) {
		struct err e;

		dup2(ends[1], STDOUT_FILENO);
		_exit(output_write(NULL, (struct str){ big, sizeof big }, &e));
	}
	close(ends[1]);
	while ((n = read(ends[0], part, sizeof part)) > 0)
		got += (size_t)n;
	cr_expect_eq(got, sizeof big);
	waitpid(child, NULL, 0);
}

/* Writes for ever, until it is killed at any moment. */
static pid_t start_writer(void)
{
	static char big[4 << 20];
	pid_t child = fork();

	if (child == 0) {
		struct err e;

		/* A background job of a shell ignores some of them, and so would this. */
		signal(SIGINT, SIG_DFL);
		signal(SIGTERM, SIG_DFL);
		signal(SIGHUP, SIG_DFL);
		memset(big, 'x', sizeof big);
		for (;;)
			output_write("a", (struct str){ big, sizeof big }, &e);
	}
	return child;
}

Test(output, leaves_nothing_half_done_when_killed)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

	for (int i = 0; i < 45; i++) {
		pid_t child = start_writer();
		struct stat st;
		int how;

		usleep((useconds_t)(i * 700 + 100));
		kill(child, signals[i % 3]);
		cr_assert_eq(waitpid(child, &how, 0), child);
		cr_expect(WIFSIGNALED(how) && WTERMSIG(how) == signals[i % 3]);
		cr_expect_leq(count_files(), 1, "a half-written file is left");
		if (stat("a", &st) == 0)
			cr_expect_eq(st.st_size, 4 << 20);
	}
}
