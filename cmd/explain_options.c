/* SPDX-License-Identifier: MIT */
#include "explain_options.h"
#include "commands.h"

static const char *const formats[] = {
	"text", "json", "html", "markdown", "csv", NULL
};

#define AT(field) offsetof(struct explain_options, field)

static const struct option_def options[] = {
	{ "format", 0, "FORMAT", OPTION_CHOICE, AT(view.format),
	  "text (the default), json, html, markdown or csv", 0, 0, formats },
	{ "output", 'o', "FILE", OPTION_TEXT, AT(view.output),
	  "write to FILE, which is replaced as a whole", 0, 0, NULL },
	{ "top", 0, "N", OPTION_NUMBER, AT(view.top),
	  "show at most N rows of each section", 1, INT64_MAX, NULL },
	{ "torch", 0, "VERSION", OPTION_TEXT, AT(load.torch_version),
	  "give advice for this version of torch", 0, 0, NULL },
	{ "quiet", 0, NULL, OPTION_FLAG, AT(load.quiet), "no progress bar", 0, 0, NULL },
};

const struct command_def explain_def = {
	.name = "explain",
	.operands = "PATH… ID",
	.summary = "all about one compile or one cause",
	.about = "Explains a compile (0/1; r1:0/1 of rank 1; p2:0/1 of process 2) or a cause\n"
		 "(#2, as analyze numbers them; quote it in a shell).",
	.options = options,
	.option_count = COUNT_OF(options),
	.operands_offset = AT(operands),
	.operands_least = 2,
	.operands_most = SIZE_MAX,
};
