/*
 * exhibit.h - the artifacts of a log one after the other, with their payloads, in one
 * pass: what `show` lists, prints and extracts. Nothing is kept but the processes, so
 * it works on a pipe, in little memory, and as fast as the log can be read.
 */
#ifndef CTRACE_EXHIBIT_H
#define CTRACE_EXHIBIT_H

#include "trace.h"

struct exhibit_run;

/* Slices but .name and .path die with the next exhibit_next(). */
struct exhibit {
	size_t number;		/* 1, 2, … over the whole run */
	struct str name;	/* of the record or, for "artifact" records, its own */
	struct compile_id id;	/* all -1: belongs to no compile */
	int64_t attempt;	/* -1 if the record does not say */
	const struct process *process;
	size_t process_index;	/* process->index, which is set when its log has been read */
	struct str path;	/* of the log */
	size_t line;		/* of the record's head */
	struct str text;	/* byte for byte as torch had it; absent: it has none */
	struct str md5;		/* what it must be, 32 hex digits; absent if not known */
	struct exhibit_run *run;
};

/*
 * Opens a log ("-", plain, gzip) or a folder of them (as ingest() takes it). NULL with e
 * set if it is nothing of that.
 */
struct exhibit_run *exhibit_open(const char *path, struct err *e);
void exhibit_close(struct exhibit_run *run);

/*
 * The next artifact: 1, 0 at the end, or -1 with e set if no log held a record. With
 * verify, payloads are checked against their MD5 and those that differ are counted.
 */
int exhibit_next(struct exhibit_run *run, struct exhibit *p, struct err *e);
void exhibit_verify(struct exhibit_run *run, bool verify);	/* before the first */
bool exhibit_differs(const struct exhibit *p);	/* from its MD5; of the last one returned */

/* The processes met and the faults so far; complete at the end. */
const struct trace *exhibit_trace(const struct exhibit_run *run);

/* For a progress bar: bytes read and in all (0: not known). */
int64_t exhibit_done(const struct exhibit_run *run);
int64_t exhibit_size(const struct exhibit_run *run);

#endif
