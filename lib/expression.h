/* expression.h - a Python comparison, as guards are written -> its sides. */
#ifndef CTRACE_EXPRESSION_H
#define CTRACE_EXPRESSION_H

#include "guard.h"

enum expression_operator {
	EXPRESSION_NONE,	/* no comparison: left is all of it */
	EXPRESSION_EQUAL, EXPRESSION_UNEQUAL, EXPRESSION_IS_NOT, EXPRESSION_IS,
	EXPRESSION_ORDER,	/* < <= > >= */
};

struct expression {
	struct str left, right;	/* slices, trimmed; right is all behind the operator */
	enum expression_operator op;
};

/*
 * Splits at the first comparison outside of quotes and brackets. Of texts joined by
 * " and " or " or ", the first. One pass.
 */
struct expression expression_split(struct str text);

/* The tensor, or else the first name, that a symbolic test is about; absent if none. */
struct str expression_subject(struct str text);

/* N of the first "size()[N]" or "stride()[N]"; -1 if there is none. */
int expression_dimension(struct str text);

/* True if the text tests sizes or strides: size()[…], Eq(…), Mod(…). */
bool expression_is_symbolic(struct str text);

/* Kind of a literal as Python writes it: 3, 0.5, True, None, 'a'; else GUARD_CONSTANT. */
enum guard_kind expression_literal_kind(struct str value);

#endif
