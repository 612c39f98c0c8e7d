/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include "input.h"

/* Appends until `most` bytes are there; false if there are more. */
static bool take(struct buf *out, struct input *in, size_t most)
{
	for (;;) {
		struct str s = input_data(in);

		if (out->len + s.len > most)
			return false;
		buf_add(out, s);
		input_consume(in, s.len);
		if (input_more(in, SIZE_MAX) <= 0)
			return true;
	}
}

int bytes_read(struct buf *out, const char *path, size_t most, struct err *e)
{
	struct input *in = input_open(path, e);
	int result = 0;

	if (!in)
		return -1;
	if (!take(out, in, most))
		result = err_set(e, "'%s' is longer than %zu MiB", path, most >> 20);
	else if (input_faults(in)->damage)
		result = err_set(e, "cannot read '%s': %s", path, input_faults(in)->damage);
	input_close(in);
	return result;
}

void bytes_peek(struct buf *out, const char *path, size_t most)
{
	struct err e;
	struct input *in;

	if (input_file_size(path) <= 0)		/* a pipe can be read once only */
		return;
	in = input_open(path, &e);
	if (!in)
		return;
	while (input_data(in).len < most && input_more(in, most) > 0)
		;
	buf_add(out, str_take(input_data(in), most));
	input_close(in);
}
