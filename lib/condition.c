/* SPDX-License-Identifier: MIT */
#include "condition.h"

#include <string.h>

#define SPOTS_MOST 8 /* more would be a page of code */

/* Names of torch's C++ side, as guards print them. */
static const struct dtype {
	struct str guard, python;
	char sort; /* f: real, c: complex, i: integer */
} dtypes[] = {
	{ STR_INIT("Float"), STR_INIT("float32"), 'f' },
	{ STR_INIT("Double"), STR_INIT("float64"), 'f' },
	{ STR_INIT("Half"), STR_INIT("float16"), 'f' },
	{ STR_INIT("BFloat16"), STR_INIT("bfloat16"), 'f' },
	{ STR_INIT("Long"), STR_INIT("int64"), 'i' },
	{ STR_INIT("Int"), STR_INIT("int32"), 'i' },
	{ STR_INIT("Short"), STR_INIT("int16"), 'i' },
	{ STR_INIT("Char"), STR_INIT("int8"), 'i' },
	{ STR_INIT("Byte"), STR_INIT("uint8"), 'i' },
	{ STR_INIT("ComplexFloat"), STR_INIT("complex64"), 'c' },
	{ STR_INIT("ComplexDouble"), STR_INIT("complex128"), 'c' },
};

static const struct dtype *find_dtype(struct str name)
{
	str_eat(&name, STR("torch."));
	for (size_t i = 0; i < COUNT_OF(dtypes); i++)
		if (str_eq(name, dtypes[i].guard) || str_eq(name, dtypes[i].python))
			return &dtypes[i];
	return NULL;
}

struct str condition_dtype(struct str name)
{
	const struct dtype *d = find_dtype(name);

	return d ? d->python : (struct str){ NULL, 0 };
}

/* x, args[0], self.layers[0].weight: every byte a word's, or one of these; not made up. */
static bool is_path_of(struct str name, struct str punctuation)
{
	if (name.len == 0 || str_is_digit(name.s[0]) || !str_is_word(name.s[0]) ||
	    str_starts(name, STR("___")) || str_starts(name, STR("G[")))
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!str_is_word(name.s[i]) &&
		    str_find_char(punctuation, name.s[i]) == STR_NONE)
			return false;
	return true;
}

/*
 * x, args[0], kwargs['mask']; no call, no [*], nothing made up. No attribute: it may be
 * None before the first call that sets it, such as what a cache holds.
 */
static bool is_path(struct str name)
{
	return is_path_of(name, STR("[]'"));
}

static bool is_word(struct str name)
{
	for (size_t i = 0; i < name.len; i++)
		if (!str_is_word(name.s[i]))
			return false;
	return is_path(name);
}

static bool is_of_size(const struct situation *s)
{
	return s->cause->kind == GUARD_SIZE || s->cause->kind == GUARD_ZERO_ONE;
}

bool condition_named(const struct situation *s)
{
	if (!s->reachable || s->spots.count == 0 || s->spots.count > SPOTS_MOST)
		return false;
	for (size_t i = 0; i < s->spots.count; i++)
		if (!is_path(s->spots.items[i].name) ||
		    (is_of_size(s) && s->spots.items[i].index < 0))
			return false;
	return true;
}

/* For alias, the source is all names: "x, y". */
static bool are_words(struct str names)
{
	struct str name;

	while (str_cut(&names, ',', &name))
		if (!is_word(str_trim(name)))
			return false;
	return true;
}

bool condition_arguments(const struct situation *s)
{
	if (!s->reachable || s->spots.count == 0 || s->spots.count > SPOTS_MOST)
		return false;
	if (s->cause->kind == GUARD_ALIAS)
		return are_words(s->cause->source);
	for (size_t i = 0; i < s->spots.count; i++)
		if (!is_word(s->spots.items[i].name))
			return false;
	return true;
}

