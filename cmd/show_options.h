/* show_options.h - what ctrace show can be told. */
#ifndef CTRACE_SHOW_OPTIONS_H
#define CTRACE_SHOW_OPTIONS_H

#include "options.h"

struct show_options {
	const char *format;		/* a writer's name: of the list */
	const char *output;		/* NULL: stdout; with all, a folder */
	int64_t top;
	bool all, strict, verify, quiet;
	struct option_list operands;	/* path, compile id, artifact */
};

#endif
