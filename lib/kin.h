/*
 * kin.h - rows of two reports that mean the same thing: a function by its file's tail and
 * its name, a cause by kind, function and source, a phase by its name, never by number.
 */
#ifndef CTRACE_KIN_H
#define CTRACE_KIN_H

#include "report.h"

/* The cell of a key, NULL if the section has none; its text, its number (-1: absent). */
const struct cell *kin_cell(const struct table *t, const struct row *row, const char *key);
struct str kin_text(const struct table *t, const struct row *row, const char *key);
int64_t kin_number(const struct table *t, const struct row *row, const char *key);

/*
 * Are these the same file? Paths are cut at different places on different machines: the
 * last two parts decide ("pkg/model.py"), the last alone where one has no more.
 */
bool kin_same_file(struct str a, struct str b);

/* The row of t that means what row of its table `of` means; NULL if there is none. */
const struct row *kin_find(const struct table *t, const struct table *of,
			   const struct row *row);

#endif
