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

	if (!o->view.section)
		return STATUS_OK;
	if (strcmp(o->view.format, "csv") != 0) {
		message_error("--section is for --format csv; json holds all sections");
		return STATUS_USAGE;
	}
	sections_build(&r, &none, (const char *const[]){ "" }, 1, 0);
	found = report_find(&r, str_c(o->view.section));
	for (size_t i = 0; i < r.sections.count; i++)
		if (section_in_data(r.sections.items[i]->def))
			buf_addf(&names, "%s%s", names.len ? ", " : "",
				 r.sections.items[i]->def->key);
	if (!found || !section_in_data(found->def)) {
		message_error("no section '%s' in the report", o->view.section);
		message_more("sections: " STR_FMT, STR_ARG(buf_str(&names)));
		found = NULL;
	}
	buf_release(&names);
	report_release(&r);
	trace_release(&none);
	return found ? STATUS_OK : STATUS_USAGE;
}

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
	message_error("data was lost (%zu fault%s); the report's last part says which", lost,
		      lost == 1 ? "" : "s");
	return STATUS_LOST;
}

/* What was just asked for need not be suggested. */
static void drop_suggestion(struct report *r, struct str option)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->next.count; i++)
		if (str_find(r->next.items[i], option) == STR_NONE)
			r->next.items[kept++] = r->next.items[i];
	r->next.count = kept;
}

static enum status analyze(const struct analyze_options *o)
{
	struct load_result l = { .saved = false };
	struct load_view view = o->view;
	struct err e;
	enum status status = output_check(o->view.output, &o->paths, &e);

	if (status != STATUS_OK) {
		message_error("%s", e.msg);
		return status;
	}
	if (!view.section)
		view.section = DEFAULT_SECTION;
	status = check_section(o);
	if (status != STATUS_OK)
		return status;
	status = load_report(&l, &o->paths, &o->load);
	if (view.details)
		drop_suggestion(&l.report, STR(" --details "));
	if (status == STATUS_OK)
		status = load_show(&l.report, &view);
	if (status == STATUS_OK)
		status = check_lost(o, &l);
	load_release(&l);
	return status;
}

int analyze_command(int argc, char **argv)
{
	struct analyze_options o = { .view.format = "text" };
	struct arena a = { 0 };
	int status = commands_begin(&analyze_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = analyze(&o);
	arena_release(&a);
	return status;
}
