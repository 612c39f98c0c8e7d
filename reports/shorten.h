/* shorten.h - text cut to a width. What comes in and goes out is safe for a terminal. */
#ifndef CTRACE_SHORTEN_H
#define CTRACE_SHORTEN_H

#include "str.h"

/* The text if it fits, else its beginning and "…". The copy lives in the arena. */
struct str shorten_end(struct arena *a, struct str text, size_t width);

/*
 * Cut in the middle. Of a path the file's name is kept, then "site-packages" and the
 * folders next to the file: …/site-packages/…/llama.py:120. Of any other name its
 * beginning and its end.
 */
struct str shorten_path(struct arena *a, struct str text, size_t width);

#endif
