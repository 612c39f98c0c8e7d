/* SPDX-License-Identifier: MIT */
#include "explain.h"

#include "causetable.h"
#include "causetext.h"
#include "difference.h"
#include "place.h"
#include "reasons.h"
#include "rows.h"
#include "spantable.h"

static const struct column compile_columns[] = {
	ROWS_ID_COLUMNS,
	{ "function", "function", CELL_TEXT, 0, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "place", "where", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL },
	{ "status", "status", CELL_TEXT, 0, NULL },
	{ "start_us", "began after", CELL_TIME, 0, NULL },
	{ "time_us", "took", CELL_TIME, 0, NULL },
	{ "backward_us", "its backward", CELL_TIME, 0, NULL },
	{ "attempts", "attempts", CELL_COUNT, 0, NULL },
	{ "guards", "guards", CELL_COUNT, 0, NULL },
	{ "graph_ops", "operators", CELL_COUNT, 0, NULL },
	{ "cause", "cause", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "closest", "nearest entry", CELL_TEXT, 0, NULL },
	{ "change", "what changed", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "error", "error", CELL_TEXT, 0, NULL },
	{ "log_line", "line in the log", CELL_NUMBER, 0, NULL },
};

static const struct section_def compile_def = {
	"compile", "", SHAPE_OBJECT, 0, NULL, compile_columns, COUNT_OF(compile_columns), 0
};

static const struct column stack_columns[] = {
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "place", "", CELL_TEXT, COLUMN_VIEW | COLUMN_PATH, NULL },
	{ "function", "function", CELL_TEXT, 0, NULL },
	{ "code", "code", CELL_TEXT, 0, NULL },
};

static const struct section_def stack_def = {
	"stack", "Called from (the last line is the function itself)", SHAPE_TABLE, 0, NULL,
	stack_columns, COUNT_OF(stack_columns), 0
};

static const struct column attempt_columns[] = {
	{ "attempt", "attempt", CELL_NUMBER, 0, NULL },
	{ "reason", "given up because", CELL_TEXT, 0, NULL },
};

static const struct section_def attempts_def = {
	"attempts", "Attempts that were thrown away", SHAPE_TABLE, 0, NULL,
	attempt_columns, COUNT_OF(attempt_columns), 0
};

static const struct column difference_columns[] = {
	{ "fact", "", CELL_TEXT, COLUMN_HEAD | COLUMN_PATH, NULL },
	{ "was", "nearest", CELL_TEXT, 0, NULL },
	{ "now", "this one", CELL_TEXT, 0, NULL },
	{ "kind", "kind", CELL_TEXT, 0, NULL },
	{ "note", "", CELL_TEXT, 0, NULL },
};

static const struct section_def difference_def = {
	"difference", "Guards that differ", SHAPE_TABLE, 0, NULL,
	difference_columns, COUNT_OF(difference_columns), 20
};

static const struct column other_columns[] = {
	{ "entry", "entry", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "facts", "guards that differ", CELL_COUNT, 0, NULL },
	{ "largest", "the weightiest", CELL_TEXT, 0, NULL },
	{ "note", "", CELL_TEXT, 0, NULL },
};

static const struct section_def others_def = {
	"others", "Other entries", SHAPE_TABLE, 0, NULL,
	other_columns, COUNT_OF(other_columns), 5
};

static const struct column reason_columns[] = {
	{ "entry", "entry", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "guard", "guard that failed", CELL_TEXT, 0, NULL },
	{ "guard_file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "guard_line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "made_at", "made at", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "reason", "", CELL_TEXT, COLUMN_DATA, NULL },
};

static const struct section_def reasons_def = {
	"reasons", "Reasons as torch wrote them, the most recently used entry first", SHAPE_TABLE,
	0, NULL, reason_columns, COUNT_OF(reason_columns), 5
};

static const struct cause *cause_number(const struct causes *cs, struct str text)
{
	int64_t number;

	if (!str_to_i64(text, &number) || number < 1 || number > (int64_t)cs->causes.count)
		return NULL;
	return cs->causes.items[number - 1];
}

/* The last compile of that id in a process; NULL if there is none. */
static const struct compile *compile_in(const struct process *p, struct compile_id id)
{
	for (size_t i = p->compiles.count; i-- > 0;)
		if (compile_id_equal(p->compiles.items[i]->id, id))
			return p->compiles.items[i];
	return NULL;
}

