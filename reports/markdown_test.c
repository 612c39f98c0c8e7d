/* SPDX-License-Identifier: MIT */
#include "sample_test.h"
#include "writer.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(markdown, .fini = no_leaks);

static void render(struct buf *out, struct report *r)
{
	const struct writer_options options = { .width = 80 };

	markdown_writer.write(out, r, &options);
	report_release(r);
}

static const struct column text_columns[] = {
	{ "a", "a", CELL_TEXT, 0, NULL },
};
static const struct section_def text_def = {
	"texts", "Texts", SHAPE_TABLE, COLUMN_FIRST, NULL, text_columns, 1, 0
};

Test(markdown, text_is_inert)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{ "forward", "forward" },
		{ "x.size(0) changed 4 → 5", "x.size(0) changed 4 → 5" },
		{ "/home/u/big.py:7", "/home/u/big.py:7" },
		{ "joint-graph passes", "joint-graph passes" },
		{ "torch 2.13.0+cpu", "torch 2.13.0+cpu" },
		{ "TORCH_TRACE", "TORCH_TRACE" },
		{ "__init__", "<code>&#95;&#95;init&#95;&#95;</code>" },
		{ "a|b", "<code>a&#124;b</code>" },
		{ "`x`", "<code>&#96;x&#96;</code>" },
		{ "<b>", "<code>&#60;b&#62;</code>" },
		{ "a\nb", "<code>a&#92;nb</code>" },
		{ "*x*", "<code>&#42;x&#42;</code>" },
		{ "@team", "<code>&#64;team</code>" },
		{ "#12", "<code>&#35;12</code>" },
		{ "1. x", "<code>1. x</code>" },
		{ "- x", "<code>- x</code>" },
		{ "+ x", "<code>+ x</code>" },
		{ "=", "<code>=</code>" },
		{ " x", "<code> x</code>" },
		{ ":smile:", "<code>&#58;smile&#58;</code>" },
		{ "http://x", "<code>http&#58;//x</code>" },
		{ "www.x.org", "<code>www&#46;x.org</code>" },
		{ "[x](y)", "<code>&#91;x&#93;(y)</code>" },
		{ "&lt;", "<code>&#38;lt;</code>" },
		{ "\\|", "<code>&#92;&#124;</code>" },
		{ "$x$", "<code>&#36;x&#36;</code>" },
		{ "\x1b[0m", "<code>&#92;x1b&#91;0m</code>" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct report r = { 0 };
		struct table *t = report_section(&r, &text_def);
		struct buf out = { 0 };
		struct buf want = { 0 };

		row_text(t, table_add(&r, t), "a", str_c(cases[i].text));
		render(&out, &r);
		buf_addf(&want, "| %s |\n", cases[i].want);
		cr_expect(str_ends(buf_str(&out), buf_str(&want)), "%s: " STR_FMT, cases[i].text,
			  STR_ARG(out));
		buf_release(&want);
		buf_release(&out);
	}
}

Test(markdown, shows_cards_remedies_and_folds_the_rest)
{
	struct report r = { 0 };
	struct buf out = { 0 };

	sample_slow(&r);
	render(&out, &r);
	cr_expect_neq(str_find(buf_str(&out), STR("<details><summary>Compiles (17)</summary>")),
		      STR_NONE, STR_FMT, STR_ARG(out));
	cr_expect_neq(str_find(buf_str(&out), STR("… and 13 more")), STR_NONE);
	cr_expect_neq(str_find(buf_str(&out), STR("    ```\n    cache.early_initialization(")),
		      STR_NONE, STR_FMT, STR_ARG(out));
	cr_expect_neq(str_find(buf_str(&out), STR("no graph breaks")), STR_NONE);
	buf_release(&out);
}

/* Length of the fence that is open behind this line. */
static size_t follow_fence(size_t open, struct str line)
{
	size_t n = 0;

	while (n < line.len && line.s[n] == '`')
		n++;
	if (n < 3 || n < line.len)
		return open;
	return !open ? n : n >= open ? 0 : open;
}

/* A code block cannot be left from inside, and no poison makes a line or a tag. */
Test(markdown, poison_adds_neither_lines_nor_tags)
{
	static const char *const poisons[] = {
		"</details><script>", "```\n# x", "````\n", "a\n\n<b>", "|x|\n|--|", "-->",
		"\xe2\x80\xa8# x", "\r# x",
	};
	static const char *const marks[] = { "<script", "<b>", "# x", "|--|" };

	for (size_t i = 0; i < COUNT_OF(poisons); i++) {
		struct report r = { 0 };
		struct buf out = { 0 };
		struct str rest, line;
		size_t fenced = 0;

		sample_hostile(&r, str_c(poisons[i]));
		render(&out, &r);
		rest = buf_str(&out);
		while (str_cut(&rest, '\n', &line)) {
			fenced = follow_fence(fenced, str_trim(line));
			for (size_t k = 0; !fenced && k < COUNT_OF(marks); k++)
				cr_expect_eq(str_find(line, str_c(marks[k])), STR_NONE,
					     "%s: %s in " STR_FMT, poisons[i], marks[k], STR_ARG(line));
			cr_expect_eq(str_find_char(line, '\r'), STR_NONE);
		}
		cr_expect_eq(fenced, 0, "%s: a code block is left open", poisons[i]);
		buf_release(&out);
	}
}
