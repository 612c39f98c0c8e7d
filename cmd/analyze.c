/* SPDX-License-Identifier: MIT */
#include "advice.h"
#include "analyze_options.h"
#include "commands.h"
#include "load.h"
#include "message.h"
#include "output.h"
#include "sections.h"

static enum status write_report(const struct analyze_options *o, const struct trace *t)
{
	struct report r = { 0 };
	enum status status;

	sections_build(&r, t, o->paths.items, o->paths.count,
		       o->torch_version ? advice_version(str_c(o->torch_version)) : 0);
	status = load_show(&r, o->format, o->output, o->top);
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
	status = load_trace(&t, &o->paths, &o->load);
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
