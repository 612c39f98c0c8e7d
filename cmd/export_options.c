/* SPDX-License-Identifier: MIT */
#include "export_options.h"
#include "commands.h"

static const char *const forms[] = { "perfetto", "speedscope", "ndjson", NULL };

#define AT(field) offsetof(struct export_options, field)

static const struct option_def options[] = {
	{ "to", 0, "FORM", OPTION_CHOICE, AT(to),
	  "perfetto (ui.perfetto.dev, chrome://tracing), speedscope\n"
	  "(www.speedscope.app) or ndjson (jq, DuckDB, Spark)", 0, 0, forms },
	{ "output", 'o', "FILE", OPTION_TEXT, AT(output),
	  "write to FILE, which is replaced as a whole", 0, 0, NULL },
	{ "only", 0, "GLOB", OPTION_TEXTS, AT(load.only),
	  "only functions of files that match; may be given several times", 0, 0, NULL },
	{ "latest", 0, NULL, OPTION_FLAG, AT(load.latest),
	  "of a folder, only the newest process of each rank", 0, 0, NULL },
	{ "strict", 0, NULL, OPTION_FLAG, AT(strict),
	  "exit with 4 if data was lost", 0, 0, NULL },
	{ "quiet", 0, NULL, OPTION_FLAG, AT(load.quiet), "no progress bar", 0, 0, NULL },
	{ "threads", 'j', "N", OPTION_NUMBER, AT(load.threads),
	  "read at most N files at once (default: one per core)", 1, 1024, NULL },
};

const struct command_def export_def = {
	.name = "export",
	.operands = "--to FORM PATH…",
	.summary = "write a run's spans or figures for other tools",
	.about = "Writes the run for another tool: its spans on a time line (perfetto,\n"
		 "speedscope), or the rows of the report, one a line (ndjson).",
	.options = options,
	.option_count = COUNT_OF(options),
	.operands_offset = AT(paths),
	.operands_least = 1,
	.operands_most = SIZE_MAX,
};
