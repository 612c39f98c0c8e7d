/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include <limits.h>

#include "shape.h"
#include "source.h"

/*
 * A reason is an entry id, the guard's text, and what torch knows of where it was made
 * (torch/_dynamo/guards.py: get_verbose_code_part, get_guard_fail_reason). The text
 * itself is read by shape.c.
 */

static const char *const names[] = {
	[GUARD_SIZE] = "size", [GUARD_RANK] = "rank", [GUARD_DTYPE] = "dtype",
	[GUARD_DEVICE] = "device", [GUARD_STRIDE] = "stride",
	[GUARD_REQUIRES_GRAD] = "requires_grad", [GUARD_DISPATCH_KEY] = "dispatch_key",
	[GUARD_TENSOR_TYPE] = "tensor_type", [GUARD_ALIAS] = "alias",
	[GUARD_ZERO_ONE] = "zero_one", [GUARD_DUCK_SHAPE] = "duck_shape",
	[GUARD_SHAPE_GUARD] = "shape_guard", [GUARD_DYNAMIC_MARK] = "dynamic_mark",
	[GUARD_INT] = "int", [GUARD_FLOAT] = "float", [GUARD_BOOL] = "bool",
	[GUARD_STRING] = "string", [GUARD_NONE] = "none", [GUARD_CONSTANT] = "constant",
	[GUARD_TRAINING_MODE] = "training_mode", [GUARD_IDENTITY] = "identity",
	[GUARD_TYPE] = "type", [GUARD_LENGTH] = "length", [GUARD_KEYS] = "keys",
	[GUARD_ATTRIBUTE] = "attribute", [GUARD_GLOBAL_STATE] = "global_state",
	[GUARD_BACKEND] = "backend", [GUARD_DEALLOCATED] = "deallocated",
	[GUARD_UNEXPECTED] = "unexpected", [GUARD_NO_REASON] = "no_reason",
	[GUARD_OTHER] = "other",
};
_Static_assert(COUNT_OF(names) == GUARD_KINDS, "a name for each kind");

const char *guard_kind_name(enum guard_kind kind)
{
	return names[kind];
}

bool guard_kind_find(struct str name, enum guard_kind *kind)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (str_eq(name, str_c(names[i]))) {
			*kind = (enum guard_kind)i;
			return true;
		}
	}
	return false;
}

/* Length of "0/1" or, compiled autograd, "!2/0/1" at the start of s, before ": ". */
static size_t entry_length(struct str s)
{
	size_t at = 0, slash;

	if (s.len && s.s[0] == '!') {
		at = 1 + str_digits(str_skip(s, 1));
		if (at == 1 || at >= s.len || s.s[at++] != '/')
			return 0;
	}
	slash = at + str_digits(str_skip(s, at));
	if (slash == at || slash >= s.len || s.s[slash] != '/')
		return 0;
	at = slash + 1 + str_digits(str_skip(s, slash + 1));
	if (at == slash + 1 || at >= s.len || s.s[at] != ':')
		return 0;
	return at + 1 == s.len || s.s[at + 1] == ' ' || s.s[at + 1] == '\n' ? at : 0;
}

int64_t guard_entry_number(const struct guard *g)
{
	size_t slash = str_rfind_char(g->entry, '/');
	int64_t number = -1;

	if (slash == STR_NONE || !str_to_i64(str_skip(g->entry, slash + 1), &number))
		return -1;
	return number;
}

struct str guard_dynamic_sources(struct str text)
{
	size_t at = str_find(text, STR("TORCH_COMPILE_DYNAMIC_SOURCES=\""));
	struct str rest, value;

	if (at == STR_NONE)
		return (struct str){ 0 };
	rest = str_skip(text, at);
	str_cut(&rest, '"', &value);
	str_cut(&rest, '"', &value);
	return value;
}

bool guard_is_reason(struct str line, bool *in_stack)
{
	struct str s = str_trim(line);

	if (entry_length(s)) {
		*in_stack = false;
		return true;
	}
	if (str_starts(s, STR("User stack trace:")))
		*in_stack = true;
	return !*in_stack && !guard_dynamic_sources(s).s &&
	       !str_starts(s, STR("The following environment variable would enable"));
}

/*
 * Where the user line begins: "  # " outside of quotes. Messages hold odd quotes
 * ("a tensor type, ' but found"): when the text ends within one, quotes do not count.
 */
