/* SPDX-License-Identifier: MIT */
#include "yamlread.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(yamlread, .fini = no_leaks);

static void put(struct buf *out, const struct yamlread_node *n)
{
	if (n->kind == YAMLREAD_TEXT) {
		buf_addf(out, n->quoted ? "'" STR_FMT "'" : STR_FMT, STR_ARG(n->text));
		return;
	}
	buf_add_char(out, n->kind == YAMLREAD_LIST ? '[' : '{');
	for (size_t i = 0; i < n->items.count; i++) {
		if (i)
			buf_add_char(out, ',');
		if (n->kind == YAMLREAD_MAP) {
			put(out, n->keys.items[i]);
			buf_add_char(out, ':');
		}
		put(out, n->items.items[i]);
	}
	buf_add_char(out, n->kind == YAMLREAD_LIST ? ']' : '}');
}

static const struct {
	const char *text, *want;	/* or the message */
} cases[] = {
	{ "", "{}" },
	{ "# nothing\n", "{}" },
	{ "---\na: 1\n...\n", "{a:1}" },
	{ "a: 1\nb:\n  - x\n  - { c: \"d e\" }\n", "{a:1,b:[x,{c:'d e'}]}" },
	{ "phases[\"C++ build\"].self_us: 60 s # why\n", "{phases[\"C++ build\"].self_us:60 s}" },
	{ "{ a: +10 % }", "{a:+10 %}" },
	{ "a: 1\na: 2\n", "p:2:1: key 'a' is there already, in line 1" },
	{ "{ a: { b: 1, b: 2 } }", "p:1:14: key 'b' is there already, in line 1" },
	{ "a: &x 1", "p:1:4: anchors ('&x') are not allowed" },
	{ "a: *x", "p:1:4: aliases ('*x') are not allowed" },
	{ "a: !x 1", "p:1:4: tags ('!x') are not allowed" },
	{ "a: !x [1]", "p:1:4: tags ('!x') are not allowed" },
	{ "&m a: 1", "p:1:1: anchors ('&m') are not allowed" },
	{ "a: 1\n--- \nb: 2\n", "p:2:1: a second document is not allowed" },
	{ "%YAML 1.1\n---\na: 1\n", "p:1:1: directives ('%') are not allowed" },
	{ "[a]: 1", "p:1:1: a key must be a word" },
	{ "a: [1", "p:2:1: did not find expected ',' or ']'" },
	{ "ok: 1\nx: \001\n", "p:2:4: control characters are not allowed" },
};

Test(yamlread, takes_plain_yaml_and_refuses_the_rest)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = { 0 };
		struct buf got = { 0 };
		struct err e;
		const struct yamlread_node *root =
			yamlread_parse(&a, STR("p"), str_c(cases[i].text), &e);

		if (root)
			put(&got, root);
		else
			buf_add_c(&got, e.msg);
		cr_expect(str_eq(buf_str(&got), str_c(cases[i].want)), "%s: " STR_FMT ", not %s",
			  cases[i].text, STR_ARG(got), cases[i].want);
		buf_release(&got);
		arena_release(&a);
	}
}

static bool nests(size_t depth, char open, char close)
{
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct err e;
	bool fine;

	buf_fill(&b, open, depth);
	buf_fill(&b, close, depth);
	fine = yamlread_parse(&a, STR("p"), buf_str(&b), &e) != NULL;
	buf_release(&b);
	arena_release(&a);
	return fine;
}

Test(yamlread, counts_levels_and_bytes)
{
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct err e;

	cr_expect(nests(YAMLREAD_DEPTH, '[', ']'));
	cr_expect_not(nests(YAMLREAD_DEPTH + 1, '[', ']'));
	cr_expect_not(nests(65536, '[', ']'));
	cr_expect_not(nests(65536, '{', '}'));
	buf_fill(&b, '#', YAMLREAD_BYTES);
	cr_expect_not_null(yamlread_parse(&a, STR("p"), buf_str(&b), &e));
	buf_add_char(&b, '#');
	cr_expect_null(yamlread_parse(&a, STR("p"), buf_str(&b), &e));
	cr_expect_str_eq(e.msg, "p:1:1: longer than 1 MiB (1048577 bytes)");
	buf_release(&b);
	arena_release(&a);
}

Test(yamlread, finds_keys)
{
	struct arena a = { 0 };
	struct err e;
	const struct yamlread_node *root = yamlread_parse(&a, STR("p"), STR("a: 1\nb: 2\n"), &e);

	cr_assert_not_null(root);
	cr_expect(str_eq(yamlread_find(root, STR("b"))->text, STR("2")));
	cr_expect_eq(yamlread_find(root, STR("b"))->place.line, 2);
	cr_expect_null(yamlread_find(root, STR("c")));
	arena_release(&a);
}
