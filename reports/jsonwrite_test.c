/* SPDX-License-Identifier: MIT */
#include "jsonwrite.h"

#include <criterion/criterion.h>
#include <signal.h>

#include "leaks.h"

TestSuite(jsonwrite, .fini = no_leaks);

Test(jsonwrite, puts_commas_and_lines)
{
	struct buf b = { 0 };
	struct jsonwrite w = { .out = &b };

	jsonwrite_begin(&w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_text(&w, "te\"xt", STR("a\n\xff"));
	jsonwrite_begin(&w, "list", '[', JSONWRITE_LINES);
	jsonwrite_begin(&w, NULL, '{', JSONWRITE_INLINE);
	jsonwrite_number(&w, "n", INT64_MIN);
	jsonwrite_bool(&w, "b", false);
	jsonwrite_end(&w);
	jsonwrite_null(&w, NULL);
	jsonwrite_end(&w);
	jsonwrite_begin(&w, "empty", '[', JSONWRITE_LINES);
	jsonwrite_end(&w);
	jsonwrite_end(&w);
	cr_expect(str_eq(buf_str(&b),
			 STR("{\n"
			     "  \"te\\\"xt\": \"a\\n\xef\xbf\xbd\",\n"
			     "  \"list\": [\n"
			     "    {\"n\": -9223372036854775808, \"b\": false},\n"
			     "    null\n"
			     "  ],\n"
			     "  \"empty\": []\n"
			     "}")),
		  STR_FMT, STR_ARG(b));
	buf_release(&b);
}

static const struct {
	int64_t share;
	const char *want;
} shares[] = {
	{ 0, "0.0000" },
	{ 1, "0.0001" },
	{ 1234, "0.1234" },
	{ 10000, "1.0000" },
	{ -1, "-0.0001" },
	{ INT64_MAX, "922337203685477.5807" },
	{ INT64_MIN, "-922337203685477.5808" },
};

Test(jsonwrite, writes_shares_exactly)
{
	for (size_t i = 0; i < COUNT_OF(shares); i++) {
		struct buf b = { 0 };
		struct jsonwrite w = { .out = &b };

		jsonwrite_share(&w, NULL, shares[i].share);
		cr_expect(str_eq(buf_str(&b), str_c(shares[i].want)), "%s",
			  shares[i].want);
		buf_release(&b);
	}
}

static void begin_object(struct jsonwrite *w, struct buf *b)
{
	*w = (struct jsonwrite){ .out = b };
	jsonwrite_begin(w, NULL, '{', JSONWRITE_INLINE);
}

Test(jsonwrite, asserts_a_key_in_an_object, .signal = SIGABRT)
{
	struct buf b = { 0 };
	struct jsonwrite w;

	begin_object(&w, &b);
	jsonwrite_null(&w, NULL);
}

Test(jsonwrite, asserts_no_end_too_many, .signal = SIGABRT)
{
	struct buf b = { 0 };
	struct jsonwrite w;

	begin_object(&w, &b);
	jsonwrite_end(&w);
	jsonwrite_end(&w);
}
