/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include "place.h"

#include <stdio.h>

static const struct column verdict_columns[] = {
	{ "what", "", CELL_TEXT, 0, NULL },
	{ "time_us", "", CELL_TIME, 0, NULL },
	{ "note", "", CELL_TEXT, 0, NULL },
};

static const struct section_def verdict_def = {
	"verdict", "", SHAPE_TABLE, COLUMN_VIEW | COLUMN_FIRST, NULL,
	verdict_columns, COUNT_OF(verdict_columns), 0
};

static const struct column unfinished_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "phase", "phase", CELL_TEXT, 0, NULL },
	{ "span", "span", CELL_TEXT, 0, NULL },
	{ "open_us", "open for", CELL_TIME, 0, NULL },
	{ "compile_open_us", "since it began", CELL_TIME, 0, NULL },
	ROWS_FILE_COLUMNS,
	{ "called_file", "", CELL_TEXT, 0, NULL },
	{ "called_line", "", CELL_NUMBER, 0, NULL },
	{ "called_code", "", CELL_TEXT, 0, NULL },
};

static const struct section_def unfinished_def = {
	"unfinished", "", SHAPE_TABLE, COLUMN_DATA, NULL,
	unfinished_columns, COUNT_OF(unfinished_columns), 0
};

static void add_verdict_row(struct rows *s, struct str what, int64_t time_us, struct str note)
{
	s->row = table_add(s->report, s->table);
	rows_text(s, "what", what);
	rows_number(s, "time_us", time_us);
	rows_text(s, "note", note);
}

static const char *plural(int64_t n)
{
	return n == 1 ? "" : "s";
}

static struct str recompiles_note(struct arena *a, const struct totals *all)
{
	const char *them = all->recompiles == 1 ? "1 recompile among them" :
			   "recompiles among them";
	char time[32], count[32] = "";

	if (all->compiles < 0)
		return STR("how many compiles there were, and how long they took, is not said");
	if (all->recompiles == 0)
		return STR("nothing compiled twice");
	if (all->recompiles > 1)
		snprintf(count, sizeof count, "%lld ", (long long)all->recompiles);
	if (all->compile_us <= 0)
		return str_format(a, "%s%s", count, them);
	place_time(time, sizeof time, all->recompile_us);
	return str_format(a, "%s%s: %s (%lld %%)", count, them, time,
			  (long long)(all->recompile_us * 100 / all->compile_us));
}

/* A text log may say what was compiled again, and not what was compiled once. */
static struct str compiles_text(struct arena *a, const struct totals *all)
{
	if (all->compiles < 0 && all->recompiles == 0)
		return STR("no recompile");
	if (all->compiles < 0)
		return str_format(a, "%lld recompile%s", (long long)all->recompiles,
				  plural(all->recompiles));
	return str_format(a, "%lld compile%s of %lld function%s", (long long)all->compiles,
			  plural(all->compiles), (long long)all->frames, plural(all->frames));
}

/*
 * The user's line that made the call, where the log has the stack. Its last frame is
 * the function itself; between the two lie torch's own.
 */
static const struct stack_frame *caller(const struct compile *c)
{
	for (size_t i = c->stack.count; i-- > 1;)
		if (str_find(c->stack.items[i - 1].file, STR("/torch/")) == STR_NONE)
			return &c->stack.items[i - 1];
	return NULL;
}

static const struct span *open_span(const struct compile *c)
{
	return c->open_span == SPAN_NONE ? NULL : &c->spans.items[c->open_span];
}

/* The phase of the innermost open span that the table knows. */
static struct str open_phase(const struct compile *c)
{
	for (uint32_t i = c->open_span; i != SPAN_NONE; i = c->spans.items[i].parent) {
		enum phase phase = phase_of_span(str_c(c->spans.items[i].name));

		if (phase != PHASE_UNKNOWN && phase != PHASE_UNATTRIBUTED)
			return phase_name(phase);
	}
	if (open_span(c))
		return STR("Dynamo");
	return c->spans.count ? STR("its end: all steps are done") : STR("an unknown phase");
}

