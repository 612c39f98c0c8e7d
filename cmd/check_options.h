/* check_options.h - what ctrace check can be told. */
#ifndef CTRACE_CHECK_OPTIONS_H
#define CTRACE_CHECK_OPTIONS_H

#include "load.h"

struct check_options {
	const char *policy;		/* NULL: found from here upwards */
	struct option_list limits;	/* KEY=VALUE */
	const char *format;
	struct option_list reports;	/* FORMAT=FILE */
	bool update_baseline, allow_partial, strict_policy;
	const char *today;		/* NULL: the clock */
	const char *root;		/* NULL: files are named as in the log */
	struct load_options load;	/* .silent_is_fine: --allow-silent */
	struct option_list paths;
};

#endif
