/* explain_options.h - what ctrace explain can be told. */
#ifndef CTRACE_EXPLAIN_OPTIONS_H
#define CTRACE_EXPLAIN_OPTIONS_H

#include "load.h"

struct explain_options {
	struct load_view view;
	struct load_options load;
	struct option_list operands;	/* paths, and the id as the last one */
};

#endif
