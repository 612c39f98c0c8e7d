/* SPDX-License-Identifier: MIT */
#include "timestable.h"

#define STRANGE_MOST 4		/* lines of others inside a table */

/* "6.4824", "'0.0005'" in seconds → µs, rounded; false if it is no such number. */
static bool read_seconds(struct str text, int64_t *us)
{
	int64_t whole, part = 0, scale = 1000000;
	struct str digits;

	text = str_trim(text);
	if (text.len > 1 && (text.s[0] == '\'' || text.s[0] == '"'))
		text = str_sub(text, 1, text.len - 1);
	str_cut(&text, '.', &digits);
	if (digits.len == 0 || digits.len > 9 || !str_is_digit(digits.s[0]) ||
	    !str_to_i64(digits, &whole))
		return false;
	for (size_t i = 0; i < text.len && str_is_digit(text.s[i]); i++) {
		if (scale == 1)		/* the seventh digit: rounds */
			part += text.s[i] >= '5';
		scale /= 10;
		if (scale == 0)
			break;
		part += (text.s[i] - '0') * scale;
	}
	for (size_t i = 0; i < text.len; i++)
		if (!str_is_digit(text.s[i]))
			return false;
	*us = whole * 1000000 + part;
	return true;
}

/* "6.4824, 0.0092", "['6.4824', '0.0092']": false if anything in it is no time. */
static bool read_values(struct arena *a, struct str text, struct times_row *row)
{
	struct str item;
	int64_t us;

	text = str_trim(text);
	if (text.len > 1 && text.s[0] == '[' && text.s[text.len - 1] == ']')
		text = str_sub(text, 1, text.len - 1);
	while (str_cut(&text, ',', &item)) {
		if (!read_seconds(item, &us))
			return false;
		*array_add(a, &row->runtimes_us) = us;
	}
	return row->runtimes_us.count > 0;
}

static int64_t sum_of(const struct times_row *row)
{
	int64_t sum = 0;

	for (size_t i = 0; i < row->runtimes_us.count; i++)
		sum += row->runtimes_us.items[i];
	return sum;
}

static bool is_prefix(const struct times_row *a, const struct times_row *b)
{
	if (a->runtimes_us.count > b->runtimes_us.count)
		return false;
	for (size_t i = 0; i < a->runtimes_us.count; i++)
		if (a->runtimes_us.items[i] != b->runtimes_us.items[i])
			return false;
	return true;
}

/* One value that is the sum of several, each of which was rounded to 0.1 ms. */
static bool is_sum(const struct times_row *one, const struct times_row *several)
{
	int64_t off, allowed = 50 * (int64_t)(several->runtimes_us.count + 1);

	if (one->runtimes_us.count != 1)
		return false;
	off = one->runtimes_us.items[0] - sum_of(several);
	return off <= allowed && off >= -allowed;
}

/*
 * A program may print its table often, and torch prints it again at exit, summed up:
 * the fullest row of a function stays.
 */
void times_add(struct arena *a, struct times_rows *rows, struct map *index,
	       const struct times_row *row)
{
	uint64_t *at = map_add(index, map_key(MAP_KEY(row->function),
					      (uint64_t)(uintptr_t)row->process));
	struct times_row *old = *at ? &rows->list.items[*at - 1] : NULL;

	if (old && old->function.s == row->function.s) {
		if (is_prefix(row, old) || is_sum(row, old))
			return;
		if (is_prefix(old, row) || is_sum(old, row)) {
			*old = *row;
			return;
		}
	}
	*array_add(a, &rows->list) = *row;
	*at = rows->list.count;
}

static bool is_function(struct str name)
{
	if (name.len == 0 || name.len > 200 || str_is_digit(name.s[0]))
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!str_is_word(name.s[i]) &&
		    str_find_char(STR(".<>-:/"), name.s[i]) == STR_NONE)
			return false;
	return true;
}

/* Cuts "name, values" or "name   values". */
static bool split_row(const struct times_table *t, struct str line, struct str *name,
		      struct str *values)
{
	size_t end = str_find(line, t->commas ? STR(", ") : STR("  "));

	/* tabulate pads to two blanks; one row may be as wide as its column */
	if (end == STR_NONE)
		return false;
	*name = str_trim(str_take(line, end));
	*values = str_skip(line, end + (t->commas ? 1 : 0));
	return is_function(*name);
}

static bool add_line(struct times_table *t, struct source *s, struct process *p, struct str line,
		     size_t number)
{
	struct times_row row = { .process = p, .line = number };
	struct str name, values;

	if (!split_row(t, line, &name, &values) || !read_values(&s->arena, values, &row))
		return false;
	row.function = intern_add(&s->strings, name);
	times_add(&s->arena, &s->times, &s->times_index, &row);
	return true;
}

static bool is_rule(struct str line)
{
	size_t n = 0;

	while (n < line.len && (line.s[n] == '-' || line.s[n] == ' '))
		n++;
	return n == line.len && n > 4 && line.s[0] == '-';
}

/* "Function  Runtimes (s)", "Function, Runtimes (s)" */
static bool is_heading(struct times_table *t, struct str line)
{
	if (!str_eat(&line, STR("Function")))
		return false;
	t->commas = str_eat(&line, STR(","));
	return str_eq(str_trim(line), STR("Runtimes (s)"));
}

bool times_line(struct times_table *t, struct source *s, struct process *p, struct str line,
		size_t number)
{
	line = str_trim(line);
	if (str_eq(line, STR("TorchDynamo compilation metrics:")) || is_heading(t, line)) {
		t->open = true;
		t->strange = 0;
		return true;
	}
	if (!t->open)
		return false;
	if (is_rule(line) || add_line(t, s, p, line, number)) {
		t->strange = 0;
		return true;
	}
	if (++t->strange > STRANGE_MOST)
		t->open = false;
	return false;
}
