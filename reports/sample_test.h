/* sample_test.h - made-up reports for the tests of the writers. */
#ifndef CTRACE_SAMPLE_TEST_H
#define CTRACE_SAMPLE_TEST_H

#include "report.h"

void sample_slow(struct report *r);	/* one with something in every kind of section */
void sample_clean(struct report *r);	/* nothing to complain of */
void sample_hostile(struct report *r, struct str bytes); /* the bytes in every text */
void sample_diff(struct report *r);	/* cells with old values, marked rows */

#endif
