/* SPDX-License-Identifier: MIT */
#include "artifacts.h"
#include "commands.h"
#include "extract.h"
#include "load.h"
#include "message.h"
#include "nearest.h"
#include "output.h"
#include "exhibit.h"
#include "exhibitname.h"
#include "progress.h"
#include "show_options.h"
#include "writer.h"

/* One run over a log. */
struct show {
	const struct show_options *o;
	struct artifacts_wanted wanted;
	struct exhibit_run *run;
	struct artifacts list;
	struct progress bar;
	bool shows_progress;
	struct extract extract;		/* of --all */
	struct arena names;
};

enum { PROGRESS_EVERY = 256 };		/* artifacts */

static enum status fail(enum status status, const struct err *e)
{
	message_error("%s", e->msg);
	return status;
}

static enum status extract_one(struct show *s, const struct exhibit *p, struct str *file,
			       struct err *e)
{
	*file = (struct str){ NULL, 0 };
	if (!s->o->all || !p->text.s)
		return STATUS_OK;
	*file = exhibitname_file(&s->names, p);
	return extract_add(&s->extract, file->s, p->text, e);
}

/* Reads all, into the list and with --all into files. */
static enum status read_all(struct show *s)
{
	enum status status = STATUS_OK;
	struct exhibit p;
	struct str file;
	struct err e;
	int more = 0;

	while (status == STATUS_OK && (more = exhibit_next(s->run, &p, &e)) > 0) {
		status = extract_one(s, &p, &file, &e);
		artifacts_offer(&s->list, &s->wanted, &p, file);
		if (s->shows_progress && p.number % PROGRESS_EVERY == 0)
			progress_show(&s->bar, exhibit_done(s->run), exhibit_size(s->run));
	}
	progress_clear(&s->bar);
	if (more < 0)
		status = STATUS_NO_INPUT;
	return status == STATUS_OK ? STATUS_OK : fail(status, &e);
}

static struct str title(struct arena *a, const struct show *s)
{
	int64_t bytes = 0;

	for (size_t i = 0; i < s->list.items.count; i++)
		if (s->list.items.items[i].bytes > 0)
			bytes += s->list.items.items[i].bytes;
	return str_format(a, "%s  %zu artifact%s, %lld bytes", s->o->operands.items[0],
			  s->list.items.count, s->list.items.count == 1 ? "" : "s",
			  (long long)bytes);
}

static void build(struct show *s, struct report *r)
{
	r->title = title(&r->arena, s);
	artifacts_report(r, &s->list, exhibit_trace(s->run));
}

static enum status list(struct show *s)
{
	struct load_view view = { .format = s->o->format, .output = s->o->output,
				  .top = s->o->top };
	struct report r = { 0 };
	enum status status;

	build(s, &r);
	status = load_show(&r, &view);
	report_release(&r);
	return status;
}

/* Names that are like the one that was not found. */
static void hint(const struct show *s)
{
	struct nearest n = { .word = s->wanted.name };
	struct arena a = { 0 };

	for (size_t i = 0; i < s->list.items.count; i++)
		nearest_offer(&n, str_copy(&a, s->list.items.items[i].name).s);
	if (n.found)
		message_more("did you mean '%s'?", n.found);
	else
		message_more("ctrace show %s " STR_FMT "   lists them", s->o->operands.items[0],
			     STR_ARG(s->wanted.id_text));
	arena_release(&a);
}

static enum status print(struct show *s)
{
	const struct artifacts_item *item;
	enum status status;
	bool unknown;
	struct err e;

	item = artifacts_find(&s->list, &s->wanted, &unknown, &e);
	if (!item) {
		fail(STATUS_USAGE, &e);
		if (unknown)
			hint(s);
		return STATUS_USAGE;
	}
	status = output_write(s->o->output, item->text, &e);
	if (status != STATUS_OK)
		return fail(status, &e);
	if (item->differs)
		message_error(STR_FMT ":%zu: the payload is not what torch wrote (MD5 differs); "
			      "printed as it is", STR_ARG(item->path), item->line);
	return item->differs && s->o->strict ? STATUS_LOST : STATUS_OK;
}

static enum status answer(struct show *s)
{
	struct err e;

