/* repeat.h - the part of a sequence that is one block several times in a row. */
#ifndef CTRACE_REPEAT_H
#define CTRACE_REPEAT_H

#include "base.h"

struct repeat {
	size_t start;		/* index of the first block */
	size_t period;		/* items of one block */
	size_t count;		/* blocks; 0: nothing repeats */
	size_t slack;		/* the first block may as well begin up to that much later */
};

/*
 * The repeat that saves most: that leaves the fewest items if all its blocks but one
 * are taken out; of equal ones the first. Periods are looked for among the most
 * frequent distances between equal windows, so that the time is linear in count.
 */
struct repeat repeat_find(struct arena *scratch, const uint64_t *items, size_t count);

#endif
