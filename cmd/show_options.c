/* SPDX-License-Identifier: MIT */
#include "show_options.h"
#include "commands.h"

static const char *const formats[] = { "text", "json", NULL };

#define AT(field) offsetof(struct show_options, field)

static const struct option_def options[] = {
	{ "all", 0, NULL, OPTION_FLAG, AT(all),
	  "write every payload into the folder of --output, with an index", 0, 0, NULL },
	{ "output", 'o', "FILE", OPTION_TEXT, AT(output),
	  "write to FILE, which is replaced as a whole; with --all, to\n"
	  "a folder, which must be new or empty", 0, 0, NULL },
	{ "format", 0, "FORMAT", OPTION_CHOICE, AT(format),
	  "of the list: text (for people, the default) or json", 0, 0, formats },
	{ "top", 0, "N", OPTION_NUMBER, AT(top), "list at most N", 1, INT64_MAX, NULL },
	{ "verify", 0, NULL, OPTION_FLAG, AT(verify),
	  "check the MD5 of every payload", 0, 0, NULL },
	{ "strict", 0, NULL, OPTION_FLAG, AT(strict),
	  "exit with 4 if data was lost", 0, 0, NULL },
	{ "quiet", 0, NULL, OPTION_FLAG, AT(quiet), "no progress bar", 0, 0, NULL },
};

const struct command_def show_def = {
	.name = "show",
	.operands = "PATH [ID [ARTIFACT]]",
	.summary = "list or print what torch put into the log: graphs, code, guards",
	.about = "Lists the artifacts of a log, or of one compile (0/1; r1:0/1 of rank 1;\n"
		 "p2:0/1 of process 2; - of none). With ARTIFACT (a name; name.2, the second of\n"
		 "that name; its number in the list) prints that one, byte for byte.",
	.options = options,
	.option_count = COUNT_OF(options),
	.operands_offset = AT(operands),
	.operands_least = 1,
	.operands_most = 3,
};
