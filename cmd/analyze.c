/* SPDX-License-Identifier: MIT */
#include "analyze_options.h"
#include "commands.h"
#include "load.h"
#include "message.h"
#include "output.h"
#include "sections.h"

#include <string.h>

#define DEFAULT_SECTION "compilations"

/* A report without a run has all sections too. */
static enum status check_section(const struct analyze_options *o)
{
	struct trace none = { 0 };
	struct report r = { 0 };
	struct buf names = { 0 };
	const struct table *found;

	if (!o->section)
		return STATUS_OK;
	if (strcmp(o->format, "csv") != 0) {
		message_error("--section is for --format csv; json holds all sections");
		return STATUS_USAGE;
	}
	sections_build(&r, &none, (const char *const[]){ "" }, 1);
	found = report_find(&r, str_c(o->section));
	for (size_t i = 0; i < r.sections.count; i++)
		if (section_in_data(r.sections.items[i]->def))
			buf_addf(&names, "%s%s", names.len ? ", " : "",
				 r.sections.items[i]->def->key);
	if (!found || !section_in_data(found->def)) {
		message_error("no section '%s' in the report", o->section);
		message_more("sections: " STR_FMT, STR_ARG(buf_str(&names)));
		found = NULL;
	}
	buf_release(&names);
	report_release(&r);
	trace_release(&none);
	return found ? STATUS_OK : STATUS_USAGE;
}

static enum status write_report(const struct analyze_options *o, const struct trace *t)
{
	struct report r = { 0 };
	enum status status;

	sections_build(&r, t, o->paths.items, o->paths.count);
	status = load_show_section(&r, o->format, o->output, o->top,
				   o->section ? o->section : DEFAULT_SECTION);
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
	status = check_section(o);
	if (status != STATUS_OK)
		return status;
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
