/*
 * saved.h - a report saved as JSON → a report again, by the same tables of sections.
 * What is not in those tables (of a newer ctrace of the same schema) is left out; what
 * the file lacks (of an older one) is absent. What only people see is made anew.
 */
#ifndef CTRACE_SAVED_H
#define CTRACE_SAVED_H

#include "report.h"

#define SAVED_BYTES_MOST ((size_t)256 << 20)

/* Appends all sections that a report has, without rows: the shape of one. */
void saved_sections(struct report *r);

/* Is a file that begins like this a saved report? sections: as saved_sections() has it. */
bool saved_is(struct str head, const struct report *sections);

/*
 * Appends the sections of the saved report; name is for the head line. All text is
 * copied. -1 with *e if it is no report, or of a newer schema, or a value in it is not
 * of the type its column has.
 */
int saved_read(struct report *r, struct str name, struct str text, struct err *e);

#endif