static int ambiguous(const struct compile *a, const struct compile *b, struct str id,
		     struct err *e)
{
	if (a->process->rank >= 0 && b->process->rank >= 0 &&
	    a->process->rank != b->process->rank)
		return err_set(e, "%.*s was compiled by more than one rank; say which: r%lld:%.*s, "
			       "r%lld:%.*s", STR_ARG(id), (long long)a->process->rank, STR_ARG(id),
			       (long long)b->process->rank, STR_ARG(id));
	return err_set(e, "%.*s was compiled by more than one process; say which: p%zu:%.*s, "
		       "p%zu:%.*s", STR_ARG(id), a->process->index, STR_ARG(id),
		       b->process->index, STR_ARG(id));
}

static int find_compile(const struct trace *t, struct str text, const struct compile **found,
			struct err *e)
{
	struct str id_text = text;
	struct compile_id id;
	int64_t rank, process, attempt;

	*found = NULL;
	if (!compile_id_scope(&id_text, &rank, &process) ||
	    !compile_id_parse(id_text, &id, &attempt))
		return err_set(e, "'%.*s' is no compile id (0/1, r1:0/1, p2:0/1) and no cause (#2)",
			       STR_ARG(text));
	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];
		const struct compile *c = compile_in(p, id);

		if (!c || (rank >= 0 && p->rank != rank) ||
		    (process >= 0 && p->index != (size_t)process))
			continue;
		if (*found)
			return ambiguous(*found, c, id_text, e);
		*found = c;
	}
	if (!*found)
		return err_set(e, "there is no compile %.*s in this log; ctrace analyze lists them",
			       STR_ARG(text));
	return 0;
}

int explain_find(const struct trace *t, const struct causes *cs, struct str id,
		 struct explain_target *target, struct err *e)
{
	const struct finding *f;

	*target = (struct explain_target){ 0 };
	if (str_eat(&id, STR("#"))) {
		target->cause = cause_number(cs, id);
		return target->cause ? 0 : err_set(e, "there is no cause #%.*s; this log has %zu",
						   STR_ARG(id), cs->causes.count);
	}
	if (find_compile(t, id, &target->compile, e) < 0)
		return -1;
	f = causes_of(cs, target->compile);
	target->cause = f ? f->cause : NULL;
	return 0;
}

static void add_compile(struct rows *s, const struct compile *c, const struct finding *f)
{
	struct arena *a = &s->report->arena;

	s->table = report_section(s->report, &compile_def);
	rows_begin(s);
	rows_id(s, c);
	rows_text(s, "function", place_function(a, c->function));
	rows_file(s, c->file, c->first_line);
	rows_text(s, "status", str_c(compile_status_name(c->status)));
	rows_number(s, "start_us", rows_since_first(c));
	rows_number(s, "time_us", c->time_us);
	rows_number(s, "backward_us", c->backward_us > 0 ? c->backward_us : -1);
	rows_number(s, "attempts", c->attempts);
	rows_number(s, "guards", c->metrics[METRIC_GUARD_COUNT]);
	rows_number(s, "graph_ops", c->metrics[METRIC_GRAPH_OP_COUNT]);
	rows_text(s, "error", c->fail_reason);
	rows_number(s, "log_line", (int64_t)c->line);
	if (!f)
		return;
	if (f->cause)
		rows_number(s, "cause", (int64_t)f->cause->number);
	if (f->closest)
		rows_text(s, "closest", f->closest->id_text);
	rows_text(s, "change", causetext_change(a, f));
}

static void add_stack(struct rows *s, const struct compile *c)
{
	s->table = report_section(s->report, &stack_def);
	for (size_t i = 0; i < c->stack.count; i++) {
		const struct stack_frame *frame = &c->stack.items[i];

		rows_begin(s);
		rows_file(s, frame->file, frame->line);
		rows_text(s, "function", frame->function);
		rows_text(s, "code", frame->code);
	}
}

static void add_attempts(struct rows *s, const struct compile *c)
{
	s->table = report_section(s->report, &attempts_def);
	for (size_t i = 0; i < c->restart_reasons.count; i++) {
		struct str reason = c->restart_reasons.items[i], first;

		str_cut(&reason, '\n', &first);
		rows_begin(s);
		rows_number(s, "attempt", (int64_t)i);
		rows_text(s, "reason", first);
	}
}

static const char *note_of(const struct difference *d)
{
	if (!d->was || !d->now)
		return d->was ? "only there" : "only here";
	return d->weight < DIFFERENCE_REPEATED ? "follows" : "";
}

/* A test has no value: that it is asked for is all. */
static struct str value_of(const struct fact *f)
{
	if (!f)
		return (struct str){ NULL, 0 };
	return fact_is_test(f->kind) ? STR("asked") : f->text;
}

static void add_difference(struct rows *s, const struct difference *d)
{
	rows_begin(s);
	rows_text(s, "fact", difference_name(&s->report->arena, d));
	rows_text(s, "kind", str_c(guard_kind_name(d->kind)));
	rows_text(s, "was", value_of(d->was));
	rows_text(s, "now", value_of(d->now));
	rows_text(s, "note", str_c(note_of(d)));
}

