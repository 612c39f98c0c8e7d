/* SPDX-License-Identifier: MIT */
#include "sample_test.h"

static const struct column summary_columns[] = {
	{ "compiles", "compiles", CELL_COUNT, COLUMN_DATA, NULL },
	{ "compile_us", "compile time", CELL_TIME, COLUMN_DATA, NULL },
	{ "headline", "", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "limit", "limit reached", CELL_TEXTS, COLUMN_VIEW, NULL },
	{ "graph_breaks", "graph breaks", CELL_COUNT, 0, NULL },
	{ "failures", "failures", CELL_COUNT, 0, NULL },
	{ "caches", "caches", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "torch_version", "torch", CELL_TEXT, COLUMN_DATA, NULL },
	{ "complete", "complete", CELL_FLAG, 0, NULL },
};
static const struct section_def summary_def = {
	"summary", "", SHAPE_OBJECT, 0, NULL, summary_columns,
	COUNT_OF(summary_columns), 0,
};

static const struct column phase_columns[] = {
	{ "phase", "", CELL_TEXT, 0, NULL },
	{ "depth", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "self_us", "self", CELL_TIME, 0, NULL },
	{ "total_us", "total", CELL_TIME, COLUMN_DATA, NULL },
	{ "share", "share", CELL_SHARE, COLUMN_BAR, NULL },
	{ "count", "count", CELL_COUNT, COLUMN_DATA, NULL },
};
static const struct section_def phase_def = {
	"phases", "Where the time went", SHAPE_TABLE, 0, NULL, phase_columns,
	COUNT_OF(phase_columns), 0,
};

static const struct column advice_columns[] = {
	{ "rule", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "text", "", CELL_TEXT, 0, NULL },
	{ "code", "", CELL_TEXT, COLUMN_LINE | COLUMN_CODE, NULL },
	{ "saves", "", CELL_TEXT, COLUMN_LINE | COLUMN_VIEW, NULL },
};
static const struct section_def advice_def = {
	"advice", "", SHAPE_CARDS, 0, NULL, advice_columns, COUNT_OF(advice_columns), 0,
};
static const struct column cause_columns[] = {
	{ "cause", "", CELL_NUMBER, COLUMN_HEAD, NULL },
	{ "title", "", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "time_us", "cost", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "values", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "seen", "", CELL_TEXT, COLUMN_VIEW, NULL },
	{ "where", "", CELL_TEXT, COLUMN_VIEW | COLUMN_LINE, NULL },
	{ "advice", "", CELL_ROWS, 0, &advice_def },
};
static const struct section_def cause_def = {
	"causes", "Why it compiled again", SHAPE_CARDS, 0, "nothing compiled twice",
	cause_columns, COUNT_OF(cause_columns), 10,
};

static const struct column compile_columns[] = {
	{ "id", "id", CELL_TEXT, 0, NULL },
	{ "rank", "rank", CELL_NUMBER, 0, NULL },
	{ "function", "function", CELL_TEXT, COLUMN_PATH, NULL },
	{ "file", "file", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "line", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "where", "where", CELL_TEXT, COLUMN_PATH | COLUMN_VIEW, NULL },
	{ "status", "status", CELL_TEXT, 0, NULL },
	{ "start_us", "at", CELL_TIME, 0, NULL },
	{ "time_us", "time", CELL_TIME, 0, NULL },
	{ "guards", "guards", CELL_COUNT, 0, NULL },
	{ "payload", "payload", CELL_BYTES, 0, NULL },
	{ "reasons", "because", CELL_TEXTS, COLUMN_LINE, NULL },
	{ "runs_us", "runs", CELL_TIMES, COLUMN_DATA, NULL },
};
static const struct section_def compile_def = {
	"compilations", "Compiles", SHAPE_TABLE, 0, "no compiles", compile_columns,
	COUNT_OF(compile_columns), 4,
};
static const struct column break_columns[] = { { "id", "id", CELL_TEXT, 0, NULL } };
static const struct section_def break_def = {
	"graph_breaks", "Graph breaks", SHAPE_TABLE, 0, "no graph breaks", break_columns,
	COUNT_OF(break_columns), 0,
};

