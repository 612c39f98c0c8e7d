/* condition.h - the conditions of rules: small predicates on a situation. */
#ifndef CTRACE_CONDITION_H
#define CTRACE_CONDITION_H

#include "situation.h"

/* The spots can be named in Python before the call: x, args[0], kwargs['mask'] */
bool condition_named(const struct situation *s);
/* …and are arguments, to which something else can be assigned. */
bool condition_arguments(const struct situation *s);
/* The spots can be named in an environment variable. */
bool condition_listable(const struct situation *s);

/* Sizes: only with a size of 0 or 1, and no code that needs to know it; only without. */
bool condition_unbackable(const struct situation *s);
bool condition_sizes_above_one(const struct situation *s);
/* Sizes: a graph with a dynamic size is known to be possible; is not known not to be. */
bool condition_dynamic_works(const struct situation *s);
bool condition_dynamic_may_work(const struct situation *s);
bool condition_dynamic_unknown(const struct situation *s);	/* neither */
bool condition_zero_one(const struct situation *s);	/* a size of 0 or 1 is among them */
/* Torch tried, and the code turned the size into a number. */
bool condition_specialised(const struct situation *s);
bool condition_made_dynamic(const struct situation *s);
bool condition_dynamic_false(const struct situation *s);
bool condition_parameter(const struct situation *s);

/* Numbers: nothing is known to need the value while tracing. */
bool condition_number_free(const struct situation *s);
bool condition_float_free(const struct situation *s);
bool condition_tensor_inside(const struct situation *s);	/* …made a tensor while tracing */
bool condition_no_tensor_yet(const struct situation *s);
bool condition_attribute(const struct situation *s);	/* can be set where it is: self.x */
bool condition_index(const struct situation *s);	/* …selects an item */
bool condition_module_int(const struct situation *s);
bool condition_plain_int(const struct situation *s);
bool condition_global(const struct situation *s);
bool condition_option(const struct situation *s);	/* an optimizer's, param_groups[0]['lr'] */

bool condition_castable(const struct situation *s);	/* all values are dtypes of one sort */
bool condition_per_instance(const struct situation *s);	/* differs from layer to layer */
bool condition_once(const struct situation *s);		/* only one recompile */
bool condition_repeated(const struct situation *s);
bool condition_few_values(const struct situation *s);	/* no new value each time */
bool condition_many_values(const struct situation *s);
bool condition_at_limit(const struct situation *s);
bool condition_blocked(const struct situation *s);	/* something else always changed too */
bool condition_of_module(const struct situation *s);	/* the source is self.… */

/* "Float" → "float32"; absent if it is no dtype's name. */
struct str condition_dtype(struct str name);

#endif