/* Torch splits the list at commas and drops blanks; the shell reads the rest. */
static bool is_listable(struct str raw)
{
	if (!str_starts(raw, STR("L[")) && !str_starts(raw, STR("G[")))
		return false;
	for (size_t i = 0; i < raw.len; i++)
		if (memchr("\"$`\\, \t\n\r*(", raw.s[i], 11) || raw.s[i] == '!')
			return false;
	return true;
}

bool condition_listable(const struct situation *s)
{
	if (s->spots.count == 0 || s->spots.count > 2 * SPOTS_MOST)
		return false;
	for (size_t i = 0; i < s->spots.count; i++)
		if (!is_listable(s->spots.items[i].raw))
			return false;
	return true;
}

/* A guard that joins 0/1 with a bound of the user's own needs the number. */
static bool is_bounded(const struct cause *c)
{
	for (size_t i = 0; i < c->findings.count; i++)
		if (c->findings.items[i]->why.cause.bounded)
			return true;
	return false;
}

bool condition_unbackable(const struct situation *s)
{
	return s->zero_one && !s->shape_branch && !s->parameter && !is_bounded(s->cause);
}

bool condition_sizes_above_one(const struct situation *s)
{
	return !s->zero_one && !s->parameter;
}

bool condition_dynamic_works(const struct situation *s)
{
	return s->cause->made_dynamic || s->automatic == SWITCH_OFF;
}

bool condition_dynamic_may_work(const struct situation *s)
{
	return !condition_specialised(s);
}

/* A graph was made for it, and with a size that could have been dynamic. */
static bool could_be_dynamic(const struct finding *f)
{
	int64_t now;

	return f->compile->status == COMPILE_OK &&
	       !(str_to_i64(f->why.cause.now, &now) && now <= 1);
}

bool condition_specialised(const struct situation *s)
{
	if (s->automatic != SWITCH_ON || s->cause->made_dynamic || s->parameter)
		return false;
	for (size_t i = 0; i < s->cause->findings.count; i++)
		if (could_be_dynamic(s->cause->findings.items[i]))
			return true;
	return false;
}

bool condition_dynamic_unknown(const struct situation *s)
{
	return !condition_dynamic_works(s) && !condition_specialised(s);
}

bool condition_zero_one(const struct situation *s)
{
	return s->zero_one;
}

bool condition_made_dynamic(const struct situation *s)
{
	return s->cause->made_dynamic;
}

bool condition_dynamic_false(const struct situation *s)
{
	return s->automatic == SWITCH_OFF;
}

bool condition_parameter(const struct situation *s)
{
	return s->parameter;
}

/* "layer_idx" of "self.layer_idx"; of G['SCALE'], "SCALE". */
static struct str last_name(struct str source)
{
	size_t end = source.len, start;

	while (end > 0 && !str_is_word(source.s[end - 1]))
		end--;
	for (start = end; start > 0 && str_is_word(source.s[start - 1]);)
		start--;
	return str_sub(source, start, end);
}

/*
 * The line of code has the name inside [ ] that select an item: cache[self.layer_idx].
 * A slice, x[:n], is none.
 */
static bool is_subscript(struct str code, struct str name)
{
	size_t at, depth = 0;

	while ((at = str_find_char(code, '[')) != STR_NONE) {
		bool selects = at > 0 && (str_is_word(code.s[at - 1]) ||
					  code.s[at - 1] == ']' || code.s[at - 1] == ')');
		size_t end = at;

		for (depth = 0; end < code.len; end++) {
			depth += code.s[end] == '[';
			if (code.s[end] == ']' && --depth == 0)
				break;
		}
		if (selects && str_find(str_sub(code, at, end), name) != STR_NONE &&
		    str_find_char(str_sub(code, at, end), ':') == STR_NONE)
			return true;
		code = str_skip(code, at + 1);
	}
	return false;
}

