/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(scan, .fini = no_leaks);

static bool same_text(struct str a, struct str b)
{
	return (a.s == NULL) == (b.s == NULL) && str_eq(a, b);
}

/* Walks the whole text one level deep; what was wrong, or NULL. */
static const char *walk(struct str text, size_t *count)
{
	bool object = str_find_char(text, '{') <= str_find_char(text, '[');
	struct scan s = object ? scan_object(text) : scan_array(text);
	struct str key, value;

	*count = 0;
	while (object ? scan_member(&s, &key, &value) : scan_item(&s, &value)) {
		cr_assert(value.s >= text.s && value.s + value.len <= text.s + text.len);
		++*count;
	}
	cr_assert(!(object ? scan_member(&s, &key, &value) : scan_item(&s, &value)),
		  "goes on behind the end");
	return s.problem;
}

Test(scan, walks_what_json_is)
{
	static const struct {
		struct str text;
		size_t count;
	} rows[] = {
		{ STR_INIT("{}"), 0 }, { STR_INIT("[]"), 0 }, { STR_INIT(" \t\r\n{ } \n"), 0 },
		{ STR_INIT("{\"a\":1}"), 1 }, { STR_INIT("{ \"a\" : 1 , \"b\" : [ ] }"), 2 },
		{ STR_INIT("[1,\"x\",null,true,false,{},[]]"), 7 },
		{ STR_INIT("[0,-0,0.5,-1e5,1E+5,1e-5,10]"), 7 },
		{ STR_INIT("[NaN,Infinity,-Infinity]"), 3 },
		{ STR_INIT("{\"a\":{\"b\":[1,{\"c\":\"}]\"}]}}"), 1 },
		{ STR_INIT("[\"a\\\"b\",\"\\\\\",\"\\u0041\"]"), 3 },
		{ STR_INIT("[\"raw\ncontrol\t\x01\",\"NUL \0 here\"]"), 2 },
		{ STR_INIT("[\"bad \xff utf-8 \xc0\xaf\"]"), 1 },
		{ STR_INIT("[\"\\uZZZZ\",\"\\ud800\"]"), 2 },
		{ STR_INIT("{\"a\":1,\"a\":2}"), 2 }, { STR_INIT("{\"\":1}"), 1 },
	};
	size_t count;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *problem = walk(rows[i].text, &count);

		cr_expect_null(problem, "%s: %s", rows[i].text.s, problem);
		cr_expect_eq(count, rows[i].count, "%s: %zu", rows[i].text.s, count);
	}
}

