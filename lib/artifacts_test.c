/* SPDX-License-Identifier: MIT */
#include "artifacts.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(artifacts, .fini = no_leaks);

static const char log_path[] = "testdata/traces/train_step.log.gz";

struct question {
	const char *id, *name;
	const char *message;	/* part of it; NULL: it is found */
	size_t number;
};

static const struct question rows[] = {
	{ "-", "torch_version", NULL, 1 },
	{ "0/0", "inductor_output_code.9", "has no artifact", 0 },
	{ "0/0", "fx_graph_runnable", "say which: fx_graph_runnable.1, fx_graph_runnable.2", 0 },
	{ "0/0", "fx_graph_runnable.1", NULL, 11 },
	{ "0/0", "fx_graph_runnable.2", NULL, 23 },
	{ "0/0", "fx_graph_runnable.3", "has no artifact", 0 },
	{ "0/0", "fx_graph_runnable.0", "has no artifact", 0 },
	{ "0/0", "23", NULL, 23 },
	{ "p0:0/0", "23", NULL, 23 },
	{ "0/0", "1", "has no artifact", 0 },
	{ "0/0", "torch_version", "has no artifact", 0 },
	{ "p1:0/0", "23", "no artifact of compile p1:0/0", 0 },
	{ "r3:0/0", "23", "no artifact of compile r3:0/0", 0 },
	{ "9/9", "x", "no artifact of compile 9/9", 0 },
};

static void check(const struct question *r)
{
	struct artifacts_wanted w;
	struct artifacts list = { .items = { 0 } };
	const struct artifacts_item *found = NULL;
	struct err e = { "" };
	struct exhibit_run *run = exhibit_open(log_path, &e);
	struct exhibit x;
	bool unknown;

	cr_assert_not_null(run);
	cr_assert(artifacts_want(&w, r->id, r->name, &e) == 0, "%s", r->id);
	while (exhibit_next(run, &x, &e) > 0)
		artifacts_offer(&list, &w, &x, (struct str){ NULL, 0 });
	if (artifacts_settle(&list, &w, &e) == 0)
		found = artifacts_find(&list, &w, &unknown, &e);
	cr_expect((found != NULL) == !r->message, "%s %s: %s", r->id, r->name, e.msg);
	cr_expect(!r->message || strstr(e.msg, r->message), "%s %s: %s", r->id, r->name, e.msg);
	if (found) {
		cr_expect(found->number == r->number, "%s %s: %zu", r->id, r->name, found->number);
		cr_expect((int64_t)found->text.len == found->bytes && !found->differs);
	}
	artifacts_release(&list);
	exhibit_close(run);
}

Test(artifacts, are_found_by_name_turn_and_number)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check(&rows[i]);
}

Test(artifacts, what_is_no_id_is_refused)
{
	static const char *const ids[] = { "seven", "0", "0/", "x1:0/0", "r:0/0", "rx:0/0", "1:0/0" };
	struct artifacts_wanted w;
	struct err e;

	for (size_t i = 0; i < COUNT_OF(ids); i++)
		cr_expect(artifacts_want(&w, ids[i], NULL, &e) < 0, "%s", ids[i]);
}
