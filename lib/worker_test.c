/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(worker, .fini = no_leaks);

struct job {
	size_t *next;	/* what the next job is to write, shared by all */
	size_t got;
};

static void run(void *item)
{
	struct job *j = item;

	j->got = (*j->next)++;
}

Test(worker, does_jobs_in_order_one_at_a_time)
{
	struct worker *w = worker_new(run);
	struct job jobs[100];
	size_t next = 0;

	for (size_t i = 0; i < COUNT_OF(jobs); i++) {
		jobs[i] = (struct job){ &next, 0 };
		worker_give(w, &jobs[i]);
	}
	worker_wait(w);
	for (size_t i = 0; i < COUNT_OF(jobs); i++)
		cr_expect_eq(jobs[i].got, i, "job %zu ran as number %zu", i, jobs[i].got);
	worker_free(w);
}

Test(worker, is_freed_at_work_and_idle)
{
	struct worker *w = worker_new(run);
	size_t next = 0;
	struct job j = { &next, 7 };

	worker_free(w);
	worker_free(NULL);
	w = worker_new(run);
	worker_give(w, &j);
	worker_free(w);
	cr_expect_eq(next, 1, "a job that was given is done");
}
