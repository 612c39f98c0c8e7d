/* SPDX-License-Identifier: MIT */
#include "sample_test.h"
#include "writer.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(html, .fini = no_leaks);

static void render(struct buf *out, struct report *r, size_t top)
{
	const struct writer_options options = { .width = 80, .top = top };

	html_writer.write(out, r, &options);
	report_release(r);
}

/* The page without its own style and script, which are not made of the report. */
static struct str body_of(const struct buf *page)
{
	size_t from = str_find(buf_str(page), STR("</style>"));
	struct str body = str_skip(buf_str(page), from);

	return str_take(body, str_find(body, STR("<script>")));
}

static size_t count(struct str text, const char *needle)
{
	size_t n = 0, at;

	while ((at = str_find(text, str_c(needle))) != STR_NONE) {
		text = str_skip(text, at + 1);
		n++;
	}
	return n;
}

static bool is_void(struct str name)
{
	return str_eq(name, STR("meta")) || str_eq(name, STR("br")) ||
	       str_eq(name, STR("!DOCTYPE"));
}

struct tags {
	struct str open[64];
	size_t depth;
};

/* One tag: what is between < and >. */
static void follow(struct tags *t, struct str tag)
{
	bool ends = str_eat(&tag, STR("/")), whole = str_ends(tag, STR("/"));
	size_t length = 0;
	struct str name;

	while (length < tag.len && tag.s[length] != ' ' && tag.s[length] != '/')
		length++;
	name = str_take(tag, length);
	if (ends) {
		cr_assert_gt(t->depth, 0, "</" STR_FMT "> ends nothing", STR_ARG(name));
		t->depth--;
		cr_expect(str_eq(t->open[t->depth], name), "<" STR_FMT "> ended by </" STR_FMT ">",
			  STR_ARG(t->open[t->depth]), STR_ARG(name));
	} else if (!whole && !is_void(name)) {
		cr_assert_lt(t->depth, COUNT_OF(t->open));
		t->open[t->depth++] = name;
	}
}

/* Every element is ended, in order; no attribute holds a < or >. */
static void expect_nested(struct str page)
{
	struct tags t = { .depth = 0 };
	size_t at;

	while ((at = str_find_char(page, '<')) != STR_NONE) {
		size_t end;

		page = str_skip(page, at + 1);
		end = str_find_char(page, '>');
		cr_assert_neq(end, STR_NONE);
		follow(&t, str_take(page, end));
		page = str_skip(page, end + 1);
	}
	cr_expect_eq(t.depth, 0, "%zu elements are left open", t.depth);
}

/* Without style and script, where < is no tag. */
static void add_markup(struct buf *out, struct str page)
{
	size_t style = str_find(page, STR("<style>")), script;

	buf_add(out, str_take(page, style));
	page = str_skip(page, str_find(page, STR("</style>")) + 8);
	script = str_find(page, STR("<script>"));
	buf_add(out, str_take(page, script));
	buf_add(out, STR("</body></html>"));
}

Test(html, is_well_formed)
{
	void (*const samples[])(struct report *) = { sample_slow, sample_clean, sample_diff };

	for (size_t i = 0; i < COUNT_OF(samples); i++) {
		struct report r = { 0 };
		struct buf page = { 0 }, markup = { 0 };

		samples[i](&r);
		render(&page, &r, 0);
		add_markup(&markup, buf_str(&page));
		expect_nested(buf_str(&markup));
		buf_release(&page);
		buf_release(&markup);
	}
}

Test(html, has_what_the_report_has)
{
	struct report r = { 0 };
	struct buf page = { 0 };
	struct str body;

	sample_slow(&r);
	render(&page, &r, 0);
	body = body_of(&page);
	cr_expect_eq(count(body, "<article class=\"card\""), 2);
	cr_expect_eq(count(body, "<section "), 6, "%zu", count(body, "<section "));
	cr_expect_eq(count(body, "<th scope=\"col\">where</th>") +
		     count(body, "<th scope=\"col\" class=\"path\">where</th>"), 1);
	cr_expect_eq(count(body, ">0.22 s<"), 1);
	cr_expect_eq(count(body, "no graph breaks"), 1);
	cr_expect_eq(count(body, "<pre><code>"), 4);
	cr_expect_eq(count(body, "<rect width=\"58.38%\""), 1);
	buf_release(&page);
}

