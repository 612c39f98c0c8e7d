/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(options, .fini = no_leaks);

struct target {
	bool quiet, strict;
	int64_t top;
	const char *output, *format;
	struct option_list only, paths;
};

#define AT(field) offsetof(struct target, field)

static const char *const formats[] = { "text", "json", NULL };
static const struct option_def defs[] = {
	{ "quiet", 'q', NULL, OPTION_FLAG, AT(quiet), "say nothing", 0, 0, NULL },
	{ "strict", 's', NULL, OPTION_FLAG, AT(strict), "two\nlines", 0, 0, NULL },
	{ "top", 'n', "N", OPTION_NUMBER, AT(top), "rows", 1, 100, NULL },
	{ "output", 'o', "FILE", OPTION_TEXT, AT(output), "file", 0, 0, NULL },
	{ "only", 0, "GLOB", OPTION_TEXTS, AT(only), "glob", 0, 0, NULL },
	{ "format", 0, "FORMAT", OPTION_CHOICE, AT(format), "format", 0, 0, formats },
};
static const struct command_def def = {
	.name = "try", .operands = "PATH…", .summary = "", .about = "Tries.",
	.options = defs, .option_count = COUNT_OF(defs), .operands_offset = AT(paths),
	.operands_least = 1, .operands_most = 3,
};

/* What came out, as one line. */
static void describe(struct buf *b, const struct target *t)
{
	buf_addf(b, "%s%stop=%d output=%s format=%s only=", t->quiet ? "quiet " : "",
		 t->strict ? "strict " : "", (int)t->top, t->output ? t->output : "",
		 t->format);
	for (size_t i = 0; i < t->only.count; i++)
		buf_addf(b, "%s,", t->only.items[i]);
	buf_add_c(b, " paths=");
	for (size_t i = 0; i < t->paths.count; i++)
		buf_addf(b, "%s,", t->paths.items[i]);
}

#define REST " only= paths=x,"

static const struct {
	char *argv[8];		/* behind the command's name */
	int result;
	const char *want;	/* what came out, or the message */
} cases[] = {
	{ { "x" }, 0, "top=7 output= format=text" REST },
	{ { "-q", "x" }, 0, "quiet top=7 output= format=text" REST },
	{ { "-qs", "x" }, 0, "quiet strict top=7 output= format=text" REST },
	{ { "-q", "--quiet", "x" }, 0, "quiet top=7 output= format=text" REST },
	{ { "-qn5", "x" }, 0, "quiet top=5 output= format=text" REST },
	{ { "-n", "5", "x" }, 0, "top=5 output= format=text" REST },
	{ { "--top=5", "x" }, 0, "top=5 output= format=text" REST },
	{ { "--top", "100", "x" }, 0, "top=100 output= format=text" REST },
	{ { "x", "-of" }, 0, "top=7 output=f format=text" REST },
	{ { "x", "-o", "-q" }, 0, "top=7 output=-q format=text" REST },
	{ { "--output==", "x" }, 0, "top=7 output== format=text" REST },
	{ { "--format", "json", "x" }, 0, "top=7 output= format=json" REST },
	{ { "--only=a", "x", "--only", "b" },
	  0,
	  "top=7 output= format=text only=a,b, paths=x," },
	{ { "-", "--", "-q", "--" },
	  0,
	  "top=7 output= format=text only= paths=-,-q,--," },
	{ { "--help" }, 1, NULL },
	{ { "-qh" }, 1, NULL },
	{ { "--help=1" }, -1, "unknown option '--help'; did you mean '--help'?" },
	{ { NULL }, -1, "try needs PATH…" },
	{ { "a", "b", "c", "d" }, -1, "'d' is one argument too many" },
	{ { "" }, -1, "an argument is empty" },
	{ { "--formt", "json" },
	  -1,
	  "unknown option '--formt'; did you mean '--format'?" },
	{ { "--xyzzy" }, -1, "unknown option '--xyzzy'" },
	{ { "-x" }, -1, "unknown option '-x'" },
	{ { "-\xc3\xa4" }, -1, "unknown option '-\xc3\xa4'" },
	{ { "--quiet=1", "x" }, -1, "option '--quiet' takes no value" },
	{ { "--top" }, -1, "option '--top' needs a value: N" },
	{ { "--top=" }, -1, "option '--top' needs a value" },
	{ { "--top", "" }, -1, "option '--top' needs a value" },
	{ { "-o" }, -1, "option '--output' needs a value: FILE" },
	{ { "--output=", "x" }, -1, "option '--output' needs a value" },
	{ { "--top=1x" }, -1, "option '--top' needs a whole number, not '1x'" },
	{ { "--top=99999999999999999999" },
	  -1,
	  "option '--top' needs a whole number, not '99999999999999999999'" },
	{ { "--top=-1" }, -1, "option '--top' is from 1 to 100, not '-1'" },
	{ { "--top=0" }, -1, "option '--top' is from 1 to 100, not '0'" },
	{ { "-n", "101" }, -1, "option '--top' is from 1 to 100, not '101'" },
	{ { "-n1", "--top=1" }, -1, "option '--top' is given twice" },
	{ { "-oa", "-ob" }, -1, "option '--output' is given twice" },
	{ { "--format=jsn" },
	  -1,
	  "option '--format' has no 'jsn'; did you mean 'json'?" },
	{ { "--format=xml" },
	  -1,
	  "option '--format' has no 'xml'; it is one of text, json" },
	{ { "--format=%s%n" },
	  -1,
	  "option '--format' has no '%s%n'; it is one of text, json" },
};

Test(options, parses)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct target t = { .top = 7, .format = "text" };
		char name[] = "try";
		char *argv[10] = { name };
		struct arena a = { 0 };
		struct buf b = { 0 };
		struct err e = { "" };
		int result;

		memcpy(argv + 1, cases[i].argv, sizeof cases[i].argv);
		result = options_parse(&def, &t, &a, argv, &e);
		cr_expect_eq(result, cases[i].result, "case %zu: %d %s", i, result,
			     e.msg);
		if (result == 0)
			describe(&b, &t);
		else if (result < 0)
			buf_add_c(&b, e.msg);
		if (cases[i].want)
			cr_expect(str_eq(buf_str(&b), str_c(cases[i].want)),
				  "case %zu: " STR_FMT, i, STR_ARG(b));
		buf_release(&b);
		arena_release(&a);
	}
}

Test(options, explains)
{
	struct buf b = { 0 };

	options_help(&b, &def);
	cr_expect(str_eq(buf_str(&b), STR("usage: ctrace try [OPTION]… PATH…\n"
					  "\n"
					  "Tries.\n"
					  "\n"
					  "  -q, --quiet          say nothing\n"
					  "  -s, --strict         two\n"
					  "                       lines\n"
					  "  -n, --top N          rows\n"
					  "  -o, --output FILE    file\n"
					  "      --only GLOB      glob\n"
					  "      --format FORMAT  format\n"
					  "  -h, --help           print this text\n")),
		  STR_FMT, STR_ARG(b));
	buf_release(&b);
}
