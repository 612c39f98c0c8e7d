/* SPDX-License-Identifier: MIT */
#include "textblock.h"

#include "textfailure.h"
#include "textrecompile.h"

#include <string.h>

#define RECOMPILES "recompiles recompiles_verbose"

static bool on_start(struct text_block *b, struct str rest);
static bool on_env(struct text_block *b, struct str rest);
static bool on_guards(struct text_block *b, struct str rest);

/* ORDER: of two starts the longer one first. */
static const struct text_rule rules[] = {
	{ STR_INIT("Recompiling function "), RECOMPILES, true, textrecompile_begin,
	  textrecompile_line, textrecompile_end },
	{ STR_INIT("('Recompiling function "), RECOMPILES, false, textrecompile_tuple, NULL,
	  NULL },
	{ STR_INIT("triggered by the following guard failure"), RECOMPILES, true,
	  textrecompile_cut, textrecompile_line, textrecompile_end },
	{ STR_INIT("torch._dynamo.exc.RecompileError: Recompiling function "), NULL, true,
	  textrecompile_refused, textrecompile_line, textrecompile_end },
	{ STR_INIT("RuntimeError: Detected recompile when torch.compile stance is "), NULL, true,
	  textrecompile_stance, textrecompile_line, textrecompile_end },
	{ STR_INIT("torch._dynamo hit config."), NULL, true, textrecompile_limit,
	  textrecompile_limit_line, textrecompile_limit_end },
	{ STR_INIT("torchdynamo hit config."), NULL, true, textrecompile_limit,
	  textrecompile_limit_line, textrecompile_limit_end },
	{ STR_INIT("torch._dynamo.exc.FailOn"), NULL, true, textrecompile_limit_error, NULL, NULL },
	{ STR_INIT("torch._dynamo.exc."), NULL, true, textfailure_exception, textfailure_line,
	  textfailure_end },
	{ STR_INIT("torch._inductor.exc."), NULL, true, textfailure_exception, textfailure_line,
	  textfailure_end },
	{ STR_INIT("Graph break"), "graph_breaks", true, textfailure_break,
	  textfailure_break_line, textfailure_break_end },
	{ STR_INIT("WON'T CONVERT "), NULL, false, textfailure_suppressed, textfailure_line,
	  textfailure_end },
	{ STR_INIT("Error while creating guard:"), NULL, false, textfailure_guard,
	  textfailure_line, textfailure_end },
	{ STR_INIT("Step 1: torchdynamo start tracing "), NULL, false, on_start, NULL, NULL },
	{ STR_INIT("torchdynamo start tracing "), NULL, false, on_start, NULL, NULL },
	{ STR_INIT("create_env"), NULL, false, on_env, NULL, NULL },
	{ STR_INIT("produce_guards"), NULL, false, on_guards, NULL, NULL },
	{ STR_INIT("create_symbol "), NULL, false, textfailure_symbol, NULL, NULL },
	{ STR_INIT("create_unbacked_sym"), NULL, false, textfailure_symbol, NULL, NULL },
	{ STR_INIT("marking "), NULL, false, textfailure_mark, NULL, NULL },
	{ STR_INIT("skipping cudagraphs "), "perf_hints cudagraphs", false,
	  textfailure_cudagraphs, NULL, NULL },
	{ STR_INIT(""), "hierarchical_compile", false, textfailure_region, NULL, NULL },
	{ STR_INIT(""), "perf_hints", false, textfailure_hint, NULL, NULL },
	{ STR_INIT(""), "cudagraphs", false, textfailure_cudagraphs, NULL, NULL },
};

static bool is_listed(const char *list, struct str name)
{
	struct str rest = str_c(list), item;

	while (str_cut(&rest, ' ', &item))
		if (str_eq(item, name))
			return true;
	return false;
}

static struct str without_blanks(struct str s)
{
	while (s.len && (s.s[0] == ' ' || s.s[0] == '\t'))
		s = str_skip(s, 1);
	return s;
}

/* No head, or nothing but an id. */
static bool is_headless(const struct text_line *t)
{
	return t->dialect == DIALECT_NONE || (t->dialect == DIALECT_TAG && !t->artifact.s);
}

static bool applies(const struct text_rule *r, const struct text_line *t)
{
	bool headless = is_headless(t);
	/* What is quoted is indented; torch's own text is not, but for one line. */
	struct str body = headless && r->begin != textrecompile_cut ? t->body :
			  without_blanks(t->body);

	if (!str_starts(body, r->start) || (headless && !r->bare) ||
	    (r->begin == textfailure_exception && t->dialect != DIALECT_NONE))
		return false;
	if (!t->artifact.s)
		return r->start.len > 0;
	return r->artifacts && is_listed(r->artifacts, t->artifact);
}

static const struct text_rule *rule_of(const struct text_line *t)
{
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		if (applies(&rules[i], t))
			return &rules[i];
	return NULL;
}

