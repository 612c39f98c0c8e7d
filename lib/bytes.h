/* bytes.h - a whole small file in memory. */
#ifndef CTRACE_BYTES_H
#define CTRACE_BYTES_H

#include "str.h"

/*
 * Appends the bytes of a file ("-": standard input), inflated if it is gzip. -1 with *e
 * if it cannot be read as a whole, or is longer than most.
 */
int bytes_read(struct buf *out, const char *path, size_t most, struct err *e);

/*
 * The first bytes of a regular file, at most `most`; none of a pipe, which stays unread,
 * and of what cannot be read.
 */
void bytes_peek(struct buf *out, const char *path, size_t most);

#endif