static void add_summary(struct report *r, const char *headline)
{
	static const struct str limits[] = {
		STR_INIT("DecoderLayer.forward (model.py:120) runs every new variant "
			 "after "
			 "the 8th eager"),
		STR_INIT("attention (attention.py:44), likewise"),
	};
	struct table *t = report_section(r, &summary_def);
	struct row *row = table_add(r, t);

	row_number(t, row, "compiles", 9);
	row_number(t, row, "compile_us", 5310000);
	row_text(t, row, "headline", str_c(headline));
	if (r->title.len > 20)
		row_texts(r, t, row, "limit", limits, 2);
	row_number(t, row, "graph_breaks", 0);
	row_number(t, row, "failures", 0);
	row_text(t, row, "caches", STR("AOTAutograd 0 of 8 hit, FX graph 0 of 8 hit"));
	row_text(t, row, "torch_version", STR("2.13.0"));
	row_number(t, row, "complete", 1);
}

static void add_phases(struct report *r)
{
	static const struct {
		const char *name;
		unsigned depth;
		int64_t self_us, share;
	} phases[] = {
		{ "backend", 0, 3920000, 7383 },  { "C++ build", 1, 3100000, 5838 },
		{ "Inductor lowering", 1, 820000, 1545 },
		{ "Dynamo tracing", 0, 920000, 1733 }, { "guards", 0, 450000, 847 },
		{ "garbage collection", 0, 820, 2 },   { "unattributed", 0, 19180, 36 },
	};
	struct table *t = report_section(r, &phase_def);
	struct row *row;

	for (size_t i = 0; i < COUNT_OF(phases); i++) {
		row = table_add(r, t);
		row->depth = phases[i].depth;
		row_text(t, row, "phase", str_c(phases[i].name));
		row_number(t, row, "self_us", phases[i].self_us);
		row_number(t, row, "share", phases[i].share);
	}
	row = table_add(r, t);
	row->mark = ROW_TOTAL;
	row_text(t, row, "phase", STR("total"));
	row_number(t, row, "self_us", 5310000);
	row_number(t, row, "share", 10000);
}

static struct table *advice(struct report *r, const char *text, const char *code,
			    const char *saves)
{
	struct table *t = report_table(r, &advice_def);
	struct row *row = table_add(r, t);

	row_text(t, row, "rule", STR("rule"));
	row_text(t, row, "text", str_c(text));
	row_text(t, row, "code", str_c(code));
	row_text(t, row, "saves", str_c(saves));
	return t;
}

static void add_causes(struct report *r)
{
	struct table *t = report_section(r, &cause_def);
	struct row *row = table_add(r, t);

	row_number(t, row, "cause", 1);
	row_text(t, row, "title",
		 STR("cache.layers[*].is_initialized differs per layer"));
	row_number(t, row, "time_us", 2900000);
	row_number(t, row, "count", 5);
	row_text(t, row, "seen", STR("False in 5 of 6 layers"));
	row_text(t, row, "where",
		 STR("DecoderLayer.forward model.py:120, guard made at "
		     "cache_utils.py:133: "
		     "if not self.is_initialized"));
	row_rows(t, row, "advice",
		 advice(r,
			"initialise the cache before the first compiled call, so that "
			"every "
			"layer sees the same value",
			"cache.early_initialization(batch_size,\n\tnum_heads)\n",
			"saves about 2.9 s and 5 compiles (estimate)"));
	row = table_add(r, t);
	row_number(t, row, "cause", 2);
	row_text(t, row, "title", STR("x.size(1) changed 128 → 160"));
	row_number(t, row, "time_us", 610000);
	row_number(t, row, "count", 1);
	row_text(t, row, "seen", STR("settles: torch made it dynamic"));
	row_rows(t, row, "advice",
		 advice(r, "before each call:",
			"torch._dynamo.mark_dynamic(x, 1, min=128, max=160)",
			"saves the first, static compile: 0.61 s"));
}

