/*
 * artifacts.h - the list of a run's artifacts as a report, and which one of them a user
 * means by "0/1 inductor_output_code".
 */
#ifndef CTRACE_ARTIFACTS_H
#define CTRACE_ARTIFACTS_H

#include "exhibit.h"
#include "report.h"

/*
 * What a user asks for. ID: "0/1", "r1:0/1", "p2:0/1", "!3/0/1"; "-" for what belongs to
 * no compile. ARTIFACT: its name; "name.2", the second of that name in its compile; or
 * its number in the list.
 */
struct artifacts_wanted {
	struct str id_text;		/* absent: all artifacts */
	struct compile_id id;		/* all -1: of no compile */
	int64_t rank, process;		/* -1: any */
	struct str name;		/* absent: all of that compile */
};

/* NULL: not given. The texts are kept. -1 with e set if id is no id. */
int artifacts_want(struct artifacts_wanted *w, const char *id, const char *name,
		   struct err *e);

/* One that was met. */
struct artifacts_item {
	size_t number, line;
	struct str name, path;
	struct str file;		/* where it was written; else absent */
	struct str text;		/* of a payload that was asked for by name; else absent */
	bool differs;			/* …and it is not what torch wrote: its MD5 says so */
	struct compile_id id;
	int64_t attempt;
	const struct process *process;
	int64_t bytes;			/* of its payload; -1: has none */
	struct str md5;
};

/* A zeroed one is empty. */
struct artifacts {
	struct arena arena;
	ARRAY(struct artifacts_item) items;	/* in the order of the log */
};

/* Takes p, the last one of its run, if it is wanted. The run's trace must outlive the list. */
void artifacts_offer(struct artifacts *list, const struct artifacts_wanted *w,
		     const struct exhibit *p, struct str file);
void artifacts_release(struct artifacts *list);

/* After the last one: -1 with e set if there is nothing of that compile. */
int artifacts_settle(struct artifacts *list, const struct artifacts_wanted *w,
		     struct err *e);

/*
 * The one that w->name names, with its text; NULL with e set if there is none, more than
 * one, or it has no payload. *unknown: nothing in the list has that name.
 */
const struct artifacts_item *artifacts_find(const struct artifacts *list,
					    const struct artifacts_wanted *w, bool *unknown,
					    struct err *e);

/* The section "artifacts"; list and trace must outlive the report. */
void artifacts_report(struct report *r, const struct artifacts *list, const struct trace *t);

#endif
