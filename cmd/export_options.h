/* export_options.h - what ctrace export can be told. */
#ifndef CTRACE_EXPORT_OPTIONS_H
#define CTRACE_EXPORT_OPTIONS_H

#include "load.h"

struct export_options {
	const char *to;			/* NULL: not given, which is an error */
	const char *output;		/* NULL: stdout */
	bool strict;
	struct load_options load;
	struct option_list paths;
};

#endif
