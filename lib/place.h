/* place.h - how names of functions, files and times are put into sentences. */
#ifndef CTRACE_PLACE_H
#define CTRACE_PLACE_H

#include "str.h"

/* "file.py:12"; without the number if line is negative; absent without a file. */
struct str place_text(struct arena *a, struct str file, int64_t line);

/*
 * The name of a code object for people: Dynamo names what follows a graph break
 * torch_dynamo_resume_in_F_at_N; that reads "F after the break at line N".
 */
struct str place_function(struct arena *a, struct str function);

/* F and N of such a name; false if it is another. */
bool place_resumed(struct str function, struct str *name, int64_t *line);

/* "5.31 s", "41.2 ms", "820 µs", "2 min 5 s", "1 h 4 min"; nothing below 0 */
void place_time(char *out, size_t size, int64_t us);

#endif
