/* SPDX-License-Identifier: MIT */
#include "load.h"

#include "ingest.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "screen.h"
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

enum status load_trace(struct trace *t, const struct option_list *paths,
		       const struct load_options *o)
{
	struct progress bar = { 0 };
	struct ingest_options options = {
		.threads = (size_t)o->threads, .verify = o->verify, .latest = o->latest,
		.progress = progress_wanted() && !o->quiet ? show_progress : NULL,
		.context = &bar,
	};
	struct err e;
	int result = ingest(t, paths->items, paths->count, &options, &e);

	progress_clear(&bar);
	if (result < 0) {
		message_error("%s", e.msg);
		return STATUS_NO_INPUT;
	}
	tell_unreadable(t);
	trace_keep_files(t, o->only.items, o->only.count);
	return STATUS_OK;
}

enum status load_show(const struct report *r, const char *format, const char *output,
		      int64_t top)
{
	return load_show_section(r, format, output, top, NULL);
}

enum status load_show_section(const struct report *r, const char *format, const char *output,
			      int64_t top, const char *section)
{
	struct writer_options w = screen_options(output, top);
	struct buf text = { 0 };
	struct err e;
	enum status status;

	w.section = section;
	writer_find(str_c(format))->write(&text, r, &w);
	status = output_write(output, buf_str(&text), &e);
	if (status != STATUS_OK)
		message_error("%s", e.msg);
	buf_release(&text);
	return status;
}
