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
	bool silent_is_fine;		/* a text log without a line of torch is an input too */
	struct option_list only;	/* patterns of --only */
	const char *silent_hint;	/* what to do with such a text; NULL: nothing */
	const char *shown;		/* what the input is called; NULL: by its paths */
	const char *torch_version;	/* for the advice; NULL: the trace's own */
};

/*
 * Reads the paths into t, with a progress bar on a terminal unless quiet. STATUS_OK, or
 * STATUS_NO_INPUT if nothing was usable; messages are printed. Release t either way.
 */
enum status load_trace(struct trace *t, const struct option_list *paths,
		       const struct load_options *o);

/* A report, and the trace that it borrows from unless it was a saved one. */
struct load_result {
	struct trace trace;
	struct report report;
	bool saved;
};

/*
 * A report saved as JSON is taken instead of logs: then it must be the only path.
 * STATUS_USAGE, STATUS_NO_INPUT; messages are printed. Release the result either way.
 */
enum status load_report(struct load_result *l, const struct option_list *paths,
			const struct load_options *o);
void load_release(struct load_result *l);

/* Where and how a report is shown. */
struct load_view {
	const char *format;	/* a writer's name */
	const char *output;	/* NULL: stdout */
	const char *section;	/* the one of CSV; NULL: its default */
	int64_t top;		/* rows of a section at the most; 0: each section's own */
	bool details;		/* sections that are detail too */
};

/* Writes it. STATUS_OK or STATUS_OUTPUT; messages are printed. */
enum status load_show(const struct report *r, const struct load_view *view);

#endif
