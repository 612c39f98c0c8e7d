/* SPDX-License-Identifier: MIT */
#include "analyze_options.h"
#include "commands.h"
#include "ingest.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "screen.h"
#include "sections.h"
#include "writer.h"

static void show_progress(void *context, int64_t done, int64_t total)
{
	progress_show(context, done, total);
}

/* Inputs that cannot be used beside usable ones: a message each; the report counts them. */
static void tell_unreadable(const struct trace *t)
{
	for (size_t i = 0; i < t->health.notes.count; i++)
		if (t->health.notes.items[i].kind == HEALTH_UNREADABLE_INPUT)
			message_error(STR_FMT "; left out",
				      STR_ARG(t->health.notes.items[i].text));
}

static enum status read_inputs(const struct analyze_options *o, struct trace *t)
{
	struct progress bar = { 0 };
	struct ingest_options options = {
		.threads = (size_t)o->threads, .verify = o->verify, .latest = o->latest,
		.progress = progress_wanted() && !o->quiet ? show_progress : NULL,
		.context = &bar,
	};
	struct err e;
	int result = ingest(t, o->paths.items, o->paths.count, &options, &e);

	progress_clear(&bar);
	if (result < 0) {
		message_error("%s", e.msg);
		return STATUS_NO_INPUT;
	}
	tell_unreadable(t);
	trace_keep_files(t, o->only.items, o->only.count);
	return STATUS_OK;
}

static enum status write_report(const struct analyze_options *o, const struct trace *t)
{
	struct report r = { 0 };
	struct writer_options w = screen_options(o->output, o->top);
	struct buf text = { 0 };
	struct err e;
	enum status status;

	sections_build(&r, t, o->paths.items, o->paths.count);
	writer_find(str_c(o->format))->write(&text, &r, &w);
	status = output_write(o->output, buf_str(&text), &e);
	if (status != STATUS_OK)
		message_error("%s", e.msg);
	buf_release(&text);
	report_release(&r);
	return status;
}

static enum status check_lost(const struct analyze_options *o, const struct trace *t)
{
	size_t lost = health_losses(&t->health);

	if (!o->strict || lost == 0)
		return STATUS_OK;
	message_error("data was lost (%zu faults); the report's last part says which", lost);
	return STATUS_LOST;
}

static enum status analyze(const struct analyze_options *o)
{
	struct trace t = { 0 };
	struct err e;
	enum status status = output_check(o->output, &o->paths, &e);

	if (status != STATUS_OK) {
		message_error("%s", e.msg);
		return status;
	}
	status = read_inputs(o, &t);
	if (status == STATUS_OK)
		status = write_report(o, &t);
	if (status == STATUS_OK)
		status = check_lost(o, &t);
	trace_release(&t);
	return status;
}

int analyze_command(int argc, char **argv)
{
	struct analyze_options o = { .format = "text" };
	struct arena a = { 0 };
	int status = commands_begin(&analyze_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = analyze(&o);
	arena_release(&a);
	return status;
}
