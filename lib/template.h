/* template.h - text with {holes}, filled in from a situation. */
#ifndef CTRACE_TEMPLATE_H
#define CTRACE_TEMPLATE_H

#include "situation.h"

/* In the arena; absent for NULL. A name in braces that is no hole's stays as it is. */
struct str template_fill(const struct situation *s, const char *text);

/* Adds "L['x']:0" and the like, comma-separated, what is not among them yet. */
void template_add_sources(struct buf *b, const struct situation *s);

#endif
