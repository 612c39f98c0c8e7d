/* SPDX-License-Identifier: MIT */
#include "blocktable.h"

#include "advicetable.h"
#include "causetext.h"
#include "place.h"

static const struct column block_columns[] = {
	ROWS_ID_COLUMNS,
	ROWS_FUNCTION_COLUMNS,
	{ "state", "regional compilation", CELL_TEXT, 0, NULL },
	{ "instances", "blocks", CELL_COUNT, 0, NULL },
	{ "compiles", "compiles", CELL_COUNT, 0, NULL },
	{ "time_us", "cost", CELL_TIME, 0, NULL },
	{ "saves_us", "saves about", CELL_TIME, 0, NULL },
	{ "module", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "ops", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "cause", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "values", "", CELL_TEXTS, COLUMN_DATA, NULL },
	{ "variants", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "limit", "", CELL_COUNT, COLUMN_DATA, NULL },
	{ "file", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "line", "", CELL_NUMBER, COLUMN_DATA, NULL },
	{ "code", "", CELL_TEXT, COLUMN_DATA, NULL },
	{ "notes", "", CELL_TEXTS, COLUMN_LINE, NULL },
	{ "advice", "", CELL_ROWS, 0, &advicetable_def },
};

static const struct section_def blocks_def = {
	"blocks", "Equal blocks", SHAPE_CARDS, 0, NULL,
	block_columns, COUNT_OF(block_columns), 10
};

static struct str missed_note(struct arena *a, const struct regional *r)
{
	const struct graph_block *b = r->block;

	return str_format(a, "%.*s: the same %zu operators %zu times in one graph, from %.*s: %.*s",
			  STR_ARG(b->module.s ? b->module : STR("a block")), b->ops, b->count,
			  STR_ARG(place_text(a, b->file, b->line)), STR_ARG(b->code));
}

static struct str failing_note(struct arena *a, const struct regional *r)
{
	const struct cause *c = r->cause;
	struct str left = STR("");

	if (c->outlook == OUTLOOK_AT_LIMIT)
		left = STR("; the recompile limit is reached, further blocks run eager");
	else if (c->limit > c->variants)
		left = str_format(a, "; the recompile limit is reached after %lld more",
				  (long long)(c->limit - c->variants));
	return str_format(a, "a compile for each block: %.*s%.*s",
			  STR_ARG(causetext_headline(a, c)), STR_ARG(left));
}

static struct str working_note(struct arena *a, const struct regional *r)
{
	return str_format(a, "one compile serves all blocks that %.*s calls: %.*s",
			  STR_ARG(place_text(a, r->caller->file, r->caller->line)),
			  STR_ARG(r->caller->code));
}

/* "self.layers[0..5]", whose self is the model: "for block in model.layers:" … */
static struct str block_code(struct arena *a, struct str module)
{
	struct str rest = module, root;
	size_t bracket = str_rfind_char(module, '[');

	if (bracket != STR_NONE)
		rest = str_take(rest, bracket);
	if (!str_cut(&rest, '.', &root) || !rest.s)
		return STR("block.compile()");
	return str_format(a, "for block in model.%.*s:\n    block.compile()", STR_ARG(rest));
}

static void add_missed(struct rows *s, const struct regional *r)
{
	struct table *t = report_table(s->report, &advicetable_def);
	struct arena *a = &s->report->arena;
	struct str module = r->block->module;

	rows_text(s, "module", module);
	rows_number(s, "ops", (int64_t)r->block->ops);
	rows_text(s, "file", r->block->file);
	rows_number(s, "line", r->block->line);
	rows_text(s, "code", r->block->code);
	advicetable_row(s->report, t, &(struct advice){
		.rule = "nested_compile_region",
		.text = STR("mark the block as a region, so that it is compiled once"),
		.code = STR("@torch.compiler.nested_compile_region"), .where = ADVICE_EDIT,
		.since = "2.8", .saves_us = r->saves_us, .saves_compiles = -1, .estimate = true,
	});
	advicetable_row(s->report, t, &(struct advice){
		.rule = "regional_compilation",
		.text = STR("or compile each block by itself instead of the whole model"),
		.code = block_code(a, module),
		.where = ADVICE_EDIT, .saves_us = r->saves_us, .saves_compiles = -1,
		.estimate = true,
	});
	row_rows(s->table, s->row, "advice", t);
}

static void add_failing(struct rows *s, const struct regional *r, int version)
{
	const struct cause *c = r->cause;

	rows_number(s, "cause", (int64_t)c->number);
	rows_texts(s, "values", c->values.items, c->values.count);
	rows_number(s, "variants", c->variants);
	rows_number(s, "limit", c->limit);
	rows_text(s, "file", c->guard_file.s ? c->guard_file : c->file);
	rows_number(s, "line", c->guard_file.s ? c->guard_line : c->line);
	rows_text(s, "code", c->guard_code);
	row_rows(s->table, s->row, "advice", advicetable_of(s->report, s->context, c, version));
}

static void add_block(struct rows *s, const struct regional *r, int version)
{
	struct str note = { NULL, 0 };

	rows_begin(s);
	rows_id(s, r->compile);
	rows_function(s, r->compile);
	rows_text(s, "state", str_c(regional_state_name(r->state)));
	rows_number(s, "instances", r->instances ? (int64_t)r->instances : -1);
	rows_number(s, "compiles", (int64_t)r->compiles);
	rows_number(s, "time_us", r->time_us);
	rows_number(s, "saves_us", r->saves_us);
	switch (r->state) {
	case REGIONAL_MISSED:
		note = missed_note(&s->report->arena, r);
		add_missed(s, r);
		break;
	case REGIONAL_FAILING:
		note = failing_note(&s->report->arena, r);
		add_failing(s, r, version);
		break;
	case REGIONAL_WORKING:
		note = working_note(&s->report->arena, r);
		rows_text(s, "file", r->caller->file);
		rows_number(s, "line", r->caller->line);
		rows_text(s, "code", r->caller->code);
		break;
	}
	rows_texts(s, "notes", &note, 1);
}

void blocktable_add(struct rows *s, const struct regionals *rs, const struct causes *cs,
		    int version)
{
	s->context = cs;
	s->table = report_section(s->report, &blocks_def);
	for (size_t i = 0; i < rs->items.count; i++)
		add_block(s, &rs->items.items[i], version);
}
