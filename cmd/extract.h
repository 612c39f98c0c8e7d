/* extract.h - writes many files into a folder, all of them or none. */
#ifndef CTRACE_EXTRACT_H
#define CTRACE_EXTRACT_H

#include "status.h"
#include "str.h"
#include "watch.h"

/* A zeroed one but for what extract_begin() fills in. */
struct extract {
	const char *path;	/* as it was given, for messages */
	struct arena arena;
	const char *folder_path;	/* without slashes at the end */
	int folder;
	bool made;		/* the folder was not there before */
	ARRAY(const char *) names;	/* of the files written, the one at hand too */
	struct watch watch;
};

/*
 * Makes the folder, or takes it if it is there and empty; a link to one is refused.
 * STATUS_OK, or STATUS_OUTPUT with *e. From then on a signal that ends the program
 * removes what was written.
 */
enum status extract_begin(struct extract *x, const char *path, struct err *e);

/*
 * Writes a new file; nothing that stands there is opened or followed. name, which is
 * kept, has no slash. STATUS_OK, or STATUS_OUTPUT with *e.
 */
enum status extract_add(struct extract *x, const char *name, struct str bytes,
			struct err *e);

/* Ends it: keep, or remove all that was written, and the folder if it was made. */
void extract_end(struct extract *x, bool keep);

#endif
