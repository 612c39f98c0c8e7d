/* pattern.h - the shell's patterns for names of files and functions. */
#ifndef CTRACE_PATTERN_H
#define CTRACE_PATTERN_H

#include "str.h"

/*
 * '*' matches '/' too. Of a file, a pattern matches the whole path or what is behind any
 * of its slashes; one that begins with '/' only the whole. Paths of 4096 bytes and more
 * match nothing.
 */
bool pattern_matches(const char *pattern, struct str name);
bool pattern_matches_file(const char *pattern, struct str path);

#endif
