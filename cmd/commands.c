/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "message.h"
#include "output.h"

const struct command commands[] = {
	{ &analyze_def, analyze_command },
	{ &check_def, check_command },
	{ &diff_def, diff_command },
	{ &explain_def, explain_command },
	{ &run_def, run_command },
	{ &show_def, show_command },
	{ &export_def, export_command },
};
const size_t commands_count = COUNT_OF(commands);

static enum status print_help(const struct command_def *def)
{
	struct buf b = { 0 };
	struct err e;
	enum status status;

	options_help(&b, def);
	status = output_write(NULL, buf_str(&b), &e);
	if (status != STATUS_OK)
		message_error("%s", e.msg);
	buf_release(&b);
	return status;
}

static enum status complain(const struct command_def *def, const struct err *e)
{
	struct buf b = { 0 };

	message_error("%s", e->msg);
	options_usage(&b, def);
	message_more(STR_FMT "   (ctrace %s --help says more)", STR_ARG(b), def->name);
	buf_release(&b);
	return STATUS_USAGE;
}

int commands_begin(const struct command_def *def, void *target, struct arena *a,
		   char **argv)
{
	struct err e;
	int parsed = options_parse(def, target, a, argv, &e);

	if (parsed == 0)
		return -1;
	return parsed < 0 ? complain(def, &e) : print_help(def);
}