/* What torch said failed: after automatic dynamic, the trees alone do not tell. */
static void add_cause_row(struct rows *s, const struct guard *g)
{
	rows_begin(s);
	rows_text(s, "fact", g->source.len ? g->source : g->text);
	if (g->index >= 0 && (g->kind == GUARD_SIZE || g->kind == GUARD_STRIDE))
		rows_text(s, "fact", str_format(&s->report->arena, "%.*s.%s(%d)",
						STR_ARG(g->source), guard_kind_name(g->kind),
						g->index));
	rows_text(s, "kind", str_c(guard_kind_name(g->kind)));
	rows_text(s, "was", g->was);
	rows_text(s, "now", g->now);
	rows_text(s, "note", STR("the cause"));
}

static void add_differences(struct rows *s, const struct compile *c, const struct finding *f)
{
	struct difference_list list = { 0 };
	size_t was = f->why.entry < 0 ? STR_NONE :
		     guardtree_find(c->entries, f->why.entry);

	s->table = report_section(s->report, &difference_def);
	add_cause_row(s, &f->why.cause);
	if (was != STR_NONE && c->entry != STR_NONE)
		list = difference_find(&s->report->arena, c->entries, was, c->entry);
	for (size_t i = 0; i < list.count; i++)
		add_difference(s, &list.items[i]);
	if (list.count == 0)
		s->table->note = STR("The log holds no guard tree of one of the two; torch's "
				     "reasons below are all there is.");
}

static void add_other(struct rows *s, const struct compile *c, size_t entry)
{
	struct arena *a = &s->report->arena;
	const struct guard_tree *tree = &c->entries->trees.items[entry];
	struct difference_list list = difference_find(a, c->entries, entry, c->entry);

	rows_begin(s);
	rows_text(s, "entry", str_format(a, "%lld/%lld", (long long)c->id.frame,
					 (long long)tree->number));
	rows_number(s, "facts", (int64_t)list.count);
	if (list.count)
		rows_text(s, "largest", difference_name(a, &list.items[0]));
	if (tree->superseded_by < c->entry)
		rows_text(s, "note", str_format(a, "a later entry, %lld/%lld, accepts all it does",
						(long long)c->id.frame, (long long)
						c->entries->trees.items[tree->superseded_by].number));
}

/* Every other older entry: torch tried them too. */
static void add_others(struct rows *s, const struct compile *c, const struct finding *f)
{
	s->table = report_section(s->report, &others_def);
	if (c->entry == STR_NONE)
		return;
	for (size_t i = c->entry; i-- > 0;)
		if (c->entries->trees.items[i].number != f->why.entry)
			add_other(s, c, i);
}

static void add_reasons(struct rows *s, const struct compile *c)
{
	struct arena *a = &s->report->arena;
	struct reasons r = reasons_of(a, c);

	s->table = report_section(s->report, &reasons_def);
	for (size_t i = 0; i < r.count; i++) {
		const struct guard *g = &r.items[i];

		rows_begin(s);
		rows_text(s, "entry", g->entry);
		rows_text(s, "guard", g->text);
		rows_text(s, "guard_file", g->file);
		rows_number(s, "guard_line", g->line > 0 ? g->line : -1);
		rows_text(s, "made_at", place_text(a, g->file, g->line > 0 ? g->line : -1));
		if (i < c->reasons.count)
			rows_text(s, "reason", c->reasons.items[i]);
	}
}

static void explain_compile(struct rows *s, const struct causes *cs, const struct compile *c)
{
	const struct finding *f = causes_of(cs, c);

	add_compile(s, c, f);
	add_stack(s, c);
	add_attempts(s, c);
	if (!f)
		return;
	add_differences(s, c, f);
	add_others(s, c, f);
	add_reasons(s, c);
}

void explain_build(struct report *r, const struct trace *t, const struct causes *cs,
		   const struct explain_target *target, int version)
{
	struct rows s = { .report = r, .trace = t };
	const struct cause *cause = target->cause;

	if (target->compile) {
		r->title = str_format(&r->arena, "compile %.*s",
				      STR_ARG(rows_shown_id(r, t, target->compile)));
		explain_compile(&s, cs, target->compile);
	} else {
		r->title = str_format(&r->arena, "cause #%zu", cause->number);
	}
	if (cause) {
		causetable_cause(&s, cs, cause, version);
		if (!target->compile)
			causetable_findings(&s, cause->findings.items, cause->findings.count);
	}
	if (target->compile)
		spantable_add(&s, target->compile);
}
