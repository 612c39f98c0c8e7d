/* rule.h - the table of remedies: for which causes, under which condition, what to do. */
#ifndef CTRACE_RULE_H
#define CTRACE_RULE_H

#include "advice.h"
#include "situation.h"

#define RULE_KIND(kind) (UINT64_C(1) << (kind))
#define RULE_ANY_KIND UINT64_MAX

enum rule_flags {
	RULE_UNSAFE = 1,	/* wrong results if its condition does not hold */
	RULE_ESTIMATE = 2	/* the graph that remains is another one */
};

typedef bool rule_when(const struct situation *s);

/*
 * A remedy. text and code are templates: the names in braces are filled in by advice.c.
 * A rule that would save no compile is left out, unless it is an edit, or what else
 * changed is why.
 */
struct rule {
	const char *name;
	uint64_t kinds;		/* of RULE_KIND() */
	rule_when *when[3];	/* all must hold */
	const char *text;
	const char *code;	/* NULL: none */
	enum advice_where where;
	const char *since;	/* first torch release that has it; NULL: all */
	const char *until;	/* first one that has it no longer; NULL: none */
	unsigned flags;
	enum saving saving;
};

/* All rules, best first. */
const struct rule *rule_table(size_t *count);

#endif
