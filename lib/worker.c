/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct worker {
	void (*run)(void *item);
	pthread_t thread;
	bool started, alone;	/* alone: there is no thread and will be none */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	void *item;		/* the job at hand; NULL: idle */
	bool end;
};

struct worker *worker_new(void (*run)(void *item))
{
	struct worker *w = mem_alloc(sizeof *w);

	w->run = run;
	w->alone = sysconf(_SC_NPROCESSORS_ONLN) < 2;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->changed, NULL);
	return w;
}

static void *work(void *context)
{
	struct worker *w = context;

	pthread_mutex_lock(&w->lock);
	for (;;) {
		while (!w->item && !w->end)
			pthread_cond_wait(&w->changed, &w->lock);
		if (!w->item)
			break;
		pthread_mutex_unlock(&w->lock);
		w->run(w->item);
		pthread_mutex_lock(&w->lock);
		w->item = NULL;
		pthread_cond_broadcast(&w->changed);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* Signals are for the main thread. */
static void start(struct worker *w)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	w->started = pthread_create(&w->thread, NULL, work, w) == 0;
	w->alone = !w->started;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void worker_wait(struct worker *w)
{
	if (!w->started)
		return;
	pthread_mutex_lock(&w->lock);
	while (w->item)
		pthread_cond_wait(&w->changed, &w->lock);
	pthread_mutex_unlock(&w->lock);
}

void worker_give(struct worker *w, void *item)
{
	if (!w->started && !w->alone)
		start(w);
	if (w->alone) {
		w->run(item);
		return;
	}
	worker_wait(w);
	pthread_mutex_lock(&w->lock);
	w->item = item;
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
}

void worker_free(struct worker *w)
{
	if (!w)
		return;
	if (w->started) {
		pthread_mutex_lock(&w->lock);
		w->end = true;
		pthread_cond_broadcast(&w->changed);
		pthread_mutex_unlock(&w->lock);
		pthread_join(w->thread, NULL);
	}
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	mem_free(w);
}
