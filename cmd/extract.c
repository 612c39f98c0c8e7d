/* SPDX-License-Identifier: MIT */
#include "extract.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status cannot_write(const struct extract *x, const char *name, const char *why,
				struct err *e)
{
	err_set(e, "cannot write '%s%s%s': %s", x->folder_path, name[0] ? "/" : "", name, why);
	return STATUS_OUTPUT;
}

static bool is_empty(int folder)
{
	int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *entry;
	bool empty = dir != NULL;

	if (!dir) {
		if (copy >= 0)
			close(copy);
		return false;
	}
	while (empty && (entry = readdir(dir)))
		empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
	closedir(dir);
	return empty;
}

/* Without slashes at the end, behind which a link would be followed. */
static const char *trimmed(struct arena *a, const char *path)
{
	struct str s = str_c(path);

	while (s.len > 1 && s.s[s.len - 1] == '/')
		s.len--;
	return str_copy(a, s).s;
}

static const char *why_no_folder(const char *path, int error)
{
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
		return "it is a link";
	return error == ENOTDIR ? "it is no folder" : strerror(error);
}

/* Removes what was written; safe while the lock of the watch is held. */
static void remove_all(void *context)
{
	struct extract *x = context;

	for (size_t i = 0; i < x->names.count; i++)
		unlinkat(x->folder, x->names.items[i], 0);
	if (x->made)
		rmdir(x->folder_path);
}

static enum status refuse(struct extract *x, const char *why, struct err *e)
{
	enum status status = cannot_write(x, "", why, e);

	if (x->folder >= 0)
		close(x->folder);
	if (x->made)
		rmdir(x->folder_path);
	arena_release(&x->arena);
	return status;
}

enum status extract_begin(struct extract *x, const char *path, struct err *e)
{
	*x = (struct extract){ .path = path, .folder = -1 };
	x->folder_path = trimmed(&x->arena, path);
	x->made = mkdir(x->folder_path, 0777) == 0;
	if (!x->made && errno != EEXIST)
		return refuse(x, strerror(errno), e);
	x->folder = open(x->folder_path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (x->folder < 0)
		return refuse(x, why_no_folder(x->folder_path, errno), e);
	if (!is_empty(x->folder))
		return refuse(x, "the folder is not empty", e);
	watch_begin(&x->watch, remove_all, x);
	return STATUS_OK;
}

/* 0, or the errno. */
static int write_file(int fd, struct str bytes)
{
	int fault = 0;

	while (bytes.len && !fault) {
		ssize_t n = write(fd, bytes.s, bytes.len < 1u << 30 ? bytes.len : 1u << 30);

		if (n >= 0)
			bytes = str_skip(bytes, (size_t)n);
		else if (errno != EINTR)
			fault = errno;
	}
	if (close(fd) != 0 && errno != EINTR && !fault)
		fault = errno;
	return fault;
}

enum status extract_add(struct extract *x, const char *name, struct str bytes,
			struct err *e)
{
	int fault = 0, fd;

	watch_pause(&x->watch);
	fd = openat(x->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0) {
		fault = errno;
	} else {
		*array_add(&x->arena, &x->names) = name;
		fault = write_file(fd, bytes);
	}
	watch_resume(&x->watch);
	return fault ? cannot_write(x, name, strerror(fault), e) : STATUS_OK;
}

void extract_end(struct extract *x, bool keep)
{
	watch_pause(&x->watch);
	if (!keep)
		remove_all(x);
	watch_resume(&x->watch);
	watch_end(&x->watch);
	close(x->folder);
	arena_release(&x->arena);
}
