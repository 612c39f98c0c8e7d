/* SPDX-License-Identifier: MIT */
#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDTH_PLAIN 100		/* of files and pipes */
#define WIDTH_LEAST 40
#define WIDTH_MOST 1000

static unsigned width_of(bool terminal)
{
	int64_t width = 0;
	struct winsize size;

	if (!str_to_i64(str_c(getenv("COLUMNS")), &width) || width <= 0)
		width = terminal && ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
	if (width == 0)
		width = WIDTH_PLAIN;
	if (width < WIDTH_LEAST)
		width = WIDTH_LEAST;
	return (unsigned)(width < WIDTH_MOST ? width : WIDTH_MOST);
}

static bool wants_colour(void)
{
	const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

	return (!none || !none[0]) && term && term[0] && strcmp(term, "dumb") != 0;
}

struct writer_options screen_options(const char *output, int64_t top)
{
	bool terminal = !output && isatty(1) == 1;

	return (struct writer_options){
		.width = width_of(terminal),
		.colour = terminal && wants_colour(),
		.top = top > 0 ? (size_t)top : 0,
	};
}
