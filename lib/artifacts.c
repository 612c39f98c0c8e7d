/* SPDX-License-Identifier: MIT */
#include "artifacts.h"

#include "rows.h"

static const struct column columns[] = {
	{ "number", "", CELL_NUMBER, COLUMN_DATA, NULL },
	ROWS_ID_COLUMNS,
	{ "attempt", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "name", "name", CELL_TEXT, COLUMN_PATH, NULL },
	{ "bytes", "bytes", CELL_COUNT, 0, NULL },
	{ "line", "line", CELL_NUMBER, 0, NULL },
	{ "index", "number", CELL_NUMBER, COLUMN_VIEW, NULL },
	{ "file", "file", CELL_TEXT, 0, NULL },
	{ "md5", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "log", "", CELL_TEXT, COLUMN_DATA, NULL },
};

static const struct section_def artifacts_def = {
	"artifacts", "Artifacts", SHAPE_TABLE, 0, "none", columns, COUNT_OF(columns), 0
};

static bool is_no_id(struct compile_id id)
{
	return id.frame < 0 && id.autograd < 0;
}

int artifacts_want(struct artifacts_wanted *w, const char *id, const char *name,
		   struct err *e)
{
	struct str rest = str_c(id);
	int64_t attempt;

	*w = (struct artifacts_wanted){ .id = { -1, -1, -1 }, .rank = -1, .process = -1 };
	w->id_text = rest;
	w->name = str_c(name);
	if (!id)
		return 0;
	if (!compile_id_scope(&rest, &w->rank, &w->process) ||
	    (!str_eq(rest, STR("-")) && !compile_id_parse(rest, &w->id, &attempt)))
		return err_set(e, "'%s' is no compile id (0/1, r1:0/1, p2:0/1; - for what belongs "
			       "to none)", id);
	return 0;
}

/* "name.2" → name and 2; false if it is no such thing. */
static bool cut_turn(struct str *name, int64_t *turn)
{
	size_t dot = str_rfind_char(*name, '.');

	if (dot == STR_NONE || !str_to_i64(str_skip(*name, dot + 1), turn) || *turn < 1)
		return false;
	*name = str_take(*name, dot);
	return true;
}

/* Whether this may turn out to be the one that is asked for, so that it must be kept. */
static bool may_be(const struct artifacts_wanted *w, const struct exhibit *p)
{
	struct str base = w->name;
	int64_t number;

	if (!w->name.s)
		return false;
	return str_eq(p->name, w->name) || (cut_turn(&base, &number) && str_eq(p->name, base)) ||
	       (str_to_i64(w->name, &number) && number == (int64_t)p->number);
}

void artifacts_offer(struct artifacts *list, const struct artifacts_wanted *w,
		     const struct exhibit *p, struct str file)
{
	struct artifacts_item *item;

	if (w->id_text.s && !compile_id_equal(w->id, p->id))
		return;
	if (w->process >= 0 && w->process != (int64_t)p->process_index)
		return;
	item = array_add(&list->arena, &list->items);
	*item = (struct artifacts_item){
		.number = p->number, .line = p->line, .name = p->name, .path = p->path,
		.file = file, .id = p->id, .attempt = p->attempt, .process = p->process,
		.bytes = p->text.s ? (int64_t)p->text.len : -1,
		.md5 = p->md5.s ? str_copy(&list->arena, p->md5) : p->md5,
	};
	if (p->text.s && may_be(w, p)) {
		item->text = str_copy(&list->arena, p->text);
		item->differs = exhibit_differs(p);
	}
}

void artifacts_release(struct artifacts *list)
{
	arena_release(&list->arena);
	*list = (struct artifacts){ 0 };
}

int artifacts_settle(struct artifacts *list, const struct artifacts_wanted *w,
		     struct err *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->items.count; i++)
		if (w->rank < 0 || list->items.items[i].process->rank == w->rank)
			list->items.items[kept++] = list->items.items[i];
	list->items.count = kept;
	if (kept == 0 && w->id_text.s)
		return err_set(e, "there is no artifact of %s%.*s in this log",
			       is_no_id(w->id) ? "" : "compile ", STR_ARG(w->id_text));
	return 0;
}

