/* analyze_options.h - what ctrace analyze can be told. */
#ifndef CTRACE_ANALYZE_OPTIONS_H
#define CTRACE_ANALYZE_OPTIONS_H

#include "options.h"

struct analyze_options {
	const char *format;		/* a writer's name */
	const char *output;		/* NULL: stdout */
	int64_t top;			/* 0: each section's own */
	struct option_list only;
	bool latest;
	const char *torch_version;	/* NULL: the trace's own */
	bool strict, verify, quiet;
	int64_t threads;		/* 0: as many as there are cores */
	struct option_list paths;
};

#endif
