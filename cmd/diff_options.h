/* diff_options.h - what ctrace diff can be told. */
#ifndef CTRACE_DIFF_OPTIONS_H
#define CTRACE_DIFF_OPTIONS_H

#include "load.h"

struct diff_options {
	struct load_view view;
	const char *noise;		/* "5 %" */
	bool exit_code;
	struct load_options load;
	struct option_list paths;	/* the old one, the new one */
};

#endif