	if (artifacts_settle(&s->list, &s->wanted, &e) < 0) {
		fail(STATUS_USAGE, &e);
		message_more("ctrace show %s   lists all", s->o->operands.items[0]);
		return STATUS_USAGE;
	}
	return s->wanted.name.s ? print(s) : list(s);
}

static enum status write_index(struct show *s)
{
	static const struct {
		const char *name, *format;
	} forms[] = { { "index.txt", "text" }, { "index.json", "json" } };
	struct writer_options w = { .width = 160, .top = SIZE_MAX };
	enum status status = STATUS_OK;
	struct report r = { 0 };
	struct err e;

	build(s, &r);
	for (size_t i = 0; i < COUNT_OF(forms) && status == STATUS_OK; i++) {
		struct buf b = { 0 };

		writer_find(str_c(forms[i].format))->write(&b, &r, &w);
		status = extract_add(&s->extract, forms[i].name, buf_str(&b), &e);
		buf_release(&b);
	}
	report_release(&r);
	return status == STATUS_OK ? STATUS_OK : fail(status, &e);
}

static enum status show_all(struct show *s)
{
	enum status status;
	struct err e;

	status = extract_begin(&s->extract, s->o->output, &e);
	if (status != STATUS_OK)
		return fail(status, &e);
	status = read_all(s);
	if (status == STATUS_OK)
		status = write_index(s);
	extract_end(&s->extract, status == STATUS_OK);
	return status;
}

static enum status show_some(struct show *s)
{
	enum status status = read_all(s);

	return status == STATUS_OK ? answer(s) : status;
}

/* What is wrong with the log; one message of each kind. */
static enum status tell_lost(const struct show *s)
{
	const struct health *h = &exhibit_trace(s->run)->health;
	bool told[HEALTH_KINDS] = { false };

	for (size_t i = 0; i < h->notes.count; i++) {
		const struct health_note *n = &h->notes.items[i];

		if (health_severity(n->kind) != SEVERITY_LOSS || told[n->kind])
			continue;
		told[n->kind] = true;
		if (n->kind == HEALTH_UNREADABLE_INPUT)
			message_error(STR_FMT "; left out", STR_ARG(n->text));
		else
			message_error(STR_FMT ":%zu: " STR_FMT, STR_ARG(n->path), n->line,
				      STR_ARG(n->text));
		if (h->counts[n->kind] > 1)
			message_more("… and %zu more %s", h->counts[n->kind] - 1,
				     health_title(n->kind));
	}
	return s->o->strict && health_losses(h) ? STATUS_LOST : STATUS_OK;
}

static int check_usage(struct show *s, struct err *e)
{
	const struct option_list *given = &s->o->operands;

	if (s->o->all && !s->o->output)
		return err_set(e, "show --all needs a folder to write to: -o DIR");
	if (s->o->all && given->count > 1)
		return err_set(e, "show --all takes no compile id: it writes all");
	return artifacts_want(&s->wanted, given->count > 1 ? given->items[1] : NULL,
			      given->count > 2 ? given->items[2] : NULL, e);
}

static enum status check_output(const struct show *s, struct err *e)
{
	struct option_list path = { s->o->operands.items, 1, 0 };

	return s->o->all ? STATUS_OK : output_check(s->o->output, &path, e);
}

static enum status show(struct show *s)
{
	enum status status;
	struct err e;

	if (check_usage(s, &e) < 0)
		return fail(STATUS_USAGE, &e);
	status = check_output(s, &e);
	if (status != STATUS_OK)
		return fail(status, &e);
	s->run = exhibit_open(s->o->operands.items[0], &e);
	if (!s->run)
		return fail(STATUS_NO_INPUT, &e);
	exhibit_verify(s->run, s->o->verify);
	s->shows_progress = progress_wanted() && !s->o->quiet;
	status = s->o->all ? show_all(s) : show_some(s);
	return status == STATUS_OK ? tell_lost(s) : status;
}

int show_command(int argc, char **argv)
{
	struct show_options o = { .format = "text" };
	struct show s = { .o = &o };
	struct arena a = { 0 };
	int status = commands_begin(&show_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = show(&s);
	artifacts_release(&s.list);
	exhibit_close(s.run);
	arena_release(&s.names);
	arena_release(&a);
	return status;
}