static bool is_branch(struct str code)
{
	return str_starts(code, STR("if ")) || str_starts(code, STR("elif ")) ||
	       str_starts(code, STR("while ")) || str_starts(code, STR("assert ")) ||
	       str_find(code, STR(" if ")) != STR_NONE ||
	       str_find(code, STR("range(")) != STR_NONE;
}

bool condition_index(const struct situation *s)
{
	struct str name = last_name(s->cause->source);

	return name.len && is_subscript(s->cause->guard_code, name);
}

/*
 * Where torch tried to make the number dynamic, it knows; of a module's ints and of
 * globals it does not try, and the line where it is used has to tell.
 */
bool condition_number_free(const struct situation *s)
{
	const struct cause *c = s->cause;

	if (c->made_dynamic)
		return true;
	if (condition_index(s) || is_branch(str_trim(c->guard_code)))
		return false;
	return s->module_int || condition_global(s) || s->automatic == SWITCH_OFF;
}

bool condition_float_free(const struct situation *s)
{
	return (s->cause->made_dynamic || s->automatic == SWITCH_OFF ||
		s->version < 206) &&
	       !is_branch(str_trim(s->cause->guard_code));
}

/* The line is one that makes a tensor of the number: torch.tensor(n), or as_tensor. */
bool condition_tensor_inside(const struct situation *s)
{
	static const struct str calls[] = {
		STR_INIT(".tensor("), STR_INIT("as_tensor("), STR_INIT("scalar_tensor("),
	};
	struct str code = s->cause->guard_code, name = s->cause->source;

	for (size_t i = 0; i < COUNT_OF(calls) && name.len; i++) {
		size_t at = str_find(code, calls[i]);
		struct str rest = str_skip(code, at + calls[i].len);

		if (at != STR_NONE && str_eat(&rest, name) && rest.len &&
		    (rest.s[0] == ')' || rest.s[0] == ','))
			return true;
	}
	return false;
}

bool condition_no_tensor_yet(const struct situation *s)
{
	return !condition_tensor_inside(s);
}

bool condition_attribute(const struct situation *s)
{
	return is_path_of(s->cause->source, STR(".[]'")) &&
	       str_find_char(s->cause->source, '.') != STR_NONE;
}

bool condition_module_int(const struct situation *s)
{
	return s->module_int;
}

bool condition_plain_int(const struct situation *s)
{
	return !s->module_int && !condition_global(s) && !condition_index(s);
}

bool condition_global(const struct situation *s)
{
	return str_starts(s->cause->source, STR("G["));
}

bool condition_option(const struct situation *s)
{
	return str_find(s->cause->source, STR("param_groups[")) != STR_NONE;
}

bool condition_castable(const struct situation *s)
{
	const struct cause *c = s->cause;
	const struct dtype *first;

	if (c->values.count == 0)
		return false;
	first = find_dtype(c->values.items[0]);
	for (size_t i = 0; i < c->values.count; i++) {
		const struct dtype *d = find_dtype(c->values.items[i]);

		if (!first || !d || d->sort != first->sort)
			return false;
	}
	return true;
}

bool condition_per_instance(const struct situation *s)
{
	return str_find(s->cause->source, STR("[*]")) != STR_NONE;
}

bool condition_once(const struct situation *s)
{
	return s->cause->findings.count == 1;
}

bool condition_repeated(const struct situation *s)
{
	return s->cause->findings.count > 1;
}

bool condition_few_values(const struct situation *s)
{
	return s->cause->outlook == OUTLOOK_SETTLES || s->cause->outlook == OUTLOOK_BOUNDED;
}

bool condition_many_values(const struct situation *s)
{
	return !condition_few_values(s);
}

bool condition_at_limit(const struct situation *s)
{
	return s->cause->outlook == OUTLOOK_AT_LIMIT;
}

bool condition_of_module(const struct situation *s)
{
	return str_starts(s->cause->source, STR("self."));
}

bool condition_blocked(const struct situation *s)
{
	return s->blocked;
}
