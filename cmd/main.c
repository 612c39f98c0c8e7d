/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "message.h"
#include "nearest.h"
#include "output.h"

/* ctrace [--help | --version | help [COMMAND] | COMMAND …] */

_Noreturn void mem_exhausted(size_t size)
{
	static const char message[] = "ctrace: out of memory\n";
	ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);

	(void)written;
	(void)size;
	output_abandon();
	_exit(STATUS_LIMIT);
}

/*
 * A standard stream that is closed would give its number to the next file that is
 * opened, and messages would go into a report. /dev/null takes its place, opened the
 * wrong way round, so that using it is still an error.
 */
static void fill_closed(int fd)
{
	int got;

	if (fcntl(fd, F_GETFD) != -1 || errno != EBADF)
		return;
	got = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
	if (got != fd)		/* the lower numbers are open: there is no /dev/null */
		_exit(STATUS_OUTPUT);
}

/*
 * A reader that goes away ends ctrace silently, even if the caller ignores SIGPIPE; a
 * file that grows beyond its limit (ulimit -f) is an error to be told.
 */
static void prepare_process(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		fill_closed(fd);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_IGN);
}

static int print_buf(struct buf *b)
{
	struct err e;
	enum status status = output_write(NULL, buf_str(b), &e);

	if (status != STATUS_OK)
		message_error("%s", e.msg);
	buf_release(b);
	return status;
}

static int print_version(void)
{
	struct buf b = { 0 };

	buf_addf(&b, "ctrace %s\n", CTRACE_VERSION);
	return print_buf(&b);
}

static int print_help(void)
{
	struct buf b = { 0 };

	buf_add_c(&b, "usage: ctrace COMMAND [OPTION]…\n\n"
		      "Says where torch.compile's time went, why it compiled again, and "
		      "what to change.\n\n");
	for (size_t i = 0; i < commands_count; i++)
		buf_addf(&b, "  %-10s %s\n", commands[i].def->name,
			 commands[i].def->summary);
	buf_add_c(&b, "  help       explain a command\n\n"
		      "  -h, --help     print this text\n"
		      "      --version  print the version\n\n"
		      "A report: TORCH_TRACE=/tmp/trace python train.py; "
		      "ctrace analyze /tmp/trace\n");
	return print_buf(&b);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < commands_count; i++)
		if (strcmp(commands[i].def->name, name) == 0)
			return &commands[i];
	return NULL;
}

static int unknown_word(const char *kind, const char *word)
{
	static const char *const others[] = { "help", "--help", "--version" };
	struct nearest n = { .word = str_c(word) };

	for (size_t i = 0; i < commands_count; i++)
		nearest_offer(&n, commands[i].def->name);
	for (size_t i = 0; i < COUNT_OF(others); i++)
		nearest_offer(&n, others[i]);
	if (n.found)
		message_error("unknown %s '%s'; did you mean '%s'?", kind, word, n.found);
	else if (access(word, F_OK) == 0)
		message_error("unknown %s '%s'; did you mean 'ctrace analyze %s'?", kind,
			      word, word);
	else
		message_error("unknown %s '%s'", kind, word);
	message_more("usage: ctrace COMMAND [OPTION]…   (ctrace --help says more)");
	return STATUS_USAGE;
}

static bool is_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* "help COMMAND" is "COMMAND --help". */
static int help_about(char *name)
{
	char help[] = "--help";
	const struct command *command;

	if (!name || strcmp(name, "help") == 0 || is_help(name))
		return print_help();
	command = find_command(name);
	if (!command)
		return unknown_word("command", name);
	return command->run(2, (char *[]){ name, help, NULL });
}

static int run(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		message_error("what is to be done?");
		message_more(
			"usage: ctrace COMMAND [OPTION]…   (ctrace --help says more)");
		return STATUS_USAGE;
	}
	if (is_help(argv[1]))
		return print_help();
	if (strcmp(argv[1], "--version") == 0)
		return print_version();
	if (strcmp(argv[1], "help") == 0)
		return help_about(argv[2]);
	command = find_command(argv[1]);
	if (command)
		return command->run(argc - 1, argv + 1);
	return unknown_word(argv[1][0] == '-' ? "option" : "command", argv[1]);
}

/* What is written to a file on a network may fail only now. */
static int finish(int status)
{
	if (close(STDOUT_FILENO) == 0 || errno == EBADF || errno == EINTR)
		return status;
	message_error("cannot write to stdout: %s", strerror(errno));
	return STATUS_OUTPUT;
}

int main(int argc, char **argv)
{
	prepare_process();
	return finish(run(argc, argv));
}
