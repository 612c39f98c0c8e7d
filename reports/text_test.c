/* SPDX-License-Identifier: MIT */
#include "sample_test.h"
#include "utf8.h"
#include "writer.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(text, .fini = no_leaks);

static void write_text(struct buf *b, struct report *r, struct writer_options options)
{
	text_writer.write(b, r, &options);
	report_release(r);
}

static void expect_in(const struct buf *b, const char *want)
{
	cr_expect(str_find(buf_str(b), str_c(want)) != STR_NONE,
		  "'%s' is not in:\n" STR_FMT, want, STR_ARG(*b));
}

static const char slow_80[] =
	"trace.log  torch 2.13.0, 1 process, complete\n"
	"\n"
	"  9 compiles of 1 function in 5.31 s, 8 of them recompiles: 4.62 s (87 %)\n"
	"  limit reached  DecoderLayer.forward (model.py:120) runs every new variant\n"
	"                 after the 8th eager\n"
	"                 attention (attention.py:44), likewise\n"
	"  graph breaks   0\n"
	"  failures       0\n"
	"  caches         AOTAutograd 0 of 8 hit, FX graph 0 of 8 hit\n"
	"  complete       yes\n"
	"\n"
	"Where the time went      self    share\n"
	"  backend              3.92 s   73.8 %  ██████████████████████▏\n"
	"    C++ build          3.10 s   58.4 %  █████████████████▌\n"
	"    Inductor lowering  0.82 s   15.5 %  ████▋\n"
	"  Dynamo tracing       0.92 s   17.3 %  █████▎\n"
	"  guards               0.45 s    8.5 %  ██▌\n"
	"  garbage collection   820 µs    0.0 %\n"
	"  unattributed         0.02 s    0.4 %  ▏\n"
	"                       ──────  ───────\n"
	"  total                5.31 s  100.0 %\n"
	"\n"
	"Why it compiled again                                    cost  count\n"
	"  #1 cache.layers[*].is_initialized differs per layer  2.90 s      5\n"
	"     False in 5 of 6 layers\n"
	"     DecoderLayer.forward model.py:120, guard made at cache_utils.py:133: if "
	"not\n"
	"     self.is_initialized\n"
	"     → initialise the cache before the first compiled call, so that every "
	"layer\n"
	"       sees the same value\n"
	"         cache.early_initialization(batch_size,\n"
	"             num_heads)\n"
	"       saves about 2.9 s and 5 compiles (estimate)\n"
	"  #2 x.size(1) changed 128 → 160                       0.61 s      1\n"
	"     settles: torch made it dynamic\n"
	"     → before each call:\n"
	"         torch._dynamo.mark_dynamic(x, 1, min=128, max=160)\n"
	"       saves the first, static compile: 0.61 s\n";

Test(text, reads_well)
{
	struct report r = { 0 };
	struct buf b = { 0 };

	sample_slow(&r);
	write_text(&b, &r, (struct writer_options){ .width = 80 });
	cr_expect(str_starts(buf_str(&b), str_c(slow_80)), STR_FMT, STR_ARG(b));
	expect_in(&b, "\n  … and 13 more\n");
	expect_in(&b, "\n\n  no graph breaks\n\n");
	expect_in(&b, "\nNext: ctrace explain trace.log 0/6\n      ctrace analyze");
	buf_release(&b);
}

Test(text, is_short_when_all_is_well)
{
	struct report r = { 0 };
	struct buf b = { 0 };

	sample_clean(&r);
	write_text(&b, &r, (struct writer_options){ .width = 80 });
	cr_expect(str_ends(buf_str(&b), STR("\n\n  nothing compiled twice\n"
					    "  no graph breaks\n")), STR_FMT, STR_ARG(b));
	buf_release(&b);
}

Test(text, marks_what_a_diff_found)
{
	struct report r = { 0 };
	struct buf b = { 0 };

	sample_diff(&r);
	write_text(&b, &r, (struct writer_options){ .width = 100 });
	expect_in(&b, "\n  ~ 0/0  ");
	expect_in(&b, "\n  + 0/1  ");
	expect_in(&b, "\n  - 0/2  ");
	expect_in(&b, "\n    1/0  ");
	expect_in(&b, "  100 ms → 223 ms  ");
	buf_release(&b);
}

Test(text, shows_as_many_rows_as_asked)
{
	static const struct {
		size_t top;
		const char *want;
	} cases[] = {
		{ 1, "… and 16 more\n" },
		{ 16, "… and 1 more\n" },
		{ 0, "… and 13 more\n" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct report r = { 0 };
		struct buf b = { 0 };

		sample_slow(&r);
		write_text(&b, &r, (struct writer_options){ .width = 80,
							    .top = cases[i].top });
		expect_in(&b, cases[i].want);
		if (cases[i].top == 1)	/* a row goes with its children, a total stays */
			expect_in(&b, "    Inductor lowering  0.82 s   15.5 %  ████▋\n"
				      "  … and 4 more\n");
		buf_release(&b);
	}
}

/* Tables fit; what may be wider is made of words that are. */
Test(text, fits_the_width)
{
	for (unsigned width = 40; width < 160; width++) {
		struct report r = { 0 };
		struct buf b = { 0 };
		struct str rest, line;

		sample_slow(&r);
		write_text(&b, &r, (struct writer_options){ .width = width });
		rest = buf_str(&b);
		while (str_cut(&rest, '\n', &line)) {
			if (str_find(line, STR("mark_dynamic")) != STR_NONE ||
			    str_find(line, STR("ctrace ")) != STR_NONE ||
			    str_find(line, STR("early_init")) != STR_NONE)
				continue;
			cr_expect(utf8_width(line) <= width, "%u: " STR_FMT, width,
				  STR_ARG(line));
			cr_expect(!str_ends(line, STR(" ")),
				  "%u: blank at the end of " STR_FMT, width,
				  STR_ARG(line));
		}
		buf_release(&b);
	}
}

Test(text, lets_no_control_byte_through)
{
	for (unsigned width = 40; width <= 200; width += 40) {
		struct report r = { 0 };
		struct buf b = { 0 };
		struct str s;
		char bytes[256];

		for (size_t i = 0; i < sizeof bytes; i++)
			bytes[i] = (char)i;
		sample_hostile(&r, (struct str){ bytes, sizeof bytes });
		write_text(&b, &r, (struct writer_options){ .width = width });
		for (s = buf_str(&b); s.len; ) {
			uint32_t code = utf8_next(&s);

			cr_assert((code >= 0x20 || code == '\n') && code != UTF8_BAD &&
				  !(code >= 0x7f && code < 0xa0), "%x", (unsigned)code);
		}
		buf_release(&b);
	}
}

Test(text, has_colours_only_when_asked)
{
	for (int colour = 0; colour < 2; colour++) {
		struct report r = { 0 };
		struct buf b = { 0 };

		sample_slow(&r);
		write_text(&b, &r,
			   (struct writer_options){ .width = 80, .colour = colour });
		cr_expect_eq(str_find_char(buf_str(&b), '\033') != STR_NONE, colour);
		buf_release(&b);
	}
}

Test(text, of_an_empty_report_is_empty)
{
	struct report r = { 0 };
	struct buf b = { 0 };

	write_text(&b, &r, (struct writer_options){ .width = 0 });
	cr_expect_eq(b.len, 0);
	buf_release(&b);
}
