/* SPDX-License-Identifier: MIT */
#include "check_command.h"
#include "commands.h"
#include "gate.h"
#include "message.h"
#include "output.h"
#include "rules.h"
#include "writer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* One run of ctrace check. */
struct check {
	const struct check_options *options;
	struct rules rules;
	struct load_result input;
	struct report gate;		/* head line and section gate */
	struct gate_counts counts;
};

/* "junit=out.xml" → the writer and the file. NULL if it is no such text. */
static const struct writer *report_writer(const char *text, const char **file)
{
	const char *at = strchr(text, '=');
	const struct writer *w;

	if (!at || !at[1])
		return NULL;
	w = writer_find((struct str){ text, (size_t)(at - text) });
	*file = at + 1;
	for (const char *const *c = check_def.options[2].choices; w && *c; c++)
		if (strcmp(*c, w->name) == 0)
			return w;
	return NULL;
}

/* Every file that will be written, before the work begins. */
static enum status check_outputs(struct check *c)
{
	const struct check_options *o = c->options;
	enum status status = STATUS_OK;
	const char *file;
	struct err e;

	for (size_t i = 0; i < o->reports.count && status == STATUS_OK; i++) {
		if (!report_writer(o->reports.items[i], &file)) {
			message_error("option '--report' needs FORMAT=FILE such as "
				      "junit=out.xml, not '%s'", o->reports.items[i]);
			return STATUS_USAGE;
		}
		status = output_check(file, &o->paths, &e);
	}
	if (status == STATUS_OK && o->update_baseline)
		status = output_check(c->rules.baseline.s, &o->paths, &e);
	if (status != STATUS_OK)
		message_error("%s", e.msg);
	return status;
}

static bool is_incomplete(const struct report *r)
{
	const struct table *t = report_find(r, STR("summary"));
	const struct table *health = report_find(r, STR("health"));

	return !t->rows.count || table_get(t, 0, "complete")->number != 1 ||
	       !health->rows.count || table_get(health, 0, "damaged")->number != 0;
}

static enum status update_baseline(struct check *c)
{
	enum status status;

	if (is_incomplete(&c->input.report) && !c->options->allow_partial) {
		message_error("data was lost: no baseline is written (--allow-partial does)");
		return STATUS_LOST;
	}
	status = load_show(&c->input.report,
			   &(struct load_view){ .format = "json", .output = c->rules.baseline.s });
	if (status == STATUS_OK)
		message_error("baseline '%s' is written", c->rules.baseline.s);
	return status;
}

static size_t count_bad(const struct gate_counts *n)
{
	return n->violated + n->unknown + n->lost;
}

static struct str names_of(struct arena *a, const struct check_options *o)
{
	const struct option_list *paths = &o->paths;

	if (o->load.shown)
		return str_c(o->load.shown);
	if (paths->count == 1)
		return str_c(paths->items[0]);
	return str_format(a, "%s and %zu more", paths->items[0], paths->count - 1);
}

/* "; 1 recompile, 2 graph breaks in warm-up not counted" */
static void add_warm_up(struct buf *b, const struct gate_counts *n)
{
	if (!n->warm_recompiles && !n->warm_breaks)
		return;
	buf_add_c(b, "; ");
	if (n->warm_recompiles)
		buf_addf(b, "%zu recompile%s", n->warm_recompiles,
			 n->warm_recompiles == 1 ? "" : "s");
	if (n->warm_recompiles && n->warm_breaks)
		buf_add_c(b, ", ");
	if (n->warm_breaks)
		buf_addf(b, "%zu graph break%s", n->warm_breaks, n->warm_breaks == 1 ? "" : "s");
	buf_add_c(b, " in warm-up not counted");
}

/* "trace.log: 2 of 6 limits are violated; 2 accepted" */
static void set_title(struct check *c)
{
	const struct gate_counts *n = &c->counts;
	struct arena *a = &c->gate.arena;
	size_t all = n->held + n->violated + n->unknown;
	const char *plural = all == 1 ? "" : "s";
	struct buf b = { 0 };

	buf_addf(&b, STR_FMT ": ", STR_ARG(names_of(a, c->options)));
	if (n->violated)
		buf_addf(&b, "%zu of %zu limit%s %s violated", n->violated, all, plural,
			 n->violated == 1 ? "is" : "are");
	else if (n->unknown)
		buf_addf(&b, "%zu of %zu limit%s cannot be told from this input", n->unknown, all,
			 plural);
	else
		buf_addf(&b, "%zu limit%s hold%s", all, plural, all == 1 ? "s" : "");
	if (n->lost)
		buf_add_c(&b, "; data was lost");
	add_warm_up(&b, n);
	if (n->accepted)
		buf_addf(&b, "; %zu accepted", n->accepted);
	if (n->warnings)
		buf_addf(&b, "; %zu warning%s", n->warnings, n->warnings == 1 ? "" : "s");
	c->gate.title = buf_take(a, &b);
}