static int64_t open_time(const struct compile *c)
{
	const struct span *span = open_span(c);
	int64_t since = span ? span->start_us : c->start_us;

	return since < 0 || c->process->last_us < since ? -1 : c->process->last_us - since;
}

/* Since the compile began; of a backward, since that did. */
static int64_t compile_open_time(const struct compile *c)
{
	uint32_t root = c->open_span;

	while (c->ended && root != SPAN_NONE && c->spans.items[root].parent != SPAN_NONE)
		root = c->spans.items[root].parent;
	if (c->ended && root != SPAN_NONE)
		return c->process->last_us - c->spans.items[root].start_us;
	return c->start_us < 0 || c->process->last_us < c->start_us ? -1 :
	       c->process->last_us - c->start_us;
}

static void add_unfinished_data(struct rows *s, const struct compile *c)
{
	const struct stack_frame *call = caller(c);

	if (!compile_is_unfinished(c))
		return;
	rows_begin(s);
	rows_id(s, c);
	rows_function(s, c);
	rows_file(s, c->file, c->first_line);
	rows_text(s, "phase", open_phase(c));
	rows_text(s, "span", str_c(open_span(c) ? open_span(c)->name : NULL));
	rows_number(s, "open_us", open_time(c));
	rows_number(s, "compile_open_us", compile_open_time(c));
	if (!call)
		return;
	rows_text(s, "called_file", call->file);
	rows_number(s, "called_line", call->line);
	rows_text(s, "called_code", call->code);
}

/* "forward (model.py:120), called at train.py:33: loss = model(x)" */
static struct str user_code(struct arena *a, const struct compile *c)
{
	const struct stack_frame *call = caller(c);
	struct str where = str_format(a, "%.*s (%.*s)", STR_ARG(place_function(a, c->function)),
				      STR_ARG(place_text(a, c->file, c->first_line)));

	if (!call)
		return where;
	return str_format(a, "%.*s, called at %.*s%s%.*s", STR_ARG(where),
			  STR_ARG(place_text(a, call->file, call->line)),
			  call->code.len ? ": " : "", STR_ARG(call->code));
}

/* What is open, since when, and where: the first thing to know of a log that breaks off. */
static void add_unfinished(struct rows *s, const struct compile *c)
{
	struct arena *a = &s->report->arena;
	int64_t whole = compile_open_time(c);
	char time[32];

	if (!compile_is_unfinished(c))
		return;
	place_time(time, sizeof time, whole);
	add_verdict_row(s, str_format(a, "unfinished: %.*s is in %.*s%s",
				      STR_ARG(rows_shown_id(s->report, s->trace, c)),
				      STR_ARG(open_phase(c)), c->ended ? " (backward)" : ""),
			open_time(c),
			str_format(a, "%s%s%s%.*s", whole < 0 ? "" : "of ", whole < 0 ? "" : time,
				   whole < 0 ? "in " : " so far; in ", STR_ARG(user_code(a, c))));
}

static struct str restarts_note(struct arena *a, const struct totals *all,
				const struct timing *t)
{
	char time[32];

	if (all->restarts <= 0)
		return STR("");
	place_time(time, sizeof time, t->rows.items[PHASE_RESTARTS].total_us);
	return str_format(a, "%lld restart%s of a compile: %s thrown away",
			  (long long)all->restarts, plural(all->restarts), time);
}

static void add_counts(struct rows *s, const struct totals *all, const struct timing *t)
{
	struct arena *a = &s->report->arena;

	add_verdict_row(s, compiles_text(a, all), all->compiles > 0 ? all->compile_us : -1,
			recompiles_note(a, all));
	if (all->limit_hits)
		add_verdict_row(s, str_format(a, "recompile limit reached"), -1,
				str_format(a, "by %lld function%s: new variants run eager from then on",
					   (long long)all->limit_hits, plural(all->limit_hits)));
	add_verdict_row(s, str_format(a, "graph breaks %lld, failures %lld",
				      (long long)all->graph_breaks, (long long)all->failures), -1,
			restarts_note(a, all, t));
}