Test(scan, names_what_is_wrong)
{
	static const struct {
		struct str text;
		const char *problem;
	} rows[] = {
		{ STR_INIT(""), "'{' expected" }, { STR_INIT("[1"), "',' expected" },
		{ STR_INIT("[01]"), "value expected" }, { STR_INIT("[1.]"), "value expected" },
		{ STR_INIT("[.5]"), "value expected" }, { STR_INIT("[1e]"), "value expected" },
		{ STR_INIT("[1e+]"), "value expected" }, { STR_INIT("[0x10]"), "value expected" },
		{ STR_INIT("[1-2]"), "value expected" }, { STR_INIT("[+1]"), "value expected" },
		{ STR_INIT("[-]"), "value expected" }, { STR_INIT("[--1]"), "value expected" },
		{ STR_INIT("[nan]"), "value expected" }, { STR_INIT("[True]"), "value expected" },
		{ STR_INIT("[nul]"), "value expected" }, { STR_INIT("[\0]"), "value expected" },
		{ STR_INIT("[1,]"), "value expected" }, { STR_INIT("[,1]"), "value expected" },
		{ STR_INIT("[1 2]"), "',' expected" }, { STR_INIT("[1\0]"), "value expected" },
		{ STR_INIT("['a']"), "value expected" }, { STR_INIT("[\"a]"), "string without an end" },
		{ STR_INIT("[\"a\\\"]"), "string without an end" },
		{ STR_INIT("{\"a\":1,}"), "'\"' expected" }, { STR_INIT("{a:1}"), "'\"' expected" },
		{ STR_INIT("{\"a\" 1}"), "':' expected" }, { STR_INIT("{\"a\"}"), "':' expected" },
		{ STR_INIT("{\"a\":}"), "value expected" }, { STR_INIT("{\"a\":1"), "',' expected" },
		{ STR_INIT("{\"a"), "string without an end" }, { STR_INIT("{"), "'\"' expected" },
		{ STR_INIT("{\"a\":{\"b\":[1}}"), "brackets do not match" },
		{ STR_INIT("[[1,2}]"), "brackets do not match" },
		{ STR_INIT("[[1,[2]"), "bracket without an end" },
		{ STR_INIT("[{\"a]}"), "string without an end" },
		{ STR_INIT("{} xyz"), "text behind the end" }, { STR_INIT("[]]"), "text behind the end" },
		{ STR_INIT("{}\0"), "text behind the end" }, { STR_INIT("{}{}"), "text behind the end" },
		{ STR_INIT("1"), "'[' expected" }, { STR_INIT("\xef\xbb\xbf[]"), "'[' expected" },
	};
	size_t count;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str text = rows[i].text;
		const char *problem = walk(text, &count);

		cr_assert_not_null(problem, "row %zu, %s: nothing wrong", i, text.s);
		if (text.len && str_find_char(text, '{') == STR_NONE &&
		    str_find_char(text, '[') == STR_NONE)
			continue;	/* either bracket was expected */
		cr_expect_str_eq(problem, rows[i].problem, "%s: %s", text.s, problem);
	}
}

/* n times open, "0", n times close. */
static struct buf nested(size_t n, char open, char close)
{
	struct buf b = { 0 };

	buf_fill(&b, open, n);
	buf_add_char(&b, '0');
	buf_fill(&b, close, n);
	return b;
}

Test(scan, nests_as_deep_as_it_says_and_no_deeper)
{
	/* The outer level is walked, the others are skipped. */
	static const struct {
		size_t depth;
		bool fine;
	} rows[] = { { 2, true }, { SCAN_DEPTH, true }, { SCAN_DEPTH + 1, true },
		     { SCAN_DEPTH + 2, false }, { 1000000, false } };
	size_t count;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf b = nested(rows[i].depth, '[', ']');
		const char *problem = walk(buf_str(&b), &count);

		if (rows[i].fine)
			cr_expect_null(problem, "depth %zu: %s", rows[i].depth, problem);
		else
			cr_expect_str_eq(problem, "nested too deep", "depth %zu", rows[i].depth);
		buf_release(&b);
	}
}

