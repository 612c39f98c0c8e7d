/*
 * commands.h - the commands of ctrace. Each is a table of options and a function that
 * gets argv as main does, with the command's name as argv[0], and returns an exit code
 * (enum status). It prints its own messages.
 */
#ifndef CTRACE_COMMANDS_H
#define CTRACE_COMMANDS_H

#include "options.h"

extern const struct command_def analyze_def, check_def, diff_def, explain_def;
extern const struct command_def run_def, show_def, export_def;
int analyze_command(int argc, char **argv);
int check_command(int argc, char **argv);
int diff_command(int argc, char **argv);
int explain_command(int argc, char **argv);
int run_command(int argc, char **argv);
int show_command(int argc, char **argv);
int export_command(int argc, char **argv);

/* A command, by table: main dispatches over these, the man page has a part for each. */
struct command {
	const struct command_def *def;
	int (*run)(int argc, char **argv);
};

extern const struct command commands[];		/* in the order of ctrace --help */
extern const size_t commands_count;

/*
 * What nearly every command begins with: parses the options. -1 if the command is to go
 * on; else it has printed --help or what is wrong, and this is its exit code.
 */
int commands_begin(const struct command_def *def, void *target, struct arena *a,
		   char **argv);

#endif
