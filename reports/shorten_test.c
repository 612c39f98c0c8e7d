/* SPDX-License-Identifier: MIT */
#include "shorten.h"
#include "utf8.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(shorten, .fini = no_leaks);

#define LONG                                                                    \
	"/home/me/venv/lib/python3.11/site-packages/transformers/models/llama/" \
	"llama.py:120"

static const struct {
	struct str (*shorten)(struct arena *a, struct str text, size_t width);
	const char *text;
	size_t width;
	const char *want;
} cases[] = {
	{ shorten_end, "abcdef", 6, "abcdef" },
	{ shorten_end, "abcdef", 5, "abcd…" },
	{ shorten_end, "abcdef", 1, "…" },
	{ shorten_end, "abcdef", 0, "" },
	{ shorten_end, "漢字漢字", 4, "漢…" },
	{ shorten_path, LONG, 200, LONG },
	{ shorten_path, LONG, 60,
	  "…/site-packages/transformers/models/llama/llama.py:120" },
	{ shorten_path, LONG, 50, "…/site-packages/…/models/llama/llama.py:120" },
	{ shorten_path, LONG, 36, "…/site-packages/…/llama/llama.py:120" },
	{ shorten_path, LONG, 31, "…/site-packages/…/llama.py:120" },
	{ shorten_path, LONG, 25, "…/llama/llama.py:120" },
	{ shorten_path, LONG, 14, "…/llama.py:120" },
	{ shorten_path, LONG, 10, "…ma.py:120" },
	{ shorten_path, LONG, 1, "…" },
	{ shorten_path, "a/b/", 3, "…b/" },
	{ shorten_path, "LlamaDecoderLayer.forward", 18, "LlamaDeco….forward" },
	{ shorten_path, "LlamaDecoderLayer.forward", 9, "Llam…ward" },
	{ shorten_path, "compiled_function", 9, "comp…tion" },
	{ shorten_path, "compiled_function", 3, "co…" },
};

Test(shorten, keeps_what_matters)
{
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str got = cases[i].shorten(&a, str_c(cases[i].text),
						  cases[i].width);

		cr_expect(str_eq(got, str_c(cases[i].want)), "%s to %zu: " STR_FMT,
			  cases[i].text, cases[i].width, STR_ARG(got));
	}
	arena_release(&a);
}

Test(shorten, never_gives_more_than_the_width)
{
	static const char *const texts[] = { LONG, "a.b",  "漢字/漢字.py",
					     "/",  "....", "//////" };
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		for (size_t width = 0; width < 90; width++)
			cr_expect(utf8_width(shorten_path(&a, str_c(texts[i]), width)) <=
					  width,
				  "%s to %zu", texts[i], width);
	arena_release(&a);
}
