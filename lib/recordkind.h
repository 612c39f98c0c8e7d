/* recordkind.h - the kinds of record that torch writes into a structured trace. */
#ifndef CTRACE_RECORDKIND_H
#define CTRACE_RECORDKIND_H

#include "str.h"

enum recordkind {
	RECORDKIND_UNKNOWN,	/* of a newer torch, or none of torch's */
	RECORDKIND_DETAIL,	/* too many and too small to be listed singly */
	RECORDKIND_ARTIFACT	/* a graph, a code, a text: `show` lists it */
};

enum recordkind recordkind_of(struct str name);

#endif
