/* SPDX-License-Identifier: MIT */
#include "input.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "leaks.h"

TestSuite(input, .fini = no_leaks);

static const struct str text = STR_INIT("one line of text\nand another one, longer than a buffer\n");

/* Appends a gzip member of s; its header has the flags and what they announce. */
static void add_member(struct buf *out, struct str s, int level)
{
	z_stream z = { 0 };
	unsigned char room[4096];

	cr_assert_eq(deflateInit2(&z, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = (unsigned char *)(uintptr_t)s.s;
	z.avail_in = (unsigned)s.len;
	z.next_out = room;
	z.avail_out = sizeof room;
	cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	buf_add(out, (struct str){ (char *)room, sizeof room - z.avail_out });
	deflateEnd(&z);
}

/* All bytes, with limit as the reader's need grows; false if it does not open. */
static bool read_all(struct str bytes, struct buf *out, struct input_faults *faults)
{
	struct err e;
	struct input *in = input_memory(bytes, &e);

	buf_cut(out, 0);
	if (!in) {
		buf_add_c(out, e.msg);
		return false;
	}
	do {
		struct str data = input_data(in);
		size_t half = (data.len + 1) / 2;

		cr_assert_eq(input_offset(in), (int64_t)out->len);
		buf_add(out, str_take(data, half));
		input_consume(in, half);
	} while (input_data(in).len || input_more(in, 1 << 20) > 0);
	cr_assert_eq(input_more(in, 1 << 20), 0);
	*faults = *input_faults(in);
	input_close(in);
	return true;
}

struct row {
	const char *label;
	struct buf bytes;
	struct str want;
	const char *damage;	/* NULL: none */
	int64_t trailing;
};

static void check(struct row *row)
{
	struct buf got = { 0 };
	struct input_faults faults;

	cr_assert(read_all(buf_str(&row->bytes), &got, &faults), "%s: %.*s", row->label,
		  STR_ARG(buf_str(&got)));
	cr_expect(str_eq(buf_str(&got), row->want), "%s: %zu bytes", row->label, got.len);
	cr_expect_eq(faults.damage != NULL, row->damage != NULL, "%s: damage %s", row->label,
		     faults.damage);
	if (faults.damage && row->damage)
		cr_expect_str_eq(faults.damage, row->damage, "%s: %s", row->label, faults.damage);
	cr_expect_eq(faults.trailing_bytes, row->trailing, "%s: %lld behind", row->label,
		     (long long)faults.trailing_bytes);
	buf_release(&got);
	buf_release(&row->bytes);
}

Test(input, plain_bytes)
{
	struct row rows[] = { { .label = "nothing", .want = STR("") },
			      { .label = "text", .want = text },
			      { .label = "half a BOM", .want = STR("\xef\xbb") },
			      { .label = "half a gzip magic", .want = STR("\x1f") },
			      { .label = "NUL", .want = STR("\0\0\0") } };
	struct row bom = { .label = "BOM", .want = STR("x") };
	struct err e;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		buf_add(&rows[i].bytes, rows[i].want);
		check(&rows[i]);
	}
	buf_add(&bom.bytes, STR("\xef\xbb\xbfx"));
	/* The offset counts the mark: it stands in the file. */
	struct input *in = input_memory(buf_str(&bom.bytes), &e);

	cr_assert(in && input_offset(in) == 3 && str_eq(input_data(in), STR("x")));
	input_close(in);
	buf_release(&bom.bytes);
}

Test(input, gzip_members)
{
	struct row stored = { .label = "stored blocks", .want = text };
	struct row two = { .label = "two, an empty one between", .want = STR("ab") };
	struct row many = { .label = "10,000 members", .want = STR("") };
	struct buf want = { 0 };

	add_member(&stored.bytes, text, 0);
	check(&stored);
	add_member(&two.bytes, STR("a"), 9);
	add_member(&two.bytes, STR(""), 9);
	add_member(&two.bytes, STR("b"), 1);
	check(&two);
	for (int i = 0; i < 10000; i++) {
		add_member(&many.bytes, STR("line\n"), 6);
		buf_add(&want, STR("line\n"));
	}
	many.want = buf_str(&want);
	check(&many);
	buf_release(&want);
}

Test(input, gzip_headers_with_everything_in_them)
{
	static const struct {
		const char *label;
		int flags;
	} rows[] = { { "FEXTRA", 4 }, { "FNAME", 8 }, { "FCOMMENT", 16 }, { "FHCRC", 2 },
		     { "FTEXT", 1 }, { "all", 31 } };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct row row = { .label = rows[i].label, .want = text };
		struct buf plain = { 0 };
		int flags = rows[i].flags;
		uLong crc;

		add_member(&plain, text, 6);
		buf_add(&row.bytes, (struct str){ plain.s, 10 });
		row.bytes.s[3] = (char)flags;
		if (flags & 4) {	/* 64 KB less one */
			buf_add(&row.bytes, STR("\xff\xff"));
			buf_fill(&row.bytes, 'x', 65535);
		}
		for (int f = 8; f <= 16; f *= 2)
			if (flags & f) {
				buf_fill(&row.bytes, 'n', 65536);
				buf_add_char(&row.bytes, '\0');
			}
		if (flags & 2) {
			crc = crc32(0, (unsigned char *)row.bytes.s, (unsigned)row.bytes.len);
			buf_add_char(&row.bytes, (char)(crc & 255));
			buf_add_char(&row.bytes, (char)(crc >> 8 & 255));
		}
		buf_add(&row.bytes, str_skip(buf_str(&plain), 10));
		check(&row);
		buf_release(&plain);
	}
}

