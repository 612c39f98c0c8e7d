/*
 * ingest.h - paths → trace: the loop that reads everything. Start reading here.
 *
 *	path ─ folder.h ─► files ─ input.h ─► bytes
 *	bytes of a trace ─ line.h ─► records ─ event.h ─► model (trace.h, compile.h)
 *	bytes of a text log ─ textlog.h ─► messages ─ textblock.h ─► the same model
 *	a TORCH_COMPILE_DEBUG folder ─ debugdir.h ─► text logs, and graphs of the model
 *	models of several inputs of one process ─ join.h ─► one
 */
#ifndef CTRACE_INGEST_H
#define CTRACE_INGEST_H

#include "trace.h"

struct input;

struct ingest_options {
	size_t threads;		/* files read at a time; 0: one per core */
	bool verify;		/* check every payload's MD5, not only those that are read */
	bool latest;		/* keep only the newest process (of each rank) */
	bool silent_is_fine;	/* a text without a line of torch is usable: nothing happened */
	/*
	 * If set, called from the calling thread about ten times a second with the bytes
	 * read so far and in all (0: not known).
	 */
	void (*progress)(void *context, int64_t done, int64_t total);
	void *context;
};

/*
 * Reads all paths into t: files (gzip or not), "-", folders (their trace logs, by rank
 * and name). What cannot be read is counted in t->health. -1 with e set if nothing was
 * usable: e says why of the first. The result does not depend on threads.
 */
int ingest(struct trace *t, const char *const *paths, size_t count,
	   const struct ingest_options *options, struct err *e);

/* One input already opened, which this closes; path is its name in messages. */
struct source *ingest_input(struct str path, struct input *in, bool verify);

#endif
