/* SPDX-License-Identifier: MIT */
#include "metricdump.h"

static const struct str start = STR_INIT("CompilationMetrics(");

struct dump {
	struct source *source;
	struct compile_id id;
	struct str function, file, fail_type, fail_reason, reason;
	int64_t first_line, backward;	/* backward: not of Dynamo's own compile */
	int64_t metrics[METRIC_COUNT];
};

/* The class's first field is compile_id from 2.6 on, frame_key before. */
static size_t find_start(struct str line)
{
	struct str rest = line;
	size_t at;

	while ((at = str_find(rest, start)) != STR_NONE) {
		rest = str_skip(rest, at + start.len);
		if (str_starts(rest, STR("compile_id=")) || str_starts(rest, STR("frame_key=")))
			return (size_t)(rest.s - line.s) - start.len;
	}
	return STR_NONE;
}

bool metricdump_has(struct str line)
{
	return find_start(line) != STR_NONE;
}

/* The index behind the value that begins s: up to a ',' or ')' outside of quotes and brackets. */
static size_t value_end(struct str s)
{
	size_t depth = 0;
	char quote = 0;

	for (size_t i = 0; i < s.len; i++) {
		char c = s.s[i];

		if (quote) {
			if (c == '\\')
				i++;
			else if (c == quote)
				quote = 0;
		} else if (c == '\'' || c == '"') {
			quote = c;
		} else if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (depth == 0 && (c == ',' || c == ')')) {
			return i;
		} else if (depth > 0 && (c == ')' || c == ']' || c == '}')) {
			depth--;
		}
	}
	return s.len;
}

/* "0.1003" → 100300; -1 if it is no number. */
static int64_t to_us(struct str value)
{
	int64_t whole, us = 0, scale = 100000;
	struct str digits;

	str_cut(&value, '.', &digits);
	if (digits.len > 9 || !str_to_i64(digits, &whole) || whole < 0)
		return -1;
	for (size_t i = 0; i < value.len && str_is_digit(value.s[i]); i++, scale /= 10)
		us += (value.s[i] - '0') * scale;
	return whole * 1000000 + us;
}

static struct str text_of(struct dump *d, struct str value)
{
	if (value.len < 2 || (value.s[0] != '\'' && value.s[0] != '"'))
		return (struct str){ NULL, 0 };
	return intern_add(&d->source->strings, str_sub(value, 1, value.len - 1));
}

static void take_number(struct dump *d, struct str key, struct str value)
{
	static const struct {
		struct str key;
		enum metric metric;
		bool seconds;
	} numbers[] = {
		{ STR_INIT("cache_size"), METRIC_CACHE_SIZE, false },
		{ STR_INIT("accumulated_cache_size"), METRIC_ACCUMULATED_CACHE_SIZE, false },
		{ STR_INIT("guard_count"), METRIC_GUARD_COUNT, false },
		{ STR_INIT("graph_op_count"), METRIC_GRAPH_OP_COUNT, false },
		{ STR_INIT("graph_node_count"), METRIC_GRAPH_NODE_COUNT, false },
		{ STR_INIT("num_graph_breaks"), METRIC_GRAPH_BREAKS, false },
		{ STR_INIT("duration_us"), METRIC_DURATION_US, false },
		{ STR_INIT("entire_frame_compile_time_s"), METRIC_DURATION_US, true },
		{ STR_INIT("code_gen_time_s"), METRIC_CODE_GEN_US, true },
		{ STR_INIT("inductor_compile_time_s"), METRIC_INDUCTOR_US, true },
	};
	int64_t number;

	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		int64_t *into = &d->metrics[numbers[i].metric];

		if (!str_eq(key, numbers[i].key) || *into >= 0)
			continue;
		if (numbers[i].seconds)
			*into = to_us(value);
		else if (str_to_i64(value, &number) && number >= 0)
			*into = number;
	}
}

static void take(struct dump *d, struct str key, struct str value)
{
	struct str text = text_of(d, value);
	int64_t attempt;

	if (str_eq(key, STR("compile_id")) && text.s)
		compile_id_parse(text, &d->id, &attempt);
	else if (str_eq(key, STR("co_name")))
		d->function = text;
	else if (str_eq(key, STR("co_filename")))
		d->file = text;
	else if (str_eq(key, STR("co_firstlineno")))
		str_to_i64(value, &d->first_line);
	else if (str_eq(key, STR("fail_type")))
		d->fail_type = text;
	else if (str_eq(key, STR("fail_reason")))
		d->fail_reason = text;
	else if (str_eq(key, STR("recompile_reason")))
		d->reason = text;
	else if (str_eq(key, STR("is_forward")))
		d->backward |= str_eq(value, STR("False"));
	else if (str_eq(key, STR("is_runtime")))
		d->backward |= str_eq(value, STR("True"));
	else
		take_number(d, key, value);
}

static enum compile_status status_of(const struct dump *d)
{
	if (d->fail_type.s)
		return COMPILE_FAILED;
	return d->metrics[METRIC_GRAPH_OP_COUNT] > 0 ? COMPILE_OK : COMPILE_EMPTY;
}

static void add(struct process *p, const struct dump *d, size_t number)
{
	bool has_id = d->id.frame >= 0;
	struct compile *c = has_id ? process_find(p, d->id) : NULL;

	if (d->backward || (!has_id && !d->function.s))
		return;
	if (!c || c->metrics[METRIC_DURATION_US] >= 0)
		c = process_begin(p, d->id, number);
	if (!c->from_text || c->status == COMPILE_UNKNOWN)
		c->status = status_of(d);
	c->from_text = c->started = true;
	if (!c->function.s) {
		c->function = d->function;
		c->file = d->file;
		c->first_line = d->first_line;
	}
	if (c->status == COMPILE_FAILED && !c->fail_type.s) {
		c->fail_type = d->fail_type;
		c->fail_reason = d->fail_reason;
	}
	if (!c->recompile_reason.s)
		c->recompile_reason = d->reason;
	for (int i = 0; i < METRIC_COUNT; i++)
		if (c->metrics[i] < 0)
			c->metrics[i] = d->metrics[i];
}

/* The fields of one; the line behind it. */
static struct str read_one(struct dump *d, struct str rest)
{
	while (rest.len) {
		size_t end;
		struct str key;

		if (!str_cut(&rest, '=', &key) || !rest.s)
			break;
		end = value_end(rest);
		take(d, str_trim(key), str_take(rest, end));
		if (end >= rest.len || rest.s[end] == ')')
			return str_skip(rest, end);
		rest = str_skip(rest, end + 1);
	}
	return (struct str){ NULL, 0 };
}

void metricdump_read(struct process *p, struct str line, size_t number)
{
	size_t at;

	while ((at = find_start(line)) != STR_NONE) {
		struct dump d = { .source = p->source, .id = { -1, -1, -1 }, .first_line = -1 };

		for (int i = 0; i < METRIC_COUNT; i++)
			d.metrics[i] = -1;
		line = read_one(&d, str_skip(line, at + start.len));
		add(p, &d, number);
		p->says_starts = true;
	}
}