Test(html, shows_no_more_rows_than_top)
{
	struct report r = { 0 };
	struct buf page = { 0 };

	sample_slow(&r);
	render(&page, &r, 1);
	cr_expect_eq(count(body_of(&page), "<article class=\"card\""), 1);
	cr_expect_eq(count(body_of(&page), "data-rows=\"1\""), 1);
	buf_release(&page);
}

Test(html, shows_old_new_and_change)
{
	struct report r = { 0 };
	struct buf page = { 0 };
	struct str body;

	sample_diff(&r);
	render(&page, &r, 0);
	body = body_of(&page);
	cr_expect_eq(count(body, "<del>100 ms</del> → <ins>223 ms</ins>"), 1);
	cr_expect_eq(count(body, "<span class=\"change up\">+123.3 %</span>"), 1);
	cr_expect_eq(count(body, "class=\"d0 added\""), 1);
	cr_expect_eq(count(body, "class=\"d0 removed\""), 1);
	buf_release(&page);
}

Test(html, allows_only_its_own_style_and_script)
{
	struct report r = { 0 };
	struct buf page = { 0 };
	struct str all;

	sample_slow(&r);
	render(&page, &r, 0);
	all = buf_str(&page);
	cr_expect_eq(count(all, "default-src 'none'"), 1);
	cr_expect_eq(count(all, "'sha256-"), 2);
	cr_expect_eq(count(all, "<style>"), 1);
	cr_expect_eq(count(all, "<script>"), 1);
	cr_expect_eq(count(body_of(&page), " style="), 0);
	cr_expect_eq(count(body_of(&page), " on"), count(body_of(&page), " on "));
	cr_expect_eq(count(all, "unsafe-inline"), 0);
	buf_release(&page);
}

/* Whatever the bytes: the same elements as with harmless ones. */
Test(html, bytes_of_a_log_are_never_markup)
{
	static const char *const poisons[] = {
		"<script>alert(1)</script>", "\"onmouseover=\"x", "' onfocus='x", "</section>",
		"</script><!--", "]]>-->", "\xe2\x80\xa8", "\xff\xfe<b>", "&lt;b>",
		"javascript:alert(1)", "http://x\"><b>", "https://x/ onclick=x",
	};
	struct report plain = { 0 };
	struct buf want = { 0 };
	size_t tags;

	sample_hostile(&plain, STR("x"));
	render(&want, &plain, 0);
	tags = count(buf_str(&want), "<");
	for (size_t i = 0; i < COUNT_OF(poisons); i++) {
		struct report r = { 0 };
		struct buf page = { 0 };

		sample_hostile(&r, str_c(poisons[i]));
		render(&page, &r, 0);
		cr_expect_eq(count(buf_str(&page), "<"), tags, "%s", poisons[i]);
		cr_expect_eq(count(body_of(&page), "<script"), 0, "%s", poisons[i]);
		cr_expect_eq(count(body_of(&page), "href=\"javascript:"), 0, "%s", poisons[i]);
		buf_release(&page);
	}
	buf_release(&want);
}

static const struct column url_columns[] = {
	{ "see", "see", CELL_TEXT, COLUMN_URL, NULL },
};
static const struct section_def url_def = {
	"urls", "Urls", SHAPE_TABLE, 0, NULL, url_columns, COUNT_OF(url_columns), 0
};

