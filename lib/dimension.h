/*
 * dimension.h - sizes of inputs that were not the same in all calls: which value each
 * dimension took, whether torch left it open, since when, and what closed it again.
 *
 * Out of the symbols that torch makes (create_symbol, symbolic_shape_specialization), the
 * causes of recompiles, and lines "marking L['x'] as dynamic (from …)" of a text log.
 */
#ifndef CTRACE_DIMENSION_H
#define CTRACE_DIMENSION_H

#include "cause.h"
#include "trace.h"

enum dimension_state {		/* the later ones outweigh the earlier ones */
	DIMENSION_STATIC,	/* a compile for each size */
	DIMENSION_AUTOMATIC,	/* left open once it had changed */
	DIMENSION_OPEN,		/* left open from the first compile on */
	DIMENSION_MARKED,	/* …because the program marked it */
	DIMENSION_ZERO_ONE,	/* open, and a size of 0 or 1 had a compile of its own */
	DIMENSION_DUCK,		/* taken for equal to another one, until it was not */
	DIMENSION_SPECIALISED,	/* open, and closed again by a line of code */
	DIMENSION_VIOLATED	/* marked, and closed: ConstraintViolationError */
};

struct dimension {
	enum dimension_state state;
	const struct compile *first;	/* the oldest compile of its function in the log */
	const struct compile *open;	/* the first that left it open; NULL */
	const struct compile *last;	/* the last one that says something of it */
	struct str source;		/* short name of the tensor; "x" */
	int index;
	ARRAY(int64_t) values;		/* distinct sizes seen while compiling, in order */
	int64_t low, high;		/* of these */
	const struct cause *cause;	/* of the recompiles that decide its state; NULL */
	size_t recompiles;		/* that a change of it brought */
	int64_t time_us;		/* of these */
	int64_t static_us;		/* what a compile for one size takes; -1 */
	int64_t open_us;		/* of the one that left it open; -1 */
	struct str file, code;		/* what closed it, else where it is first used */
	int64_t line;
	struct str torch_says;		/* its own suggestion; absent */
};

struct dimensions {
	struct arena arena;
	ARRAY(struct dimension *) items;	/* in the order of their first compile */
	struct map by_key;
};

void dimensions_find(struct dimensions *ds, const struct trace *t, const struct causes *cs);
void dimensions_release(struct dimensions *ds);

const char *dimension_state_name(enum dimension_state state);	/* "static", … */

#endif
