/* SPDX-License-Identifier: MIT */
#include "analyze_options.h"
#include "commands.h"

/* The names of the writers; a test compares them. */
static const char *const formats[] = {
	"text", "json", "html", "markdown", "csv", NULL
};

#define AT(field) offsetof(struct analyze_options, field)

/* In the order of --help and of the man page. */
static const struct option_def options[] = {
	{ "format", 0, "FORMAT", OPTION_CHOICE, AT(view.format),
	  "text (the default), json, html, markdown or csv", 0, 0, formats },
	{ "section", 0, "NAME", OPTION_TEXT, AT(view.section),
	  "the section that csv holds (default: compilations)", 0, 0, NULL },
	{ "output", 'o', "FILE", OPTION_TEXT, AT(view.output),
	  "write the report to FILE, which is replaced as a whole", 0, 0, NULL },
	{ "top", 0, "N", OPTION_NUMBER, AT(view.top),
	  "show at most N rows of each section", 1, INT64_MAX, NULL },
	{ "details", 0, NULL, OPTION_FLAG, AT(view.details),
	  "every section: each recompile and compile, caches, longest steps, …", 0, 0, NULL },
	{ "only", 0, "GLOB", OPTION_TEXTS, AT(load.only),
	  "only functions of files that match; may be given several times", 0, 0, NULL },
	{ "latest", 0, NULL, OPTION_FLAG, AT(load.latest),
	  "of a folder, only the newest process of each rank", 0, 0, NULL },
	{ "torch", 0, "VERSION", OPTION_TEXT, AT(load.torch_version),
	  "give advice for this version of torch", 0, 0, NULL },
	{ "strict", 0, NULL, OPTION_FLAG, AT(strict),
	  "exit with 4 if data was lost", 0, 0, NULL },
	{ "verify", 0, NULL, OPTION_FLAG, AT(load.verify),
	  "check the MD5 of every payload", 0, 0, NULL },
	{ "quiet", 0, NULL, OPTION_FLAG, AT(load.quiet), "no progress bar", 0, 0, NULL },
	{ "threads", 'j', "N", OPTION_NUMBER, AT(load.threads),
	  "read at most N files at once (default: one per core)", 1, 1024, NULL },
};

const struct command_def analyze_def = {
	.name = "analyze",
	.operands = "PATH…",
	.summary = "report on a run: where the time went, why it compiled again",
	.about = "Reports on the compiles of a run. PATH is a TORCH_TRACE log, a .gz of\n"
		 "one, a folder of them, or - for stdin.",
	.options = options,
	.option_count = COUNT_OF(options),
	.operands_offset = AT(paths),
	.operands_least = 1,
	.operands_most = SIZE_MAX,
};