Test(html, links_only_to_the_web)
{
	static const struct {
		const char *address;
		bool links;
	} cases[] = {
		{ "https://pytorch.org/a?b=c&d", true }, { "http://x", true },
		{ "javascript:alert(1)", false }, { "JAVASCRIPT:x", false },
		{ "data:text/html,x", false }, { " https://x", false }, { "https://x\n", false },
		{ "//x", false }, { "ftp://x", false }, { "https://\xc3\xa9", false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct report r = { 0 };
		struct buf page = { 0 };
		struct table *t = report_section(&r, &url_def);

		row_text(t, table_add(&r, t), "see", str_c(cases[i].address));
		render(&page, &r, 0);
		cr_expect_eq(count(body_of(&page), "rel=\"noopener noreferrer\""), cases[i].links,
			     "%s", cases[i].address);
		buf_release(&page);
	}
}

static const struct column many_columns[] = {
	{ "name", "name", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "time_us", "time", CELL_TIME, 0, NULL },
	{ "why", "why", CELL_TEXT, COLUMN_LINE, NULL },
};
static const struct section_def many_def = {
	"many", "Many", SHAPE_TABLE, 0, NULL, many_columns, COUNT_OF(many_columns), 0
};

Test(html, many_rows_are_data)
{
	struct report r = { 0 };
	struct buf page = { 0 };
	struct table *t = report_section(&r, &many_def);

	for (int i = 0; i < 1000; i++) {
		struct row *row = table_add(&r, t);

		row_text(t, row, "name", STR("</script>"));
		row_number(t, row, "time_us", i);
		row_text(t, row, "why", STR("<!--"));
		row->anchor = str_format(&r.arena, "m-%d", i);
	}
	render(&page, &r, 0);
	cr_expect_eq(count(body_of(&page), "<tr id="), 100);
	cr_expect_eq(count(body_of(&page), "id=\"data-many\""), 1);
	cr_expect_eq(count(body_of(&page), "m-999"), 1);
	cr_expect_eq(count(body_of(&page), "</script>"), 1);
	cr_expect_eq(count(body_of(&page), "<!--"), 0);
	cr_expect_lt(page.len, 110000);
	buf_release(&page);
}

static const struct column lane_columns[] = {
	{ "lane", "", CELL_TEXT, 0, NULL },
	{ "label", "", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "start_us", "", CELL_TIME, 0, NULL },
	{ "time_us", "", CELL_TIME, 0, NULL },
	{ "kind", "", CELL_TEXT, 0, NULL },
	{ "mark", "", CELL_TEXT, 0, NULL },
};
static const struct section_def lane_def = {
	"run", "Run", SHAPE_LANES, 0, NULL, lane_columns, COUNT_OF(lane_columns), 0
};

static void add_block(struct report *r, struct table *t, unsigned depth, int64_t start_us)
{
	struct row *row = table_add(r, t);

	row->depth = depth;
	row_text(t, row, "lane", STR("one"));
	row_text(t, row, "label", STR("a<b"));
	row_number(t, row, "start_us", start_us);
	row_number(t, row, "time_us", 10);
	row_text(t, row, "kind", depth ? STR("part") : STR("whole"));
	row_text(t, row, "mark", depth ? (struct str){ NULL, 0 } : STR("#1"));
}

Test(html, lanes_are_drawn_up_to_a_pixel_and_are_all_in_the_data)
{
	struct report r = { 0 };
	struct buf page = { 0 };
	struct table *t = report_section(&r, &lane_def);

	add_block(&r, t, 0, 0);
	add_block(&r, t, 1, 5);
	for (int i = 0; i < 20000; i++)
		add_block(&r, t, 0, 10 + 10 * i);
	render(&page, &r, 0);
	cr_expect_lt(count(body_of(&page), "class=\"block\""), 2100);
	cr_expect_gt(count(body_of(&page), "class=\"block\""), 900);
	cr_expect_eq(count(body_of(&page), ",10,1,0,2,0"), 20000 + 1);
	cr_expect_eq(count(body_of(&page), "[0,0,10,1,0,2,0,[5,10,1]]"), 1);
	buf_release(&page);
}
