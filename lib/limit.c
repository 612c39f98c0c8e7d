/* SPDX-License-Identifier: MIT */
#include "limit.h"

#include "nearest.h"
#include "place.h"

/* ORDER of enum limit_what */
static const struct short_form {
	const char *name;
	enum limit_unit unit;
	bool per_function;	/* can be asked of each function */
} short_forms[] = {
	{ "compiles", LIMIT_UNIT_COUNT, true },
	{ "recompiles", LIMIT_UNIT_COUNT, true },
	{ "graph_breaks", LIMIT_UNIT_COUNT, true },
	{ "failures", LIMIT_UNIT_COUNT, true },
	{ "limit_hits", LIMIT_UNIT_COUNT, true },
	{ "restarts", LIMIT_UNIT_COUNT, true },
	{ "compile_time", LIMIT_UNIT_TIME, true },
	{ "recompile_time", LIMIT_UNIT_TIME, true },
	{ "longest_compile", LIMIT_UNIT_TIME, true },
	{ "cache_hit_rate", LIMIT_UNIT_SHARE, false },
};
_Static_assert(COUNT_OF(short_forms) == LIMIT_CELL, "a row for each enum limit_what");

static const struct {
	const char *name;
	enum limit_unit unit;
	int64_t factor;
} units[] = {
	{ "us", LIMIT_UNIT_TIME, 1 },
	{ "µs", LIMIT_UNIT_TIME, 1 },
	{ "ms", LIMIT_UNIT_TIME, 1000 },
	{ "s", LIMIT_UNIT_TIME, 1000000 },
	{ "min", LIMIT_UNIT_TIME, 60000000 },
	{ "%", LIMIT_UNIT_SHARE, 100 },
	{ "B", LIMIT_UNIT_BYTES, 1 },
	{ "KiB", LIMIT_UNIT_BYTES, 1 << 10 },
	{ "MiB", LIMIT_UNIT_BYTES, 1 << 20 },
	{ "GiB", LIMIT_UNIT_BYTES, 1 << 30 },
};

/* What a unit that fits looks like, for messages. ORDER of enum limit_unit */
static const char *const examples[] = {
	"a number such as 3", "a time such as 30 s (us, ms, s, min)",
	"a size such as 10 MiB (B, KiB, MiB, GiB)", "a share such as 20 %", "true or false",
	"a text such as \"== 2.13.0\"",
};

/* ORDER of enum limit_operator; the longer spelling first where one begins the other. */
static const struct {
	const char *spelling, *sign, *words;
	enum limit_operator op;
} operators[] = {
	{ "<=", "≤", "at most ", LIMIT_AT_MOST },
	{ ">=", "≥", "at least ", LIMIT_AT_LEAST },
	{ "==", "=", "exactly ", LIMIT_EXACTLY },
	{ "<", "<", "less than ", LIMIT_LESS },
	{ ">", ">", "more than ", LIMIT_MORE },
};

static const struct short_form *find_short(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(short_forms); i++)
		if (str_eq(str_c(short_forms[i].name), name))
			return &short_forms[i];
	return NULL;
}

/* "unknown WHAT 'NAME'", and what is near it among those offered. */
static int unknown(struct err *e, const char *what, const struct nearest *n)
{
	if (n->found)
		return err_set(e, "unknown %s '" STR_FMT "'; did you mean '%s'?", what,
			       STR_ARG(n->word), n->found);
	return err_set(e, "unknown %s '" STR_FMT "'", what, STR_ARG(n->word));
}

static int unknown_name(struct err *e, struct str name, const struct report *sections)
{
	struct nearest n = { .word = name };

	for (size_t i = 0; i < COUNT_OF(short_forms); i++)
		nearest_offer(&n, short_forms[i].name);
	nearest_offer(&n, "causes");
	nearest_offer(&n, "per_function");
	for (size_t i = 0; !n.found && i < sections->sections.count; i++)
		if (section_in_data(sections->sections.items[i]->def))
			nearest_offer(&n, sections->sections.items[i]->def->key);
	return unknown(e, "limit", &n);
}

static void set_short(struct limit_target *t, const struct short_form *form)
{
	t->what = (enum limit_what)(form - short_forms);
	t->unit = form->unit;
}

