/*
 * guardtally.h - how many guards of which type a cache entry has: what its guard tree
 * (dynamo_cpp_guards_str) says in lines like "| | +- TENSOR_MATCH: check_tensor(…".
 */
#ifndef CTRACE_GUARDTALLY_H
#define CTRACE_GUARDTALLY_H

#include "compile.h"

/* Counts into c->guard_types; the payload may have its tabs or not. */
void guardtally_read(struct compile *c, struct str payload);

/* "ID_MATCH 31, TENSOR_MATCH 13, TYPE_MATCH 4, …", the most frequent first; absent. */
struct str guardtally_text(struct arena *a, const struct compile *c);

#endif
