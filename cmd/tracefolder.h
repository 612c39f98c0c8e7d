/* tracefolder.h - the folder that a command writes its trace into. */
#ifndef CTRACE_TRACEFOLDER_H
#define CTRACE_TRACEFOLDER_H

#include "folder.h"
#include "options.h"

struct tracefolder {
	struct arena arena;
	const char *path;
	bool passing;			/* made by ctrace, and removed with all in it */
	bool given;			/* by TORCH_TRACE */
	struct folder before;		/* what lay there already */
};

/*
 * keep, if that is not NULL; else the folder of TORCH_TRACE, if that is set; else a new
 * one below TMPDIR that only this user can read. Sets TORCH_TRACE. -1 with *e if it
 * cannot be made.
 */
int tracefolder_open(struct tracefolder *t, const char *keep, struct err *e);

/* The logs that have appeared in it since, by rank; they live as long as t. */
struct option_list tracefolder_logs(struct tracefolder *t);

/* Removes the folder if it is a passing one. -1 with *e if something stays behind. */
int tracefolder_close(struct tracefolder *t, struct err *e);

#endif
