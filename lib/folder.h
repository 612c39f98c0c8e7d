/* folder.h - the logs a folder holds. */
#ifndef CTRACE_FOLDER_H
#define CTRACE_FOLDER_H

#include "str.h"

struct folder {
	ARRAY(const char *) paths;
};

/*
 * The plain files in a folder that may be logs, by rank (of "…rank_3…") and then by
 * name, bytewise: dedicated_log_torch_trace* whatever they hold, others for the caller
 * to look into; hidden ones are left out. All in the arena. -1 with e set if the folder
 * cannot be read.
 */
int folder_read(struct arena *a, const char *path, struct folder *f, struct err *e);
bool folder_is(const char *path);		/* whether path is a folder */
bool folder_is_trace_name(const char *path);	/* named as torch names a trace */

#endif
