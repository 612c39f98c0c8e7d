/*
 * policy.h - ctrace.yaml → what a run may do: limits, what of it counts, what is known
 * and accepted, and what it is compared with. Nothing here looks at a run.
 */
#ifndef CTRACE_POLICY_H
#define CTRACE_POLICY_H

#include "limit.h"

/* What is known and accepted. Patterns are the shell's; absent ones match everything. */
struct policy_ignore {
	struct str kind;		/* of a cause, or graph_break, failure, limit_hit */
	struct str function, file, source;
	int64_t up_to;			/* how many; -1: all */
	struct str reason;
	struct str until;		/* the last day it holds, "2027-03-01"; absent: for ever */
	struct yamlread_place place;
};

/* A zeroed one allows everything. */
struct policy {
	struct arena arena;
	struct str path;		/* of the file; absent: there is none */
	ARRAY(struct limit) limits;
	int64_t after_us;		/* warm-up; 0: none */
	int64_t after_compiles;
	ARRAY(const char *) only;	/* patterns of files that count; none: all do */
	ARRAY(struct policy_ignore) ignores;
	struct str baseline;		/* path of a saved report, as written; absent: none */
	struct yamlread_place baseline_place;
	ARRAY(struct limit_growth) allow;
};

/*
 * Reads the text of a policy. path is for messages. sections as for limit_target(): it
 * must live as long as the policy. -1 with *e, "path:line:column: …".
 */
int policy_parse(struct policy *p, struct str path, struct str text,
		 const struct report *sections, struct err *e);

/* "recompiles=0", from the command line; takes the place of the file's limit of that name. */
int policy_add_limit(struct policy *p, struct str text, const struct report *sections,
		     struct err *e);
void policy_release(struct policy *p);

/* "2027-03-01" */
bool policy_is_date(struct str text);

#endif
