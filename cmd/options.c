/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "nearest.h"
#include "utf8.h"

enum { OPTIONS_MOST = 64 };

/* One run over the arguments. */
struct parse {
	const struct command_def *def;
	char *target;			/* the command's struct */
	struct arena *arena;
	char *const *argv;		/* at the next argument */
	struct err *e;
	bool seen[OPTIONS_MOST];
	bool help;
};

static const struct option_def *find_long(const struct command_def *def, struct str name)
{
	for (size_t i = 0; i < def->option_count; i++)
		if (str_eq(str_c(def->options[i].name), name))
			return &def->options[i];
	return NULL;
}

static const struct option_def *find_letter(const struct command_def *def, char letter)
{
	for (size_t i = 0; i < def->option_count; i++)
		if (def->options[i].letter == letter && letter)
			return &def->options[i];
	return NULL;
}

static int unknown_option(struct parse *p, struct str name)
{
	struct nearest n = { .word = name };

	for (size_t i = 0; i < p->def->option_count; i++)
		nearest_offer(&n, p->def->options[i].name);
	nearest_offer(&n, "help");
	if (n.found)
		return err_set(p->e,
			       "unknown option '--" STR_FMT "'; did you mean '--%s'?",
			       STR_ARG(name), n.found);
	return err_set(p->e, "unknown option '--" STR_FMT "'", STR_ARG(name));
}

static int set_number(struct parse *p, const struct option_def *o, const char *value)
{
	int64_t n;

	if (!str_to_i64(str_c(value), &n))
		return err_set(p->e, "option '--%s' needs a whole number, not '%s'",
			       o->name, value);
	if (n < o->least || n > o->most)
		return err_set(p->e,
			       "option '--%s' is from %" PRId64 " to %" PRId64
			       ", not '%s'",
			       o->name, o->least, o->most, value);
	memcpy(p->target + o->offset, &n, sizeof n);
	return 0;
}

static int unknown_choice(struct parse *p, const struct option_def *o, const char *value)
{
	struct nearest n = { .word = str_c(value) };
	struct buf b = { 0 };

	for (const char *const *choice = o->choices; *choice; choice++) {
		nearest_offer(&n, *choice);
		buf_addf(&b, "%s%s", b.len ? ", " : "", *choice);
	}
	if (n.found)
		err_set(p->e, "option '--%s' has no '%s'; did you mean '%s'?", o->name,
			value, n.found);
	else
		err_set(p->e, "option '--%s' has no '%s'; it is one of " STR_FMT, o->name,
			value, STR_ARG(buf_str(&b)));
	buf_release(&b);
	return -1;
}

static int set_choice(struct parse *p, const struct option_def *o, const char *value)
{
	for (const char *const *choice = o->choices; *choice; choice++)
		if (strcmp(*choice, value) == 0) {
			memcpy(p->target + o->offset, choice, sizeof *choice);
			return 0;
		}
	return unknown_choice(p, o, value);
}

static void add_text(struct parse *p, size_t offset, const char *value)
{
	struct option_list *list = (struct option_list *)(void *)(p->target + offset);

	*array_add(p->arena, list) = value;
}

static int set_value(struct parse *p, const struct option_def *o, const char *value)
{
	size_t index = (size_t)(o - p->def->options);

	if (!value[0])
		return err_set(p->e, "option '--%s' needs a value", o->name);
	if (p->seen[index] && o->kind != OPTION_TEXTS)
		return err_set(p->e, "option '--%s' is given twice", o->name);
	p->seen[index] = true;
	switch (o->kind) {
	case OPTION_NUMBER:
		return set_number(p, o, value);
	case OPTION_CHOICE:
		return set_choice(p, o, value);
	case OPTION_TEXT:
		memcpy(p->target + o->offset, &value, sizeof value);
		break;
	case OPTION_TEXTS:
		add_text(p, o->offset, value);
		break;
	case OPTION_FLAG:
		break;
	}
	return 0;
}

static void set_flag(struct parse *p, const struct option_def *o)
{
	*(bool *)(p->target + o->offset) = true;
}

/* The value is the next argument, if there is one. */
static int take_value(struct parse *p, const struct option_def *o)
{
	if (!*p->argv)
		return err_set(p->e, "option '--%s' needs a value: %s", o->name,
			       o->argument);
	return set_value(p, o, *p->argv++);
}

