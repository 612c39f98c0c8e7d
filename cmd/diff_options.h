/* diff_options.h - what ctrace diff can be told. */
#ifndef CTRACE_DIFF_OPTIONS_H
#define CTRACE_DIFF_OPTIONS_H

#include "load.h"

struct diff_options {
	const char *format;		/* a writer's name */
	const char *output;		/* NULL: stdout */
	int64_t top;
	const char *noise;		/* "5 %" */
	bool exit_code;
	struct load_options load;
	struct option_list paths;	/* the old one, the new one */
};

#endif
