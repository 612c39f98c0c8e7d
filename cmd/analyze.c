/* SPDX-License-Identifier: MIT */
#include "analyze_options.h"
#include "commands.h"
#include "message.h"
#include "output.h"
#include "writer.h"

/* A stub, to try the frame with: an empty report. */
int analyze_command(int argc, char **argv)
{
	struct analyze_options o = { .format = "text" };
	struct arena a = { 0 };
	struct report r = { .title = STR("nothing") };
	struct buf b = { 0 };
	struct err e;
	int status = commands_begin(&analyze_def, &o, &a, argv);

	(void)argc;
	if (status >= 0)
		goto out;
	status = output_check(o.output, &o.paths, &e);
	if (status == STATUS_OK) {
		writer_find(str_c(o.format))
			->write(&b, &r, &(struct writer_options){ .width = 80 });
		status = output_write(o.output, buf_str(&b), &e);
	}
	if (status != STATUS_OK)
		message_error("%s", e.msg);
out:
	buf_release(&b);
	report_release(&r);
	arena_release(&a);
	return status;
}
