/* SPDX-License-Identifier: MIT */
#include "textfailure.h"

#include "breaks.h"

#define TEXT_MOST ((size_t)64 << 10)	/* bytes kept of one message */
#define BARE_LINES_MOST 2000		/* lines of a message without heads */

static void gather(struct text_block *b, struct str line)
{
	if (b->text.len >= TEXT_MOST)
		return;
	if (b->text.len)
		buf_add_char(&b->text, '\n');
	buf_add(&b->text, str_take(line, TEXT_MOST));
}

/*
 * All lines of the message "Graph break …" behind these two words. Without a head it
 * must go on with a reason to be believed.
 */
bool textfailure_break(struct text_block *b, struct str rest)
{
	if (rest.len == 0 || (rest.s[0] != ' ' && rest.s[0] != ':'))
		return false;
	if (b->bare && !b->known && !str_starts(rest, STR(" in user code at ")) &&
	    !str_starts(rest, STR(": from user code at")))
		return false;
	b->compile = textblock_compile(b->process, &b->head, b->line);
	buf_add_c(&b->text, "Graph break");
	buf_add(&b->text, str_take(rest, TEXT_MOST));
	return true;
}

static bool is_stack_line(struct str line)
{
	return line.len > 1 && line.s[0] == ' ' && line.s[1] == ' ';
}

/* Without heads a message ends with the stack that ends it. */
static bool is_past_stack(const struct text_block *b, struct str line)
{
	return b->bare && !is_stack_line(line) &&
	       (str_find(buf_str(&b->text), STR("\nUser code traceback:")) != STR_NONE ||
		str_find(buf_str(&b->text), STR("from user code at:")) != STR_NONE);
}

bool textfailure_break_line(struct text_block *b, struct str body)
{
	if (b->bare && !b->known) {
		if (!str_starts(body, STR("Graph Break Reason: ")) &&
		    !str_starts(body, STR("Reason: ")) && !str_starts(body, STR("  File \"")))
			return false;
		b->known = true;
	}
	if (is_past_stack(b, body) || (b->bare && b->text.len >= TEXT_MOST) ||
	    (b->bare && b->lines++ > BARE_LINES_MOST))
		return false;
	gather(b, body);
	return true;
}

void textfailure_break_end(struct text_block *b)
{
	struct graph_break *g;

	if (b->bare && !b->known)
		return;
	b->source->usable = true;
	g = array_add(&b->source->arena, &b->process->breaks);
	g->compile = b->compile;
	breaks_read(b->source, buf_str(&b->text), g);
}

/* "f /home/ana/model.py line 41 " */
bool textfailure_suppressed(struct text_block *b, struct str rest)
{
	struct str place, name;

	if (!str_cut_at(&rest, STR(" line "), &place) || !rest.s ||
	    !str_cut(&place, ' ', &name) || !place.s)
		return false;
	b->function = textblock_intern(b, name);
	b->file = textblock_intern(b, place);
	str_to_i64(str_trim(rest), &b->first_line);
	return true;
}

bool textfailure_guard(struct text_block *b, struct str rest)
{
	(void)rest;
	return b->head.id.frame >= 0;
}

/* "torch._dynamo.exc.Unsupported: …", "ValueError: …", "AssertionError" */
static bool is_exception(struct str line)
{
	size_t n = 0;

	while (n < line.len && (str_is_word(line.s[n]) || line.s[n] == '.'))
		n++;
	return n > 4 && !str_is_digit(line.s[0]) && (n == line.len || line.s[n] == ':');
}

/*
 * torch's exception that nothing caught: "Unsupported: …", "BackendCompilerFailed: …".
 * Those that have rules of their own do not come here.
 */
bool textfailure_exception(struct text_block *b, struct str rest)
{
	if (!is_exception(rest) || rest.len > TEXT_MOST)
		return false;
	b->known = true;
	b->source->usable = true;
	gather(b, rest);
	return true;
}

