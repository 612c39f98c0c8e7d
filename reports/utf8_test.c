/* SPDX-License-Identifier: MIT */
#include "utf8.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(utf8, .fini = no_leaks);

/* Code points in hexadecimal, ? for bad bytes. */
static const struct {
	const char *label, *bytes, *codes;
} decode_cases[] = {
	{ "ascii", "Az", "41 7a " },
	{ "two bytes", "\xc2\xb5", "b5 " },
	{ "three bytes", "\xe2\x82\xac", "20ac " },
	{ "four bytes", "\xf0\x9f\x98\x80", "1f600 " },
	{ "last code point", "\xf4\x8f\xbf\xbf", "10ffff " },
	{ "beyond the last", "\xf4\x90\x80\x80", "? ? ? ? " },
	{ "lone continuation", "\x80" "A", "? 41 " },
	{ "latin-1", "caf\xe9!", "63 61 66 ? 21 " },
	{ "overlong slash", "\xc0\xaf", "? ? " },
	{ "overlong three", "\xe0\x80\xaf", "? ? ? " },
	{ "surrogate", "\xed\xa0\x80", "? ? ? " },
	{ "cut at the end", "\xe2\x82", "? " },
	{ "cut before ascii", "\xe2\x82" "A", "? 41 " },
	{ "cut four", "\xf0\x9f\x98" "A", "? 41 " },
	{ "five bytes", "\xf8\x88\x80\x80\x80", "? ? ? ? ? " },
};

Test(utf8, decodes_and_finds_bad_parts)
{
	for (size_t i = 0; i < COUNT_OF(decode_cases); i++) {
		struct str s = str_c(decode_cases[i].bytes);
		struct buf b = { 0 };

		while (s.len) {
			uint32_t code = utf8_next(&s);

			if (code == UTF8_BAD)
				buf_add(&b, STR("? "));
			else
				buf_addf(&b, "%x ", (unsigned)code);
		}
		cr_expect(str_eq(buf_str(&b), str_c(decode_cases[i].codes)),
			  "%s: " STR_FMT, decode_cases[i].label, STR_ARG(b));
		buf_release(&b);
	}
}

static const struct {
	const char *text;
	size_t width;
	const char *head, *tail;	/* of 3 columns at most */
} width_cases[] = {
	{ "", 0, "", "" },
	{ "abcd", 4, "abc", "bcd" },
	{ "äöüß", 4, "äöü", "öüß" },
	{ "漢字漢", 6, "漢", "漢" },
	{ "a漢字", 5, "a漢", "字" },
	{ "e\xcc\x81tat", 4, "e\xcc\x81ta", "tat" },
	{ "\xff\xfe", 2, "\xff\xfe", "\xff\xfe" },
};

Test(utf8, measures_and_cuts_by_columns)
{
	for (size_t i = 0; i < COUNT_OF(width_cases); i++) {
		struct str text = str_c(width_cases[i].text);

		cr_expect_eq(utf8_width(text), width_cases[i].width, "%s", text.s);
		cr_expect(str_eq(utf8_take(text, 3), str_c(width_cases[i].head)), "%s",
			  text.s);
		cr_expect(str_eq(utf8_tail(text, 3), str_c(width_cases[i].tail)), "%s",
			  text.s);
		cr_expect_eq(utf8_take(text, 0).len, 0, "%s", text.s);
		cr_expect_eq(utf8_tail(text, 0).len, 0, "%s", text.s);
	}
}
