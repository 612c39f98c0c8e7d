/* SPDX-License-Identifier: MIT */
#include "analyze_options.h"
#include "commands.h"
#include "load.h"
#include "message.h"
#include "output.h"

/* A saved report says itself what was lost. */
static size_t count_lost(const struct load_result *l)
{
	const struct table *t = report_find(&l->report, STR("health"));
	const struct cell *damaged = t && t->rows.count ? table_get(t, 0, "damaged") : NULL;

	return damaged && damaged->present ? (size_t)damaged->number : 0;
}

static enum status check_lost(const struct analyze_options *o, const struct load_result *l)
{
	size_t lost = count_lost(l);

	if (!o->strict || lost == 0)
		return STATUS_OK;
	message_error("data was lost (%zu faults); the report's last part says which", lost);
	return STATUS_LOST;
}

static enum status analyze(const struct analyze_options *o)
{
	struct load_result l = { .saved = false };
	struct err e;
	enum status status = output_check(o->output, &o->paths, &e);

	if (status != STATUS_OK) {
		message_error("%s", e.msg);
		return status;
	}
	status = load_report(&l, &o->paths, &o->load);
	if (status == STATUS_OK)
		status = load_show(&l.report, o->format, o->output, o->top);
	if (status == STATUS_OK)
		status = check_lost(o, &l);
	load_release(&l);
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
