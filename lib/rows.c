/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include "place.h"

struct str rows_scoped(struct report *r, const struct trace *t, const struct process *p,
		       struct str id)
{
	if (t->processes.count < 2)
		return id;
	if (p->rank >= 0 && !p->rank_shared)
		return str_format(&r->arena, "r%lld:%.*s", (long long)p->rank, STR_ARG(id));
	return str_format(&r->arena, "p%zu:%.*s", p->index, STR_ARG(id));
}

struct str rows_shown_id(struct report *r, const struct trace *t, const struct compile *c)
{
	return rows_scoped(r, t, c->process, c->id_text);
}

struct str rows_anchor(struct report *r, const struct trace *t, const struct compile *c)
{
	struct str id = rows_shown_id(r, t, c);
	struct buf b = { 0 };

	buf_add_c(&b, c->status == COMPILE_LIMIT ? "limit-" : "c-");
	for (size_t i = 0; i < id.len; i++)
		if (id.s[i] == '!')
			buf_add_char(&b, 'b');
		else
			buf_add_char(&b, str_is_word(id.s[i]) ? id.s[i] : '-');
	if (c->generation)
		buf_addf(&b, "-run%zu", c->generation + 1);
	return buf_take(&r->arena, &b);
}

void rows_begin(struct rows *s)
{
	s->row = table_add(s->report, s->table);
}

void rows_text(const struct rows *s, const char *key, struct str text)
{
	row_text(s->table, s->row, key, text);
}

void rows_number(const struct rows *s, const char *key, int64_t number)
{
	if (number >= 0)
		row_number(s->table, s->row, key, number);
}

void rows_id(const struct rows *s, const struct compile *c)
{
	rows_text(s, "id", c->id_text);
	rows_text(s, "compile", rows_shown_id(s->report, s->trace, c));
	row_link(s->table, s->row, "compile", rows_anchor(s->report, s->trace, c));
	rows_number(s, "process", (int64_t)c->process->index);
	rows_number(s, "rank", c->process->rank);
}

void rows_file(const struct rows *s, struct str file, int64_t line)
{
	rows_text(s, "file", file);
	rows_number(s, "line", line);
	rows_text(s, "place", place_text(&s->report->arena, file, line));
}

void rows_function(const struct rows *s, const struct compile *c)
{
	rows_text(s, "function", c->function);
	rows_text(s, "function_shown", place_function(&s->report->arena, c->function));
}

int64_t rows_since_first(const struct compile *c)
{
	int64_t first = c->process->first_us;

	return c->start_us < 0 || first < 0 || c->start_us < first ? -1 : c->start_us - first;
}

void rows_texts(const struct rows *s, const char *key, const struct str *texts, size_t count)
{
	row_texts(s->report, s->table, s->row, key, texts, count);
}

void rows_per_compile(struct rows *s, const struct section_def *def,
		      void (*add)(struct rows *, const struct compile *))
{
	s->table = report_section(s->report, def);
	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			add(s, p->compiles.items[k]);
	}
}
