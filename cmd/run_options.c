/* SPDX-License-Identifier: MIT */
#include "run_options.h"
#include "commands.h"

/* No CSV, which is one section: --keep the trace, and take it from there. */
static const char *const formats[] = { "text", "json", "html", "markdown", NULL };

#define AT(field) offsetof(struct run_options, field)

/* In the order of --help and of the man page. */
static const struct option_def options[] = {
	{ "format", 0, "FORMAT", OPTION_CHOICE, AT(view.format),
	  "text (the default), json, html or markdown", 0, 0, formats },
	{ "output", 'o', "FILE", OPTION_TEXT, AT(view.output),
	  "write the report to FILE instead of standard error; - is standard output", 0, 0, NULL },
	{ "top", 0, "N", OPTION_NUMBER, AT(view.top),
	  "show at most N rows of each section", 1, INT64_MAX, NULL },
	{ "details", 0, NULL, OPTION_FLAG, AT(view.details),
	  "every section, as for analyze", 0, 0, NULL },
	{ "only", 0, "GLOB", OPTION_TEXTS, AT(gate.load.only),
	  "only functions of files that match; may be given several times", 0, 0, NULL },
	{ "torch", 0, "VERSION", OPTION_TEXT, AT(gate.load.torch_version),
	  "give advice for this version of torch", 0, 0, NULL },
	{ "keep", 0, "FOLDER", OPTION_TEXT, AT(keep),
	  "keep the trace in FOLDER, which is made if it is not there", 0, 0, NULL },
	{ "logs", 0, NULL, OPTION_FLAG, AT(logs),
	  "set TORCH_LOGS too, if it is not set: recompiles and graph breaks\n"
	  "appear among the command's own messages", 0, 0, NULL },
	{ "check", 0, NULL, OPTION_FLAG, AT(check),
	  "hold the run against the policy, as ctrace check does: exit 1 if it is\n"
	  "violated and the command itself did not fail", 0, 0, NULL },
	{ "policy", 0, "FILE", OPTION_TEXT, AT(gate.policy),
	  "with --check: the policy, as for check", 0, 0, NULL },
	{ "limit", 0, "KEY=VALUE", OPTION_TEXTS, AT(gate.limits),
	  "with --check: a limit, as for check", 0, 0, NULL },
	{ "allow-partial", 0, NULL, OPTION_FLAG, AT(gate.allow_partial),
	  "with --check: pass although data was lost", 0, 0, NULL },
	{ "quiet", 0, NULL, OPTION_FLAG, AT(gate.load.quiet), "no progress bar", 0, 0, NULL },
};

const struct command_def run_def = {
	.name = "run",
	.operands = "[--] COMMAND…",
	.summary = "run a command and report on what it compiled",
	.about = "Runs COMMAND with TORCH_TRACE set and reports when it ends, however it ends. Its input,\n"
		 "output, signals and exit status are its own: ctrace run -- python3 train.py",
	.options = options,
	.option_count = COUNT_OF(options),
	.operands_offset = AT(command),
	.operands_least = 1,
	.operands_most = SIZE_MAX,
	.is_command = true,
};