static struct str percent(struct arena *a, int64_t part, int64_t whole)
{
	return str_format(a, "%lld %%", (long long)(whole > 0 ? part * 100 / whole : 0));
}

/* "CPU probes 9.46 s, keys 130 ms, …" */
static struct str once_note(struct arena *a, const struct timing *t)
{
	char time[32];
	struct str list = STR("");

	for (size_t i = 0; i < t->once.count && i < 2; i++) {
		place_time(time, sizeof time, t->once.items[i].time_us);
		list = str_format(a, "%.*s%s%.*s %s", STR_ARG(list), i ? ", " : "",
				  STR_ARG(t->once.items[i].what), time);
	}
	return str_format(a, "%.*s: %.*s%s", STR_ARG(percent(a, t->once_us, t->total_us)),
			  STR_ARG(list), t->once.count > 2 ? ", …" : "");
}

#define ONCE_SHOWN_FROM 5	/* % of the whole */

static void add_once(struct rows *s, const struct timing *t)
{
	if (t->once_us > 0 && t->once_us >= t->total_us / 100 * ONCE_SHOWN_FROM)
		add_verdict_row(s, STR("paid once, at first use"), t->once_us,
				once_note(&s->report->arena, t));
}

/* "AOTAutograd 2 of 2 hit" */
static struct str layer_note(struct arena *a, const char *name, const struct cachetable_layer *l)
{
	size_t all = l->counts[CACHE_HIT] + l->counts[CACHE_MISS];

	if (all == 0)
		return str_format(a, "%s not asked", name);
	return str_format(a, "%s %zu of %zu hit", name, l->counts[CACHE_HIT], all);
}

static void add_caches(struct rows *s, const struct cachetable *ct)
{
	struct arena *a = &s->report->arena;
	const struct cachetable_layer *aot = &ct->layers[CACHE_AOT_AUTOGRAD];
	const struct cachetable_layer *fx = &ct->layers[CACHE_FX_GRAPH];
	int64_t saved = aot->saved_us + fx->saved_us;
	struct str state = cachetable_state(ct), note;
	char time[32];

	if (!state.s)
		return;
	note = str_format(a, "%.*s, %.*s", STR_ARG(layer_note(a, "AOTAutograd", aot)),
			  STR_ARG(layer_note(a, "FX graph", fx)));
	place_time(time, sizeof time, saved);
	if (saved > 0)
		note = str_format(a, "%.*s; saved %s, as torch says", STR_ARG(note), time);
	add_verdict_row(s, str_format(a, "caches %.*s", STR_ARG(state)), -1, note);
}

/* Dynamo is never cached: what a warm start still pays. The three parts are the whole. */
static void add_left(struct rows *s, const struct timing *t, const struct cachetable *ct)
{
	struct arena *a = &s->report->arena;
	int64_t dynamo = t->rows.items[PHASE_DYNAMO].total_us +
			 t->rows.items[PHASE_GUARDS].total_us - t->once_dynamo_us;
	char first[32], tracing[32], rest[32];

	if (!str_eq(cachetable_state(ct), STR("warm")))
		return;
	place_time(first, sizeof first, t->once_us);
	place_time(tracing, sizeof tracing, dynamo);
	place_time(rest, sizeof rest, t->total_us - dynamo - t->once_us);
	add_verdict_row(s, STR("left to compile"), t->total_us,
			str_format(a, "first use %s, Dynamo (never cached) %s, the rest %s",
				   first, tracing, rest));
}

void verdict_add(struct rows *s, const struct totals *all, const struct timing *t,
		 const struct cachetable *ct)
{
	rows_per_compile(s, &unfinished_def, add_unfinished_data);
	rows_per_compile(s, &verdict_def, add_unfinished);
	add_counts(s, all, t);
	add_caches(s, ct);
	add_left(s, t, ct);
	add_once(s, t);
}
