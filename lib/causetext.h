/* causetext.h - causes in words. All texts are in the arena or constant. */
#ifndef CTRACE_CAUSETEXT_H
#define CTRACE_CAUSETEXT_H

#include "cause.h"

/* What changed, without the values: "x.size(1)", "dtype of x", "grad mode". */
struct str causetext_what(struct arena *a, const struct cause *c);

/* The same with them, as the head of a card: "x.size(1) changed 128 → 160". */
struct str causetext_headline(struct arena *a, const struct cause *c);

/* "3 → 4 → 5"; long ones are cut in the middle: "3 → 4 → … → 12 (10 values)". */
struct str causetext_values(struct arena *a, const struct cause *c);

/* What will happen next: "settles: torch made it dynamic". */
struct str causetext_outlook(struct arena *a, const struct cause *c);

/* What changed in one finding, without the values: "x.size(1)". */
struct str causetext_fact(struct arena *a, const struct finding *f);

/* …and with them: "x.size(1) 128 → 160". */
struct str causetext_change(struct arena *a, const struct finding *f);

#endif
