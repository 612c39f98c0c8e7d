/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path, taken apart once, so that a folder that is moved meanwhile does no harm. */
struct place {
	const char *path;	/* as it was given, for messages */
	const char *name;	/* in the folder */
	int folder;
	bool existed;
};

enum { NAME_SIZE = 40, TRIES = 100 };

/*
 * The new file while it is being written. A signal handler gets no argument, so this
 * is the one thing in ctrace that stands at file scope and changes.
 */
static struct {
	volatile sig_atomic_t armed;	/* the others are valid */
	int folder;
	char name[NAME_SIZE];
} unfinished;			/* mutable: for the signal handler */

static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };

enum { END_COUNT = sizeof ends / sizeof *ends };

void output_abandon(void)
{
	if (!unfinished.armed)
		return;
	unfinished.armed = 0;
	unlinkat(unfinished.folder, unfinished.name, 0);
}

/* Dies of the signal, as if it had not been caught: SA_RESETHAND is set. */
static void on_end(int number)
{
	output_abandon();
	raise(number);
}

/* A signal that is ignored (nohup) stays so. */
static void catch_ends(struct sigaction *old)
{
	struct sigaction action = { .sa_handler = on_end, .sa_flags = (int)SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < END_COUNT; i++) {
		sigaction(ends[i], NULL, &old[i]);
		if (old[i].sa_handler != SIG_IGN)
			sigaction(ends[i], &action, NULL);
	}
}

static void release_ends(const struct sigaction *old)
{
	for (size_t i = 0; i < END_COUNT; i++)
		sigaction(ends[i], &old[i], NULL);
}

static enum status cannot_write(const struct place *p, const char *why, struct err *e)
{
	err_set(e, "cannot write '%s': %s%s", p->path, why,
		p->existed ? "; the old file is intact" : "");
	return STATUS_OUTPUT;
}

static bool wait_writable(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	return poll(&p, 1, -1) >= 0 || errno == EINTR;
}

/* 0, or the errno. */
static int write_all(int fd, struct str bytes)
{
	while (bytes.len) {
		size_t part = bytes.len < 1u << 30 ? bytes.len : 1u << 30;
		ssize_t n = write(fd, bytes.s, part);

		if (n < 0 && errno == EAGAIN && wait_writable(fd))
			continue;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		bytes = str_skip(bytes, (size_t)n);
	}
	return 0;
}

static bool is_stdout(const char *path)
{
	return !path || strcmp(path, "-") == 0;
}

static const char *file_type(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFDIR:
		return "it is a folder";
	case S_IFLNK:
		return "it is a link";
	case S_IFIFO:
		return "it is a pipe";
	case S_IFSOCK:
		return "it is a socket";
	case S_IFREG:
		return NULL;
	default:
		return "it is a device";
	}
}

static int open_folder(const char *path, const char *name)
{
	struct buf b = { 0 };
	int fd;

	buf_add(&b, (struct str){ path, (size_t)(name - path) });
	buf_add(&b, STR("."));
	buf_add_char(&b, '\0');
	fd = open(b.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	buf_release(&b);
	return fd;
}

/* On success the caller closes p->folder. */
static enum status find_place(struct place *p, const char *path, struct err *e)
{
	const char *slash = strrchr(path, '/'), *why = NULL;
	struct stat st;

	*p = (struct place){ .path = path, .name = slash ? slash + 1 : path };
	if (!p->name[0])
		return cannot_write(p, "it is a folder", e);
	p->folder = open_folder(path, p->name);
	if (p->folder < 0)
		return cannot_write(p, strerror(errno), e);
	if (fstatat(p->folder, p->name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		why = file_type(st.st_mode);
		p->existed = !why;
	} else if (errno != ENOENT) {
		why = strerror(errno);
	}
	if (!why)
		return STATUS_OK;
	close(p->folder);
	return cannot_write(p, why, e);
}

static bool is_input(const struct stat *file, const char *input)
{
	struct stat st;
	int failed = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &st)
					     : stat(input, &st);

	return !failed && st.st_dev == file->st_dev && st.st_ino == file->st_ino;
}

static enum status check_inputs(const struct place *p, const struct option_list *inputs,
				struct err *e)
{
	struct stat st;

	if (!p->existed || fstatat(p->folder, p->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return STATUS_OK;
	for (size_t i = 0; i < inputs->count; i++)
		if (is_input(&st, inputs->items[i])) {
			err_set(e, "cannot write '%s': it is the input", p->path);
			return STATUS_USAGE;
		}
	return STATUS_OK;
}

enum status output_check(const char *path, const struct option_list *inputs,
			 struct err *e)
{
	enum status status;
	struct place p;

	if (is_stdout(path))
		return STATUS_OK;
	status = find_place(&p, path, e);
	if (status != STATUS_OK)
		return status;
	status = check_inputs(&p, inputs, e);
	close(p.folder);
	return status;
}

/* A name that no one can foresee; unfinished is armed when it gives a descriptor. */
static int create_unfinished(int folder)
{
	static const char hex[] = "0123456789abcdef";
	unsigned char bytes[12];
	int fd = -1;

	for (int i = 0; i < TRIES; i++) {
		struct buf b = { 0 };

		if (getentropy(bytes, sizeof bytes) != 0)
			return -1;
		buf_add(&b, STR(".ctrace-"));
		for (size_t k = 0; k < sizeof bytes; k++) {
			buf_add_char(&b, hex[bytes[k] >> 4]);
			buf_add_char(&b, hex[bytes[k] & 15]);
		}
		buf_add(&b, STR(".tmp"));
		memcpy(unfinished.name, b.s, b.len);
		unfinished.name[b.len] = '\0';
		unfinished.folder = folder;
		buf_release(&b);
		unfinished.armed = 1;	/* before it is there: it cannot be missed */
		fd = openat(folder, unfinished.name,
			    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fd;
		unfinished.armed = 0;	/* it is another's, or not there */
		if (errno != EEXIST)
			return -1;
	}
	return -1;
}

/* 0, or the errno. Some file systems cannot sync: that is no fault of the report. */
static int sync_file(int fd)
{
	while (fsync(fd) != 0) {
		if (errno == EINTR)
			continue;
		return errno == EINVAL || errno == ENOSYS || errno == ENOTSUP ? 0 : errno;
	}
	return 0;
}

static int write_file(const struct place *p, struct str bytes)
{
	int fd = create_unfinished(p->folder);
	int fault;

	if (fd < 0)
		return errno;
	fault = write_all(fd, bytes);
	if (!fault)
		fault = sync_file(fd);
	if (close(fd) != 0 && errno != EINTR && !fault)
		fault = errno;
	if (!fault && renameat(p->folder, unfinished.name, p->folder, p->name) != 0)
		fault = errno;
	if (fault)
		output_abandon();
	unfinished.armed = 0;
	return fault;
}

static enum status write_stdout(struct str bytes, struct err *e)
{
	int fault = write_all(STDOUT_FILENO, bytes);

	if (!fault)
		return STATUS_OK;
	err_set(e, "cannot write to stdout: %s", strerror(fault));
	return STATUS_OUTPUT;
}

enum status output_write(const char *path, struct str bytes, struct err *e)
{
	struct sigaction old[END_COUNT];
	enum status status;
	struct place p;
	int fault;

	if (is_stdout(path))
		return write_stdout(bytes, e);
	status = find_place(&p, path, e);
	if (status != STATUS_OK)
		return status;
	catch_ends(old);
	fault = write_file(&p, bytes);
	release_ends(old);
	close(p.folder);
	return fault ? cannot_write(&p, strerror(fault), e) : STATUS_OK;
}