Test(input, what_stands_behind_gzip_data)
{
	static const struct {
		const char *label;
		struct str behind;
		int64_t trailing;
	} rows[] = {
		{ "zeros", STR_INIT("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), 0 },
		{ "one zero", STR_INIT("\0"), 0 },
		{ "garbage", STR_INIT("garbage"), 7 },
		{ "zeros, then garbage", STR_INIT("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0x"), 21 },
		{ "half a magic", STR_INIT("\x1f"), 1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct row row = { .label = rows[i].label, .want = text, .trailing = rows[i].trailing };

		add_member(&row.bytes, text, 6);
		buf_add(&row.bytes, rows[i].behind);
		check(&row);
	}
}

Test(input, damaged_gzip_gives_what_stands_before)
{
	struct row crc = { .label = "CRC", .want = text, .damage = "incorrect data check" };
	struct row size = { .label = "ISIZE", .want = text, .damage = "incorrect length check" };
	struct row type = { .label = "block type", .want = text, .damage = "invalid block type" };
	struct row method = { .label = "method of a second member", .want = text,
			      .damage = "unknown compression method" };

	add_member(&crc.bytes, text, 6);
	crc.bytes.s[crc.bytes.len - 8] ^= 1;
	check(&crc);
	add_member(&size.bytes, text, 6);
	size.bytes.s[size.bytes.len - 1] ^= 1;
	check(&size);
	add_member(&type.bytes, text, 6);
	buf_add(&type.bytes, STR("\x1f\x8b\x08\0\0\0\0\0\0\xff\x07"));
	check(&type);
	add_member(&method.bytes, text, 6);
	buf_add(&method.bytes, STR("\x1f\x8b\x07\0\0\0\0\0\0\xff\x07"));
	check(&method);
}

/* Every cut gives a beginning of the text, longer ones no less; none is silent. */
Test(input, gzip_cut_at_every_byte)
{
	struct buf whole = { 0 }, got = { 0 };
	size_t least = 0;

	add_member(&whole, text, 0);
	for (size_t cut = 2; cut < whole.len; cut++) {
		struct input_faults faults = { 0 };
		bool opens = read_all((struct str){ whole.s, cut }, &got, &faults);

		if (!opens) {
			cr_expect_eq(least, 0, "cut %zu does not open", cut);
			continue;
		}
		cr_expect(str_starts(text, buf_str(&got)), "cut %zu: other bytes", cut);
		cr_expect(got.len >= least, "cut %zu: fewer bytes", cut);
		cr_expect_not_null(faults.damage, "cut %zu: silent", cut);
		least = got.len;
	}
	cr_expect_eq(least, text.len);
	buf_release(&whole);
	buf_release(&got);
}

Test(input, gzip_flipped_bits)
{
	struct buf whole = { 0 }, got = { 0 };

	add_member(&whole, text, 6);
	for (size_t bit = 16; bit < whole.len * 8; bit++) {
		struct input_faults faults = { 0 };
		size_t at = bit / 8;
		/* Flags, time, system, bits that fill the last byte may mean nothing. */
		bool idle = (at >= 3 && at < 10) || at == whole.len - 9;

		whole.s[at] ^= (char)(1 << bit % 8);
		if (read_all(buf_str(&whole), &got, &faults) && !idle)
			cr_expect(faults.damage || faults.trailing_bytes, "bit %zu: silent", bit);
		whole.s[at] ^= (char)(1 << bit % 8);
	}
	buf_release(&whole);
	buf_release(&got);
}

Test(input, refuses_what_is_no_text)
{
	static const struct {
		struct str bytes;
		const char *what;
	} rows[] = {
		{ STR_INIT("\x28\xb5\x2f\xfd...."), "zstd-compressed" },
		{ STR_INIT("\xfd" "7zXZ\0..."), "xz-compressed" }, { STR_INIT("BZh9...."), "bzip2-compressed" },
		{ STR_INIT("PK\x03\x04...."), "zip archive" }, { STR_INIT("\xff\xfeV\0"), "UTF-16" },
		{ STR_INIT("\xfe\xff\0V"), "UTF-16" }, { STR_INIT("\x89PNG\r\n"), "PNG" },
		{ STR_INIT("\xff\xd8\xff\xe0"), "JPEG" }, { STR_INIT("%PDF-1.4"), "PDF" },
		{ STR_INIT("\x7f" "ELF\x02"), "ELF" },
		{ STR_INIT("\x1f\x8b"), "ends in the middle" },
		{ STR_INIT("\x1f\x8b\x08\0\0\0\0\0\0\xff\x07"), "invalid block type" },
	};
	struct buf got = { 0 }, once = { 0 }, twice = { 0 };
	struct input_faults faults;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		cr_assert(!read_all(rows[i].bytes, &got, &faults), "row %zu opens", i);
		cr_expect_neq(str_find(buf_str(&got), str_c(rows[i].what)), STR_NONE, "row %zu: %.*s", i,
			      STR_ARG(buf_str(&got)));
	}
	add_member(&once, text, 6);
	add_member(&twice, buf_str(&once), 6);
	cr_expect(!read_all(buf_str(&twice), &got, &faults));
	cr_expect_neq(str_find(buf_str(&got), STR("gzip inside gzip")), STR_NONE);
	buf_release(&got);
	buf_release(&once);
	buf_release(&twice);
}

Test(input, the_buffer_grows_to_the_limit_and_no_further)
{
	struct err e;
	struct input *in = input_memory(text, &e);
	int more;

	cr_assert_not_null(in);
	while ((more = input_more(in, 32)) > 0)
		;
	cr_expect_eq(more, -1);
	cr_expect(input_data(in).len >= 32 && input_data(in).len < text.len);
	input_consume(in, 30);
	cr_expect_eq(input_offset(in), 30);
	cr_expect(str_starts(str_skip(text, 30), input_data(in)));
	cr_expect_eq(input_more(in, 32), 1);
	input_close(in);
}

/* A descriptor that does not block, fed a byte at a time by a slow writer. */
Test(input, standard_input_that_would_block)
{
	int ends[2];
	struct err e;
	struct input *in;
	struct buf got = { 0 };
	pid_t writer;

	cr_assert_eq(pipe(ends), 0);
	cr_assert_eq(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
	writer = fork();
	if (writer == 0) {
		close(ends[0]);
		for (size_t i = 0; i < text.len; i++) {
			usleep(200);
			if (write(ends[1], text.s + i, 1) != 1)
				_exit(1);
		}
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], 0);
	close(ends[0]);
	in = input_open("-", &e);
	cr_assert_not_null(in);
	cr_expect_eq(input_size(in), 0);
	while (input_more(in, 1 << 20) > 0) {
		buf_add(&got, input_data(in));
		input_consume(in, input_data(in).len);
	}
	buf_add(&got, input_data(in));
	cr_expect(str_eq(buf_str(&got), text), "%.*s", STR_ARG(buf_str(&got)));
	cr_expect_eq(input_stored_bytes(in), (int64_t)text.len);
	input_close(in);
	buf_release(&got);
	waitpid(writer, NULL, 0);
}

Test(input, a_file_that_shrinks_while_it_is_read_just_ends)
{
	char path[] = "/tmp/ctrace_input_XXXXXX";
	int fd = mkstemp(path);
	struct err e;
	struct input *in;
	size_t got = 0;

	for (int i = 0; i < 100; i++)
		cr_assert_eq(write(fd, text.s, text.len), (ssize_t)text.len);
	in = input_open(path, &e);
	cr_assert_not_null(in);
	cr_expect_eq(input_size(in), (int64_t)(100 * text.len));
	cr_assert_eq(ftruncate(fd, 1000), 0);
	do {
		got += input_data(in).len;
		input_consume(in, input_data(in).len);
	} while (input_more(in, 1 << 20) > 0);
	cr_expect_eq(got, 1000);
	cr_expect_null(input_faults(in)->damage);
	input_close(in);
	close(fd);
	unlink(path);
}

Test(input, what_cannot_be_opened_or_read)
{
	struct err e;
	struct input *in;

	cr_expect_null(input_open("/nowhere/at all", &e));
	cr_expect_str_eq(e.msg, "cannot open '/nowhere/at all': No such file or directory");
	in = input_open("/", &e);	/* opens, but does not read */
	cr_expect_null(in);
	cr_expect_str_eq(e.msg, "cannot read '/': Is a directory");
	cr_expect_eq(input_file_size("/nowhere"), 0);
}