static int per_function_target(struct limit_target *t, struct str name, struct err *e)
{
	const struct short_form *form = find_short(name);
	struct nearest n = { .word = name };

	for (size_t i = 0; i < COUNT_OF(short_forms); i++)
		if (short_forms[i].per_function)
			nearest_offer(&n, short_forms[i].name);
	if (!form || !form->per_function)
		return unknown(e, "limit of a function", &n);
	set_short(t, form);
	t->per_function = true;
	return 0;
}

static bool cause_target(struct limit_target *t, struct str kind)
{
	if (!guard_kind_find(kind, &t->kind))
		return false;
	t->what = LIMIT_RECOMPILES;
	t->unit = LIMIT_UNIT_COUNT;
	t->by_kind = true;
	return true;
}

/* False for cells that hold several values, which no bound fits. */
static bool unit_of_column(enum cell_type type, enum limit_unit *unit)
{
	switch (type) {
	case CELL_TEXT:
		*unit = LIMIT_UNIT_TEXT;
		return true;
	case CELL_COUNT:
	case CELL_NUMBER:
		*unit = LIMIT_UNIT_COUNT;
		return true;
	case CELL_TIME:
		*unit = LIMIT_UNIT_TIME;
		return true;
	case CELL_BYTES:
		*unit = LIMIT_UNIT_BYTES;
		return true;
	case CELL_SHARE:
		*unit = LIMIT_UNIT_SHARE;
		return true;
	case CELL_FLAG:
		*unit = LIMIT_UNIT_FLAG;
		return true;
	case CELL_TEXTS:
	case CELL_TIMES:
	case CELL_ROWS:
		return false;
	}
	return false;
}

static int find_column(struct limit_target *t, struct str name, bool is_kind, struct err *e)
{
	const struct section_def *def = t->section;
	struct nearest n = { .word = name };

	for (size_t i = 0; i < def->column_count; i++) {
		if (!column_in_data(&def->columns[i]))
			continue;
		nearest_offer(&n, def->columns[i].key);
		if (!str_eq(str_c(def->columns[i].key), name))
			continue;
		t->column = i;
		if (!unit_of_column(def->columns[i].type, &t->unit))
			return err_set(e, "'" STR_FMT "' holds lists: they cannot be limited",
				       STR_ARG(name));
		return 0;
	}
	for (int kind = 0; is_kind && !n.found && kind < GUARD_KINDS; kind++)
		nearest_offer(&n, guard_kind_name((enum guard_kind)kind));
	return unknown(e, is_kind ? "kind of cause" : "column", &n);
}

/* section["row"].column, section.column; *rest is behind the section's name. */
static int cell_target(struct limit_target *t, struct str section, struct str rest,
		       const struct report *sections, struct err *e)
{
	const struct table *table = report_find(sections, section);
	size_t end;

	if (!table || !section_in_data(table->def))
		return unknown_name(e, section, sections);
	t->what = LIMIT_CELL;
	t->section = table->def;
	if (str_eat(&rest, STR("["))) {
		end = str_find(rest, STR("\"]"));
		if (!str_starts(rest, STR("\"")) || end == STR_NONE || end == 0)
			return err_set(e, "behind '[' comes a row's name in quotes: "
					  "phases[\"C++ build\"].self_us");
		t->row = str_sub(rest, 1, end);
		rest = str_skip(rest, end + 2);
	}
	if (!str_eat(&rest, STR(".")) || !rest.len)
		return err_set(e, "'" STR_FMT "' is a section: name a column of it, as in "
				  STR_FMT ".%s", STR_ARG(section), STR_ARG(section),
			       table->def->columns[0].key);
	return find_column(t, rest, str_eq(section, STR("causes")) && !t->row.s, e);
}

int limit_target(struct limit_target *t, struct arena *a, struct str name,
		 const struct report *sections, struct err *e)
{
	struct str rest = name;
	const struct short_form *form = find_short(name);
	size_t at = 0;

	*t = (struct limit_target){ .name = str_copy(a, name) };
	name = t->name;
	if (form) {
		set_short(t, form);
		return 0;
	}
	if (str_eat(&rest, STR("per_function.")))
		return per_function_target(t, str_skip(name, name.len - rest.len), e);
	if (str_eat(&rest, STR("causes.")) && cause_target(t, rest))
		return 0;
	while (at < name.len && name.s[at] != '.' && name.s[at] != '[')
		at++;
	if (at == name.len && !report_find(sections, name))
		return unknown_name(e, name, sections);
	return cell_target(t, str_take(name, at), str_skip(name, at), sections, e);
}

