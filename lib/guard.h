/* guard.h - one guard's text, of any torch version -> kind, source, values. */
#ifndef CTRACE_GUARD_H
#define CTRACE_GUARD_H

#include "str.h"

/*
 * Kinds of a recompilation's cause. The names (guard_kind_name) are those of reports
 * and policies: "size", "zero_one", …; the same as the members, in lower case.
 */
enum guard_kind {
	GUARD_SIZE, GUARD_RANK, GUARD_DTYPE, GUARD_DEVICE, GUARD_STRIDE,
	GUARD_REQUIRES_GRAD, GUARD_DISPATCH_KEY, GUARD_TENSOR_TYPE, GUARD_ALIAS,
	GUARD_ZERO_ONE, GUARD_DUCK_SHAPE, GUARD_SHAPE_GUARD, GUARD_DYNAMIC_MARK,
	GUARD_INT, GUARD_FLOAT, GUARD_BOOL, GUARD_STRING, GUARD_NONE, GUARD_CONSTANT,
	GUARD_TRAINING_MODE, GUARD_IDENTITY, GUARD_TYPE, GUARD_LENGTH, GUARD_KEYS,
	GUARD_ATTRIBUTE, GUARD_GLOBAL_STATE, GUARD_BACKEND, GUARD_DEALLOCATED,
	GUARD_UNEXPECTED, GUARD_NO_REASON, GUARD_OTHER,
	GUARD_KINDS
};

const char *guard_kind_name(enum guard_kind kind);
bool guard_kind_find(struct str name, enum guard_kind *kind);

/*
 * What a guard says. Slices are of the text given, or in the arena; absent where the
 * text does not say. Values are as torch writes them: "4", "'relu'", "Float", "None".
 */
struct guard {
	enum guard_kind kind;
	struct str entry;	/* "0/1", the cache entry that it belongs to */
	struct str text;	/* the guard alone, without entry and user line */
	struct str source;	/* short name (source.h); empty if there is none */
	struct str raw;		/* the source as torch wrote it */
	struct str member;	/* the key or attribute of source that is asked for */
	int index;		/* dimension, position of a key; -1 */
	struct str was, now;	/* what the entry expects; what came */
	bool bounded;		/* zero_one only: joined with a bound of the user's own */
	struct str bound;	/* … and that one's user line, for guard_settle() */
	struct str code;	/* the user's line of code where the guard was made */
	struct str file;	/* its file as torch cuts it: "r/work/zoo.py" */
	struct str function;
	int line;		/* 0 if unknown */
	struct str hint;	/* torch's own advice, as it is */
	struct str sources;	/* TORCH_COMPILE_DYNAMIC_SOURCES as torch advises */
};

/*
 * A reason as torch prints it, from the artifact recompile_reasons, from a line of
 * TORCH_LOGS=recompiles behind the "- ", or out of the message of a RecompileError:
 *	0/1: mode == 'a'     # if mode == 'a':  # proj/model.py:44 in forward (HINT: …)
 *	User stack trace: …
 * Entry and user line may be missing (before torch 2.5; before 2.2). Always succeeds:
 * an unknown text is GUARD_OTHER, an empty one GUARD_NO_REASON. Linear in the length.
 */
struct guard guard_parse(struct arena *a, struct str reason);

/*
 * Decides a guard that is zero_one or the user's own bound ("2 <= x.size()[0] <= 16"),
 * by the size that came: 0 or 1 leaves it zero_one, any other number, or "None" (a
 * dynamic size, never 0 or 1), makes it a shape_guard with the user's line. Fills now.
 */
void guard_settle(struct arena *a, struct guard *g, struct str actual);

/* The frame_compile_id, 3 of "0/3"; -1 if the guard names no entry. */
int64_t guard_entry_number(const struct guard *g);

/*
 * False for what torch 2.11 and later print with the same "- " as reasons: user stacks
 * and the advice to set TORCH_COMPILE_DYNAMIC_SOURCES. *in_stack carries the state from
 * line to line; false at the start of a block.
 */
bool guard_is_reason(struct str line, bool *in_stack);

/* The value in the advice line above, absent if there is none: "L['x'],L['y']". */
struct str guard_dynamic_sources(struct str text);

#endif
