/* SPDX-License-Identifier: MIT */
#include "escape.h"
#include "utf8.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(escape, .fini = no_leaks);

#define BYTES(literal) { literal, sizeof(literal) - 1 }

static const struct {
	const char *label;
	struct str bytes;
	const char *terminal, *json;
} cases[] = {
	{ "empty", BYTES(""), "", "" },
	{ "plain", BYTES("a b/c"), "a b/c", "a b/c" },
	{ "utf-8", BYTES("é→漢"), "é→漢", "é→漢" },
	{ "colour", BYTES("\033[31m"), "\\x1b[31m", "\\u001b[31m" },
	{ "bell", BYTES("\a"), "\\x07", "\\u0007" },
	{ "nul", BYTES("a\0b"), "a\\x00b", "a\\u0000b" },
	{ "delete", BYTES("\x7f"), "\\x7f", "\\u007f" },
	{ "line ends", BYTES("a\nb\r\tc"), "a\\nb\\r\\tc", "a\\nb\\r\\tc" },
	{ "forged command", BYTES("x\n::error::y"), "x\\n::error::y", "x\\n::error::y" },
	{ "quote", BYTES("\"\\"), "\"\\", "\\\"\\\\" },
	{ "C1 as UTF-8",
	  BYTES("\xc2\x9b"
		"31m"),
	  "\\u009b31m", "\\u009b31m" },
	{ "C1 raw",
	  BYTES("\x9b"
		"31m"),
	  "\\x9b31m",
	  "\xef\xbf\xbd"
	  "31m" },
	{ "bidi override", BYTES("\xe2\x80\xae"), "\\u202e", "\\u202e" },
	{ "bidi embedding", BYTES("\xe2\x80\xaa"), "\\u202a", "\\u202a" },
	{ "bidi isolate", BYTES("\xe2\x81\xa6\xe2\x81\xa9"), "\\u2066\\u2069",
	  "\\u2066\\u2069" },
	{ "zero width",
	  BYTES("a\xe2\x80\x8b"
		"b"),
	  "a\\u200bb", "a\\u200bb" },
	{ "byte order mark", BYTES("\xef\xbb\xbf"), "\\ufeff", "\\ufeff" },
	{ "line separator", BYTES("\xe2\x80\xa8"), "\\u2028", "\\u2028" },
	{ "tag", BYTES("\xf3\xa0\x81\x81"), "\\U000e0041", "\\udb40\\udc41" },
	{ "latin-1", BYTES("caf\xe9"), "caf\\xe9", "caf\xef\xbf\xbd" },
	{ "cut in a character", BYTES("\xe2\x82"), "\\xe2\\x82", "\xef\xbf\xbd" },
	{ "surrogate", BYTES("\xed\xa0\x80"), "\\xed\\xa0\\x80",
	  "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
	{ "formats", BYTES("%s%n"), "%s%n", "%s%n" },
};

Test(escape, makes_bytes_safe)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf b = { 0 };

		escape_terminal(&b, cases[i].bytes);
		cr_expect(str_eq(buf_str(&b), str_c(cases[i].terminal)),
			  "%s, terminal: " STR_FMT, cases[i].label, STR_ARG(b));
		buf_cut(&b, 0);
		escape_json(&b, cases[i].bytes);
		cr_expect(str_eq(buf_str(&b), str_c(cases[i].json)),
			  "%s, JSON: " STR_FMT, cases[i].label, STR_ARG(b));
		buf_release(&b);
	}
}

static bool is_safe(struct str s)
{
	while (s.len) {
		uint32_t code = utf8_next(&s);

		if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code == UTF8_BAD)
			return false;
	}
	return true;
}

/* Every pair of bytes, alone and behind the beginning of a longer character. */
Test(escape, leaves_nothing_unsafe_in_any_pair_of_bytes)
{
	static const char *const before[] = { "", "\xe2", "\xf0\x9f", "\xed" };
	struct buf b = { 0 };

	for (unsigned i = 0; i < 4 * 65536; i++) {
		char bytes[8];
		size_t len = strlen(before[i >> 16]);

		memcpy(bytes, before[i >> 16], len);
		bytes[len++] = (char)(i >> 8 & 0xff);
		bytes[len++] = (char)(i & 0xff);
		buf_cut(&b, 0);
		escape_terminal(&b, (struct str){ bytes, len });
		escape_json(&b, (struct str){ bytes, len });
		cr_assert(is_safe(buf_str(&b)), "%x", i);
	}
	buf_release(&b);
}

static void expect_html(const char *label, struct str bytes, const char *want)
{
	struct buf b = { 0 };

	escape_html(&b, bytes);
	cr_expect(str_eq(buf_str(&b), str_c(want)), "%s: " STR_FMT, label, STR_ARG(b));
	buf_release(&b);
}

Test(escape, html_is_text_in_content_and_in_attributes)
{
	expect_html("markup", STR("<b>&\"'`"), "&lt;b&gt;&amp;&quot;&#39;&#96;");
	expect_html("plain", STR("a b/c é→"), "a b/c é→");
	expect_html("controls", STR("a\0\x1b[m\n\t"), "a\\x00\\x1b[m\\n\\t");
	expect_html("separator", STR("\xe2\x80\xa8"), "\\u2028");
	expect_html("bidi", STR("\xe2\x80\xae<"), "\\u202e&lt;");
	expect_html("bad bytes", STR("\xff<"), "\\xff&lt;");
	expect_html("overlong <", STR("\xc0\xbc"), "\\xc0\\xbc");
}

Test(escape, html_keeps_lines_where_asked)
{
	struct buf b = { 0 };

	escape_html_lines(&b, STR("a\n\t<b>\r\n"));
	cr_expect(str_eq(buf_str(&b), STR("a\n\t&lt;b&gt;\\r\n")), STR_FMT, STR_ARG(b));
	buf_release(&b);
}

Test(escape, script_data_has_no_markup)
{
	struct buf b = { 0 };

	escape_script(&b, STR("</script><!--&\"\\\n\xe2\x80\xa8"));
	cr_expect(str_eq(buf_str(&b), STR("\\u003c/script\\u003e\\u003c!--\\u0026\\\"\\\\"
					  "\\\\n\\\\u2028")), STR_FMT, STR_ARG(b));
	buf_release(&b);
}