static size_t comment_start(struct str s)
{
	size_t first = str_find(s, STR("  # ")), at = 0;

	if (first == STR_NONE)
		return s.len;
	while (at < s.len) {
		if (s.s[at] == '\'' || s.s[at] == '"')
			at = source_unquote(s, at);
		else if (s.s[at] == ' ' && str_starts(str_skip(s, at), STR("  # ")))
			return at;
		else
			at++;
	}
	return first;
}

/* "r/work/zoo.py:422 in step (HINT: …)": false if s is something else. */
static bool parse_place(struct guard *g, struct str s)
{
	size_t in = str_find(s, STR(" in ")), colon;
	struct str place = str_take(s, in == STR_NONE ? 0 : in);
	int64_t line;

	colon = str_rfind_char(place, ':');
	if (colon == STR_NONE || !str_to_i64(str_skip(place, colon + 1), &line) ||
	    line < 0 || line > INT_MAX)
		return false;
	g->file = str_take(place, colon);
	g->line = (int)line;
	s = str_skip(s, in + 4);
	if (!str_cut_at(&s, STR(" ("), &g->function))
		return false;
	if (s.s)	/* from the bracket on */
		g->hint = (struct str){ s.s - 1, s.len + 1 };
	g->function = str_trim(g->function);
	return true;
}

/*
 * "# code  # file:line in func (hint)", "# file:line in func", or a remark of torch.
 * The code may hold "  # " too: the place is the first part that looks like one.
 */
static void parse_comment(struct guard *g, struct str comment)
{
	struct str rest = comment, part;

	g->code = g->file = g->function = g->hint = (struct str){ 0 };
	g->line = 0;
	while (str_cut_at(&rest, STR("  # "), &part)) {
		if (!parse_place(g, part))
			continue;
		if (g->hint.s)	/* a joined guard's holds a second user line */
			g->hint.len = (size_t)(comment.s + comment.len - g->hint.s);
		part = str_trim(str_take(comment, (size_t)(part.s - comment.s)));
		while (str_ends(part, STR("#")))
			part = str_trim(str_take(part, part.len - 1));
		g->code = part.len ? part : (struct str){ 0 };
		return;
	}
	g->hint = comment.len ? comment : (struct str){ 0 };
}

/*
 * The user lines of a joined guard are joined too: "code  # place (user code shown is
 * first use … 0/1 specialization …) and code  # place". Keeps the second for later, and
 * takes the brackets off the hint.
 */
static void trim_hint(struct guard *g)
{
	size_t end;

	if (g->hint.len == 0 || g->hint.s[0] != '(')
		return;
	end = str_find(g->hint, STR(") and "));
	if (end != STR_NONE)
		g->bound = str_skip(g->hint, end + 6);
	else if (str_ends(g->hint, STR(")")))
		end = g->hint.len - 1;
	g->hint = str_sub(g->hint, 1, end == STR_NONE ? g->hint.len : end);
}

/* "text  # comment" -> the text, and the comment without its mark. */
static void split_comment(struct guard *g, struct str s, struct str *comment)
{
	size_t at = comment_start(s);

	g->text = str_trim(str_take(s, at));
	*comment = str_trim(str_skip(s, at));
	str_eat(comment, STR("# "));
}

struct guard guard_parse(struct arena *a, struct str reason)
{
	struct guard g = { .index = -1, .source = STR("") };
	struct str s = str_trim(reason), comment;
	size_t entry;

	g.sources = guard_dynamic_sources(s);
	s = str_take(s, str_find_char(s, '\n'));
	entry = entry_length(s);
	if (entry) {
		g.entry = str_take(s, entry);
		s = str_skip(s, entry + 1);
	}
	split_comment(&g, str_trim(s), &comment);
	if (comment.len) {
		parse_comment(&g, comment);
		trim_hint(&g);
	}
	shape_parse(a, &g, comment);
	return g;
}

void guard_settle(struct arena *a, struct guard *g, struct str actual)
{
	int64_t size = 2;

	if (g->kind != GUARD_ZERO_ONE || !actual.s)
		return;
	if (str_to_i64(actual, &size))
		g->now = str_copy(a, actual);
	if (!g->bounded || size == 0 || size == 1)
		return;
	g->kind = GUARD_SHAPE_GUARD;
	if (g->bound.s) {
		parse_comment(g, g->bound);
		trim_hint(g);
	}
}