bool textblock_begins(const struct text_block *b, const struct text_line *t)
{
	const struct text_rule *r = rule_of(t);

	return r && !(r->begin == textfailure_exception && b && b->rule && b->known);
}

bool textblock_begin(struct text_block *b, const struct text_line *t, struct process *p,
		     size_t line)
{
	const struct text_rule *r = rule_of(t);
	struct buf text = b->text;

	/* A message whose first line was lost begins with its second one. */
	if (!r || (r->begin == textrecompile_cut && b->rule && b->process == p &&
		   compile_id_equal(b->head.id, t->id) && b->rule->line == textrecompile_line))
		return false;
	textblock_end(b);
	*b = (struct text_block){
		.rule = r, .source = p->source, .process = p, .head = *t, .line = line,
		.bare = is_headless(t) || t->dialect == DIALECT_BASIC,
		.known = t->dialect == DIALECT_BASIC, .first_line = -1, .limit_value = -1,
		.text = text,
	};
	b->text.len = 0;
	b->artifact = intern_add(&p->source->strings, t->artifact);
	if (r->begin(b, str_skip(without_blanks(t->body), r->start.len))) {
		if (!r->line)
			b->rule = NULL;
		return true;
	}
	b->rule = NULL;
	return false;
}

bool textblock_line(struct text_block *b, struct str body)
{
	return b->rule && b->rule->line(b, body);
}

void textblock_end(struct text_block *b)
{
	if (b->rule && b->rule->end)
		b->rule->end(b);
	b->rule = NULL;
}

struct str textblock_intern(struct text_block *b, struct str s)
{
	return intern_add(&b->source->strings, s);
}

static struct compile *touch(struct compile *c, const struct text_line *t)
{
	if (!c->from_text) {
		c->from_text = true;
		c->status = COMPILE_UNKNOWN;
	}
	if (c->head_us < 0)
		c->head_us = t->time_us;
	if (t->attempt >= c->attempts)
		c->attempts = t->attempt + 1;
	return c;
}

struct compile *textblock_compile(struct process *p, const struct text_line *t, size_t line)
{
	struct compile *c;

	if (t->id.frame < 0 && t->id.autograd < 0)
		return NULL;
	c = process_find(p, t->id);
	return touch(c ? c : process_begin(p, t->id, line), t);
}

struct compile *textblock_new_compile(struct text_block *b, bool again)
{
	struct compile *c = process_find(b->process, b->head.id);
	bool has_id = b->head.id.frame >= 0 || b->head.id.autograd >= 0;

	if (!has_id || !c || again)
		c = process_begin(b->process, b->head.id, b->line);
	return touch(c, &b->head);
}

bool textblock_function(struct text_block *b, struct str text, struct str between)
{
	struct str name, place = text, line;
	size_t colon;

	if (!str_cut_at(&place, between, &name) || !place.s || name.len == 0)
		return false;
	place = str_trim(place);
	colon = str_rfind_char(place, ':');
	b->function = textblock_intern(b, name);
	if (colon != STR_NONE) {
		line = str_skip(place, colon + 1);
		if (line.len && str_is_digit(line.s[0]) && str_to_i64(line, &b->first_line))
			place = str_take(place, colon);
	}
	b->file = textblock_intern(b, place);
	return true;
}

void textblock_name_compile(struct text_block *b)
{
	struct compile *c = b->compile;

	if (c->function.s || !b->function.s)
		return;
	c->function = b->function;
	c->file = b->file;
	c->first_line = b->first_line;
}

/* "forward /home/ana/model.py:41"; before 2.1 only the name */
static bool on_start(struct text_block *b, struct str rest)
{
	struct compile *c = process_find(b->process, b->head.id);

	if (b->head.id.frame < 0)	/* attempts and compiles look the same then */
		return true;
	b->process->says_starts = true;
	b->compile = textblock_new_compile(b, b->head.attempt <= 0 && c && c->started);
	b->compile->started = true;
	if (!textblock_function(b, rest, STR(" ")))
		b->function = textblock_intern(b, str_trim(rest));
	textblock_name_compile(b);
	return true;
}

/*
 * A new environment of symbols: each attempt makes one. Where torch does not name the
 * start itself (TORCH_LOGS=dynamic), it is the first sign of a compile, and a second one
 * after guards were produced is of another compile of the same id.
 */
static bool on_env(struct text_block *b, struct str rest)
{
	struct compile *c = process_find(b->process, b->head.id);

	(void)rest;
	if (b->head.id.frame < 0)
		return true;
	b->process->says_starts = true;
	b->compile = textblock_new_compile(b, b->head.attempt <= 0 && c && c->ended);
	b->compile->started = true;
	return true;
}

static bool on_guards(struct text_block *b, struct str rest)
{
	(void)rest;
	b->compile = textblock_compile(b->process, &b->head, b->line);
	if (b->compile)
		b->compile->ended = true;
	return true;
}
