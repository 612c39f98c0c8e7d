/* exhibitname.h - file names for payloads, none of whose characters come from a log. */
#ifndef CTRACE_EXHIBITNAME_H
#define CTRACE_EXHIBITNAME_H

#include "exhibit.h"

/*
 * "000017_r1_0-1_inductor_output_code.py": number, rank where it is known, compile id,
 * and the artifact's name if a table of torch's own names has it, else "artifact.txt".
 * Distinct for each number. In the arena.
 */
struct str exhibitname_file(struct arena *a, const struct exhibit *p);

#endif
