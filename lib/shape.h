/* shape.h - the text of one guard, without entry and user line -> what it says. */
#ifndef CTRACE_SHAPE_H
#define CTRACE_SHAPE_H

#include "guard.h"

/*
 * Fills kind, source, raw, member, index, was, now, bounded of *g from g->text, by the
 * table of shapes; comment is the guard's user line as written, where torch says of
 * symbolic guards why they exist. What no shape knows becomes GUARD_OTHER, with the
 * first source in it. Linear in the length of both.
 */
void shape_parse(struct arena *a, struct guard *g, struct str comment);

#endif
