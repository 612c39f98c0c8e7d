/* SPDX-License-Identifier: MIT */
#include "pattern.h"

#include <fnmatch.h>
#include <string.h>

enum { NAME_MOST = 4096 };

static bool copy_name(char out[NAME_MOST], struct str name)
{
	if (!name.s || name.len >= NAME_MOST)
		return false;
	memcpy(out, name.s, name.len);
	out[name.len] = '\0';
	return true;
}

bool pattern_matches(const char *pattern, struct str name)
{
	char text[NAME_MOST];

	return copy_name(text, name) && fnmatch(pattern, text, 0) == 0;
}

bool pattern_matches_file(const char *pattern, struct str path)
{
	char text[NAME_MOST];
	const char *at = text;

	if (!copy_name(text, path))
		return false;
	for (; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL) {
		if (fnmatch(pattern, at, 0) == 0)
			return true;
		if (pattern[0] == '/')
			return false;
	}
	return false;
}
