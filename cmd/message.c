/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "escape.h"
#include "str.h"

enum { MESSAGE_MOST = 4096 };

static void write_all(struct str s)
{
	while (s.len) {
		ssize_t n = write(STDERR_FILENO, s.s, s.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;		/* there is no one left to tell */
		s = str_skip(s, (size_t)n);
	}
}

BASE_PRINTF(2, 0)
static void print(const char *prefix, const char *fmt, va_list args)
{
	char text[MESSAGE_MOST];
	int before = errno;
	int len = vsnprintf(text, sizeof text, fmt, args);
	struct str s = { text, 0 };
	struct buf b = { 0 };

	if (len > 0)
		s.len = (size_t)len < sizeof text ? (size_t)len : sizeof text - 1;
	buf_add_c(&b, prefix);
	escape_terminal(&b, s);
	if (len >= (int)sizeof text)
		buf_add_c(&b, "…");
	buf_add_char(&b, '\n');
	write_all(buf_str(&b));
	buf_release(&b);
	errno = before;
}

void message_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print("ctrace: ", fmt, args);
	va_end(args);
}

void message_more(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print("", fmt, args);
	va_end(args);
}
