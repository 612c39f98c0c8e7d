/* measured.h - one value out of a measured report: what a limit is held against. */
#ifndef CTRACE_MEASURED_H
#define CTRACE_MEASURED_H

#include "measure.h"

/* One measured value; of a function, or of a row, if it has a name. */
struct measured {
	bool known;
	bool nothing;		/* no row is there that could break the bound */
	struct str missing;	/* if not known: why, and what to record */
	int64_t number;
	struct str text;	/* of a LIMIT_UNIT_TEXT */
	struct str row;		/* the row it stands in */
	struct str note;	/* what it is made of */
	const struct measure_sums *function;
};

/* The value of a target; of a per_function one, that of functions.items[function]. */
struct measured measured_get(struct measure *m, const struct limit_target *t,
			     size_t function);

/* Of the rows a LIMIT_CELL names, the one that keeps the bound worst. */
struct measured measured_cell(struct measure *m, const struct limit_target *t,
			      const struct limit_bound *b);

#endif
