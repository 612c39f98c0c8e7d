/* SPDX-License-Identifier: MIT */
#include "find.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "leaks.h"

TestSuite(find, .fini = no_leaks);

/* What the header says, a byte at a time. */
static size_t plain_record_end(struct str s, size_t *newlines)
{
	size_t count = 0;

	for (size_t i = 0; i + FIND_AHEAD < s.len; i++) {
		if (s.s[i] != '\n')
			continue;
		count++;
		if (s.s[i + 1] != '\t' && s.s[i + 1] != '\n' &&
		    !(s.s[i + 1] == '\r' && s.s[i + 2] == '\n')) {
			*newlines += count;
			return i;
		}
	}
	return STR_NONE;
}

static size_t plain_string_end(struct str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '\\')
			i++;
		else if (s.s[i] == '"')
			return i;
	}
	return STR_NONE;
}

static size_t plain_count(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.s[i] == '\n';
	return n;
}

static void compare(struct str s, const char *label)
{
	size_t fast_lines = 7, plain_lines = 7, n, line = str_find_char(s, '\n');
	char *copy = malloc(s.len + FIND_SLACK);

	cr_assert_eq(find_record_end(s, &fast_lines), plain_record_end(s, &plain_lines),
		     "%s: record end of %zu bytes", label, s.len);
	cr_assert_eq(fast_lines, plain_lines, "%s: newlines", label);
	cr_assert_eq(find_string_end(s), plain_string_end(s), "%s: string end of %zu bytes",
		     label, s.len);
	cr_assert_eq(find_count_lines(s), plain_count(s), "%s: lines", label);
	n = find_copy_line(copy, s);
	cr_assert_eq(n, line == STR_NONE ? s.len : line, "%s: copied", label);
	cr_assert_arr_eq(copy, s.s, n, "%s: copy", label);
	free(copy);
}

/* Text that is made of one byte but for a few, at every length and alignment. */
static void try_all(const char *bytes, size_t count, size_t rare, const char *label)
{
	unsigned state = 12345;

	for (size_t len = 0; len <= 70; len++)
		for (size_t shift = 0; shift < 16; shift++) {
			/* Just as long as needed, so that a read behind the end is found. */
			char *room = malloc(len + shift + 1), *text = room + shift;

			for (size_t i = 0; i < len; i++) {
				state = state * 1103515245 + 12345;
				text[i] = state >> 16 & rare ? 'x' : bytes[(state >> 20) % count];
			}
			memmove(room + 1, text, len);
			compare((struct str){ room + 1, len }, label);
			free(room);
		}
}

Test(find, agrees_with_the_plain_form_on_random_bytes)
{
	try_all("\n\t\rx", 4, 0, "dense line ends");
	try_all("\n\t\rx", 4, 15, "rare line ends");
	try_all("\"\\", 2, 0, "dense quotes");
	try_all("\"\\", 2, 7, "rare quotes");
	try_all("\"\\\n\r\t\0\xff", 7, 1, "all of them");
}

Test(find, agrees_with_the_plain_form_at_every_place)
{
	static const char *const marks[] = { "\n", "\nV", "\n\t", "\n\r", "\n\r\n", "\n\n", "\"",
					     "\\\"", "\\\\\"", "\\\\\\\"", "\\" };

	for (size_t m = 0; m < COUNT_OF(marks); m++)
		for (size_t len = strlen(marks[m]); len <= 70; len++)
			for (size_t at = 0; at + strlen(marks[m]) <= len; at++) {
				char *text = malloc(len);

				memset(text, 'x', len);
				memcpy(text + at, marks[m], strlen(marks[m]));
				compare((struct str){ text, len }, marks[m]);
				free(text);
			}
}

Test(find, a_record_ends_before_what_is_neither_payload_nor_blank)
{
	static const struct {
		const char *label;
		struct str text;
		size_t end, newlines;
	} rows[] = {
		{ "empty", STR_INIT(""), STR_NONE, 0 },
		{ "head alone", STR_INIT("head\nV1"), 4, 1 },
		{ "not decided yet", STR_INIT("head\nV"), STR_NONE, 0 },
		{ "payload", STR_INIT("head\n\tone\n\ttwo\nV1"), 14, 3 },
		{ "blank lines", STR_INIT("head\n\n\r\n\tone\nV1"), 12, 4 },
		{ "a line that begins with CR is a line", STR_INIT("head\n\r50%\nV1"), 4, 1 },
		{ "a space is no tab", STR_INIT("head\n x"), 4, 1 },
		{ "NUL", STR_INIT("he\0d\n\0\0"), 4, 1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		size_t newlines = 0;

		cr_expect_eq(find_record_end(rows[i].text, &newlines), rows[i].end, "%s",
			     rows[i].label);
		cr_expect_eq(newlines, rows[i].newlines, "%s: newlines", rows[i].label);
	}
}
