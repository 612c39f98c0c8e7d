/* explain_options.h - what ctrace explain can be told. */
#ifndef CTRACE_EXPLAIN_OPTIONS_H
#define CTRACE_EXPLAIN_OPTIONS_H

#include "load.h"

struct explain_options {
	const char *format;		/* a writer's name */
	const char *output;		/* NULL: stdout */
	int64_t top;
	struct load_options load;
	struct option_list operands;	/* paths, and the id as the last one */
};

#endif
