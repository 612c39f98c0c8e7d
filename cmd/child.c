/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const int forwarded[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };

enum { FORWARDED_COUNT = sizeof forwarded / sizeof *forwarded, DIED = 128 };

/*
 * Signals are blocked whenever there is no child, so none meets a process that took
 * over the number of one that has ended.
 */
static struct {
	volatile sig_atomic_t pid;	/* 0: none */
	sigset_t caught, outside;	/* what is handed on; the mask that ctrace started with */
} child;				/* mutable: for the signal handler */

/* The terminal's own (^C, hang-up) reach the child anyway: it is in the same group. */
static void forward(int number, siginfo_t *info, void *context)
{
	int before = errno;

	(void)context;
	if (child.pid > 0 && info->si_code <= 0)
		kill((pid_t)child.pid, number);
	errno = before;
}

void child_begin(void)
{
	struct sigaction action = { .sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART };

	sigemptyset(&action.sa_mask);
	sigemptyset(&child.caught);
	for (size_t i = 0; i < FORWARDED_COUNT; i++) {
		struct sigaction old;

		sigaction(forwarded[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaddset(&child.caught, forwarded[i]);
	}
	sigprocmask(SIG_BLOCK, &child.caught, &child.outside);
	for (size_t i = 0; i < FORWARDED_COUNT; i++)
		if (sigismember(&child.caught, forwarded[i]))
			sigaction(forwarded[i], &action, NULL);
}

static void let_signals_in(pid_t pid)
{
	child.pid = pid;
	sigprocmask(SIG_SETMASK, &child.outside, NULL);
}

/* The signals are again what they were before main() came. */
int child_start(char *const *argv)
{
	posix_spawnattr_t attributes;
	sigset_t defaults;
	pid_t pid = 0;
	int fault;

	sigemptyset(&defaults);
	sigaddset(&defaults, SIGXFSZ);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &child.outside);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	fault = posix_spawnp(&pid, argv[0], NULL, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	if (fault == 0)
		let_signals_in(pid);
	return fault;
}

static _Noreturn void become_child(int (*work)(void *context), void *context)
{
	for (size_t i = 0; i < FORWARDED_COUNT; i++)
		if (sigismember(&child.caught, forwarded[i]))
			signal(forwarded[i], SIG_DFL);
	let_signals_in(0);
	exit(work(context));
}

int child_fork(int (*work)(void *context), void *context)
{
	pid_t pid = fork();

	if (pid < 0)
		return errno;
	if (pid == 0)
		become_child(work, context);
	let_signals_in(pid);
	return 0;
}

int child_wait(void)
{
	siginfo_t info = { 0 };
	pid_t pid = (pid_t)child.pid;

	/* Its number stays taken until the second wait. */
	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
		continue;
	sigprocmask(SIG_BLOCK, &child.caught, NULL);
	child.pid = 0;
	waitpid(pid, NULL, 0);
	return info.si_code == CLD_EXITED ? info.si_status : DIED + info.si_status;
}
