/* SPDX-License-Identifier: MIT */
#include "anchor.h"
#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(anchor, .fini = no_leaks);

static const struct {
	const char *text;
	size_t at;
} finds[] = {
	{ "torch", 0 }, { "a torch/x", 2 }, { "TorchDynamo", 0 }, { "porch torc h", STR_NONE },
	{ "[__recompiles]", 0 }, { "[_x]", STR_NONE }, { "x Recompiling function f", 2 },
	{ "Recompiling shaders", STR_NONE }, { "Graph break in", 0 }, { "Graphs", STR_NONE },
	{ "Function, Runtimes (s)", 10 }, { "  triggered by the following", 2 }, { "", STR_NONE },
	{ "orch", STR_NONE },
};

/* Wherever in the 16 bytes of a step a word begins, and whatever stands around it. */
Test(anchor, find)
{
	for (size_t i = 0; i < COUNT_OF(finds); i++)
		for (size_t before = 0; before < 40; before++) {
			struct buf b = { 0 };
			size_t want = finds[i].at == STR_NONE ? STR_NONE : finds[i].at + before;

			buf_fill(&b, 'R', before);
			buf_add_c(&b, finds[i].text);
			cr_expect_eq(anchor_find(buf_str(&b)), want, "%s behind %zu", finds[i].text,
				     before);
			buf_fill(&b, 'e', 20);
			cr_expect_eq(anchor_find(buf_str(&b)), want, "%s behind %zu, more behind",
				     finds[i].text, before);
			buf_release(&b);
		}
}

Test(anchor, lines)
{
	for (size_t before = 0; before < 40; before++) {
		struct buf b = { 0 };

		buf_fill(&b, 'a', before);
		cr_expect_eq(anchor_line_end(buf_str(&b)), STR_NONE, "%zu", before);
		cr_expect_eq(anchor_line_start(buf_str(&b)), 0, "%zu", before);
		buf_add_c(&b, "\r\nb\nc");
		cr_expect_eq(anchor_line_end(buf_str(&b)), before, "%zu", before);
		cr_expect_eq(anchor_line_start(buf_str(&b)), before + 4, "%zu", before);
		cr_expect_eq(anchor_count_lines(buf_str(&b)), 2, "%zu", before);
		buf_release(&b);
	}
}

/* More lines than one byte of a counter holds. */
Test(anchor, many_lines)
{
	struct buf b = { 0 };

	buf_fill(&b, '\n', 100003);
	cr_expect_eq(anchor_count_lines(buf_str(&b)), 100003);
	buf_release(&b);
}
