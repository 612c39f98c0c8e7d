/* SPDX-License-Identifier: MIT */
#include "textrecompile.h"

#define REASON_MOST ((size_t)64 << 10)	/* bytes kept of one reason and its user stack */

/* Ends the reason that was being gathered. */
static void end_reason(struct text_block *b)
{
	if (b->text.len && b->compile)
		*array_add(&b->source->arena, &b->compile->reasons) =
			textblock_intern(b, buf_str(&b->text));
	buf_cut(&b->text, 0);
}

/*
 * A line of a reason without its "- ". The user stack and the advice that torch 2.11 on
 * print with the same dash belong to the reason before them.
 */
static void add_reason(struct text_block *b, struct str text)
{
	bool goes_on = b->text.len && (text.len == 0 || text.s[0] == ' ' || text.s[0] == '\t' ||
		       str_starts(text, STR("User stack trace:")) ||
		       str_starts(text, STR("The following environment variable ")));

	if (!goes_on) {
		end_reason(b);
	} else if (b->text.len < REASON_MOST) {
		buf_add_char(&b->text, '\n');
	}
	if (b->text.len < REASON_MOST)
		buf_add(&b->text, str_take(text, REASON_MOST));
	if (text.len == 0 && !goes_on && b->compile)	/* torch found no reason */
		*array_add(&b->source->arena, &b->compile->reasons) = STR("");
}

/* The compile of a block whose first line is b's, with what is known of it. */
static void open_compile(struct text_block *b)
{
	struct compile *c = process_find(b->process, b->head.id);
	bool is_limit = c && c->status == COMPILE_LIMIT;

	/* After the limit torch may try, and say, the same id again. */
	b->compile = textblock_new_compile(b, c && !is_limit && (c->reasons.count || c->started ||
								 c->ended));
	b->compile->recompiled = true;
	b->compile->reasons.count = 0;
	textblock_name_compile(b);
}

bool textrecompile_begin(struct text_block *b, struct str rest)
{
	if (!textblock_function(b, rest, STR(" in ")))
		return false;
	if (b->bare && !b->known && b->first_line < 0)
		return false;
	if (!b->bare || b->known)
		open_compile(b);
	return true;
}

bool textrecompile_cut(struct text_block *b, struct str rest)
{
	(void)rest;
	if (!b->bare || b->known)
		open_compile(b);
	return true;
}

/*
 * An exception: a block for the same compile may stand just before it (torch logs first
 * and raises then), whose compile this refuses; else it is one that nothing else names.
 */
static bool open_refused(struct text_block *b)
{
	struct compile *c = b->process->last;

	b->known = true;
	b->source->usable = true;
	if (!c || c->status != COMPILE_UNKNOWN || c->started || !c->reasons.count ||
	    c->function.s != b->function.s || c->file.s != b->file.s ||
	    c->first_line != b->first_line) {
		open_compile(b);
		c = b->compile;
	}
	c->status = COMPILE_REFUSED;
	c->fail_type = textblock_intern(b, STR("RecompileError"));
	return true;
}

bool textrecompile_refused(struct text_block *b, struct str rest)
{
	return textblock_function(b, rest, STR(" in ")) && open_refused(b);
}

/* "key: 'value'" */
static struct str quoted_after(struct str text, struct str key)
{
	size_t at = str_find(text, key);
	struct str value;

	if (at == STR_NONE)
		return (struct str){ NULL, 0 };
	text = str_skip(text, at + key.len);
	str_cut(&text, '\'', &value);
	return value;
}

/* 'fail_on_recompile'. filename: 'FILE', function name: 'f', line number: 3 */
bool textrecompile_stance(struct text_block *b, struct str rest)
{
	static const struct str number = STR_INIT("line number: ");
	size_t at = str_find(rest, number);

	b->function = textblock_intern(b, quoted_after(rest, STR("function name: '")));
	b->file = textblock_intern(b, quoted_after(rest, STR("filename: '")));
	if (!b->function.s || !b->file.s)
		return false;
	if (at != STR_NONE) {
		rest = str_skip(rest, at + number.len);
		str_to_i64(str_take(rest, str_digits(rest)), &b->first_line);
	}
	return open_refused(b);
}

