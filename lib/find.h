/*
 * find.h - the two searches that touch every byte of a log. Vectorised where the
 * machine allows; the plain form gives the same answers.
 */
#ifndef CTRACE_FIND_H
#define CTRACE_FIND_H

#include "str.h"

/*
 * The first newline in s that ends a record: what follows it is neither a tab (payload
 * line), nor LF or CR LF (a blank line, which some log carriers insert). Returns its
 * index, or STR_NONE if s holds none (a newline among the last FIND_AHEAD bytes does
 * not count: what follows it is not known yet). Adds the newlines passed, the one
 * found among them, to *newlines; of an s without an end nothing is added.
 */
size_t find_record_end(struct str s, size_t *newlines);
#define FIND_AHEAD 2

/*
 * s begins just inside a JSON string: the index of the quote that ends it, stepping
 * over escapes, or STR_NONE.
 */
size_t find_string_end(struct str s);

/*
 * Copies s to out up to its first newline (or its end) and returns how many bytes that
 * were. out must have room for FIND_SLACK bytes more.
 */
size_t find_copy_line(char *out, struct str s);
#define FIND_SLACK 16

/* Newlines in s. */
size_t find_count_lines(struct str s);

#endif