/* The matches among the items of one process come one after the other in its log. */
struct search {
	const struct artifacts *list;
	struct str name;
	int64_t turn;		/* 0: any */
	const struct artifacts_item *first, *second;
};

static void search_run(struct search *s)
{
	for (size_t i = 0; i < s->list->items.count; i++) {
		const struct artifacts_item *item = &s->list->items.items[i];
		int64_t turn = 1;

		if (!str_eq(item->name, s->name))
			continue;
		for (size_t k = 0; k < i; k++)
			turn += s->list->items.items[k].process == item->process &&
				str_eq(s->list->items.items[k].name, s->name);
		if (s->turn && s->turn != turn)
			continue;
		if (!s->first)
			s->first = item;
		else if (!s->second)
			s->second = item;
	}
}

static const struct artifacts_item *by_number(const struct artifacts *list, struct str text)
{
	int64_t number;

	if (!str_to_i64(text, &number))
		return NULL;
	for (size_t i = 0; i < list->items.count; i++)
		if (list->items.items[i].number == (size_t)number)
			return &list->items.items[i];
	return NULL;
}

static int tell_ambiguous(const struct search *s, const struct artifacts_wanted *w,
			  struct err *e)
{
	const struct process *p = s->first->process, *q = s->second->process;

	if (p == q)
		return err_set(e, "%.*s has more than one '%.*s'; say which: %.*s.1, %.*s.2, or "
			       "its number: %zu, %zu", STR_ARG(w->id_text), STR_ARG(s->name),
			       STR_ARG(s->name), STR_ARG(s->name), s->first->number,
			       s->second->number);
	if (p->rank >= 0 && q->rank >= 0 && p->rank != q->rank)
		return err_set(e, "more than one rank has it; say which: r%lld:%.*s, r%lld:%.*s",
			       (long long)p->rank, STR_ARG(w->id_text), (long long)q->rank,
			       STR_ARG(w->id_text));
	return err_set(e, "more than one process has it; say which: p%zu:%.*s, p%zu:%.*s",
		       p->index, STR_ARG(w->id_text), q->index, STR_ARG(w->id_text));
}

const struct artifacts_item *artifacts_find(const struct artifacts *list,
					    const struct artifacts_wanted *w, bool *unknown,
					    struct err *e)
{
	struct search s = { .list = list, .name = w->name };

	search_run(&s);
	if (!s.first && cut_turn(&s.name, &s.turn))
		search_run(&s);
	if (!s.first)
		s.first = by_number(list, w->name);
	*unknown = !s.first;
	if (!s.first) {
		err_set(e, "%.*s has no artifact '%.*s'", STR_ARG(w->id_text), STR_ARG(w->name));
	} else if (s.second) {
		tell_ambiguous(&s, w, e);
		return NULL;
	} else if (!s.first->text.s) {
		err_set(e, "'%.*s' has no payload, or one that is longer than the limit",
			STR_ARG(s.first->name));
		return NULL;
	}
	return s.first;
}

static void add_row(struct rows *s, const struct artifacts_item *item)
{
	struct arena *a = &s->report->arena;
	bool none = is_no_id(item->id);
	struct str id = none ? STR("-") : compile_id_format(a, item->id);

	rows_begin(s);
	rows_number(s, "number", (int64_t)item->number);
	rows_number(s, "index", (int64_t)item->number);
	if (!none)
		rows_text(s, "id", id);
	rows_text(s, "compile", rows_scoped(s->report, s->trace, item->process, id));
	rows_number(s, "process", (int64_t)item->process->index);
	rows_number(s, "rank", item->process->rank);
	rows_number(s, "attempt", item->attempt);
	rows_text(s, "name", item->name);
	rows_number(s, "bytes", item->bytes);
	rows_number(s, "line", (int64_t)item->line);
	rows_text(s, "file", item->file);
	rows_text(s, "md5", item->md5);
	rows_text(s, "log", item->path);
}

void artifacts_report(struct report *r, const struct artifacts *list, const struct trace *t)
{
	struct rows s = { .report = r, .trace = t };

	s.table = report_section(r, &artifacts_def);
	for (size_t i = 0; i < list->items.count; i++)
		add_row(&s, &list->items.items[i]);
}
