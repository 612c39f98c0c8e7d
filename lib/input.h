/*
 * input.h - the bytes of one log, from a file, standard input or a descriptor,
 * inflated where they are gzip (told by their magic, not by a name), through one
 * buffer that is refilled and grows only as far as one item of the reader needs.
 */
#ifndef CTRACE_INPUT_H
#define CTRACE_INPUT_H

#include "str.h"

struct input;

/* What was wrong with the bytes, though reading went on. */
struct input_faults {
	const char *damage;	/* of the gzip data or of reading; NULL: none */
	int64_t damage_offset;	/* of the damage in the file as stored */
	int64_t trailing_bytes;	/* garbage behind the last gzip member, ignored */
};

/*
 * Opens a path, "-" being standard input (in_memory: reads these bytes instead, which
 * must live as long). NULL with e set if it cannot be opened, or if its first bytes
 * show that it is no text: another compression, UTF-16, an image, a program.
 * Free with input_close(). One thread at a time.
 */
struct input *input_open(const char *path, struct err *e);
struct input *input_memory(struct str bytes, struct err *e);
void input_close(struct input *in);

/*
 * The bytes that are buffered and not yet consumed. The slice dies with the next
 * call. input_more() adds at least one byte to it: 1 if it did, 0 at the end of the
 * input, -1 if the buffer holds limit bytes already. Damage ends the input
 * as an end does, and stands in input_faults(): every byte before it is delivered.
 */
struct str input_data(const struct input *in);
int input_more(struct input *in, size_t limit);
void input_consume(struct input *in, size_t n);

int64_t input_offset(const struct input *in);	/* of input_data() in the inflated bytes */
const struct input_faults *input_faults(const struct input *in);

/* For a progress bar: bytes read of the file as stored; its size, 0 if not known. */
int64_t input_stored_bytes(const struct input *in);
int64_t input_size(const struct input *in);
int64_t input_file_size(const char *path);	/* the same before it is opened */

#endif
