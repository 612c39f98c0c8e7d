/* check_command.h - the gate, for other commands too. */
#ifndef CTRACE_CHECK_COMMAND_H
#define CTRACE_CHECK_COMMAND_H

#include "check_options.h"
#include "status.h"

/* Reads the policy and the logs, shows how they compare, gives the verdict. */
enum status check_run(const struct check_options *o);

#endif
