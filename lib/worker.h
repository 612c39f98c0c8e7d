/*
 * worker.h - a second thread that does one job at a time, beside its owner: sums while
 * the next payloads are gathered, inflates while the last bytes are read.
 */
#ifndef CTRACE_WORKER_H
#define CTRACE_WORKER_H

#include "base.h"

struct worker;

/*
 * run is called with each item given, in the order given, never two at a time. The
 * thread starts with the first item; where it cannot, or where there is one processor
 * only, worker_give() itself calls run.
 */
struct worker *worker_new(void (*run)(void *item));
void worker_free(struct worker *w);		/* waits first; NULL is fine */

/* Waits until the worker is idle, then has it begin this item. */
void worker_give(struct worker *w, void *item);
void worker_wait(struct worker *w);	/* until it is idle: what it did can be read */

#endif
