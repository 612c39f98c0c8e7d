/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "export_options.h"
#include "message.h"
#include "ndjson.h"
#include "output.h"
#include "perfetto.h"
#include "sections.h"
#include "speedscope.h"

typedef void (*export_form)(struct buf *out, const struct trace *t,
			    const struct option_list *paths);

static void to_perfetto(struct buf *out, const struct trace *t,
			const struct option_list *paths)
{
	(void)paths;
	perfetto_write(out, t);
}

static void to_speedscope(struct buf *out, const struct trace *t,
			  const struct option_list *paths)
{
	speedscope_write(out, t, str_c(paths->items[0]));
}

static void to_ndjson(struct buf *out, const struct trace *t,
		      const struct option_list *paths)
{
	struct report r = { 0 };

	sections_build(&r, t, paths->items, paths->count);
	ndjson_write(out, &r);
	report_release(&r);
}

/* By the names of --to. */
static const struct {
	struct str name;
	export_form write;
} forms[] = {
	{ STR_INIT("perfetto"), to_perfetto },
	{ STR_INIT("speedscope"), to_speedscope },
	{ STR_INIT("ndjson"), to_ndjson },
};

static export_form find_form(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(forms); i++)
		if (str_eq(forms[i].name, str_c(name)))
			return forms[i].write;
	return NULL;
}

static enum status fail(enum status status, const struct err *e)
{
	message_error("%s", e->msg);
	return status;
}

static enum status write_form(const struct export_options *o, const struct trace *t)
{
	struct buf b = { 0 };
	struct err e;
	enum status status;

	find_form(o->to)(&b, t, &o->paths);
	status = output_write(o->output, buf_str(&b), &e);
	buf_release(&b);
	return status == STATUS_OK ? STATUS_OK : fail(status, &e);
}

static enum status check_lost(const struct export_options *o, const struct trace *t)
{
	size_t lost = health_losses(&t->health);

	if (!o->strict || lost == 0)
		return STATUS_OK;
	message_error("data was lost (%zu faults); ctrace analyze says which", lost);
	return STATUS_LOST;
}

static enum status export(const struct export_options *o)
{
	struct trace t = { 0 };
	struct err e;
	enum status status;

	if (!o->to) {
		err_set(&e, "export needs a form: --to perfetto, speedscope or ndjson");
		return fail(STATUS_USAGE, &e);
	}
	status = output_check(o->output, &o->paths, &e);
	if (status != STATUS_OK)
		return fail(status, &e);
	status = load_trace(&t, &o->paths, &o->load);
	if (status == STATUS_OK)
		status = write_form(o, &t);
	if (status == STATUS_OK)
		status = check_lost(o, &t);
	trace_release(&t);
	return status;
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