/* "12.5" → 12.5 × factor, rounded down. False if it is no such number or too big. */
static bool scaled(struct str text, int64_t factor, int64_t *out)
{
	int64_t whole = 0, part = 0, scale = 1;
	struct str head, rest = text;

	str_cut(&rest, '.', &head);
	if (!head.len || (rest.s && !rest.len) || (head.len > 1 && head.s[0] == '0'))
		return false;	/* 010 is eight to some readers of YAML */
	for (size_t i = 0; i < head.len; i++)
		if (!str_is_digit(head.s[i]) || whole > (INT64_MAX / factor - 9) / 10)
			return false;
		else
			whole = whole * 10 + (head.s[i] - '0');
	for (size_t i = 0; i < rest.len; i++) {
		if (!str_is_digit(rest.s[i]))
			return false;
		if (scale < 1000000)
			part = part * 10 + (rest.s[i] - '0'), scale *= 10;
	}
	*out = whole * factor + part * factor / scale;
	return true;
}

static size_t number_length(struct str s)
{
	size_t n = 0;

	while (n < s.len && (str_is_digit(s.s[n]) || (n && s.s[n] == '.')))
		n++;
	return n;
}

/* "120 s": the number and what it is of. A number alone is a count. */
static int read_quantity(struct str value, enum limit_unit *unit, int64_t *number,
			 struct err *e)
{
	size_t digits = number_length(value);
	struct str name = str_trim(str_skip(value, digits)), text = str_take(value, digits);
	int64_t factor = name.len ? 0 : 1;

	*unit = LIMIT_UNIT_COUNT;
	if (str_starts(value, STR("-")))
		return err_set(e, "'" STR_FMT "': a limit cannot be negative", STR_ARG(value));
	if (!digits)
		return err_set(e, "'" STR_FMT "' is no number", STR_ARG(value));
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (str_eq(str_c(units[i].name), name)) {
			*unit = units[i].unit;
			factor = units[i].factor;
		}
	if (!factor)
		return err_set(e, "'" STR_FMT "' has an unknown unit: it is one of us, ms, s, "
				  "min, %%, B, KiB, MiB, GiB", STR_ARG(value));
	if (!scaled(text, factor, number))
		return err_set(e, "'" STR_FMT "' is no number, or too big a one",
			       STR_ARG(value));
	if (*unit == LIMIT_UNIT_COUNT && str_find_char(text, '.') != STR_NONE)
		return err_set(e, "'" STR_FMT "' has a fraction, or lacks a unit",
			       STR_ARG(value));
	return 0;
}

bool limit_time(struct str value, int64_t *us)
{
	enum limit_unit unit;
	struct err e;

	return read_quantity(value, &unit, us, &e) == 0 && unit == LIMIT_UNIT_TIME;
}

static int read_flag(struct limit_bound *b, const struct limit_target *t, struct str value,
		     struct err *e)
{
	b->op = LIMIT_EXACTLY;
	b->number = str_eq(value, STR("true"));
	if (b->number || str_eq(value, STR("false")))
		return 0;
	return err_set(e, "'" STR_FMT "' is %s, not '" STR_FMT "'", STR_ARG(t->name),
		       examples[LIMIT_UNIT_FLAG], STR_ARG(value));
}

static bool unit_fits(const struct limit_target *t, enum limit_unit unit, int64_t number)
{
	if (unit == t->unit)
		return true;
	if (unit == LIMIT_UNIT_SHARE)
		return t->unit == LIMIT_UNIT_TIME && t->what == LIMIT_RECOMPILE_TIME;
	return unit == LIMIT_UNIT_COUNT && number == 0 && t->unit != LIMIT_UNIT_TEXT;
}

int limit_bound(struct limit_bound *b, const struct limit_target *t, struct str value,
		struct err *e)
{
	struct str rest = str_trim(value);

