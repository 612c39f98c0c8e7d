/* mismatch.h - what torch says when a tensor is not the expected one. */
#ifndef CTRACE_MISMATCH_H
#define CTRACE_MISMATCH_H

#include "guard.h"

/*
 * "tensor 'x' size mismatch at index 0. expected 4, actual 5[. Advice]". rest is what
 * stands behind "tensor '", at the place of " mismatch" in it. Fills kind, source, raw,
 * index, was, now, hint. A property that is not known leaves GUARD_OTHER.
 */
void mismatch_parse(struct arena *a, struct guard *g, struct str rest, size_t at);

/* Of two DispatchKeySet(…): CPU and CUDA are other devices, CPU and SparseCPU are not. */
bool mismatch_is_other_device(struct str was, struct str now);

#endif
