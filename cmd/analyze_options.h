/* analyze_options.h - what ctrace analyze can be told. */
#ifndef CTRACE_ANALYZE_OPTIONS_H
#define CTRACE_ANALYZE_OPTIONS_H

#include "load.h"

struct analyze_options {
	struct load_view view;
	bool strict;
	struct load_options load;
	struct option_list paths;
};

#endif