/* Behind an exception's first line: explanation, hints, user code. Others' lines end it. */
static bool goes_on(struct str line)
{
	static const struct str starts[] = {
		STR_INIT(" "), STR_INIT("\t"), STR_INIT("from user code"), STR_INIT("Set TORCH"),
		STR_INIT("User stack"), STR_INIT("For more"), STR_INIT("You can suppress"),
	};

	if (line.len == 0)
		return true;
	for (size_t i = 0; i < COUNT_OF(starts); i++)
		if (str_starts(line, starts[i]))
			return true;
	return false;
}

/* What a traceback ends with is gathered. */
bool textfailure_line(struct text_block *b, struct str body)
{
	bool in_traceback = b->text.len == 0;

	if (b->bare && b->lines++ > BARE_LINES_MOST)
		return false;
	if (str_starts(body, STR("Traceback (most recent call last)"))) {
		if (b->rule->begin == textfailure_exception)
			return false;
		buf_cut(&b->text, 0);
		b->known = true;
	} else if (in_traceback) {
		if (b->known && is_exception(body))
			gather(b, body);
	} else if (b->bare && !goes_on(body)) {
		return false;
	} else {
		gather(b, body);
	}
	return true;
}

/* The newest compile of the function: the one that failed. */
static struct compile *compile_named(const struct text_block *b)
{
	const struct process *p = b->process;

	for (size_t i = p->compiles.count; i > 0 && p->compiles.count - i < 64; i--) {
		struct compile *c = p->compiles.items[i - 1];

		if (c->function.s == b->function.s && c->file.s == b->file.s &&
		    c->first_line == b->first_line)
			return c;
	}
	return NULL;
}

static struct compile *failed_compile(struct text_block *b)
{
	struct compile *c = textblock_compile(b->process, &b->head, b->line);
	struct compile *last = b->process->last;

	if (!c && b->function.s)
		c = compile_named(b);
	if (!c && b->rule->begin == textfailure_exception && last && last->started && !last->ended)
		c = last;
	return c ? c : textblock_new_compile(b, true);
}

void textfailure_end(struct text_block *b)
{
	struct str text = buf_str(&b->text), first, type, file;
	size_t dot;

	str_cut(&text, '\n', &first);
	if (first.len == 0)
		return;
	b->compile = failed_compile(b);
	if (b->compile->status != COMPILE_UNKNOWN)	/* it has been said before */
		return;
	textblock_name_compile(b);
	str_cut(&first, ':', &type);
	dot = str_rfind_char(type, '.');
	b->compile->status = COMPILE_FAILED;
	b->compile->fail_type = textblock_intern(b, str_skip(type, dot == STR_NONE ? 0 : dot + 1));
	b->compile->fail_reason = textblock_intern(b, str_trim(first));
	if (breaks_user_place(buf_str(&b->text), &file, &b->compile->fail_line))
		b->compile->fail_file = textblock_intern(b, file);
}

static bool note(struct text_block *b, enum text_note_kind kind, struct str text)
{
	struct text_note *n = array_add(&b->source->arena, &b->process->notes);

	n->kind = kind;
	n->compile = textblock_compile(b->process, &b->head, b->line);
	n->text = textblock_intern(b, str_take(text, TEXT_MOST));
	n->line = b->line;
	return true;
}

bool textfailure_region(struct text_block *b, struct str rest)
{
	return note(b, TEXT_REGION, rest);
}

bool textfailure_symbol(struct text_block *b, struct str rest)
{
	(void)rest;
	return note(b, TEXT_SYMBOL, b->head.body);
}

bool textfailure_mark(struct text_block *b, struct str rest)
{
	(void)rest;
	return note(b, TEXT_MARK, b->head.body);
}

bool textfailure_hint(struct text_block *b, struct str rest)
{
	return note(b, TEXT_HINT, rest);
}

bool textfailure_cudagraphs(struct text_block *b, struct str rest)
{
	(void)rest;
	return note(b, TEXT_CUDAGRAPHS, b->head.body);
}
