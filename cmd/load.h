/* load.h - what most commands begin and end with: the inputs into a trace, a report out. */
#ifndef CTRACE_LOAD_H
#define CTRACE_LOAD_H

#include "options.h"
#include "report.h"
#include "status.h"
#include "trace.h"

struct load_options {
	int64_t threads;		/* 0: as many as there are cores */
	bool verify, latest, quiet;
	struct option_list only;	/* patterns of --only */
};

/*
 * Reads the paths into t, with a progress bar on a terminal unless quiet. STATUS_OK, or
 * STATUS_NO_INPUT if nothing was usable; messages are printed. Release t either way.
 */
enum status load_trace(struct trace *t, const struct option_list *paths,
		       const struct load_options *o);

/*
 * Writes the report in that format to a file, or stdout if output is NULL; top as in
 * struct writer_options. STATUS_OK or STATUS_OUTPUT; messages are printed.
 */
enum status load_show(const struct report *r, const char *format, const char *output,
		      int64_t top);

/* The same with only that section, if the format is one of a single section. */
enum status load_show_section(const struct report *r, const char *format, const char *output,
			      int64_t top, const char *section);

#endif
