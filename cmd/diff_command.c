/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "compare.h"
#include "diff_options.h"
#include "limit.h"
#include "message.h"
#include "output.h"

#define NOISE_USUAL 500		/* 1/10000 */

/* "5 %", "0.5%" */
static int read_noise(const struct diff_options *o, struct compare_options *c, struct err *e)
{
	const struct limit_target share = { .name = STR_INIT("--noise"),
					    .unit = LIMIT_UNIT_SHARE };
	struct limit_bound b;

	c->noise = NOISE_USUAL;
	if (!o->noise)
		return 0;
	if (limit_bound(&b, &share, str_c(o->noise), e) < 0)
		return -1;
	if (b.op != LIMIT_AT_MOST)
		return err_set(e, "option '--noise' needs a share such as '5 %%', not '%s'",
			       o->noise);
	c->noise = b.number;
	return 0;
}

static enum status load_side(struct load_result *l, struct compare_side *side,
			     const struct diff_options *o, size_t which)
{
	const struct option_list one = { &o->paths.items[which], 1, 1 };
	enum status status = load_report(l, &one, &o->load);

	*side = (struct compare_side){ &l->report, str_c(one.items[0]) };
	return status;
}

static enum status show(const struct diff_options *o, const struct compare_options *c,
			const struct compare_side sides[2])
{
	struct report r = { 0 };
	struct compare_counts counts = { 0 };
	struct err e;
	enum status status = STATUS_USAGE;

	if (compare_build(&r, &sides[0], &sides[1], c, &counts, &e) < 0)
		message_error("%s", e.msg);
	else if (o->view.section && !report_find(&r, str_c(o->view.section)))
		message_error("no section '%s' in the difference", o->view.section);
	else
		status = load_show(&r, &o->view);
	report_release(&r);
	if (status == STATUS_OK && o->exit_code && counts.worse)
		return STATUS_VIOLATED;
	return status;
}

static enum status diff(const struct diff_options *o)
{
	struct load_result loaded[2] = { { .saved = false }, { .saved = false } };
	struct compare_side sides[2];
	struct compare_options options;
	struct err e;
	enum status status = STATUS_USAGE;

	if (read_noise(o, &options, &e) == 0)
		status = output_check(o->view.output, &o->paths, &e);
	if (status != STATUS_OK) {
		message_error("%s", e.msg);
		return status;
	}
	for (size_t i = 0; i < 2 && status == STATUS_OK; i++)
		status = load_side(&loaded[i], &sides[i], o, i);
	if (status == STATUS_OK)
		status = show(o, &options, sides);
	load_release(&loaded[0]);
	load_release(&loaded[1]);
	return status;
}

int diff_command(int argc, char **argv)
{
	struct diff_options o = { .view = { .format = "text", .details = true } };
	struct arena a = { 0 };
	int status = commands_begin(&diff_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = diff(&o);
	arena_release(&a);
	return status;
}
