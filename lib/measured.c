/* SPDX-License-Identifier: MIT */
#include "measured.h"

#include "kin.h"

static struct measured unknown(struct str missing)
{
	return (struct measured){ .missing = missing };
}

static struct measured hit_rate(struct measure *m, struct str layer, int64_t hits,
				int64_t misses)
{
	return (struct measured){
		.known = true, .number = hits * 10000 / (hits + misses),
		.note = str_format(&m->arena, STR_FMT ": %lld hits, %lld misses",
				   STR_ARG(layer), (long long)hits, (long long)misses),
	};
}

/* Of AOTAutograd look-ups where there are any, else of FX graph look-ups. */
static struct measured cache_hit_rate(struct measure *m)
{
	static const struct str layers[] = { STR_INIT("AOTAutograd"), STR_INIT("FX graph") };
	const struct table *t = report_find(m->report, STR("caches"));

	for (size_t k = 0; k < COUNT_OF(layers); k++)
		for (size_t i = 0; t && i < t->rows.count; i++) {
			const struct row *row = &t->rows.items[i];
			int64_t hits = kin_number(t, row, "hits");
			int64_t misses = kin_number(t, row, "misses");

			if (str_eq(kin_text(t, row, "layer"), layers[k]) && hits + misses > 0)
				return hit_rate(m, layers[k], hits, misses);
		}
	return unknown(STR("no cache was looked up in this input: record with TORCH_TRACE, "
			   "with torch 2.5 or later"));
}

static bool summary_has(const struct measure *m, const char *key)
{
	const struct table *t = report_find(m->report, STR("summary"));
	const struct cell *c = t && t->rows.count ? kin_cell(t, &t->rows.items[0], key) : NULL;

	return c && c->present;
}

static bool is_time(enum limit_what what)
{
	return what == LIMIT_COMPILE_TIME || what == LIMIT_RECOMPILE_TIME ||
	       what == LIMIT_LONGEST_COMPILE;
}

/* Is there any row of what is counted, warm-up and what is accepted among them? */
static bool was_seen(const struct measure *m, enum limit_what what)
{
	static const char *const sections[LIMIT_CELL] = {
		[LIMIT_RECOMPILES] = "recompiles", [LIMIT_GRAPH_BREAKS] = "graph_breaks",
		[LIMIT_FAILURES] = "failures", [LIMIT_LIMIT_HITS] = "limits",
	};
	const struct table *t = sections[what] ? report_find(m->report, str_c(sections[what])) :
				NULL;

	return t && t->rows.count;
}

/* What a text log does not name may have happened all the same. */
static struct str what_is_missing(const struct measure *m, enum limit_what what, int64_t number)
{
	bool text_only = !summary_has(m, "compile_us");

	if (is_time(what) && (text_only || (m->compiled && !m->has_times)))
		return STR("this input has no times: record with TORCH_TRACE");
	if ((what == LIMIT_COMPILES || what == LIMIT_RESTARTS) && !summary_has(m, "compiles"))
		return STR("this log does not name every compile: record with TORCH_TRACE");
	if (text_only && number == 0 && !m->silent_is_fine && !was_seen(m, what))
		return STR("a text log without any is no proof that there were none: record "
			   "with TORCH_TRACE, or say --allow-silent");
	return (struct str){ NULL, 0 };
}

struct measured measured_get(struct measure *m, const struct limit_target *t,
			     size_t function)
{
	struct measured v = { .known = true };
	const struct measure_sums *s = &m->run;

	if (t->what == LIMIT_CACHE_HIT_RATE)
		return cache_hit_rate(m);
	if (t->per_function && m->functions.count) {
		s = &m->functions.items[function];
		v.function = s;
	}
	v.number = t->by_kind ? m->kinds[t->kind] : s->values[t->what];
	v.missing = what_is_missing(m, t->what, v.number);
	v.known = !v.missing.s;
	return v;
}

static bool row_is(const struct table *t, const struct row *row, struct str name)
{
	for (size_t i = 0; i < t->def->column_count; i++)
		if (t->def->columns[i].type == CELL_TEXT && row->cells[i].present &&
		    str_eq(row->cells[i].text, name))
			return true;
	return !name.s;
}

static struct str row_name(const struct table *t, const struct row *row)
{
	for (size_t i = 0; i < t->def->column_count; i++)
		if (t->def->columns[i].type == CELL_TEXT && row->cells[i].present)
			return row->cells[i].text;
	return (struct str){ NULL, 0 };
}

/* Does a keep the bound worse than b? */
static bool is_worse(const struct limit_bound *bound, const struct measured *a,
		     const struct measured *b)
{
	if (bound->unit == LIMIT_UNIT_TEXT)
		return str_eq(b->text, bound->text) && !str_eq(a->text, bound->text);
	switch (bound->op) {
	case LIMIT_AT_MOST:
	case LIMIT_LESS:
		return a->number > b->number;
	case LIMIT_AT_LEAST:
	case LIMIT_MORE:
		return a->number < b->number;
	case LIMIT_EXACTLY:
		return b->number == bound->number && a->number != bound->number;
	}
	return false;
}

/* Of no row at all: nothing breaks a bound from above, where all would have been seen. */
static struct measured nothing_there(struct measure *m, const struct limit_target *t,
				     const struct limit_bound *b, const struct table *table)
{
	bool rows = table && table->rows.count, from_below = b->op == LIMIT_AT_LEAST ||
		    b->op == LIMIT_MORE;
	struct measured v = { .known = true, .row = t->row };

	if (rows && t->row.s && b->unit != LIMIT_UNIT_TEXT)
		return v;	/* others are there: of this one there was nought */
	v.nothing = true;
	if (!rows && t->section->shape != SHAPE_OBJECT && !from_below &&
	    (summary_has(m, "compile_us") || m->silent_is_fine))
		return v;
	return unknown(str_format(&m->arena, "this input says nothing of '%s': record with "
				  "TORCH_TRACE", t->section->key));
}

struct measured measured_cell(struct measure *m, const struct limit_target *t,
			      const struct limit_bound *b)
{
	const struct table *table = report_find(m->report, str_c(t->section->key));
	struct measured worst = { .known = false };

	for (size_t i = 0; table && i < table->rows.count; i++) {
		const struct row *row = &table->rows.items[i];
		const struct cell *c = &row->cells[t->column];
		struct measured v = { .known = true, .number = c->number, .text = c->text };

		if (!c->present || !row_is(table, row, t->row))
			continue;
		if (t->section->shape != SHAPE_OBJECT)
			v.row = row_name(table, row);
		if (!worst.known || is_worse(b, &v, &worst))
			worst = v;
	}
	return worst.known ? worst : nothing_there(m, t, b, table);
}
