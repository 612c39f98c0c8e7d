/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include <limits.h>

#include "expression.h"
#include "mismatch.h"
#include "source.h"

/*
 * The shapes of guard texts, torch 2.0 to 2.14: the messages of torch/csrc/dynamo/
 * guards.cpp (check_verbose and friends), the expressions of torch/_dynamo/guards.py,
 * and the symbolic ones of torch/fx/experimental/symbolic_shapes.py.
 */

struct shape {
	struct str prefix;	/* the text begins with it */
	struct str needle;	/* and has it further on; empty: nothing asked */
	enum guard_kind kind;
	/* Reads the rest; at is the place of the needle, behind the prefix. */
	void (*read)(struct arena *a, struct guard *g, struct str rest, size_t at);
};

static void set_source(struct arena *a, struct guard *g, struct str raw)
{
	g->raw = str_trim(raw);
	g->source = source_short(a, g->raw);
	if (!g->source.s)
		g->source = STR("");
}

/* expected type of 'x' to be a tensor type, ' but found <class 'NoneType'> */
static void read_tensor_type(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	size_t found = str_find(rest, STR("but found "));

	set_source(a, g, str_take(rest, at));
	if (found != STR_NONE)
		g->now = str_trim(str_skip(rest, found + 10));
}

/* "x", "L['y']" or x, y: the short names, joined by comma and blank */
static void read_names(struct arena *a, struct guard *g, struct str list)
{
	struct buf out = { 0 };
	struct str name;

	g->raw = list;
	while (str_cut_at(&list, STR(", "), &name)) {
		name = str_trim(name);
		if (name.len >= 2 && name.s[0] == '"')
			name = str_sub(name, 1, name.len - 1);
		if (out.len)
			buf_add_c(&out, ", ");
		buf_add(&out, source_short(a, name));
	}
	g->source = buf_take(a, &out);
}

/* s found: ["x", "y"]; the older one: … not expected! y should not alias to anything */
static void read_duplicate(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	size_t open = str_find_char(rest, '['), wrong = str_find(rest, STR("! "));

	(void)at;
	if (str_starts(rest, STR("s found: [")))
		read_names(a, g, str_sub(rest, open + 1, str_rfind_char(rest, ']')));
	else if (wrong != STR_NONE)
		set_source(a, g,
			   str_sub(rest, wrong + 2, str_find(rest, STR("should not"))));
}

static struct str call_arguments(struct str rest)
{
	size_t end = source_close(rest, 0);

	return str_sub(rest, 1, end ? end - 1 : 0);
}

/* check_no_aliasing(L['x'], L['y']); as in all calls, rest begins with the bracket */
static void read_no_alias(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	(void)at;
	read_names(a, g, call_arguments(rest));
}

/* The source ends where the needle begins. */
static void read_before(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	set_source(a, g, str_take(rest, at));
}

/* GLOBAL_STATE changed: grad_mode autocast(cuda)_enabled */
static void read_state(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	(void)at;
	rest = str_trim(rest);
	set_source(a, g, str_take(rest, str_find_char(rest, ' ')));
}

static void read_nothing(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	(void)a, (void)g, (void)rest, (void)at;
}

static void read_mode_stack(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	(void)rest, (void)at;
	set_source(a, g, STR("torch_function_mode_stack"));
}

/* utils_device.CURRENT_DEVICE == None, a state of torch and not of the program */
static void read_ambient(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	size_t end = source_span(g->text);

	(void)at;
	set_source(a, g, str_take(g->text, end));
	at = str_find(rest, STR("== "));
	if (at != STR_NONE)
		g->was = str_trim(str_skip(rest, at + 3));
}

/* BACKEND_MATCH failure: … Cached backend: a (id=0x1). New backend: a (id=0x2). */
static void read_backend(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str cached = str_skip(rest, at + 16);
	size_t fresh = str_find(cached, STR(". New backend: "));

	(void)a;
	g->was = str_take(cached, fresh);
	if (fresh != STR_NONE)
		g->now = str_trim(str_skip(cached, fresh + 15));
	if (str_ends(g->now, STR(".")))
		g->now.len--;
}

/* (S, ID), and of functions (S, ID), type=<class 'code'> */
static void read_object(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str arguments = call_arguments(rest);
	size_t comma = str_rfind_char(arguments, ',');

	(void)at;
	set_source(a, g, str_take(arguments, comma));
	if (comma != STR_NONE)
		g->was = str_trim(str_skip(arguments, comma + 1));
}

