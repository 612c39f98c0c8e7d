/* nearest.h - "did you mean …?" */
#ifndef CTRACE_NEAREST_H
#define CTRACE_NEAREST_H

#include "str.h"

/*
 * How many letters are wrong, missing, too many or swapped with their neighbour.
 * Words of more than 63 bytes are far from everything.
 */
size_t nearest_distance(struct str a, struct str b);

/*
 * Keeps the better of candidates that are offered one after the other:
 *
 *	struct nearest n = { .word = STR("formt") };
 *	nearest_offer(&n, "format");
 *	if (n.found) …
 */
struct nearest {
	struct str word;
	const char *found;	/* NULL: nothing is near enough */
	size_t distance;
};

void nearest_offer(struct nearest *n, const char *candidate);

#endif
