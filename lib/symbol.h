/*
 * symbol.h - sizes that a compile left open or had to fix: records create_symbol and
 * symbolic_shape_specialization, and the message of a ConstraintViolationError.
 */
#ifndef CTRACE_SYMBOL_H
#define CTRACE_SYMBOL_H

#include "trace.h"

/*
 * The value of such a record; absent strings where it does not say. False if it does
 * not parse. torch 2.5 to 2.14:
 *	{"symbol": "s77", "val": "5", "vr": "[2, int_oo]", "source": "L['x'].size()[0]",
 *	 "user_stack": [{"line": 32, "name": "step", "filename": 1, "loc": "…"}], "stack": …}
 *	{"symbol": "s77", "sources": ["L['x'].size()[0]"], "value": "4", "reason": "…", …}
 */
bool symbol_read(struct process *p, struct str value, bool fixed, struct symbol *out);

/* "L['x'].size()[1]" → L['x'] and 1; a source that is no size has dimension -1. */
struct str symbol_tensor(struct str source, int *dimension);

/*
 * One line of a ConstraintViolationError: "- You marked L['x'].size()[0] as dynamic but
 * …". *rest is stepped over it. False if there are no more.
 */
bool symbol_violation(struct str *rest, struct str *source, struct str *line);

#endif
