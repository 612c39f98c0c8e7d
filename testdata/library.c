/* SPDX-License-Identifier: MIT */
/*
 * How another program uses libctrace.a: reads traces, lists what was compiled again.
 *
 *	cc -Ilib library.c build/libctrace.a $(pkg-config --libs libcjson yaml-0.1 zlib)
 */
#include "ingest.h"

#include <inttypes.h>
#include <stdio.h>

static void print_recompile(const struct compile *c)
{
	printf(STR_FMT " " STR_FMT " " STR_FMT ":%" PRId64 "\n", STR_ARG(c->id_text),
	       STR_ARG(c->function), STR_ARG(c->file), c->first_line);
	for (size_t i = 0; i < c->reasons.count; i++)
		printf("\t" STR_FMT "\n", STR_ARG(c->reasons.items[i]));
}

int main(int argc, char **argv)
{
	const char *const *paths = (const char *const *)(argv + 1);
	struct ingest_options options = { 0 };
	struct trace trace = { 0 };
	struct err e;

	if (ingest(&trace, paths, (size_t)(argc - 1), &options, &e)) {
		fprintf(stderr, "library: %s\n", e.msg);
		trace_release(&trace);
		return 1;
	}
	for (size_t i = 0; i < trace.processes.count; i++) {
		const struct process *p = trace.processes.items[i];
		for (size_t k = 0; k < p->compiles.count; k++)
			if (compile_is_recompile(p->compiles.items[k]))
				print_recompile(p->compiles.items[k]);
	}
	trace_release(&trace);
	return 0;
}
