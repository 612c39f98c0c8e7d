/* SPDX-License-Identifier: MIT */
#include "tracefolder.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define OPEN_FOLDERS 16		/* that nftw() may hold at a time */

static const char *set_variable(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] ? value : NULL;
}

static int make_passing(struct tracefolder *t, struct err *e)
{
	const char *parent = set_variable("TMPDIR");
	struct buf path = { 0 };
	int result = 0;

	buf_addf(&path, "%s/ctrace-run-XXXXXX", parent ? parent : "/tmp");
	buf_add_char(&path, '\0');
	if (!mkdtemp(path.s))
		result = err_set(e, "cannot make a folder below '%s': %s", parent ? parent : "/tmp",
				 strerror(errno));
	t->passing = result == 0;
	t->path = str_copy(&t->arena, str_c(path.s)).s;
	buf_release(&path);
	return result;
}

/* The command may go to another folder before torch is imported: the path is a full one. */
static int make_kept(struct tracefolder *t, const char *keep, struct err *e)
{
	char full[PATH_MAX];

	if (mkdir(keep, 0777) != 0 && errno != EEXIST)
		return err_set(e, "cannot make folder '%s': %s", keep, strerror(errno));
	if (!folder_is(keep))
		return err_set(e, "cannot keep the trace in '%s': it is no folder", keep);
	if (!realpath(keep, full))
		return err_set(e, "cannot open '%s': %s", keep, strerror(errno));
	t->path = str_copy(&t->arena, str_c(full)).s;
	return 0;
}

static int choose(struct tracefolder *t, const char *keep, struct err *e)
{
	const char *given = set_variable("TORCH_TRACE");

	if (keep)
		return make_kept(t, keep, e);
	if (!given)
		return make_passing(t, e);
	t->path = str_copy(&t->arena, str_c(given)).s;
	t->given = true;
	return 0;
}

int tracefolder_open(struct tracefolder *t, const char *keep, struct err *e)
{
	struct err missing;

	if (choose(t, keep, e) < 0)
		return -1;
	/* One that is not there yet is made by torch. */
	if (folder_read(&t->arena, t->path, &t->before, &missing) < 0)
		t->before = (struct folder){ { 0 } };
	if (!t->given && setenv("TORCH_TRACE", t->path, 1) != 0)
		return err_set(e, "cannot set TORCH_TRACE: %s", strerror(errno));
	return 0;
}

static bool was_there(const struct tracefolder *t, const char *path)
{
	for (size_t i = 0; i < t->before.paths.count; i++)
		if (strcmp(t->before.paths.items[i], path) == 0)
			return true;
	return false;
}

static bool is_empty(const char *path)
{
	struct stat st;

	return stat(path, &st) != 0 || st.st_size == 0;
}

struct option_list tracefolder_logs(struct tracefolder *t)
{
	struct option_list logs = { 0 };
	struct folder now;
	struct err missing;

	if (folder_read(&t->arena, t->path, &now, &missing) < 0)
		return logs;
	for (size_t i = 0; i < now.paths.count; i++)
		if (!was_there(t, now.paths.items[i]) && !is_empty(now.paths.items[i]))
			*array_add(&t->arena, &logs) = now.paths.items[i];
	return logs;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

int tracefolder_close(struct tracefolder *t, struct err *e)
{
	int result = 0;

	if (t->passing && nftw(t->path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) != 0)
		result = err_set(e, "cannot remove '%s': %s", t->path, strerror(errno));
	arena_release(&t->arena);
	return result;
}
