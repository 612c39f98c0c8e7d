/* output.h - a finished report to stdout, or to a file that is replaced as a whole. */
#ifndef CTRACE_OUTPUT_H
#define CTRACE_OUTPUT_H

#include "options.h"
#include "status.h"

/*
 * Where there may be a file: absent, or a regular file that is none of the inputs (by
 * device and inode; "-" is stdin). Path NULL or "-" is stdout. To be asked before the
 * work begins. STATUS_OK; STATUS_USAGE if it is an input, STATUS_OUTPUT if it is no
 * place to write to, both with *e.
 */
enum status output_check(const char *path, const struct option_list *inputs,
			 struct err *e);

/*
 * Writes all of it, or leaves the old file as it is: a new file beside it is written,
 * synced, and renamed. Never writes through a link. STATUS_OK, or STATUS_OUTPUT and *e.
 */
enum status output_write(const char *path, struct str bytes, struct err *e);

/*
 * Removes a half-written new file, for an end in the middle. Safe in a signal handler,
 * and called by the one for SIGINT, SIGTERM, SIGHUP and SIGPIPE.
 */
void output_abandon(void);

#endif
