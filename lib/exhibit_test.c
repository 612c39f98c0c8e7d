/* SPDX-License-Identifier: MIT */
#include "exhibit.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "ingest.h"
#include "leaks.h"

TestSuite(exhibit, .fini = no_leaks);

#define HEAD "V0612 09:14:05.221000 4711 torch/_logging/_internal.py:33] "
#define IDS "\"frame_id\": 0, \"frame_compile_id\": 1, \"attempt\": 0, "

struct row {
	const char *label, *log;
	const char *name, *text;	/* of the first one; name NULL: there is none */
	size_t losses;
	bool differs;			/* from its MD5 */
};

static const struct row rows[] = {
	{ "a graph", HEAD "{\"dynamo_output_graph\": {}, " IDS "\"has_payload\": \"\"}\n\tone\n"
	  "\ttwo\n", "dynamo_output_graph", "one\ntwo", 0, false },
	{ "a name of its own", HEAD "{\"artifact\": {\"name\": \"a\\u0062\"}, " IDS
	  "\"has_payload\": \"\"}\n\tone\n", "ab", "one", 0, false },
	{ "blank lines of a carrier", HEAD "{\"dump_file\": {}, \"has_payload\": \"\"}\n\n\tone\n\n"
	  "\ttwo\n\n", "dump_file", "one\ntwo", 0, false },
	{ "tabs of its own", HEAD "{\"dump_file\": {}, \"has_payload\": \"\"}\n\t\tone\n\t\n\ttwo\n",
	  "dump_file", "\tone\n\ntwo", 0, false },
	{ "without a payload", HEAD "{\"dump_file\": {}}\n", "dump_file", NULL, 0, false },
	{ "an empty payload", HEAD "{\"dump_file\": {}, \"has_payload\": "
	  "\"d41d8cd98f00b204e9800998ecf8427e\"}\n", "dump_file", "", 0, false },
	{ "cut off", HEAD "{\"dump_file\": {}, \"has_payload\": "
	  "\"d41d8cd98f00b204e9800998ecf8427e\"}\n\ton", "dump_file", "on", 1, true },
	{ "details are none", HEAD "{\"str\": [\"a.py\", 1]}\n", NULL, NULL, 0, false },
	{ "broken JSON", HEAD "{\"str\": [\"a.py\", 1]}\n" HEAD "{\"dump_file\": {\n", NULL, NULL, 1,
	  false },
	{ "one in the middle of a broken line", HEAD "{\"dump_file\": {\"x" HEAD
	  "{\"graph_dump\": {}, \"has_payload\": \"\"}\n\tone\n", "graph_dump", "one", 1, false },
};

/* The run of a log that is made of this text; its file is gone when it is read. */
static struct exhibit_run *open_text(const char *text, char *path, size_t size)
{
	struct exhibit_run *run;
	struct err e;
	FILE *f;

	snprintf(path, size, "/tmp/ctrace-exhibit-%ld", (long)getpid());
	f = fopen(path, "w");
	cr_assert_not_null(f);
	fputs(text, f);
	fclose(f);
	run = exhibit_open(path, &e);
	cr_assert_not_null(run);
	return run;
}

static void check_first(const struct row *r, const struct exhibit *x)
{
	cr_expect(str_eq(x->name, str_c(r->name)), "%s: name " STR_FMT, r->label, STR_ARG(x->name));
	cr_expect(x->number == 1, "%s: number", r->label);
	cr_expect((x->text.s != NULL) == (r->text != NULL), "%s: text", r->label);
	cr_expect(!r->text || str_eq(x->text, str_c(r->text)), "%s: text " STR_FMT, r->label,
		  STR_ARG(x->text));
	cr_expect(exhibit_differs(x) == r->differs, "%s: differs", r->label);
}

Test(exhibit, gives_the_payload_as_torch_had_it)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		char path[64];
		struct exhibit_run *run = open_text(rows[i].log, path, sizeof path);
		struct exhibit x;
		struct err e;
		int more = exhibit_next(run, &x, &e);

		cr_expect(more == (rows[i].name != NULL), "%s: %d", rows[i].label, more);
		if (more > 0)
			check_first(&rows[i], &x);
		while (more > 0)
			more = exhibit_next(run, &x, &e);
		cr_expect(health_losses(&exhibit_trace(run)->health) == rows[i].losses,
			  "%s: %zu losses", rows[i].label,
			  health_losses(&exhibit_trace(run)->health));
		exhibit_close(run);
		unlink(path);
	}
}

/* Both lists come from the same records. */
Test(exhibit, lists_what_the_model_lists)
{
	static const char *const logs[] = { "testdata/traces/size_batch.log",
					    "testdata/traces/train_loop.log.gz",
					    "testdata/traces/backend_fails.log" };

	for (size_t i = 0; i < COUNT_OF(logs); i++) {
		struct ingest_options o = { 0 };
		struct trace t = { 0 };
		struct err e;
		struct exhibit_run *run = exhibit_open(logs[i], &e);
		struct exhibit x;
		size_t n = 0;

		cr_assert(ingest(&t, &logs[i], 1, &o, &e) == 0, "%s", logs[i]);
		while (exhibit_next(run, &x, &e) > 0) {
			const struct artifact *a = &t.processes.items[0]->artifacts.items[n++];

			cr_assert(n <= t.processes.items[0]->artifacts.count, "%s", logs[i]);
			cr_expect(str_eq(a->name, x.name) && a->line == x.line &&
				  (a->offset >= 0) == (x.text.len > 0), "%s:%zu", logs[i], x.line);
		}
		cr_expect(n == t.processes.items[0]->artifacts.count, "%s: %zu", logs[i], n);
		exhibit_close(run);
		trace_release(&t);
	}
}

Test(exhibit, a_text_log_or_an_empty_one_has_none)
{
	char path[64];
	struct exhibit_run *run = open_text("no record\n", path, sizeof path);
	struct exhibit x;
	struct err e;

	cr_expect(exhibit_next(run, &x, &e) == -1);
	exhibit_close(run);
	unlink(path);
}
