/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct str base_name(const char *path)
{
	struct str p = str_c(path);
	size_t slash = str_rfind_char(p, '/');

	return slash == STR_NONE ? p : str_skip(p, slash + 1);
}

bool folder_is_trace_name(const char *path)
{
	return str_starts(base_name(path), STR("dedicated_log_torch_trace"));
}

/* N of "…rank_N…", -1 if there is none. */
static int64_t rank_of(const char *path)
{
	struct str name = base_name(path);
	size_t at = str_find(name, STR("rank_"));
	int64_t rank = -1;

	if (at == STR_NONE)
		return -1;
	name = str_skip(name, at + 5);
	return str_to_i64(str_take(name, str_digits(name)), &rank) ? rank : -1;
}

static int by_rank_and_name(const void *a, const void *b)
{
	const char *x = *(const char *const *)a, *y = *(const char *const *)b;
	int64_t i = rank_of(x), j = rank_of(y);

	return i != j ? (i > j) - (i < j) : strcmp(x, y);
}

static bool is_plain_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool folder_is(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int folder_read(struct arena *a, const char *path, struct folder *f, struct err *e)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	const char *slash = str_ends(str_c(path), STR("/")) ? "" : "/";

	*f = (struct folder){ { 0 } };
	if (!dir)
		return err_set(e, "cannot open '%s': %s", path, strerror(errno));
	while ((entry = readdir(dir))) {
		struct str full;

		if (entry->d_name[0] == '.')
			continue;
		full = str_format(a, "%s%s%s", path, slash, entry->d_name);
		if (is_plain_file(full.s))
			*array_add(a, &f->paths) = full.s;
	}
	closedir(dir);
	if (f->paths.count)
		qsort(f->paths.items, f->paths.count, sizeof *f->paths.items, by_rank_and_name);
	return 0;
}
