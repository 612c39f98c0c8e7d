/* SPDX-License-Identifier: MIT */
#include "diff_options.h"
#include "commands.h"

static const char *const formats[] = { "text", "json", "html", "markdown", "csv", NULL };

#define AT(field) offsetof(struct diff_options, field)

/* In the order of --help and of the man page. */
static const struct option_def options[] = {
	{ "format", 0, "FORMAT", OPTION_CHOICE, AT(view.format),
	  "text (for people, the default), json, html, markdown or csv", 0, 0, formats },
	{ "section", 0, "NAME", OPTION_TEXT, AT(view.section),
	  "the section that csv holds (default: regressions)", 0, 0, NULL },
	{ "output", 'o', "FILE", OPTION_TEXT, AT(view.output),
	  "write to FILE, which is replaced as a whole", 0, 0, NULL },
	{ "top", 0, "N", OPTION_NUMBER, AT(view.top),
	  "show at most N rows of each section", 1, INT64_MAX, NULL },
	{ "noise", 0, "SHARE", OPTION_TEXT, AT(noise),
	  "times that differ by no more are the same (default: 5 %)", 0, 0, NULL },
	{ "exit-code", 0, NULL, OPTION_FLAG, AT(exit_code),
	  "exit with 1 if something got worse", 0, 0, NULL },
	{ "only", 0, "GLOB", OPTION_TEXTS, AT(load.only),
	  "only functions of files that match; may be given several times", 0, 0, NULL },
	{ "quiet", 0, NULL, OPTION_FLAG, AT(load.quiet), "no progress bar", 0, 0, NULL },
};

const struct command_def diff_def = {
	.name = "diff",
	.operands = "OLD NEW",
	.summary = "what changed between two runs",
	.about = "Compares two runs: cold and warm caches, before and after a change, two versions\n"
		 "of torch. Each is what analyze takes, or a report that it saved as JSON.",
	.options = options,
	.option_count = COUNT_OF(options),
	.operands_offset = AT(paths),
	.operands_least = 2,
	.operands_most = 2,
};
