/* SPDX-License-Identifier: MIT */
#include "advice.h"
#include "commands.h"
#include "explain.h"
#include "explain_options.h"
#include "message.h"
#include "output.h"
#include "sections.h"

static int version_of(const struct explain_options *o, const struct trace *t)
{
	if (o->load.torch_version)
		return advice_version(str_c(o->load.torch_version));
	return sections_torch_version(t);
}

static enum status show(const struct explain_options *o, const struct trace *t, struct str id)
{
	struct explain_target target;
	struct report r = { 0 };
	struct causes causes;
	struct err e;
	enum status status = STATUS_USAGE;

	causes_find(&causes, t);
	if (explain_find(t, &causes, id, &target, &e) < 0) {
		message_error("%s", e.msg);
	} else {
		explain_build(&r, t, &causes, &target, version_of(o, t));
		status = load_show(&r, &o->view);
	}
	report_release(&r);
	causes_release(&causes);
	return status;
}

static enum status explain(const struct explain_options *o)
{
	struct option_list paths = { o->operands.items, o->operands.count - 1, 0 };
	struct trace t = { 0 };
	struct err e;
	enum status status = output_check(o->view.output, &paths, &e);

	if (status != STATUS_OK) {
		message_error("%s", e.msg);
		return status;
	}
	status = load_trace(&t, &paths, &o->load);
	if (status == STATUS_OK)
		status = show(o, &t, str_c(o->operands.items[paths.count]));
	trace_release(&t);
	return status;
}

int explain_command(int argc, char **argv)
{
	struct explain_options o = { .view = { .format = "text", .details = true } };
	struct arena a = { 0 };
	int status = commands_begin(&explain_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = explain(&o);
	arena_release(&a);
	return status;
}
