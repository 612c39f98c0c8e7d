/* SPDX-License-Identifier: MIT */
#include "str.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "leaks.h"

TestSuite(str, .fini = no_leaks);

static const struct str absent = { NULL, 0 };

Test(str, comparing)
{
	static const struct {
		struct str a, b;
		int order;
	} rows[] = {
		{ STR_INIT(""), STR_INIT(""), 0 }, { { NULL, 0 }, STR_INIT(""), 0 },
		{ STR_INIT("a"), STR_INIT("b"), -1 }, { STR_INIT("a"), STR_INIT("ab"), -1 },
		{ STR_INIT("a\0b"), STR_INIT("a\0c"), -1 }, { STR_INIT("\xff"), STR_INIT("a"), 1 },
		{ STR_INIT("abc"), STR_INIT("abc"), 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int order = str_compare(rows[i].a, rows[i].b), back = str_compare(rows[i].b, rows[i].a);

		cr_expect_eq((order > 0) - (order < 0), rows[i].order, "row %zu", i);
		cr_expect_eq((back > 0) - (back < 0), -rows[i].order, "row %zu", i);
		cr_expect_eq(str_eq(rows[i].a, rows[i].b), rows[i].order == 0, "row %zu", i);
	}
}

Test(str, finding_and_cutting)
{
	struct str s = STR("a,b,,c"), head, rest;

	cr_expect_eq(str_find(s, STR(",b")), 1);
	cr_expect_eq(str_find(s, STR("")), 0);
	cr_expect_eq(str_find(s, STR("a,b,,cd")), STR_NONE);
	cr_expect_eq(str_find(absent, STR("x")), STR_NONE);
	cr_expect_eq(str_find_char(s, ','), 1);
	cr_expect_eq(str_rfind_char(s, ','), 4);
	cr_expect_eq(str_find_char(absent, 'x'), STR_NONE);
	cr_expect_eq(str_rfind_char(absent, 'x'), STR_NONE);
	cr_expect(str_eq(str_take(s, 99), s));
	cr_expect(str_eq(str_skip(s, 99), STR("")));
	cr_expect_null(str_skip(absent, 3).s);
	cr_expect(str_eq(str_sub(s, 2, 3), STR("b")));
	cr_expect(str_eq(str_sub(s, 3, 2), STR("")));
	cr_expect(str_eq(str_trim(STR(" \t\r\n x y \n")), STR("x y")));
	cr_expect(str_eq(str_trim(STR(" \t")), STR("")));
	rest = s;
	for (size_t i = 0; i < 4; i++) {
		static const struct str want[] = { STR_INIT("a"), STR_INIT("b"), STR_INIT(""), STR_INIT("c") };

		cr_assert(str_cut(&rest, ',', &head));
		cr_expect(str_eq(head, want[i]), "part %zu", i);
	}
	cr_expect(!str_cut(&rest, ',', &head));
	rest = STR("a, b");
	cr_expect(str_cut_at(&rest, STR(", "), &head) && str_eq(head, STR("a")) && str_eq(rest, STR("b")));
	cr_expect(str_eat(&rest, STR("b")) && rest.s && rest.len == 0 && !str_eat(&rest, STR("b")));
	cr_expect(str_starts(s, STR("a,")) && !str_starts(s, STR("b")) && str_ends(s, STR(",c")));
	cr_expect(!str_ends(STR("c"), STR(",c")));
	cr_expect_eq(str_digits(STR("12a3")), 2);
	cr_expect_eq(str_digits(STR("34")), 2);
	cr_expect_eq(str_digits(STR("-1")), 0);
	cr_expect_eq(str_digits((struct str){ NULL, 0 }), 0);
}

Test(str, integers)
{
	static const struct {
		const char *text;
		bool is;
		int64_t want;
	} rows[] = {
		{ "0", true, 0 }, { "-0", true, 0 }, { "007", true, 7 }, { "-12", true, -12 },
		{ "9223372036854775807", true, INT64_MAX }, { "-9223372036854775808", true, INT64_MIN },
		{ "9223372036854775808", false, 0 }, { "-9223372036854775809", false, 0 },
		{ "99999999999999999999999", false, 0 }, { "", false, 0 }, { "-", false, 0 },
		{ "+1", false, 0 }, { " 1", false, 0 }, { "1 ", false, 0 }, { "1x", false, 0 },
		{ "0x1", false, 0 }, { "1.5", false, 0 }, { NULL, false, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int64_t n = 77;

		cr_expect_eq(str_to_i64(str_c(rows[i].text), &n), rows[i].is, "row %zu", i);
		cr_expect_eq(n, rows[i].is ? rows[i].want : 77, "row %zu", i);
	}
}

Test(str, characters)
{
	for (int c = 0; c < 256; c++) {
		bool digit = c >= '0' && c <= '9';
		bool word = digit || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c > 127;

		cr_expect_eq(str_is_digit((char)c), digit, "%d", c);
		cr_expect_eq(str_is_word((char)c), word, "%d", c);
	}
}

Test(str, copies_and_formats)
{
	struct arena a = { 0 };
	struct str copy = str_copy(&a, STR("a\0b")), empty = str_copy(&a, STR(""));

	cr_expect(str_eq(copy, STR("a\0b")) && copy.s[3] == '\0');
	cr_expect(empty.s && empty.len == 0);
	cr_expect_null(str_copy(&a, absent).s);
	cr_expect(str_eq(str_format(&a, "%d%%:" STR_FMT, 7, STR_ARG(STR("x"))), STR("7%:x")));
	cr_expect(str_eq(str_format(&a, STR_FMT, STR_ARG(absent)), STR("")));
	arena_release(&a);
}

Test(str, buffers)
{
	struct buf b = { 0 };

	cr_expect(buf_str(&b).s && buf_str(&b).len == 0);
	buf_add(&b, absent);
	buf_add(&b, STR("ab"));
	buf_add_c(&b, "c");
	buf_add_c(&b, NULL);
	buf_add_char(&b, 'd');
	buf_addf(&b, "%s%d", "e", 5);
	buf_fill(&b, 'f', 3);
	buf_fill(&b, 'g', 0);
	cr_expect(str_eq(buf_str(&b), STR("abcde5fff")));
	buf_cut(&b, 2);
	for (int i = 0; i < 5000; i++)
		buf_add(&b, STR("xyz"));
	cr_expect_eq(b.len, 15002);
	cr_expect(str_ends(buf_str(&b), STR("zxyz")));
	buf_release(&b);
	cr_expect_null(b.s);
}

Test(str, equal_strings_are_interned_once)
{
	struct arena a = { 0 };
	struct intern in;
	const char *first[2000];
	char text[32];

	intern_init(&in, &a);
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 2000; i++) {
			int n = snprintf(text, sizeof text, "string %d", i);
			struct str s = intern_add(&in, (struct str){ text, (size_t)n });

			cr_assert(s.s != text && str_eq(s, str_c(text)) && s.s[n] == '\0');
			if (round == 0)
				first[i] = s.s;
			cr_assert_eq(s.s, first[i], "%s", text);
		}
	cr_expect_eq(in.count, 2000);
	cr_expect_null(intern_add(&in, absent).s);
	cr_expect_neq(intern_add(&in, STR("")).s, NULL);
	cr_expect_neq(intern_add(&in, STR("a\0b")).s, intern_add(&in, STR("a\0c")).s);
	cr_expect_neq(intern_add(&in, STR("a")).s, intern_add(&in, STR("a\0")).s);
	cr_expect_neq(intern_add(&in, STR("12345678")).s, intern_add(&in, STR("12345678\0")).s);
	intern_release(&in);
	arena_release(&a);
}

Test(str, maps_take_any_key)
{
	struct map m = { 0 };

	cr_expect_null(map_find(&m, 0));
	for (uint64_t i = 0; i < 5000; i++)
		*map_add(&m, i * 0x100000001) = i + 1;
	*map_add(&m, UINT64_MAX) = 9;
	for (uint64_t i = 0; i < 5000; i++) {
		cr_assert_not_null(map_find(&m, i * 0x100000001), "%lu", (unsigned long)i);
		cr_assert_eq(*map_find(&m, i * 0x100000001), i + 1);
	}
	cr_expect_eq(*map_add(&m, UINT64_MAX), 9);
	cr_expect_eq(m.count, 5001);
	cr_expect_null(map_find(&m, 12345));
	map_release(&m);
	cr_expect_null(map_find(&m, 0));
}

/* Pairs of addresses: two arenas, the same places in both. */
Test(str, keys_of_pairs_differ)
{
	static const uint64_t arenas[] = { 0x7f3a00000000u, 0x7f3a00400000u };
	struct map m = { 0 };

	for (size_t arena = 0; arena < COUNT_OF(arenas); arena++)
		for (uint64_t i = 0; i < 64; i++)
			for (uint64_t k = 0; k < 64; k++)
				map_add(&m, map_key(arenas[arena] + 16 * i, arenas[arena] + 16 * k));
	cr_expect_eq(m.count, COUNT_OF(arenas) * 64 * 64);
	map_release(&m);
}
