/* compiletable.h - the report's section `compilations`: a row for each compile. */
#ifndef CTRACE_COMPILETABLE_H
#define CTRACE_COMPILETABLE_H

#include "rows.h"
#include "timing.h"

void compiletable_add(struct rows *s, struct timing *t);

#endif
