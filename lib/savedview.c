/* SPDX-License-Identifier: MIT */
#include "savedview.h"

#include "health.h"
#include "kin.h"
#include "place.h"

#include <string.h>

static void put_text(const struct table *t, const struct row *row, const char *key,
		     struct str text)
{
	const struct cell *old = kin_cell(t, row, key);
	struct cell *c;

	if (!old || old->present || !text.s)
		return;
	c = row_cell(t, row, key);
	c->text = text;
	c->present = true;
}

/* "0/1", or among several processes "r1:0/1" where the rank is known, "p2:0/1" else. */
static struct str shown_id(struct report *r, const struct table *t, const struct row *row,
			   bool several)
{
	struct str id = kin_text(t, row, "id");
	int64_t rank = kin_number(t, row, "rank"), process = kin_number(t, row, "process");

	if (!several || !id.s || process < 0)
		return id;
	return str_format(&r->arena, "%c%lld:" STR_FMT, rank >= 0 ? 'r' : 'p',
			  (long long)(rank >= 0 ? rank : process), STR_ARG(id));
}

static void fill_row(struct report *r, const struct table *t, const struct row *row,
		     bool several)
{
	struct str function = kin_text(t, row, "function"), file = kin_text(t, row, "file");
	struct arena *a = &r->arena;

	put_text(t, row, "compile", shown_id(r, t, row, several));
	if (function.s)
		put_text(t, row, "function_shown", place_function(a, function));
	put_text(t, row, "place", place_text(a, file, kin_number(t, row, "line")));
	if (function.s && file.s)
		put_text(t, row, "where",
			 str_format(a, "in " STR_FMT ", " STR_FMT,
				    STR_ARG(place_function(a, function)),
				    STR_ARG(place_text(a, file, kin_number(t, row, "line")))));
}

/* The section for people of the same columns as the one for data, such as phases_shown. */
static struct table *shown_twin(struct report *r, const struct table *data)
{
	for (size_t i = 0; i < r->sections.count; i++) {
		struct table *t = r->sections.items[i];
		struct str key = str_c(t->def->key);

		if (!section_in_data(t->def) && t->def->columns == data->def->columns &&
		    str_starts(key, str_c(data->def->key)) && !t->rows.count)
			return t;
	}
	return NULL;
}

static void copy_rows(struct report *r, const struct table *from, struct table *to)
{
	for (size_t i = 0; i < from->rows.count; i++) {
		struct row *row = table_add(r, to);

		memcpy(row->cells, from->rows.items[i].cells,
		       from->def->column_count * sizeof *row->cells);
		row->depth = from->rows.items[i].depth;
	}
}

static void add_line(struct report *r, struct table *t, struct str what, int64_t time_us,
		     struct str note)
{
	struct row *row = table_add(r, t);

	put_text(t, row, "what", what);
	if (time_us >= 0)
		row_number(t, row, "time_us", time_us);
	put_text(t, row, "note", note);
}

static void add_verdict(struct report *r, const struct table *summary, struct table *t)
{
	const struct row *row = &summary->rows.items[0];
	struct arena *a = &r->arena;
	int64_t recompiles = kin_number(summary, row, "recompiles");
	char time[32];

	place_time(time, sizeof time, kin_number(summary, row, "recompile_us"));
	add_line(r, t, str_format(a, "%lld compiles of %lld functions",
				  (long long)kin_number(summary, row, "compiles"),
				  (long long)kin_number(summary, row, "frames")),
		 kin_number(summary, row, "compile_us"),
		 recompiles <= 0 ? STR("nothing compiled twice") :
		 str_format(a, "%lld of them recompiles: %s", (long long)recompiles, time));
	add_line(r, t, str_format(a, "graph breaks %lld, failures %lld, recompile limit hits "
				  "%lld", (long long)kin_number(summary, row, "graph_breaks"),
				  (long long)kin_number(summary, row, "failures"),
				  (long long)kin_number(summary, row, "limit_hits")),
		 -1, (struct str){ NULL, 0 });
}

static void add_health(struct report *r, const struct table *health, struct table *t)
{
	const struct row *row = &health->rows.items[0];

	for (int i = 0; i < HEALTH_KINDS; i++) {
		enum health_kind kind = (enum health_kind)i;
		int64_t count = kin_number(health, row, health_key(kind));
		struct row *line;

		if (count <= 0)
			continue;
		line = table_add(r, t);
		put_text(t, line, "what", str_c(health_title(kind)));
		row_number(t, line, "count", count);
		put_text(t, line, "effect", health_severity(kind) == SEVERITY_LOSS ?
			 STR("something may be missing above") : STR("nothing is missing"));
	}
}

static struct table *find_table(const struct report *r, const char *key)
{
	for (size_t i = 0; i < r->sections.count; i++)
		if (strcmp(r->sections.items[i]->def->key, key) == 0)
			return r->sections.items[i];
	return NULL;
}

static void add_title(struct report *r, const struct table *summary, struct str name)
{
	const struct row *row = &summary->rows.items[0];
	struct str torch = kin_text(summary, row, "torch_version");
	int64_t processes = kin_number(summary, row, "processes");

	r->title = str_format(&r->arena, STR_FMT "  torch " STR_FMT ", %lld process%s, %s",
			      STR_ARG(name), STR_ARG(torch.s ? torch : STR("unknown")),
			      (long long)processes, processes == 1 ? "" : "es",
			      kin_number(summary, row, "complete") == 1 ? "complete" :
			      "incomplete: see the end");
}

void savedview_add(struct report *r, struct str name)
{
	const struct table *summary = find_table(r, "summary");
	const struct table *health = find_table(r, "health");
	struct table *verdict = find_table(r, "verdict"), *shown = find_table(r, "health_shown");
	bool several = summary && summary->rows.count &&
		       kin_number(summary, &summary->rows.items[0], "processes") > 1;

	for (size_t i = 0; i < r->sections.count; i++) {
		const struct table *t = r->sections.items[i];
		struct table *twin = section_in_data(t->def) ? shown_twin(r, t) : NULL;

		for (size_t k = 0; k < t->rows.count; k++)
			fill_row(r, t, &t->rows.items[k], several);
		if (twin)
			copy_rows(r, t, twin);
	}
	if (summary && summary->rows.count) {
		add_title(r, summary, name);
		add_verdict(r, summary, verdict);
	}
	if (health && health->rows.count)
		add_health(r, health, shown);
}
