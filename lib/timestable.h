/*
 * timestable.h - torch._dynamo.utils.compile_times(), wherever it stands in a log:
 *
 *	TorchDynamo compilation metrics:
 *	Function                Runtimes (s)		(with the package tabulate)
 *	----------------------  --------------
 *	_compile.compile_inner  6.4824, 0.0092
 *
 *	Function, Runtimes (s)				(without it)
 *	_compile.compile_inner, 6.4824, 0.0092
 *
 * In 2022 values were Python lists of strings, ['6.4824', '0.0092']. With aggregate=True,
 * and in torch's own table at exit, the one value is a sum. Rows nest in each other.
 */
#ifndef CTRACE_TIMESTABLE_H
#define CTRACE_TIMESTABLE_H

#include "trace.h"

/* A zeroed one is closed. */
struct times_table {
	bool open;		/* rows may follow */
	bool commas;		/* the form without tabulate */
	size_t strange;		/* lines of others since the last row */
};

/*
 * Takes a line, without its head if it has one; true if it belongs to a table, whose
 * row, if it is one, is now in the source. p: whose it is, NULL if not known.
 */
bool times_line(struct times_table *t, struct source *s, struct process *p, struct str line,
		size_t number);

/*
 * Adds a row unless the newest one of its function and process (index finds it) is the
 * same or fuller; takes the place of one that is less.
 */
void times_add(struct arena *a, struct times_rows *rows, struct map *index,
	       const struct times_row *row);

#endif
