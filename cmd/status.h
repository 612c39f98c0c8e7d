/* status.h - the exit codes of ctrace, as the man page has them. */
#ifndef CTRACE_STATUS_H
#define CTRACE_STATUS_H

enum status {
	STATUS_OK = 0,		/* done; a gate holds */
	STATUS_VIOLATED = 1,	/* a gate is violated, a diff found a regression */
	STATUS_USAGE = 2,	/* usage or policy error: nothing was analysed */
	STATUS_NO_INPUT = 3,	/* no input was usable */
	STATUS_LOST = 4,	/* --strict, check: data was lost */
	STATUS_OUTPUT = 5,	/* the output could not be written */
	STATUS_LIMIT = 6,	/* memory or another resource ran out */
	STATUS_BUG = 70		/* a bug in ctrace */
};

#endif
