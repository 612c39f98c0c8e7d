/* fact.h - one line of a guard tree -> the facts that it states. */
#ifndef CTRACE_FACT_H
#define CTRACE_FACT_H

#include "guard.h"

/*
 * One thing that a cache entry asks for: a property of a source, and its value.
 * Slices are of the line given.
 */
struct fact {
	uint64_t key;		/* equal for the same property of the same source */
	uint64_t value;		/* equal for the same value */
	uint64_t subject;	/* equal for the same source (source_hash) */
	enum guard_kind kind;	/* what it would be called if it failed */
	int index;		/* dimension or position of a key, -1 */
	bool made_up;		/* about a name that torch made up: noise */
	bool dynamic;		/* a size or stride that the entry leaves open: None */
	struct str source;	/* as torch writes it; a state's name for global_state */
	struct str member;	/* key, attribute or mark */
	struct str text;	/* the value: "4", "None" (dynamic), "torch.float32" */
	struct str line;	/* the guard with its user line, for guard_parse() */
};

/*
 * Facts of one line of the dynamo_cpp_guards_str payload, without its "| +- ":
 *	TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU, …), …)  # user line
 * A tensor has one for each property and dimension; GLOBAL_STATE (with its JSON, torch
 * 2.13) one for each state; others one; a damaged line at least none. They are in the
 * arena, the count is returned.
 */
size_t fact_parse(struct arena *a, struct str line, struct fact **facts);

/*
 * The family of kinds of which one source has one value: int, float, string, … are
 * one (GUARD_CONSTANT).
 */
enum guard_kind fact_family(enum guard_kind kind);

/* Kinds that test a whole expression: it is their key, and they have no value. */
bool fact_is_test(enum guard_kind kind);

#endif
