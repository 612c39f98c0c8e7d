/* SPDX-License-Identifier: MIT */
#include "load.h"

#include "advice.h"
#include "bytes.h"
#include "ingest.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "saved.h"
#include "screen.h"
#include "sections.h"
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
		.silent_is_fine = o->silent_is_fine,
		.progress = progress_wanted() && !o->quiet ? show_progress : NULL,
		.context = &bar,
	};
	struct err e;
	int result = ingest(t, paths->items, paths->count, &options, &e);

	progress_clear(&bar);
	if (result < 0) {
		message_error("%s", e.msg);
		if (t->silent && o->silent_hint)
			message_more("%s", o->silent_hint);
		return STATUS_NO_INPUT;
	}
	tell_unreadable(t);
	trace_keep_files(t, o->only.items, o->only.count);
	return STATUS_OK;
}

#define PEEKED 512	/* bytes that show what a file is */

static bool is_saved(const char *path)
{
	struct report sections = { 0 };
	struct buf head = { 0 };
	bool is;

	bytes_peek(&head, path, PEEKED);
	if (head.len)
		saved_sections(&sections);
	is = head.len && saved_is(buf_str(&head), &sections);
	report_release(&sections);
	buf_release(&head);
	return is;
}

static enum status load_saved(struct load_result *l, const char *path,
			      const struct load_options *o)
{
	struct buf text = { 0 };
	struct err e;
	enum status status = STATUS_OK;

	l->saved = true;
	if (o->only.count || o->latest) {
		message_error("'%s' is a saved report: --only and --latest need logs", path);
		return STATUS_USAGE;
	}
	if (bytes_read(&text, path, SAVED_BYTES_MOST, &e) < 0 ||
	    saved_read(&l->report, str_c(path), buf_str(&text), &e) < 0) {
		message_error("%s", e.msg);
		status = STATUS_NO_INPUT;
	}
	buf_release(&text);
	return status;
}

enum status load_report(struct load_result *l, const struct option_list *paths,
			const struct load_options *o)
{
	enum status status;

	for (size_t i = 0; i < paths->count; i++) {
		if (!is_saved(paths->items[i]))
			continue;
		if (paths->count == 1)
			return load_saved(l, paths->items[i], o);
		message_error("'%s' is a saved report: it cannot be joined with other inputs",
			      paths->items[i]);
		return STATUS_USAGE;
	}
	status = load_trace(&l->trace, paths, o);
	if (status == STATUS_OK)
		sections_build(&l->report, &l->trace, o->shown ? &o->shown : paths->items,
			       o->shown ? 1 : paths->count,
			       o->torch_version ? advice_version(str_c(o->torch_version)) : 0);
	return status;
}

void load_release(struct load_result *l)
{
	report_release(&l->report);
	trace_release(&l->trace);
}

enum status load_show(const struct report *r, const struct load_view *view)
{
	struct writer_options w = screen_options(view->output, view->top);
	struct buf text = { 0 };
	struct err e;
	enum status status;

	w.section = view->section;
	w.details = view->details;
	writer_find(str_c(view->format))->write(&text, r, &w);
	status = output_write(view->output, buf_str(&text), &e);
	if (status != STATUS_OK)
		message_error("%s", e.msg);
	buf_release(&text);
	return status;
}
