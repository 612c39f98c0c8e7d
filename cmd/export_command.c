/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "commands.h"
#include "export_options.h"
#include "message.h"
#include "ndjson.h"
#include "output.h"
#include "perfetto.h"
#include "speedscope.h"

static enum status fail(enum status status, const struct err *e)
{
	message_error("%s", e->msg);
	return status;
}

/* Spans come from the trace; rows from the report, which may be a saved one. */
static enum status build(struct buf *out, struct load_result *l, const struct export_options *o)
{
	bool rows = strcmp(o->to, "ndjson") == 0;
	enum status status = rows ? load_report(l, &o->paths, &o->load) :
				    load_trace(&l->trace, &o->paths, &o->load);

	if (status != STATUS_OK)
		return status;
	if (rows)
		ndjson_write(out, &l->report);
	else if (strcmp(o->to, "speedscope") == 0)
		speedscope_write(out, &l->trace, str_c(o->paths.items[0]));
	else
		perfetto_write(out, &l->trace);
	return STATUS_OK;
}

static enum status check_lost(const struct export_options *o, const struct trace *t)
{
	size_t lost = health_losses(&t->health);

	if (!o->strict || lost == 0)
		return STATUS_OK;
	message_error("data was lost (%zu faults); ctrace analyze says which", lost);
	return STATUS_LOST;
}

static enum status load_and_write(const struct export_options *o)
{
	struct load_result l = { .saved = false };
	struct buf b = { 0 };
	enum status status = build(&b, &l, o);
	struct err e;

	if (status == STATUS_OK) {
		status = output_write(o->output, buf_str(&b), &e);
		status = status == STATUS_OK ? check_lost(o, &l.trace) : fail(status, &e);
	}
	buf_release(&b);
	load_release(&l);
	return status;
}

static enum status export(const struct export_options *o)
{
	enum status status;
	struct err e;

	if (!o->to) {
		err_set(&e, "export needs a form: --to perfetto, speedscope or ndjson");
		return fail(STATUS_USAGE, &e);
	}
	status = output_check(o->output, &o->paths, &e);
	return status == STATUS_OK ? load_and_write(o) : fail(status, &e);
}

int export_command(int argc, char **argv)
{
	struct export_options o = { 0 };
	struct arena a = { 0 };
	int status = commands_begin(&export_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = export(&o);
	arena_release(&a);
	return status;
}
