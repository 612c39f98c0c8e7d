/* escape.h - text of any bytes, made safe for a terminal and for JSON. */
#ifndef CTRACE_ESCAPE_H
#define CTRACE_ESCAPE_H

#include "str.h"

/*
 * Appends the text so that a terminal can only show it: control bytes, newline and
 * tab become \x1b, \n, \t; C1 controls, marks that turn the direction of writing and
 * characters without width become \u202e; bytes that are no UTF-8 become \xff. What
 * is appended is valid UTF-8 and one line. A backslash stays as it is.
 */
void escape_terminal(struct buf *out, struct str text);

/*
 * Appends the inside of a JSON string (no quotes), always valid UTF-8: bytes that are
 * none become U+FFFD, one for each maximal part (see utf8_next). What a terminal would
 * obey is written as \u001b here too, which a parser reads back as it was.
 */
void escape_json(struct buf *out, struct str text);

#endif