/* 'k', S: the first argument is quoted or at least has no comma */
static void read_contains(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str arguments = call_arguments(rest);
	size_t end = 0;

	(void)at;
	while (end < arguments.len && arguments.s[end] != ',') {
		char c = arguments.s[end];

		if (c == '\'' || c == '"')
			end = source_unquote(arguments, end);
		else
			end = c == '(' || c == '[' ? source_close(arguments, end) :
						     end + 1;
	}
	g->member = str_take(arguments, end);
	set_source(a, g, str_skip(arguments, end + 1));
	g->was = str_starts(g->text, STR("not ")) ? STR("False") : STR("True");
}

/* (S, 'a') is about S.a; torch's own marks of dynamic dimensions are about S */
static void read_attribute(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str arguments = call_arguments(rest), name;
	size_t comma = str_rfind_char(arguments, ',');
	bool negated = str_starts(g->text, STR("not ")) ||
		       str_ends(g->text, STR("== False"));

	(void)at;
	set_source(a, g, str_take(arguments, comma));
	name = str_trim(
		str_skip(arguments, comma == STR_NONE ? arguments.len : comma + 1));
	g->member = name.len >= 2 ? str_sub(name, 1, name.len - 1) : name;
	g->was = negated ? STR("False") : STR("True");
	if (str_starts(g->member, STR("_dynamo_"))) {
		g->kind = GUARD_DYNAMIC_MARK;
		return;
	}
	if (g->member.len)
		g->source = str_format(a, STR_FMT "." STR_FMT, STR_ARG(g->source),
				       STR_ARG(g->member));
}

/* ((getattr(S, '_dynamo_dynamic_indices', set()).issubset({0})) if … else True) */
static void read_marks(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str arguments = call_arguments(rest), name;
	size_t set = str_find(rest, STR(".issubset("));

	(void)at;
	at = source_span(arguments);
	set_source(a, g, str_take(arguments, at));
	name = str_trim(str_skip(arguments, at + 1));
	g->member = name.len && name.s[0] == '\'' ?
		    str_sub(name, 1, source_unquote(name, 0) - 1) : (struct str){ 0 };
	if (set != STR_NONE)
		g->was = call_arguments(str_skip(rest, set + 9));
}

static void read_argument(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str arguments = call_arguments(rest);

	(void)at;
	set_source(a, g, str_take(arguments, source_span(arguments)));
}

static void read_index(struct guard *g, struct str s)
{
	int64_t index;

	if (str_to_i64(str_take(s, str_digits(s)), &index) && index <= INT_MAX)
		g->index = (int)index;
}

/* __nn_module_guard_0(S): torch before 2.5, where a module's mode is what changes */
static void read_module(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	at = str_find_char(rest, '(');
	read_argument(a, g, str_skip(rest, at), 0);
}

/* len(S) == 3, ___tuple_iterator_len(S) == 3 */
static void read_length(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct expression e = expression_split(g->text);

	(void)at;
	set_source(a, g, call_arguments(rest));
	g->was = e.right;
}

/* list(dict.keys(S))[1] == 'b', list(S.keys())[1] == 'b', set(S.keys()) == {…} */
static void read_keys(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str arguments = call_arguments(rest),
		   tail = str_skip(rest, arguments.len + 2);
	struct expression e = expression_split(g->text);

	(void)at;
	if (str_eat(&arguments, STR("dict.keys(")) && arguments.len)
		arguments.len--;
	else if (str_ends(arguments, STR(".keys()")))
		arguments.len -= 7;
	set_source(a, g, arguments);
	if (str_eat(&tail, STR("[")))
		read_index(g, tail);
	g->was = e.right;
}

/* not S: an empty container */
static void read_empty(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	(void)at;
	if (source_span(rest) == rest.len) {
		set_source(a, g, rest);
		g->was = STR("0");
		return;
	}
	g->kind = expression_is_symbolic(rest) ? GUARD_SHAPE_GUARD : GUARD_OTHER;
	set_source(a, g, expression_subject(rest));
}

/* "S == 3, with LHS value: 4" (torch 2.0): what came follows what was expected. */
static void read_value(struct guard *g, struct str value)
{
	size_t left = str_find(value, STR(", with LHS value: "));

	g->was = str_take(value, left);
	if (left != STR_NONE)
		g->now = str_skip(value, left + 18);
	g->kind = expression_literal_kind(g->was);
}

