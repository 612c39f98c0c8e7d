/* SPDX-License-Identifier: MIT */
#include "check_options.h"
#include "commands.h"

/* Of --report too. */
static const char *const formats[] = {
	"text", "json", "markdown", "junit", "sarif", "github", NULL
};

#define AT(field) offsetof(struct check_options, field)

/* In the order of --help and of the man page. */
static const struct option_def options[] = {
	{ "policy", 0, "FILE", OPTION_TEXT, AT(policy),
	  "what is allowed (default: ctrace.yaml, here or in a folder above)", 0, 0, NULL },
	{ "limit", 0, "KEY=VALUE", OPTION_TEXTS, AT(limits),
	  "a limit as in a policy: recompiles=0; may be given several times.\n"
	  "Without --policy no file is looked for", 0, 0, NULL },
	{ "format", 0, "FORMAT", OPTION_CHOICE, AT(format),
	  "text (the default), json, markdown, junit, sarif or github", 0, 0, formats },
	{ "report", 0, "FORMAT=FILE", OPTION_TEXTS, AT(reports),
	  "write this too: junit=out.xml; may be given several times", 0, 0, NULL },
	{ "root", 0, "FOLDER", OPTION_TEXT, AT(root),
	  "name files below FOLDER from there, as CI services do: --root \"$PWD\"", 0, 0, NULL },
	{ "update-baseline", 0, NULL, OPTION_FLAG, AT(update_baseline),
	  "write the report that the policy compares with, instead of checking", 0, 0, NULL },
	{ "allow-partial", 0, NULL, OPTION_FLAG, AT(allow_partial),
	  "pass although data was lost", 0, 0, NULL },
	{ "allow-silent", 0, NULL, OPTION_FLAG, AT(load.silent_is_fine),
	  "what a text log does not name did not happen", 0, 0, NULL },
	{ "strict-policy", 0, NULL, OPTION_FLAG, AT(strict_policy),
	  "warnings about the policy are violations", 0, 0, NULL },
	{ "today", 0, "DATE", OPTION_TEXT, AT(today),
	  "the date that 'until' is compared with (default: the clock)", 0, 0, NULL },
	{ "quiet", 0, NULL, OPTION_FLAG, AT(load.quiet), "no progress bar", 0, 0, NULL },
};

const struct command_def check_def = {
	.name = "check",
	.operands = "PATH…",
	.summary = "hold a run against a policy: a gate for CI",
	.about = "Exits with 1 if a run does what its policy does not allow, and says why. PATH is\n"
		 "what analyze takes, or a report that analyze saved as JSON.",
	.options = options,
	.option_count = COUNT_OF(options),
	.operands_offset = AT(paths),
	.operands_least = 1,
	.operands_most = SIZE_MAX,
};
