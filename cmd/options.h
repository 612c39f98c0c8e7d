/*
 * options.h - the options of a command as a table, from which come their parsing, the
 * text of --help, and (checked by a test) the man page.
 */
#ifndef CTRACE_OPTIONS_H
#define CTRACE_OPTIONS_H

#include "str.h"

enum option_kind {
	OPTION_FLAG,	/* bool */
	OPTION_NUMBER,	/* int64_t, from least to most */
	OPTION_TEXT,	/* const char *, not empty */
	OPTION_TEXTS,	/* struct option_list: may be given more than once */
	OPTION_CHOICE	/* const char *, one of choices */
};

struct option_list {
	const char **items;
	size_t count, capacity;
};

struct option_def {
	const char *name;		/* without the -- */
	char letter;			/* 'o' of -o; 0: none */
	const char *argument;		/* as --help names it; NULL for a flag */
	enum option_kind kind;
	size_t offset;			/* of the value in the command's own struct */
	const char *help;
	int64_t least, most;
	const char *const *choices;	/* ends with NULL */
};

struct command_def {
	const char *name;
	const char *operands;		/* as in "usage:", such as "PATH…" */
	const char *summary;		/* one line for ctrace --help, no full stop */
	const char *about;		/* text under the usage line */
	const struct option_def *options;
	size_t option_count;		/* at most 64 */
	size_t operands_offset;		/* of a struct option_list */
	size_t operands_least, operands_most;
	bool is_command;		/* operands: a command, taken as it is from its first word on */
};

/*
 * Reads argv[1…] (ends with NULL) into *target, whose defaults stand in it before.
 * Texts are argv's own, lists live in the arena. 0 if all is well, 1 if --help was
 * asked for, -1 with *e on a usage error. "--opt=v", "--opt v", "-o v", "-ov", "-ab";
 * all behind "--", and "-" itself, are operands. An option that takes one value may be
 * given once.
 */
int options_parse(const struct command_def *def, void *target, struct arena *a,
		  char *const *argv, struct err *e);

void options_usage(struct buf *out, const struct command_def *def);	/* no line end */
void options_help(struct buf *out, const struct command_def *def);

#endif
