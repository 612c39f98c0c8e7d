/* SPDX-License-Identifier: MIT */
#include "watch.h"

#include <unistd.h>

static void block_ends(struct watch *w)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action;

	sigemptyset(&w->ends);
	for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
		if (sigaction(ends[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&w->ends, ends[i]);
	pthread_sigmask(SIG_BLOCK, &w->ends, &w->before);
}

/* Keeps the lock: nobody writes any more. Dies of the signal, as if it had not waited. */
static void *wait_for_end(void *context)
{
	struct watch *w = context;
	sigset_t one;
	int number;

	while (sigwait(&w->ends, &number) != 0)
		;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	pthread_mutex_lock(&w->lock);
	w->clean(w->context);
	sigemptyset(&one);
	sigaddset(&one, number);
	signal(number, SIG_DFL);
	pthread_sigmask(SIG_UNBLOCK, &one, NULL);
	kill(getpid(), number);
	return NULL;
}

void watch_begin(struct watch *w, void (*clean)(void *context), void *context)
{
	w->clean = clean;
	w->context = context;
	pthread_mutex_init(&w->lock, NULL);
	block_ends(w);
	w->running = pthread_create(&w->thread, NULL, wait_for_end, w) == 0;
	if (!w->running)	/* then without */
		pthread_sigmask(SIG_SETMASK, &w->before, NULL);
}

void watch_end(struct watch *w)
{
	if (w->running) {
		pthread_cancel(w->thread);
		pthread_join(w->thread, NULL);
		pthread_sigmask(SIG_SETMASK, &w->before, NULL);
	}
	pthread_mutex_destroy(&w->lock);
}

void watch_pause(struct watch *w)
{
	pthread_mutex_lock(&w->lock);
}

void watch_resume(struct watch *w)
{
	pthread_mutex_unlock(&w->lock);
}