static bool is_guard_title(struct str line)
{
	return str_starts(line, STR("guard ")) && str_ends(line, STR("failures:"));
}

/* What began without a head has gone on as torch's messages do: it is one. */
static void prove(struct text_block *b)
{
	if (b->bare && !b->known)
		open_compile(b);
	b->known = true;
}

bool textrecompile_line(struct text_block *b, struct str body)
{
	struct str line = str_trim(body);

	if (line.len == 0)
		return !b->bare || b->known;
	if (str_starts(line, STR("triggered by the following guard failure"))) {
		prove(b);
		return true;
	}
	if (b->bare && !b->known && b->rule->begin != textrecompile_cut)
		return false;
	if (is_guard_title(line))
		return true;
	while (body.len && (body.s[0] == ' ' || body.s[0] == '\t'))
		body = str_skip(body, 1);
	if (!str_eat(&body, STR("- ")) && !str_eq(body, STR("-")))
		return false;
	prove(b);
	add_reason(b, str_eq(body, STR("-")) ? STR("") : body);
	return true;
}

/* The entry that a reason names: "0/3: …". */
static bool entry_of(struct str reason, struct compile_id *id)
{
	struct str text;
	int64_t attempt;

	return str_cut(&reason, ':', &text) && text.len < 40 &&
	       compile_id_parse(text, id, &attempt) && id->frame >= 0;
}

/*
 * A block without an id whose reasons name the frame's entries 0 … n without a gap, none
 * of them known to be followed by another, can only be compile n + 1.
 */
static void number(struct compile *c)
{
	struct compile_id id, first = { -1, -1, -1 };
	int64_t most = -1;
	const struct compile *newest;

	for (size_t i = 0; i < c->reasons.count; i++) {
		if (!entry_of(c->reasons.items[i], &id))
			return;
		if (i == 0)
			first = id;
		if (id.frame != first.frame || id.autograd != first.autograd)
			return;
		most = id.compile > most ? id.compile : most;
	}
	if (most < 0 || c->reasons.count != (size_t)most + 1)
		return;
	newest = process_newest(c->process, first.frame);
	first.compile = most + 1;
	if (!newest || newest->id.compile == most)
		process_number(c, first);
}

void textrecompile_end(struct text_block *b)
{
	end_reason(b);
	if (b->compile && b->compile->id.frame < 0)
		number(b->compile);
}

/* The text of a Python string literal without its backslashes; its quote is text.s[0]. */
static void add_literal(struct buf *out, struct str text)
{
	char quote = text.len ? text.s[0] : '\'';

	for (size_t i = 1; i < text.len && text.s[i] != quote; i++) {
		if (text.s[i] == '\\' && i + 1 < text.len)
			i++;
		buf_add_char(out, text.s[i]);
	}
}

/* f in FILE', "triggered by the following guard failure: REASON") */
bool textrecompile_tuple(struct text_block *b, struct str rest)
{
	static const struct str sign = STR_INIT("guard failure");
	struct str place, text;
	size_t at;

	str_cut_at(&rest, STR("', "), &place);
	if (!textblock_function(b, place, STR(" in ")))
		return false;
	open_compile(b);
	if (!rest.s)
		return true;
	add_literal(&b->text, rest);
	text = buf_str(&b->text);
	at = str_find(text, sign);
	if (at != STR_NONE) {
		text = str_skip(text, at + sign.len);
		at = str_find(text, STR(": "));
		text = str_skip(text, at == STR_NONE ? 0 : at + 2);
	}
	*array_add(&b->source->arena, &b->compile->reasons) = textblock_intern(b, text);
	buf_cut(&b->text, 0);
	return true;
}

