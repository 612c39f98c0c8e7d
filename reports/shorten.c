/* SPDX-License-Identifier: MIT */
#include "shorten.h"
#include "utf8.h"

#define DOTS "…"

struct str shorten_end(struct arena *a, struct str text, size_t width)
{
	struct str head;

	if (utf8_width(text) <= width)
		return text;
	if (width == 0)
		return (struct str){ NULL, 0 };
	head = utf8_take(text, width - 1);
	return str_format(a, STR_FMT DOTS, STR_ARG(head));
}

/* DecoderLayer.forward: the part behind the last point is kept whole if it can be. */
static struct str shorten_name(struct arena *a, struct str text, size_t width)
{
	size_t point = str_rfind_char(text, '.');
	size_t kept = point == STR_NONE ? 0 : utf8_width(str_skip(text, point));
	struct str head, tail;

	if (width < 5)
		return shorten_end(a, text, width);
	if (kept == 0 || kept + 4 > width)
		kept = width / 2;
	head = utf8_take(text, width - 1 - kept);
	tail = utf8_tail(text, width - 1 - utf8_width(head));
	return str_format(a, STR_FMT DOTS STR_FMT, STR_ARG(head), STR_ARG(tail));
}

/* The most of the last folders and the file that fits, absent if not even the file. */
static struct str last_parts(struct str path, size_t width)
{
	struct str best = { NULL, 0 };
	size_t slash = str_rfind_char(path, '/');

	while (slash != STR_NONE) {
		struct str tail = str_skip(path, slash + 1);

		if (utf8_width(tail) > width)
			break;
		best = tail;
		slash = str_rfind_char(str_take(path, slash), '/');
	}
	return best;
}

static struct str shorten_folders(struct arena *a, struct str path, size_t width)
{
	static const struct str packages = STR_INIT("/site-packages/");
	static const struct str mark = STR_INIT(DOTS "/site-packages/");
	size_t at = str_find(path, packages);
	struct str tail;

	if (at != STR_NONE && width > utf8_width(mark)) {
		struct str inside = str_skip(path, at + packages.len);
		size_t left = width - utf8_width(mark);

		if (utf8_width(inside) <= left)
			return str_format(a, STR_FMT STR_FMT, STR_ARG(mark),
					  STR_ARG(inside));
		tail = left > 2 ? last_parts(inside, left - 2) : (struct str){ NULL, 0 };
		if (tail.len)
			return str_format(a, STR_FMT DOTS "/" STR_FMT, STR_ARG(mark),
					  STR_ARG(tail));
	}
	tail = last_parts(path, width - 2);
	if (tail.len)
		return str_format(a, DOTS "/" STR_FMT, STR_ARG(tail));
	tail = utf8_tail(path, width - 1);
	return str_format(a, DOTS STR_FMT, STR_ARG(tail));
}

struct str shorten_path(struct arena *a, struct str text, size_t width)
{
	if (utf8_width(text) <= width)
		return text;
	if (width > 2 && str_find_char(text, '/') != STR_NONE)
		return shorten_folders(a, text, width);
	return shorten_name(a, text, width);
}
