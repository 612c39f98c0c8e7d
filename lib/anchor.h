/*
 * anchor.h - the searches that touch every byte of a text log: where a line ends, and
 * where the next line is that may be torch's. Vectorised where the machine allows; the
 * plain form gives the same answers.
 */
#ifndef CTRACE_ANCHOR_H
#define CTRACE_ANCHOR_H

#include "str.h"

#define ANCHOR_MOST 32		/* longer than any of the words below */

/*
 * The first word in s that stands in every line torch writes, of whatever version:
 * "torch", "TorchDynamo", "[__", "Recompiling function", "Graph break", "Runtimes (s)",
 * "triggered by the following", "CompilationMetrics(". Index of the word, or STR_NONE. A word cut by the end
 * of s does not count: search the last ANCHOR_MOST bytes again when more have come.
 */
size_t anchor_find(struct str s);

size_t anchor_line_end(struct str s);	/* first LF or CR, STR_NONE */
size_t anchor_line_start(struct str s);	/* index behind the last LF or CR, 0 if there is none */
size_t anchor_count_lines(struct str s);	/* LFs */

#endif
