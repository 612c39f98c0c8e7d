/*
 * watch.h - cleans up when SIGINT, SIGTERM or SIGHUP ends the program while many files
 * are being written: a thread waits for them, so that no handler has to know what a
 * list is, and a read that blocks does not keep them waiting.
 */
#ifndef CTRACE_WATCH_H
#define CTRACE_WATCH_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

struct watch {
	pthread_t thread;
	pthread_mutex_t lock;
	sigset_t ends, before;
	void (*clean)(void *context);
	void *context;
	bool running;
};

/*
 * From now on, a signal that ends the program first calls clean, between watch_pause()
 * and watch_resume() of no one; nothing is written after it. An ignored signal stays so.
 */
void watch_begin(struct watch *w, void (*clean)(void *context), void *context);
void watch_end(struct watch *w);	/* signals that are pending take effect */

/* Around each step that must be done wholly or not at all. */
void watch_pause(struct watch *w);
void watch_resume(struct watch *w);

#endif