/* Section gate without the limits that hold. */
static void add_warnings(struct report *view, const struct table *gate)
{
	struct table *t = report_section(view, gate->def);

	for (size_t i = 0; i < gate->rows.count; i++)
		if (!str_eq(table_get(gate, i, "verdict")->text, STR("holds")))
			*array_add(&view->arena, &t->rows) = gate->rows.items[i];
}

/* What one format gets: JSON the whole report, people of a run that holds one line. */
static struct report view_of(struct check *c, const char *format)
{
	struct report view = { .title = c->gate.title };
	bool for_people = strcmp(format, "text") == 0 || strcmp(format, "markdown") == 0;

	if (for_people && !count_bad(&c->counts)) {
		if (c->counts.warnings)
			add_warnings(&view, report_find(&c->gate, STR("gate")));
		return view;
	}
	for (size_t i = 0; i < c->gate.sections.count; i++)
		*array_add(&view.arena, &view.sections) = c->gate.sections.items[i];
	if (strcmp(format, "json") != 0)
		return view;
	for (size_t i = 0; i < c->input.report.sections.count; i++)
		*array_add(&view.arena, &view.sections) = c->input.report.sections.items[i];
	return view;
}

static enum status show(struct check *c, const char *format, const char *file)
{
	struct report view = view_of(c, format);
	enum status status = load_show(&view, &(struct load_view){ .format = format, .output = file, .details = true });

	report_release(&view);
	return status;
}

static enum status show_all(struct check *c)
{
	enum status status = STATUS_OK, one;

	for (size_t i = 0; i < c->options->reports.count; i++) {
		const char *file;
		const struct writer *w = report_writer(c->options->reports.items[i], &file);

		one = show(c, w->name, file);
		status = one != STATUS_OK ? one : status;
	}
	one = show(c, c->options->format, NULL);
	return one != STATUS_OK ? one : status;
}

static enum status verdict_of(const struct gate_counts *n)
{
	if (n->violated)
		return STATUS_VIOLATED;
	if (n->unknown)
		return STATUS_USAGE;
	return n->lost ? STATUS_LOST : STATUS_OK;
}

/* "/home/me/ci/.././work//" → "/home/me/work" */
static struct str tidy_path(struct arena *a, struct str path)
{
	struct buf b = { 0 };
	struct str part, tidy;

	while (str_cut(&path, '/', &part)) {
		if (!part.len || str_eq(part, STR(".")))
			continue;
		if (!str_eq(part, STR("..")))
			buf_addf(&b, "/" STR_FMT, STR_ARG(part));
		else if (b.len)
			buf_cut(&b, str_rfind_char(buf_str(&b), '/'));
	}
	tidy = b.len ? str_copy(a, buf_str(&b)) : STR("/");
	buf_release(&b);
	return tidy;
}

/*
 * Logs name files as Python found them, which may be by a link: the root counts as it is
 * written, and as it is without links.
 */
static void set_root(struct arena *a, struct gate_options *o, const char *root)
{
	char real[PATH_MAX];

	if (!root)
		return;
	if (root[0] == '/')
		o->root = tidy_path(a, str_c(root));
	if (realpath(root, real))
		o->real_root = str_copy(a, str_c(real));
}

static enum status judge(struct check *c)
{
	const struct check_options *o = c->options;
	struct gate_options options = {
		.today = c->rules.today, .strict = o->strict_policy,
		.partial_is_fine = o->allow_partial, .silent_is_fine = o->load.silent_is_fine,
		.baseline = c->rules.baseline.s ? &c->rules.before : NULL,
	};
	enum status status;
	struct err e;

	set_root(&c->gate.arena, &options, o->root);
	if (gate_judge(&c->gate, &c->input.report, &c->rules.policy, &options, &c->counts,
		       &e) < 0) {
		message_error("%s", e.msg);
		return STATUS_USAGE;
	}
	set_title(c);
	status = show_all(c);
	return status != STATUS_OK ? status : verdict_of(&c->counts);
}

static enum status run(struct check *c)
{
	enum status status = rules_read(&c->rules, c->options);

	if (status == STATUS_OK)
		status = check_outputs(c);
	if (status == STATUS_OK && !c->options->update_baseline)
		status = rules_read_baseline(&c->rules);
	if (status == STATUS_OK)
		status = load_report(&c->input, &c->options->paths, &c->options->load);
	if (status != STATUS_OK)
		return status;
	return c->options->update_baseline ? update_baseline(c) : judge(c);
}

enum status check_run(const struct check_options *o)
{
	struct check c = { .options = o };
	enum status status = run(&c);

	report_release(&c.gate);
	load_release(&c.input);
	rules_release(&c.rules);
	return status;
}

int check_command(int argc, char **argv)
{
	struct check_options o = {
		.format = "text",
		.load.silent_hint = "if it is the TORCH_LOGS text of a run in which nothing "
				    "happened, --allow-silent lets it pass",
	};
	struct arena a = { 0 };
	int status = commands_begin(&check_def, &o, &a, argv);

	(void)argc;
	if (status < 0)
		status = check_run(&o);
	arena_release(&a);
	return status;
}
