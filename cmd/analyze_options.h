/* analyze_options.h - what ctrace analyze can be told. */
#ifndef CTRACE_ANALYZE_OPTIONS_H
#define CTRACE_ANALYZE_OPTIONS_H

#include "load.h"

struct analyze_options {
	const char *format;		/* a writer's name */
	const char *section;		/* of CSV; NULL: its default */
	const char *output;		/* NULL: stdout */
	int64_t top;			/* 0: each section's own */
	bool strict;
	struct load_options load;
	struct option_list paths;
};

#endif
