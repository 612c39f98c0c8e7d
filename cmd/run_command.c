/* SPDX-License-Identifier: MIT */
#include "check_command.h"
#include "child.h"
#include "commands.h"
#include "message.h"
#include "output.h"
#include "rules.h"
#include "run_options.h"
#include "silence.h"
#include "tracefolder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a shell says of a command that it cannot start. */
enum { NOT_FOUND = 127, NOT_RUN = 126 };

#define NAME_MOST 60	/* of a command in a head line */
#define LOGS "recompiles,graph_breaks"		/* known to every torch that has TORCH_TRACE */

/* One run of ctrace run. */
struct run {
	struct run_options *options;
	struct arena *arena;
	struct tracefolder folder;
	struct option_list logs;	/* that the command left */
	int ended;			/* its exit status */
};

static enum status check_options(const struct run_options *o)
{
	bool gate = o->gate.policy || o->gate.limits.count || o->gate.allow_partial;

	if (!o->check && gate) {
		message_error("--policy, --limit and --allow-partial go with --check");
		return STATUS_USAGE;
	}
	if (!o->view.output && strcmp(o->view.format, "text") != 0) {
		message_error("--format %s needs -o FILE: standard error is the command's too",
			      o->view.format);
		return STATUS_USAGE;
	}
	return STATUS_OK;
}

/* All that can be wrong is to be told before the command runs, which may take hours. */
static enum status check_before(const struct run_options *o)
{
	struct rules rules = { .today = { NULL, 0 } };
	enum status status = check_options(o);
	struct err e;

	if (status != STATUS_OK)
		return status;
	status = output_check(o->view.output, &(struct option_list){ 0 }, &e);
	if (status != STATUS_OK) {
		message_error("%s", e.msg);
		return status;
	}
	if (o->check)
		status = rules_read(&rules, &o->gate);
	if (o->check && status == STATUS_OK)
		status = rules_read_baseline(&rules);
	rules_release(&rules);
	return status;
}

/* "python3 train.py …": what the report is called where no folder stays. */
static const char *command_text(const struct run *r)
{
	const struct option_list *command = &r->options->command;
	struct str text = str_c(command->items[0]);

	for (size_t i = 1; i < command->count; i++) {
		bool fits = text.len + strlen(command->items[i]) < NAME_MOST;

		text = str_format(r->arena, STR_FMT " %s", STR_ARG(text),
				  fits ? command->items[i] : "…");
		if (!fits)
			break;
	}
	return text.s;
}

/* Commands that need the folder are no good when it is gone. */
static void set_next(struct run *r, struct report *report)
{
	if (!r->folder.passing)
		return;
	report->next.count = 0;
	*array_add(&report->arena, &report->next) =
		STR("ctrace run --keep FOLDER -- …, then ctrace explain FOLDER ID");
}

static bool has_compiles(const struct report *report)
{
	const struct table *t = report_find(report, STR("summary"));

	return t->rows.count && (table_get(t, 0, "compiles")->number > 0 ||
				 table_get(t, 0, "limit_hits")->number > 0);
}

static enum status show_report(struct run *r)
{
	struct load_result l = { .saved = false };
	enum status status = load_report(&l, &r->logs, &r->options->gate.load);

	if (status == STATUS_OK) {
		set_next(r, &l.report);
		status = load_show(&l.report, &r->options->view);
		if (!has_compiles(&l.report))
			silence_explain(r->options->command.items[0], r->ended, true);
	}
	load_release(&l);
	return status;
}

/* In a process of its own: whatever happens to it, the folder is removed. */
static int report(void *context)
{
	struct run *r = context;
	struct run_options *o = r->options;
	enum status status, verdict;

	if (!o->view.output)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	status = show_report(r);
	if (!o->check)
		return status;
	dup2(STDERR_FILENO, STDOUT_FILENO);
	o->gate.paths = r->logs;
	verdict = check_run(&o->gate);
	return status != STATUS_OK ? status : verdict;
}

/* STATUS_NO_INPUT if there is nothing to report on. */
static int report_apart(struct run *r)
{
	int fault;

	r->logs = tracefolder_logs(&r->folder);
	if (r->logs.count == 0) {
		silence_explain(r->options->command.items[0], r->ended, false);
		return STATUS_NO_INPUT;
	}
	r->options->gate.load.shown = r->folder.passing ? command_text(r) : r->folder.path;
	fault = child_fork(report, r);
	if (fault == 0)
		return child_wait();
	message_error("cannot report: %s", strerror(fault));
	return STATUS_LIMIT;
}

/*
 * The text goes to standard error, and by TORCH_LOGS_OUT beside the trace as well: one
 * file of all processes, in which nothing of torch's may stand. The user's own settings stay.
 */
static void set_logs(struct run *r)
{
	struct str file = str_format(r->arena, "%s/torch_logs_%ld.log", r->folder.path,
				     (long)getpid());

	setenv("TORCH_LOGS", LOGS, 0);
	if (folder_is(r->folder.path))
		setenv("TORCH_LOGS_OUT", file.s, 0);
	r->options->gate.load.silent_is_fine = true;
}

static int start(struct run *r)
{
	struct option_list *command = &r->options->command;
	const char *name = command->items[0];
	int fault;

	if (r->options->logs)
		set_logs(r);
	*array_add(r->arena, command) = NULL;
	command->count--;
	fault = child_start((char *const *)(uintptr_t)command->items);
	if (fault == 0)
		return 0;
	message_error("cannot start '%s': %s", name, strerror(fault));
	return fault == ENOENT ? NOT_FOUND : NOT_RUN;
}

/* The command's own failure comes first; without --check, a run without a log is none. */
static int exit_status(const struct run *r, int reported)
{
	if (r->ended != 0)
		return r->ended;
	if (reported == STATUS_NO_INPUT && !r->options->check)
		return STATUS_OK;
	return reported;
}

static int run_and_report(struct run *r)
{
	struct err e;
	int status;

	child_begin();
	if (tracefolder_open(&r->folder, r->options->keep, &e) < 0) {
		message_error("%s", e.msg);
		status = STATUS_OUTPUT;
	} else if ((status = start(r)) == 0) {
		r->ended = child_wait();
		status = exit_status(r, report_apart(r));
	}
	if (tracefolder_close(&r->folder, &e) < 0)
		message_error("%s", e.msg);
	return status;
}

static int begin(struct run *r)
{
	int status = check_before(r->options);

	return status == STATUS_OK ? run_and_report(r) : status;
}

int run_command(int argc, char **argv)
{
	struct run_options o = { .view.format = "text", .gate.format = "text" };
	struct arena a = { 0 };
	struct run r = { .options = &o, .arena = &a };
	int status = commands_begin(&run_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = begin(&r);
	arena_release(&a);
	return status;
}
