/* SPDX-License-Identifier: MIT */
#include "input.h"

#include "worker.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#ifdef CTRACE_TEST
#define READ_BYTES 16		/* so that every test refills */
#define AHEAD_FROM 64
#else
#define READ_BYTES ((size_t)256 << 10)
#define AHEAD_FROM ((int64_t)1 << 20)	/* inflated bytes from which a worker is worth it */
#endif

struct input {
	int fd;				/* -1: memory, or the end was reached */
	struct str memory;		/* what is left of it */
	struct buf data;		/* bytes for the reader: data.s + from .. data.len */
	size_t from;
	int64_t offset;			/* of data.s + from */
	int64_t stored, size;
	int64_t stored_seen;		/* …as far as the reader knows */
	bool at_end;			/* nothing more to read from fd or memory */
	bool done;			/* nothing more to deliver */
	bool gzip, in_member;
	bool more;			/* the worker inflated something */
	struct worker *worker;		/* inflates ahead; NULL: not yet */
	struct buf ahead;		/* what it inflated, the reader has not yet */
	z_stream z;
	struct buf packed;		/* of gzip: bytes read, not inflated yet */
	size_t packed_from;
	struct input_faults faults;
};

/* Formats that are told by their first bytes, so that the message can name them. */
static const struct {
	struct str magic;
	const char *what;
} foreign[] = {
	{ STR_INIT("\x28\xb5\x2f\xfd"), "zstd-compressed; decompress it first" },
	{ STR_INIT("\xfd" "7zXZ"), "xz-compressed; decompress it first" },
	{ STR_INIT("BZh"), "bzip2-compressed; decompress it first" },
	{ STR_INIT("PK\x03\x04"), "a zip archive; unpack it first" },
	{ STR_INIT("\x04\x22\x4d\x18"), "lz4-compressed; decompress it first" },
	{ STR_INIT("\xff\xfe"), "UTF-16 text; convert it with iconv first" },
	{ STR_INIT("\xfe\xff"), "UTF-16 text; convert it with iconv first" },
	{ STR_INIT("\x89PNG"), "a PNG image, not a log" },
	{ STR_INIT("\xff\xd8\xff"), "a JPEG image, not a log" },
	{ STR_INIT("%PDF-"), "a PDF file, not a log" },
	{ STR_INIT("\x7f" "ELF"), "a program (ELF), not a log" },
};

static const struct str gzip_magic = STR_INIT("\x1f\x8b");
static const struct str bom = STR_INIT("\xef\xbb\xbf");

struct str input_data(const struct input *in)
{
	return str_skip(buf_str(&in->data), in->from);
}

int64_t input_offset(const struct input *in)
{
	return in->offset;
}

const struct input_faults *input_faults(const struct input *in)
{
	return &in->faults;
}

int64_t input_stored_bytes(const struct input *in)
{
	return in->stored_seen;
}

int64_t input_size(const struct input *in)
{
	return in->size;
}

int64_t input_file_size(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? st.st_size : 0;
}

void input_consume(struct input *in, size_t n)
{
	assert(n <= in->data.len - in->from);
	in->from += n;
	in->offset += (int64_t)n;
}

static void damaged(struct input *in, const char *what)
{
	if (!in->faults.damage) {
		in->faults.damage = what;
		in->faults.damage_offset = in->stored -
			(int64_t)(in->packed.len - in->packed_from);
	}
}

/* Waits for a descriptor that does not block, so that it reads like any other. */
static bool wait_readable(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, -1) >= 0 || errno == EINTR;
}

/* Up to most bytes to the end of b; false at the end of the source. */
static bool read_source(struct input *in, struct buf *b, size_t most)
{
	ssize_t n;

	if (in->at_end)
		return false;
	if (in->fd < 0) {
		struct str part = str_take(in->memory, most);

		buf_add(b, part);
		in->memory = str_skip(in->memory, part.len);
		in->stored += (int64_t)part.len;
		in->at_end = part.len == 0;
		return !in->at_end;
	}
	buf_reserve(b, most);
	do
		n = read(in->fd, b->s + b->len, most);
	while (n < 0 && (errno == EINTR || (errno == EAGAIN && wait_readable(in->fd))));
	if (n < 0)
		damaged(in, strerror(errno));
	in->at_end = n <= 0;
	if (n > 0) {
		b->len += (size_t)n;
		in->stored += n;
	}
	return n > 0;
}

/* Moves what is not consumed to the front when that frees much of the buffer. */
static void compact(struct buf *b, size_t *from)
{
	if (*from == 0 || *from < b->len / 2)
		return;
	memmove(b->s, b->s + *from, b->len - *from);
	b->len -= *from;
	*from = 0;
}

static bool refill_packed(struct input *in)
{
	if (in->packed_from < in->packed.len)
		return true;
	in->packed_from = in->packed.len = 0;
	return read_source(in, &in->packed, READ_BYTES);
}

/* What follows the last member; zeros alone are padding, as tapes and disks leave it. */
static void take_trailing(struct input *in)
{
	int64_t bytes = 0;
	bool padding = true;

	do {
		struct str rest = str_skip(buf_str(&in->packed), in->packed_from);

		for (size_t i = 0; padding && i < rest.len; i++)
			padding = rest.s[i] == '\0';
		bytes += (int64_t)rest.len;
		in->packed_from = in->packed.len = 0;
	} while (read_source(in, &in->packed, READ_BYTES));
	if (!padding)
		in->faults.trailing_bytes = bytes;
}

