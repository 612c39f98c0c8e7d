/* run_options.h - what ctrace run can be told. */
#ifndef CTRACE_RUN_OPTIONS_H
#define CTRACE_RUN_OPTIONS_H

#include "check_options.h"

struct run_options {
	struct load_view view;
	const char *keep;		/* folder for the trace; NULL: one that goes again */
	bool logs;			/* TORCH_LOGS too */
	bool check;
	struct check_options gate;	/* with --check; its .load is the report's too */
	struct option_list command;
};

#endif