static void read_equal(struct arena *a, struct guard *g, const struct expression *e)
{
	set_source(a, g, e->left);
	read_value(g, e->right);
	if (g->kind == GUARD_BOOL && str_ends(g->raw, STR(".training")))
		g->kind = GUARD_TRAINING_MODE;
}

/* S is None, S is not None, and two names of one object */
static void read_is(struct arena *a, struct guard *g, const struct expression *e)
{
	set_source(a, g, e->left);
	if (e->op == EXPRESSION_IS && e->right.len &&
	    source_span(e->right) == e->right.len &&
	    str_find_char(STR("LG"), e->right.s[0]) != STR_NONE) {
		g->kind = GUARD_ALIAS;
		g->source = str_format(a, STR_FMT ", " STR_FMT, STR_ARG(g->source),
				       STR_ARG(source_short(a, e->right)));
		return;
	}
	read_value(g, e->right);
	if (e->op == EXPRESSION_IS_NOT)
		g->was = str_format(a, "not " STR_FMT, STR_ARG(g->was));
}

/* Why torch made a symbolic guard stands behind it. */
static enum guard_kind symbolic_kind(struct str text, struct str comment)
{
	struct str bound = text;

	if (str_find(comment, STR("duck sizing added this equality")) != STR_NONE)
		return GUARD_DUCK_SHAPE;
	if (str_find(comment, STR("0/1 specialization")) != STR_NONE ||
	    (str_eat(&bound, STR("2 <= ")) &&
	     str_find(bound, STR(".size()[")) != STR_NONE &&
	     source_span(bound) == bound.len))
		return GUARD_ZERO_ONE;
	return GUARD_SHAPE_GUARD;
}

/* 2 <= x.size()[0] <= 16: a bound of torch and one of the user's */
static void read_symbolic(struct arena *a, struct guard *g, struct str comment)
{
	struct str bound = g->text;

	g->kind = symbolic_kind(g->text, comment);
	g->index = expression_dimension(g->text);
	set_source(a, g, expression_subject(g->text));
	if (g->kind == GUARD_ZERO_ONE)
		g->bounded = g->bound.s || !str_eat(&bound, STR("2 <= ")) ||
			     source_span(bound) != bound.len;
}

/*
 * ORDER: the first row that fits is taken; a prefix that begins another stands behind
 * it, and messages, which hold sources and values of any kind, before expressions.
 */
