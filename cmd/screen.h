/* screen.h - what is known of the place a report is shown at. */
#ifndef CTRACE_SCREEN_H
#define CTRACE_SCREEN_H

#include "writer.h"

/*
 * Options for writers: the width of the terminal (COLUMNS first; 100 where there is
 * none), colours only on a terminal and without NO_COLOR or TERM=dumb, top as given.
 * output is the file of -o, NULL for stdout.
 */
struct writer_options screen_options(const char *output, int64_t top);

#endif
