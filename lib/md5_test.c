/* SPDX-License-Identifier: MIT */
#include "md5.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(md5, .fini = no_leaks);

struct seen {
	size_t tags[200], count;
};

static void note(void *context, size_t tag)
{
	struct seen *seen = context;

	seen->tags[seen->count++] = tag;
}

/* Sums of RFC 1321 and, for lengths around a block's end, of md5sum(1). */
static const struct {
	const char *text;
	size_t times;		/* text so many times */
	struct str sum;
} known[] = {
	{ "", 0, STR_INIT("d41d8cd98f00b204e9800998ecf8427e") },
	{ "a", 1, STR_INIT("0cc175b9c0f1b6a831c399e269772661") },
	{ "abc", 1, STR_INIT("900150983cd24fb0d6963f7d28e17f72") },
	{ "message digest", 1, STR_INIT("f96b697d7cb7938d525a2f31aaf161d0") },
	{ "abcdefghijklmnopqrstuvwxyz", 1, STR_INIT("c3fcd3d76192e4007dfb496cca67e13b") },
	{ "1234567890", 8, STR_INIT("57edf4a22be3c955ac49da2e2107b67a") },
	{ "x", 55, STR_INIT("04364420e25c512fd958a70738aa8f72") },
	{ "x", 56, STR_INIT("668a72d5ba17f08e62dabcafad6db14b") },
	{ "x", 63, STR_INIT("7dc2ca208106a2f703567bdff99d8981") },
	{ "x", 64, STR_INIT("c1bb4f81d892b2d57947682aeb252456") },
	{ "x", 65, STR_INIT("1bc932052302d074bdec39795fe00cf6") },
	{ "x", 1000, STR_INIT("398533d48111e9f664b1f64cb10c4b63") },
};

static void add_known(struct md5_queue *q, size_t row, size_t tag)
{
	struct buf raw = { 0 };

	buf_add_char(&raw, '\t');
	for (size_t i = 0; i < known[row].times; i++)
		buf_add_c(&raw, known[row].text);
	cr_assert(md5_add(q, buf_str(&raw), false, known[row].sum, tag), "row %zu", row);
	buf_release(&raw);
}

Test(md5, knows_the_sums_of_others_in_any_company)
{
	struct seen seen = { { 0 }, 0 };
	struct md5_queue *q = md5_new(note, &seen);

	for (size_t first = 0; first < COUNT_OF(known); first++) {
		for (size_t i = 0; i < 3 * COUNT_OF(known); i++)
			add_known(q, (first + i * 5) % COUNT_OF(known), i);
		md5_flush(q);
		cr_expect_eq(seen.count, 0, "from row %zu on: %zu differ, first %zu", first,
			     seen.count, seen.tags[0]);
		seen.count = 0;
	}
	md5_free(q);
}

Test(md5, tells_which_differ_in_their_order)
{
	struct seen seen = { { 0 }, 0 };
	struct md5_queue *q = md5_new(note, &seen);

	for (size_t i = 0; i < 100; i++)
		if (i % 7 == 3)
			cr_assert(md5_add(q, STR("\tb"), false, known[1].sum, i));
		else
			add_known(q, i % COUNT_OF(known), i);
	md5_flush(q);
	cr_assert_eq(seen.count, 14);	/* 3, 10, …, 94 */
	for (size_t i = 0; i < 14; i++)
		cr_expect_eq(seen.tags[i], 3 + 7 * i, "the %zuth", i);
	md5_flush(q);			/* nothing twice */
	cr_expect_eq(seen.count, 14);
	md5_free(q);
}

Test(md5, refuses_what_is_no_sum)
{
	static const struct str bad[] = {
		STR_INIT(""), STR_INIT("0cc175b9c0f1b6a831c399e26977266"),
		STR_INIT("0cc175b9c0f1b6a831c399e2697726610"),
		STR_INIT("0cc175b9c0f1b6a831c399e26977266g"),
		STR_INIT("0CC175B9C0F1B6A831C399E269772661"),	/* torch writes lower case */
		STR_INIT("0cc175b9c0f1b6a8 1c399e269772661"), { NULL, 0 },
	};
	struct seen seen = { { 0 }, 0 };
	struct md5_queue *q = md5_new(note, &seen);

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		cr_expect(!md5_add(q, STR("\ta"), false, bad[i], i), "row %zu", i);
	md5_flush(q);
	cr_expect_eq(seen.count, 0);
	md5_free(q);
}

Test(md5, a_payload_is_its_lines_without_tabs)
{
	static const struct {
		const char *label;
		struct str raw, want;
		bool strip_cr;
	} rows[] = {
		{ "nothing", STR_INIT(""), STR_INIT(""), false },
		{ "one line", STR_INIT("\tone"), STR_INIT("one"), false },
		{ "ended", STR_INIT("\tone\n"), STR_INIT("one"), false },
		{ "two", STR_INIT("\tone\n\ttwo"), STR_INIT("one\ntwo"), false },
		{ "a tab of its own", STR_INIT("\t\tone"), STR_INIT("\tone"), false },
		{ "empty lines of its own", STR_INIT("\t\n\t\n\tx\n\t"), STR_INIT("\n\nx\n"), false },
		{ "blank lines of a carrier", STR_INIT("\n\tone\n\n\r\n\ttwo\n\n"), STR_INIT("one\ntwo"),
		  false },
		{ "CR kept", STR_INIT("\tone\r\n\ttwo\r"), STR_INIT("one\r\ntwo\r"), false },
		{ "CR taken off", STR_INIT("\tone\r\n\ttwo\r"), STR_INIT("one\ntwo"), true },
		{ "longer than a vector", STR_INIT("\t0123456789abcdef0\n\t0123456789abcdef"),
		  STR_INIT("0123456789abcdef0\n0123456789abcdef"), false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf out = { 0 };

		buf_add(&out, STR("before "));
		md5_payload_text(&out, rows[i].raw, rows[i].strip_cr);
		cr_expect(str_eq(str_skip(buf_str(&out), 7), rows[i].want), "%s", rows[i].label);
		buf_release(&out);
	}
}
