/*
 * child.h - a command as a process of its own, which gets the signals that are sent to
 * ctrace. One at a time: begin, then start or fork, then wait.
 */
#ifndef CTRACE_CHILD_H
#define CTRACE_CHILD_H

/*
 * From now on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 wait for a child, and
 * are handed on to it. Those that ctrace was started to ignore (nohup) stay ignored.
 */
void child_begin(void);

/* The command, found along PATH, without a shell. 0, or the errno that says why not. */
int child_start(char *const *argv);

/* A copy of ctrace itself that does the work and exits with what it returns. 0 or errno. */
int child_fork(int (*work)(void *context), void *context);

/* Waits for its end: its exit status, 128+n if signal n ended it. */
int child_wait(void);

#endif