/* "recompile_limit (8)" */
bool textrecompile_limit(struct text_block *b, struct str rest)
{
	struct str name, value;

	if (!str_cut_at(&rest, STR(" ("), &name) || !rest.s ||
	    str_find(name, STR("limit")) == STR_NONE || !str_cut(&rest, ')', &value) ||
	    !str_to_i64(value, &b->limit_value))
		return false;
	b->limit = textblock_intern(b, name);
	return true;
}

/* reasons:  ["tensor 'x' …"]: the first of the list */
static void add_listed(struct text_block *b, struct str list)
{
	list = str_trim(list);
	if (!str_eat(&list, STR("[")))
		return;
	end_reason(b);
	add_literal(&b->text, list);
}

bool textrecompile_limit_line(struct text_block *b, struct str body)
{
	struct str line = str_trim(body);

	if (str_eat(&line, STR("function: '"))) {
		if (line.len && line.s[line.len - 1] == ')')
			line.len--;
		b->known |= textblock_function(b, line, STR("' ("));
		return b->known;
	}
	if (b->bare && !b->known)
		return false;
	if (str_eat(&line, STR("last reason: "))) {
		buf_cut(&b->text, 0);
		buf_add(&b->text, str_take(line, REASON_MOST));
	} else if (str_eat(&line, STR("reasons:"))) {
		add_listed(b, line);
	} else if (str_starts(line, STR("To ")) || str_starts(line, STR("to "))) {
		b->strange = 0;
		return true;
	} else if (b->text.len && !b->bare && b->text.len < REASON_MOST) {
		buf_add_char(&b->text, '\n');
		buf_add(&b->text, str_take(body, REASON_MOST));
	} else {
		return false;
	}
	return true;
}

/* Notes that this function's limit was hit; false if that is known already. */
static bool note_limit(struct text_block *b)
{
	uint64_t function = map_key(MAP_KEY(b->function), MAP_KEY(b->file));

	return (*map_add(&b->process->limit_functions,
			 map_key(function, (uint64_t)b->first_line)))++ == 0;
}

/*
 * The compile that hit the limit: the one of the id, or without an id the block about
 * this function that came last and has none either. NULL: it is known already.
 */
static struct compile *limit_compile(struct text_block *b)
{
	struct compile *c = b->process->last;
	bool is_first = note_limit(b);

	if (b->head.id.frame >= 0)
		return textblock_new_compile(b, false);
	if (!is_first)
		return NULL;
	if (c && c->recompiled && !c->started && c->status == COMPILE_UNKNOWN &&
	    c->function.s == b->function.s && c->first_line == b->first_line)
		return c;
	return textblock_new_compile(b, true);
}

void textrecompile_limit_end(struct text_block *b)
{
	bool accumulated = str_find(b->limit, STR("accumulated")) != STR_NONE;
	struct compile *c;

	if (b->bare && !b->known)
		return;
	b->source->usable = true;
	c = limit_compile(b);
	if (!c)
		return;
	b->compile = c;
	c->status = COMPILE_LIMIT;
	c->metrics[accumulated ? METRIC_ACCUMULATED_LIMIT : METRIC_RECOMPILE_LIMIT] =
		b->limit_value;
	c->fail_type = textblock_intern(b, STR("Unsupported"));
	c->fail_reason = accumulated ? STR("accumulated limit reached") : STR("limit reached");
	textblock_name_compile(b);
	if (c->reasons.count == 0)
		end_reason(b);
}

/* FailOnRecompileLimitHit: the warning stands before it, unless that was filtered out. */
bool textrecompile_limit_error(struct text_block *b, struct str rest)
{
	struct process *p = b->process;

	if (!str_starts(rest, STR("RecompileLimitHit")) && !str_starts(rest, STR("CacheLimitHit")))
		return false;
	b->source->usable = b->known = true;
	if (p->limit_functions.count)
		return true;
	note_limit(b);
	b->compile = textblock_new_compile(b, true);
	b->compile->status = COMPILE_LIMIT;
	return true;
}