static const struct shape shapes[] = {
	{ STR_INIT("tensor '"), STR_INIT(" mismatch"), GUARD_OTHER, mismatch_parse },
	{ STR_INIT("expected type of '"), STR_INIT("' to be a tensor"), GUARD_TENSOR_TYPE,
	  read_tensor_type },
	{ STR_INIT("Duplicate tensor"), STR_INIT(""), GUARD_ALIAS, read_duplicate },
	{ STR_INIT("check_no_aliasing"), STR_INIT(""), GUARD_ALIAS, read_no_alias },
	{ STR_INIT("Cache line invalidated because "), STR_INIT(" got deallocated"),
	  GUARD_DEALLOCATED, read_before },
	{ STR_INIT(""), STR_INIT(" is weakref'd by"), GUARD_DEALLOCATED, read_before },
	{ STR_INIT("___guarded_code.valid"), STR_INIT(""), GUARD_DEALLOCATED,
	  read_nothing },
	{ STR_INIT("GLOBAL_STATE changed: "), STR_INIT(""), GUARD_GLOBAL_STATE,
	  read_state },
	{ STR_INIT("GLOBAL_STATE changed:"), STR_INIT(""), GUARD_GLOBAL_STATE,
	  read_nothing },
	{ STR_INIT("___check_global_state("), STR_INIT(""), GUARD_GLOBAL_STATE,
	  read_nothing },
	{ STR_INIT("___check_torch_function_mode_stack("), STR_INIT(""),
	  GUARD_GLOBAL_STATE, read_mode_stack },
	{ STR_INIT("utils_device.CURRENT_DEVICE"), STR_INIT(""), GUARD_GLOBAL_STATE,
	  read_ambient },
	{ STR_INIT("torch._functorch.aot_autograd.utils.top_saved_tensors_hooks"),
	  STR_INIT(""), GUARD_GLOBAL_STATE, read_ambient },
	{ STR_INIT("BACKEND_MATCH failure"), STR_INIT("Cached backend: "), GUARD_BACKEND,
	  read_backend },
	{ STR_INIT("BACKEND_MATCH failure"), STR_INIT(""), GUARD_BACKEND, read_nothing },
	{ STR_INIT("___skip_backend_check()"), STR_INIT(""), GUARD_BACKEND,
	  read_nothing },
	{ STR_INIT("___current_backend()"), STR_INIT(""), GUARD_BACKEND, read_nothing },
	{ STR_INIT("Unexpected recompilation"), STR_INIT(""), GUARD_UNEXPECTED,
	  read_nothing },
	{ STR_INIT("Unable to find recompilation reason"), STR_INIT(""), GUARD_UNEXPECTED,
	  read_nothing },
	{ STR_INIT("___check_obj_id"), STR_INIT("("), GUARD_IDENTITY, read_object },
	{ STR_INIT("___check_type_id"), STR_INIT("("), GUARD_TYPE, read_object },
	{ STR_INIT("___dict_contains"), STR_INIT("("), GUARD_KEYS, read_contains },
	{ STR_INIT("not ___dict_contains"), STR_INIT("("), GUARD_KEYS, read_contains },
	{ STR_INIT("hasattr"), STR_INIT("("), GUARD_ATTRIBUTE, read_attribute },
	{ STR_INIT("not hasattr"), STR_INIT("("), GUARD_ATTRIBUTE, read_attribute },
	{ STR_INIT("((getattr"), STR_INIT("_dynamo_"), GUARD_DYNAMIC_MARK, read_marks },
	{ STR_INIT("_has_dynamo_dim_marking"), STR_INIT("("), GUARD_DYNAMIC_MARK,
	  read_argument },
	{ STR_INIT("_has_dynamo_dim_marking"), STR_INIT(""), GUARD_DYNAMIC_MARK,
	  read_nothing },
	{ STR_INIT("__nn_module_guard_"), STR_INIT(""), GUARD_TRAINING_MODE,
	  read_module },
	{ STR_INIT("len"), STR_INIT("("), GUARD_LENGTH, read_length },
	{ STR_INIT("___tuple_iterator_len"), STR_INIT("("), GUARD_LENGTH, read_length },
	{ STR_INIT("list"), STR_INIT("keys("), GUARD_KEYS, read_keys },
	{ STR_INIT("set"), STR_INIT("keys("), GUARD_KEYS, read_keys },
	{ STR_INIT("___dict_version"), STR_INIT("("), GUARD_KEYS, read_argument },
	{ STR_INIT("not math.isnan"), STR_INIT("("), GUARD_FLOAT, read_argument },
	{ STR_INIT("math.isnan"), STR_INIT("("), GUARD_FLOAT, read_argument },
	{ STR_INIT("__math_isnan"), STR_INIT("("), GUARD_FLOAT, read_argument },
	{ STR_INIT("not "), STR_INIT(""), GUARD_LENGTH, read_empty },
};

/* rest is what follows the prefix; a call's prefix is followed by its bracket. */
static bool fits(const struct shape *row, struct str text, struct str *rest, size_t *at)
{
	bool call = str_eq(row->needle, STR("("));

	*rest = text;
	if (!str_eat(rest, row->prefix))
		return false;
	*at = call ? 0 : str_find(*rest, row->needle);
	return call ? rest->len && rest->s[0] == '(' : *at != STR_NONE;
}

/* A string that looks like a test of sizes is a string. */
static bool is_symbolic(const struct expression *e)
{
	if (e->op == EXPRESSION_ORDER || e->op == EXPRESSION_UNEQUAL)
		return true;
	return expression_is_symbolic(e->left) ||
	       (expression_literal_kind(e->right) == GUARD_CONSTANT &&
		expression_is_symbolic(e->right));
}

static void read_expression(struct arena *a, struct guard *g, struct str comment)
{
	struct expression e = expression_split(g->text);

	if (is_symbolic(&e)) {
		read_symbolic(a, g, comment);
	} else if (e.op == EXPRESSION_EQUAL) {
		read_equal(a, g, &e);
	} else if (e.op) {
		read_is(a, g, &e);
	} else {
		g->kind = GUARD_OTHER;
		set_source(a, g, expression_subject(e.left));
	}
}

void shape_parse(struct arena *a, struct guard *g, struct str comment)
{
	struct str rest;
	size_t at;

	if (g->text.len == 0) {
		g->kind = GUARD_NO_REASON;
		return;
	}
	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		if (fits(&shapes[i], g->text, &rest, &at)) {
			g->kind = shapes[i].kind;
			shapes[i].read(a, g, rest, at);
			return;
		}
	}
	read_expression(a, g, comment);
}