static void add_compiles(struct report *r, size_t count)
{
	static const struct str reasons[] = {
		STR_INIT("0/0: tensor 'x' size mismatch at index 1. expected 128, actual "
			 "160"),
		STR_INIT("0/1: self.training == True"),
	};
	static const int64_t runs[] = { 12, 3400, 99 };
	struct table *t = report_section(r, &compile_def);

	for (size_t i = 0; i < count; i++) {
		struct row *row = table_add(r, t);

		row_text(t, row, "id", str_format(&r->arena, "%zu/%zu", i / 3, i % 3));
		row_text(t, row, "function", STR("LlamaDecoderLayer.forward"));
		row_text(t, row, "file", STR("/usr/lib/model.py"));
		row_number(t, row, "line", 1120);
		row_text(t, row, "where",
			 STR("/home/me/venv/lib/python3.11/site-packages/transformers/"
			     "models/"
			     "llama/modeling_llama.py:1120"));
		row_text(t, row, "status", i % 2 ? STR("ok") : STR("failed"));
		row_number(t, row, "start_us", (int64_t)i * 1234567);
		row_number(t, row, "time_us", (int64_t)(i + 1) * 223344);
		row_number(t, row, "guards", (int64_t)i * 777);
		row_number(t, row, "payload", (int64_t)i * 54321);
		if (i % 3)
			row_texts(r, t, row, "reasons", reasons, i % 3);
		row_times(r, t, row, "runs_us", runs, i % 4);
	}
}

void sample_slow(struct report *r)
{
	r->title = STR("trace.log  torch 2.13.0, 1 process, complete");
	add_summary(r, "9 compiles of 1 function in 5.31 s, 8 of them recompiles: 4.62 s "
		       "(87 %)");
	add_phases(r);
	add_causes(r);
	add_compiles(r, 17);
	report_section(r, &break_def);
	*array_add(&r->arena, &r->next) = STR("ctrace explain trace.log 0/6");
	*array_add(&r->arena, &r->next) =
		STR("ctrace analyze --format json -o report.json trace.log");
}

void sample_clean(struct report *r)
{
	r->title = STR("trace.log");
	add_summary(r, "1 compile of 1 function in 0.32 s");
	report_section(r, &cause_def);
	report_section(r, &break_def);
}

static void poison(struct report *r, const struct table *t, struct row *row,
		   struct str bytes)
{
	const struct str texts[] = { bytes, { NULL, 0 }, bytes };

	for (size_t i = 0; i < t->def->column_count; i++) {
		const struct column *c = &t->def->columns[i];

		if (c->type == CELL_TEXT)
			row_text(t, row, c->key, bytes);
		else if (c->type == CELL_TEXTS)
			row_texts(r, t, row, c->key, texts, 3);
		else if (c->type == CELL_ROWS) {
			struct table *nested = report_table(r, c->nested);

			poison(r, nested, table_add(r, nested), bytes);
			row_rows(t, row, c->key, nested);
		} else if (c->type != CELL_TIMES) {
			row_number(t, row, c->key, INT64_MIN);
		}
	}
}

void sample_hostile(struct report *r, struct str bytes)
{
	static const struct section_def *const defs[] = {
		&summary_def, &phase_def, &cause_def, &compile_def,
	};

	r->title = bytes;
	for (size_t i = 0; i < COUNT_OF(defs); i++) {
		struct table *t = report_section(r, defs[i]);

		poison(r, t, table_add(r, t), bytes);
		t->note = bytes;
	}
	*array_add(&r->arena, &r->next) = bytes;
}

void sample_diff(struct report *r)
{
	static const enum row_mark marks[] = { ROW_CHANGED, ROW_ADDED, ROW_REMOVED,
					       ROW_PLAIN };
	struct table *t;

	add_compiles(r, 4);
	t = r->sections.items[0];
	for (size_t i = 0; i < t->rows.count; i++) {
		struct row *row = &t->rows.items[i];
		struct cell *old;

		row->mark = marks[i];
		if (row->mark != ROW_CHANGED)
			continue;
		old = arena_new(&r->arena, struct cell);
		old->present = true;
		old->number = 100000;
		row_cell(t, row, "time_us")->old = old;
	}
}
