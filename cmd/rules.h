/* rules.h - the policy of ctrace check: found, read, completed by --limit. */
#ifndef CTRACE_RULES_H
#define CTRACE_RULES_H

#include "check_options.h"
#include "policy.h"

struct rules {
	struct arena arena;
	struct report sections;		/* what can be limited */
	struct policy policy;
	struct str baseline;		/* path of the baseline, from here; absent: none */
	struct report before;		/* the baseline, if it was read */
	struct str today;
};

/* STATUS_OK or STATUS_USAGE; messages are printed. Release either way. */
enum status rules_read(struct rules *r, const struct check_options *o);
enum status rules_read_baseline(struct rules *r);
void rules_release(struct rules *r);

#endif
