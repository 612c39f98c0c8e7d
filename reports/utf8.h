/* utf8.h - bytes to code points, and how many columns of a terminal they take. */
#ifndef CTRACE_UTF8_H
#define CTRACE_UTF8_H

#include "str.h"

#define UTF8_BAD 0xffffffffu

/*
 * Takes one code point off *s, which must not be empty. For bytes that are no UTF-8
 * gives UTF8_BAD and takes the longest part that could have begun a code point (at
 * least one byte), as Unicode recommends and Python's decoder does: E2 82 41 is one
 * bad part, then 'A'.
 */
uint32_t utf8_next(struct str *s);

/* Columns of the text on a terminal: CJK and emoji 2, combining marks 0, bad bytes 1. */
size_t utf8_width(struct str s);

/* The longest beginning (take) or end (tail) of s that is at most width columns wide. */
struct str utf8_take(struct str s, size_t width);
struct str utf8_tail(struct str s, size_t width);

#endif
