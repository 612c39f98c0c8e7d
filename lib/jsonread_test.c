/* SPDX-License-Identifier: MIT */
#include "jsonread.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(jsonread, .fini = no_leaks);

/* What comes back, written plainly: numbers as they stand, texts in quotes, NUL as ~. */
static void put(struct buf *out, const struct jsonread_value *v)
{
	switch (v->kind) {
	case JSONREAD_NULL:
		buf_add_c(out, "null");
		return;
	case JSONREAD_BOOL:
		buf_add_c(out, v->flag ? "true" : "false");
		return;
	case JSONREAD_NUMBER:
		buf_add(out, v->text);
		return;
	case JSONREAD_TEXT:
		buf_add_char(out, '"');
		for (size_t i = 0; i < v->text.len; i++)
			buf_add_char(out, v->text.s[i] ? v->text.s[i] : '~');
		buf_add_char(out, '"');
		return;
	case JSONREAD_ARRAY:
	case JSONREAD_OBJECT:
		break;
	}
	buf_add_char(out, v->kind == JSONREAD_ARRAY ? '[' : '{');
	for (size_t i = 0; i < v->count; i++) {
		buf_addf(out, "%s" STR_FMT "%s", i ? "," : "", STR_ARG(v->items[i].key),
			 v->kind == JSONREAD_OBJECT ? ":" : "");
		put(out, &v->items[i]);
	}
	buf_add_char(out, v->kind == JSONREAD_ARRAY ? ']' : '}');
}

static const struct {
	const char *text, *want;	/* want: values, or "!" and the fault */
} cases[] = {
	{ "{}", "{}" },
	{ " [1, -2.50, 1e400, 0] \n", "[1,-2.50,1e400,0]" },
	{ "9007199254740993", "9007199254740993" },
	{ "1733527095925179500", "1733527095925179500" },
	{ "[NaN, Infinity, -Infinity, null]", "[null,null,null,null]" },
	{ "[true, false]", "[true,false]" },
	{ "\"a\\u0000b\\u0001c\"", "\"a~b\001c\"" },
	{ "\"\\ud800x\"", "\"\xef\xbf\xbdx\"" },
	{ "\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\"" },
	{ "\"#1\"", "\"#1\"" },
	{ "\"$\\\"\\\\\\n\"", "\"$\"\\\n\"" },
	{ "{\"a\" : 1, \"#b\":\"c:d\"}", "{a:1,#b:\"c:d\"}" },
	{ "01", "!line 1: a value is expected" },
	{ "[1.]", "!line 1: a value is expected" },
	{ "0x10", "!line 1: a value is expected" },
	{ "[1e]", "!line 1: a value is expected" },
	{ "[1-2]", "!line 1: a value is expected" },
	{ "{} xyz", "!line 1: a value is expected" },
	{ "{} {}", "!line 1: something follows the end" },
	{ "[1,]", "!line 1: this is no JSON" },
	{ "{\"a\" 1}", "!line 1: this is no JSON" },
	{ "[\n\n1", "!line 3: this is no JSON" },
	{ "[\n\"a", "!line 2: a string without an end" },
	{ "\"a\\", "!line 1: a string without an end" },
	{ "'a'", "!line 1: a value is expected" },
	{ "]", "!line 1: this is no JSON" },
	{ "", "!line 1: this is no JSON" },
	{ "  ", "!line 1: this is no JSON" },
	{ "nul", "!line 1: a value is expected" },
};

Test(jsonread, keeps_what_cjson_would_lose)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = { 0 };
		struct jsonread_value v;
		struct buf got = { 0 };
		struct err e;

		if (jsonread_parse(&a, str_c(cases[i].text), &v, &e) < 0)
			buf_addf(&got, "!%s", e.msg);
		else
			put(&got, &v);
		cr_expect(str_eq(buf_str(&got), str_c(cases[i].want)), "%s: " STR_FMT ", not %s",
			  cases[i].text, STR_ARG(got), cases[i].want);
		buf_release(&got);
		arena_release(&a);
	}
}

static void nest(struct buf *b, size_t depth)
{
	buf_fill(b, '[', depth);
	buf_fill(b, ']', depth);
}

Test(jsonread, counts_levels)
{
	static const struct {
		size_t depth;
		bool fine;
	} depths[] = { { 1, true }, { JSONREAD_DEPTH, true }, { JSONREAD_DEPTH + 1, false },
		       { 1000000, false } };

	for (size_t i = 0; i < COUNT_OF(depths); i++) {
		struct arena a = { 0 };
		struct jsonread_value v;
		struct buf b = { 0 };
		struct err e;

		nest(&b, depths[i].depth);
		cr_expect_eq(jsonread_parse(&a, buf_str(&b), &v, &e) == 0, depths[i].fine, "%zu",
			     depths[i].depth);
		buf_release(&b);
		arena_release(&a);
	}
}

Test(jsonread, finds_the_last_of_a_key_and_exact_numbers)
{
	struct arena a = { 0 };
	struct jsonread_value v;
	struct err e;
	int64_t n;

	cr_assert_eq(jsonread_parse(&a, STR("{\"a\": 1, \"A\": 3, \"a\": 9007199254740993, "
					    "\"f\": 0.1234, \"b\": 99999999999999999999}"),
				    &v, &e), 0);
	cr_assert(jsonread_number(jsonread_find(&v, STR("a")), 0, &n));
	cr_expect_eq(n, 9007199254740993);
	cr_assert(jsonread_number(jsonread_find(&v, STR("f")), 4, &n));
	cr_expect_eq(n, 1234);
	cr_expect_not(jsonread_number(jsonread_find(&v, STR("f")), 0, &n));
	cr_expect_not(jsonread_number(jsonread_find(&v, STR("b")), 0, &n));
	cr_expect_not(jsonread_number(jsonread_find(&v, STR("none")), 0, &n));
	cr_expect_null(jsonread_find(jsonread_find(&v, STR("a")), STR("a")));
	cr_expect_null(jsonread_find(NULL, STR("a")));
	arena_release(&a);
}