	*b = (struct limit_bound){ .op = LIMIT_AT_MOST, .unit = t->unit };
	for (size_t i = 0; i < COUNT_OF(operators); i++)
		if (str_eat(&rest, str_c(operators[i].spelling))) {
			b->op = operators[i].op;
			break;
		}
	rest = str_trim(rest);
	if (t->unit == LIMIT_UNIT_FLAG)
		return read_flag(b, t, rest, e);
	if (t->unit == LIMIT_UNIT_TEXT) {
		b->text = rest;
		if (b->op == LIMIT_EXACTLY)
			return 0;
		return err_set(e, "'" STR_FMT "' is %s", STR_ARG(t->name),
			       examples[LIMIT_UNIT_TEXT]);
	}
	if (read_quantity(rest, &b->unit, &b->number, e) < 0)
		return -1;
	if (!unit_fits(t, b->unit, b->number))
		return err_set(e, "'" STR_FMT "' is %s, not '" STR_FMT "'", STR_ARG(t->name),
			       examples[t->unit], STR_ARG(rest));
	if (b->unit == LIMIT_UNIT_COUNT)
		b->unit = t->unit;
	if (b->unit == LIMIT_UNIT_SHARE && b->number > 10000)
		return err_set(e, "'" STR_FMT "' is more than the whole", STR_ARG(rest));
	return 0;
}

int limit_growth(struct limit_growth *g, struct str value, struct err *e)
{
	struct str rest = str_trim(value);

	str_eat(&rest, STR("+"));
	rest = str_trim(rest);
	if (g->target.unit == LIMIT_UNIT_TEXT || g->target.unit == LIMIT_UNIT_FLAG)
		return err_set(e, "'" STR_FMT "' is no number: it cannot grow",
			       STR_ARG(g->target.name));
	if (read_quantity(rest, &g->unit, &g->number, e) < 0)
		return -1;
	if (g->unit != LIMIT_UNIT_SHARE && g->unit != g->target.unit && g->number)
		return err_set(e, "'" STR_FMT "' is %s or a share such as +10 %%, not '"
			       STR_FMT "'", STR_ARG(g->target.name),
			       examples[g->target.unit], STR_ARG(rest));
	if (g->unit != LIMIT_UNIT_SHARE)
		g->unit = g->target.unit;
	return 0;
}

bool limit_holds(const struct limit_bound *b, int64_t measured)
{
	switch (b->op) {
	case LIMIT_AT_MOST:
		return measured <= b->number;
	case LIMIT_AT_LEAST:
		return measured >= b->number;
	case LIMIT_EXACTLY:
		return measured == b->number;
	case LIMIT_LESS:
		return measured < b->number;
	case LIMIT_MORE:
		return measured > b->number;
	}
	return false;
}

const char *limit_sign(enum limit_operator op)
{
	return operators[op].sign;
}

struct str limit_number_text(struct arena *a, enum limit_unit unit, int64_t number)
{
	char time[32];

	switch (unit) {
	case LIMIT_UNIT_TIME:
		place_time(time, sizeof time, number);
		return str_copy(a, str_c(time));
	case LIMIT_UNIT_SHARE:
		if (number % 100)
			return str_format(a, "%lld.%02lld %%", (long long)(number / 100),
					  (long long)(number % 100));
		return str_format(a, "%lld %%", (long long)(number / 100));
	case LIMIT_UNIT_BYTES:
		return str_format(a, "%lld bytes", (long long)number);
	case LIMIT_UNIT_FLAG:
		return number ? STR("true") : STR("false");
	case LIMIT_UNIT_COUNT:
	case LIMIT_UNIT_TEXT:
		break;
	}
	return str_format(a, "%lld", (long long)number);
}

struct str limit_distance_text(struct arena *a, enum limit_unit unit, int64_t number)
{
	if (unit != LIMIT_UNIT_SHARE)
		return limit_number_text(a, unit, number);
	if (number % 100)
		return str_format(a, "%lld.%02lld points", (long long)(number / 100),
				  (long long)(number % 100));
	return str_format(a, "%lld point%s", (long long)(number / 100), number == 100 ? "" : "s");
}

struct str limit_bound_text(struct arena *a, const struct limit_bound *b)
{
	struct str what = b->unit == LIMIT_UNIT_TEXT ? b->text :
			  limit_number_text(a, b->unit, b->number);

	return str_format(a, "%s" STR_FMT, operators[b->op].words, STR_ARG(what));
}