Test(scan, the_last_of_equal_keys_counts)
{
	static const struct {
		struct str text, want;
	} rows[] = {
		{ STR_INIT("{\"k\":1}"), STR_INIT("1") },
		{ STR_INIT("{\"k\":1,\"x\":3,\"k\":2}"), STR_INIT("2") },
		{ STR_INIT("{\"K\":1}"), { NULL, 0 } },		/* case matters */
		{ STR_INIT("{\"k2\":1,\"2k\":1}"), { NULL, 0 } },
		{ STR_INIT("{\"x\":{\"k\":1}}"), { NULL, 0 } },	/* one level only */
		{ STR_INIT("[]"), { NULL, 0 } }, { { NULL, 0 }, { NULL, 0 } },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect(same_text(scan_find(rows[i].text, STR("k")), rows[i].want), "row %zu", i);
}

Test(scan, whole_numbers_are_exact_or_none)
{
	static const struct {
		const char *text;
		bool is;
		int64_t want;
	} rows[] = {
		{ "0", true, 0 }, { "-0", true, 0 }, { "9007199254740993", true, 9007199254740993 },
		{ "1733527095925179500", true, 1733527095925179500 },
		{ "9223372036854775807", true, INT64_MAX }, { "-9223372036854775808", true, INT64_MIN },
		{ "9223372036854775808", false, 0 }, { "-9223372036854775809", false, 0 },
		{ "10000000000000000000000", false, 0 }, { "1.5", false, 0 }, { "1.0", false, 0 },
		{ "1e3", false, 0 }, { "\"0\"", false, 0 }, { "null", false, 0 }, { "NaN", false, 0 },
		{ "true", false, 0 }, { "[1]", false, 0 }, { "", false, 0 }, { "01", false, 0 },
		{ "--1", false, 0 }, { "-", false, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int64_t number = 77;

		cr_expect_eq(scan_int(str_c(rows[i].text), &number), rows[i].is, "%s", rows[i].text);
		cr_expect_eq(number, rows[i].is ? rows[i].want : 77, "%s", rows[i].text);
	}
	cr_expect(!scan_int((struct str){ NULL, 0 }, &(int64_t){ 0 }));
}

Test(scan, scaled_numbers)
{
	static const struct {
		const char *text;
		unsigned decimals;
		bool is;
		int64_t want;
	} rows[] = {
		{ "1795961037666881.2", 0, true, 1795961037666881 },
		{ "1712154528.0523684", 6, true, 1712154528052368 },
		{ "0.012439489364624023", 6, true, 12439 }, { "12", 6, true, 12000000 },
		{ "-1.5", 0, true, -1 }, { "-1.5", 1, true, -15 }, { "0.9999999", 6, true, 999999 },
		{ "3.910064697265625e-05", 6, true, 39 },	/* what Python writes below 1e-4 */
		{ "1e-05", 6, true, 10 }, { "9e-07", 6, true, 0 }, { "1.5e3", 0, true, 1500 },
		{ "1.7959610376668812E+15", 0, true, 1795961037666881 }, { "12.5e-1", 0, true, 1 },
		{ "1e-400", 6, true, 0 }, { "0e999999999999", 0, true, 0 }, { "0.0e5", 0, true, 0 },
		{ "1e18", 0, true, 1000000000000000000 }, { "1e19", 0, false, 0 },
		{ "1e400", 0, false, 0 }, { "1e99999999999999999999", 0, false, 0 },
		{ "1e-99999999999999999999", 0, true, 0 },
		{ "9223372036854775807.9", 0, true, INT64_MAX }, { "9223372036854775808", 0, false, 0 },
		{ "9223372036855", 6, false, 0 }, { "1.", 0, false, 0 }, { "01", 0, false, 0 },
		{ "NaN", 0, false, 0 }, { "Infinity", 0, false, 0 }, { "null", 0, false, 0 },
		{ "\"1\"", 0, false, 0 }, { "", 0, false, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int64_t number = 77;

		cr_expect_eq(scan_scaled(str_c(rows[i].text), rows[i].decimals, &number),
			     rows[i].is, "%s", rows[i].text);
		if (rows[i].is)
			cr_expect_eq(number, rows[i].want, "%s: %lld", rows[i].text,
				     (long long)number);
	}
}

Test(scan, a_number_of_ten_thousand_digits_is_none_to_count_with)
{
	struct buf b = { 0 };
	int64_t number = 77;
	size_t count;

	buf_add_char(&b, '[');
	buf_fill(&b, '9', 10000);
	buf_add_char(&b, ']');
	cr_expect_null(walk(buf_str(&b), &count));	/* but it is a number */
	cr_expect(!scan_int(str_sub(buf_str(&b), 1, 10001), &number));
	cr_expect(!scan_scaled(str_sub(buf_str(&b), 1, 10001), 0, &number));
	buf_release(&b);
}

Test(scan, texts)
{
	static const struct {
		const char *label;
		struct str value, want;
	} rows[] = {
		{ "plain", STR_INIT("\"abc\""), STR_INIT("abc") },
		{ "empty", STR_INIT("\"\""), STR_INIT("") },
		{ "short escapes", STR_INIT("\"\\\"\\\\\\/\\n\\t\\r\\b\\f\""), STR_INIT("\"\\/\n\t\r\b\f") },
		{ "an escape that is none", STR_INIT("\"\\x\\'\""), STR_INIT("x'") },
		{ "NUL", STR_INIT("\"a\\u0000b\""), STR_INIT("a\0b") },
		{ "raw NUL", STR_INIT("\"a\0b\\n\""), STR_INIT("a\0b\n") },
		{ "two bytes", STR_INIT("\"\\u00e9\""), STR_INIT("\xc3\xa9") },
		{ "three bytes", STR_INIT("\"\\u20AC\""), STR_INIT("\xe2\x82\xac") },
		{ "a pair", STR_INIT("\"\\ud83d\\ude00\""), STR_INIT("\xf0\x9f\x98\x80") },
		{ "lone high", STR_INIT("\"\\ud800\""), STR_INIT("\xef\xbf\xbd") },
		{ "lone low", STR_INIT("\"\\udc00x\""), STR_INIT("\xef\xbf\xbdx") },
		{ "two highs", STR_INIT("\"\\ud83d\\ud83d\\ude00\""),
		  STR_INIT("\xef\xbf\xbd\xf0\x9f\x98\x80") },
		{ "high before another escape", STR_INIT("\"\\ud83d\\n\""), STR_INIT("\xef\xbf\xbd\n") },
		{ "no hex", STR_INIT("\"\\uZZZZ\""), STR_INIT("\xef\xbf\xbdZZZZ") },
		{ "too short", STR_INIT("\"\\u12\""), STR_INIT("\xef\xbf\xbd" "12") },
		{ "pair with a bad half", STR_INIT("\"\\ud83d\\uZZ\""),
		  STR_INIT("\xef\xbf\xbd\xef\xbf\xbdZZ") },
		{ "bad utf-8 stays as it is", STR_INIT("\"\xff\\n\""), STR_INIT("\xff\n") },
		{ "a number", STR_INIT("12"), { NULL, 0 } }, { "null", STR_INIT("null"), { NULL, 0 } },
		{ "absent", { NULL, 0 }, { NULL, 0 } }, { "one quote", STR_INIT("\""), { NULL, 0 } },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str plain = scan_plain(rows[i].value);
		bool escaped = str_find_char(rows[i].value, '\\') != STR_NONE;
		struct buf out = { 0 };

		cr_expect(same_text(scan_text(&a, rows[i].value), rows[i].want), "%s", rows[i].label);
		cr_expect(same_text(plain, escaped ? (struct str){ NULL, 0 } : rows[i].want), "%s: plain",
			  rows[i].label);
		cr_expect_eq(scan_text_to(&out, rows[i].value), rows[i].want.s != NULL, "%s",
			     rows[i].label);
		cr_expect(str_eq(buf_str(&out), rows[i].want), "%s: appended", rows[i].label);
		buf_release(&out);
	}
	arena_release(&a);
}

Test(scan, kinds)
{
	static const struct {
		struct str value;
		const char *kind;
	} rows[] = {
		{ STR_INIT("null"), "null" }, { { NULL, 0 }, "null" }, { STR_INIT("\"\""), "string" },
		{ STR_INIT("{}"), "object" }, { STR_INIT("[]"), "array" }, { STR_INIT("true"), "bool" },
		{ STR_INIT("1"), "" }, { STR_INIT(""), "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str v = rows[i].value;
		const char *kind = rows[i].kind;

		cr_expect_eq(scan_is_null(v), strcmp(kind, "null") == 0, "row %zu", i);
		cr_expect_eq(scan_is_string(v), strcmp(kind, "string") == 0, "row %zu", i);
		cr_expect_eq(scan_is_object(v), strcmp(kind, "object") == 0, "row %zu", i);
		cr_expect_eq(scan_is_array(v), strcmp(kind, "array") == 0, "row %zu", i);
	}
}