/* At the start of a member, or behind the last one: false if nothing more comes. */
static bool begin_member(struct input *in)
{
	struct str rest;

	if (in->packed.len - in->packed_from < gzip_magic.len) {
		compact(&in->packed, &in->packed_from);
		while (in->packed.len - in->packed_from < gzip_magic.len &&
		       read_source(in, &in->packed, READ_BYTES))
			;
	}
	rest = str_skip(buf_str(&in->packed), in->packed_from);
	if (rest.len == 0)
		return false;
	if (!str_starts(rest, gzip_magic)) {
		take_trailing(in);
		return false;
	}
	inflateReset(&in->z);
	in->in_member = true;
	return true;
}

/* Inflates into out; false at the end or at damage. May add no byte and say true. */
static bool inflate_some(struct input *in, struct buf *out)
{
	int status;
	size_t before;

	if (!in->in_member && !begin_member(in))
		return false;
	if (!refill_packed(in)) {
		damaged(in, "the gzip data ends in the middle of a member");
		return false;
	}
	buf_reserve(out, READ_BYTES);
	before = in->packed.len - in->packed_from;
	in->z.next_in = (unsigned char *)in->packed.s + in->packed_from;
	in->z.avail_in = (unsigned)before;
	in->z.next_out = (unsigned char *)out->s + out->len;
	in->z.avail_out = (unsigned)READ_BYTES;
	status = inflate(&in->z, Z_NO_FLUSH);
	in->packed_from += before - in->z.avail_in;
	out->len += READ_BYTES - in->z.avail_out;
	if (status == Z_STREAM_END)
		in->in_member = false;
	else if (status == Z_MEM_ERROR)
		mem_exhausted(READ_BYTES);
	else if (status != Z_OK && status != Z_BUF_ERROR) {
		damaged(in, in->z.msg ? in->z.msg : "the gzip data is damaged");
		return false;
	}
	return true;
}

/* The worker's job: one more piece; what it touches is its own until it is waited for. */
static void inflate_ahead(void *input)
{
	struct input *in = input;

	do
		in->more = inflate_some(in, &in->ahead);
	while (in->more && in->ahead.len == 0);
}

/* What was inflated meanwhile becomes the reader's, and the worker goes on. */
static bool take_ahead(struct input *in)
{
	bool more;

	worker_wait(in->worker);
	more = in->more;
	buf_add(&in->data, buf_str(&in->ahead));
	buf_cut(&in->ahead, 0);
	in->stored_seen = in->stored;
	if (more)
		worker_give(in->worker, in);
	return more;
}

static bool read_more(struct input *in)
{
	bool more;

	if (in->worker)
		return take_ahead(in);
	more = in->gzip ? inflate_some(in, &in->data) : read_source(in, &in->data, READ_BYTES);
	in->stored_seen = in->stored;
	if (more && in->gzip && in->offset >= AHEAD_FROM) {
		in->worker = worker_new(inflate_ahead);
		worker_give(in->worker, in);
	}
	return more;
}

int input_more(struct input *in, size_t limit)
{
	size_t before;

	if (in->data.len - in->from >= limit)
		return -1;
	compact(&in->data, &in->from);
	before = in->data.len;
	while (!in->done && in->data.len == before)
		if (!read_more(in))
			in->done = true;
	return in->data.len > before;
}

static int refuse_foreign(const struct input *in, const char *name, struct err *e)
{
	for (size_t i = 0; i < COUNT_OF(foreign); i++)
		if (str_starts(input_data(in), foreign[i].magic))
			return err_set(e, "'%s' is %s", name, foreign[i].what);
	return 0;
}

static int begin_gzip(struct input *in)
{
	struct buf none = { 0 };

	in->gzip = true;
	in->packed = in->data;
	in->data = none;
	in->done = false;
	if (inflateInit2(&in->z, 16 + MAX_WBITS) != Z_OK)
		mem_exhausted(sizeof in->z);
	return 0;
}

static void read_ahead(struct input *in, size_t n)
{
	while (in->data.len < n && input_more(in, n) > 0)
		;
}

/* Looks at the first bytes: gzip, a foreign format, a byte order mark. */
static int begin(struct input *in, const char *name, struct err *e)
{
	read_ahead(in, 6);
	if (str_starts(input_data(in), gzip_magic)) {
		begin_gzip(in);
		read_ahead(in, 6);
		if (str_starts(input_data(in), gzip_magic))
			return err_set(e, "'%s' is gzip inside gzip; unpack it once first", name);
	}
	if (refuse_foreign(in, name, e) < 0)
		return -1;
	if (str_starts(input_data(in), bom))
		input_consume(in, bom.len);
	if (in->faults.damage && in->data.len == 0)
		return err_set(e, "cannot read '%s': %s", name, in->faults.damage);
	return 0;
}

static struct input *begin_or_close(struct input *in, const char *name, struct err *e)
{
	if (begin(in, name, e) == 0)
		return in;
	input_close(in);
	return NULL;
}

struct input *input_open(const char *path, struct err *e)
{
	struct input *in;
	struct stat st;
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? dup(0) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0 || fstat(fd, &st) < 0) {
		err_set(e, "cannot open '%s': %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	in = mem_alloc(sizeof *in);
	in->fd = fd;
	in->size = S_ISREG(st.st_mode) ? st.st_size : 0;
	return begin_or_close(in, standard ? "standard input" : path, e);
}

struct input *input_memory(struct str bytes, struct err *e)
{
	struct input *in = mem_alloc(sizeof *in);

	in->fd = -1;
	in->memory = bytes;
	in->size = (int64_t)bytes.len;
	return begin_or_close(in, "memory", e);
}

void input_close(struct input *in)
{
	if (!in)
		return;
	worker_free(in->worker);
	if (in->gzip)
		inflateEnd(&in->z);
	if (in->fd >= 0)
		close(in->fd);
	buf_release(&in->data);
	buf_release(&in->packed);
	buf_release(&in->ahead);
	mem_free(in);
}