static int parse_long(struct parse *p, const char *text)
{
	const char *value = strchr(text, '=');
	struct str name = { text, value ? (size_t)(value - text) : strlen(text) };
	const struct option_def *o = find_long(p->def, name);

	if (!o && str_eq(name, STR("help")) && !value) {
		p->help = true;
		return 0;
	}
	if (!o)
		return unknown_option(p, name);
	if (o->kind != OPTION_FLAG)
		return value ? set_value(p, o, value + 1) : take_value(p, o);
	if (value)
		return err_set(p->e, "option '--%s' takes no value", o->name);
	set_flag(p, o);
	return 0;
}

static int parse_letters(struct parse *p, const char *letters)
{
	for (; *letters; letters++) {
		const struct option_def *o = find_letter(p->def, *letters);

		if (!o && *letters == 'h') {
			p->help = true;
			continue;
		}
		if (!o && (unsigned char)*letters >= 0x80)	/* not half a character */
			return err_set(p->e, "unknown option '-%s'", letters);
		if (!o)
			return err_set(p->e, "unknown option '-%c'", *letters);
		if (o->kind != OPTION_FLAG)
			return letters[1] ? set_value(p, o, letters + 1)
					  : take_value(p, o);
		set_flag(p, o);
	}
	return 0;
}

static int parse_operand(struct parse *p, const char *text)
{
	if (!text[0] && !p->def->is_command)
		return err_set(p->e, "an argument is empty");
	add_text(p, p->def->operands_offset, text);
	return 0;
}

static int parse_argument(struct parse *p, const char *text, bool *operands_only)
{
	if (*operands_only || text[0] != '-' || !text[1]) {
		*operands_only |= p->def->is_command;
		return parse_operand(p, text);
	}
	if (text[1] != '-')
		return parse_letters(p, text + 1);
	if (text[2])
		return parse_long(p, text + 2);
	*operands_only = true;
	return 0;
}

static int check_operands(const struct parse *p)
{
	const struct command_def *def = p->def;
	const struct option_list *given =
		(const struct option_list *)(const void *)(p->target +
							   def->operands_offset);

	if (given->count < def->operands_least)
		return err_set(p->e, "%s needs %s", def->name, def->operands);
	if (given->count > def->operands_most)
		return err_set(p->e, "'%s' is one argument too many",
			       given->items[def->operands_most]);
	return 0;
}

int options_parse(const struct command_def *def, void *target, struct arena *a,
		  char *const *argv, struct err *e)
{
	struct parse p = { .def = def, .target = target, .arena = a, .e = e };
	bool operands_only = false;

	assert(def->option_count <= OPTIONS_MOST);
	p.argv = argv[0] ? argv + 1 : argv;
	while (*p.argv && !p.help)
		if (parse_argument(&p, *p.argv++, &operands_only) < 0)
			return -1;
	return p.help ? 1 : check_operands(&p);
}

void options_usage(struct buf *out, const struct command_def *def)
{
	buf_addf(out, "usage: ctrace %s [OPTION]… %s", def->name, def->operands);
}

/* "-o, --output FILE", with the place of the letter left blank if there is none. */
static struct str option_head(struct arena *a, const struct option_def *o)
{
	char letter[] = { '-', o->letter, ',', '\0' };

	return str_format(a, "%3s --%s%s%s", o->letter ? letter : "", o->name,
			  o->argument ? " " : "", o->argument ? o->argument : "");
}

static void add_option(struct buf *out, struct str head, size_t width, const char *help)
{
	struct str rest = str_c(help), line;
	bool first = true;

	buf_addf(out, "  " STR_FMT, STR_ARG(head));
	while (str_cut(&rest, '\n', &line)) {
		buf_fill(out, ' ', first ? width - utf8_width(head) + 2 : width + 4);
		buf_add(out, line);
		buf_add_char(out, '\n');
		first = false;
	}
}

void options_help(struct buf *out, const struct command_def *def)
{
	struct arena a = { 0 };
	size_t width = utf8_width(STR(" -h, --help"));

	for (size_t i = 0; i < def->option_count; i++) {
		size_t head = utf8_width(option_head(&a, &def->options[i]));

		width = head > width ? head : width;
	}
	options_usage(out, def);
	buf_addf(out, "\n\n%s\n\n", def->about);
	for (size_t i = 0; i < def->option_count; i++)
		add_option(out, option_head(&a, &def->options[i]), width,
			   def->options[i].help);
	add_option(out, STR("-h, --help"), width, "print this text");
	arena_release(&a);
}
