/*
 * textblock.h - one message of torch's, which may span many lines of a text log -> the
 * model. A table says how each kind begins, what its further lines are, what it means.
 */
#ifndef CTRACE_TEXTBLOCK_H
#define CTRACE_TEXTBLOCK_H

#include "dialect.h"
#include "trace.h"

struct text_block;

/* A kind of message. */
struct text_rule {
	struct str start;		/* how its first line begins */
	const char *artifacts;		/* it is logged as, if the line names one; NULL: as none */
	bool bare;			/* told without a head too */
	bool (*begin)(struct text_block *b, struct str rest);	/* false: it is none after all */
	bool (*line)(struct text_block *b, struct str body);	/* NULL: a single line */
	void (*end)(struct text_block *b);			/* NULL: nothing is left to do */
};

/* The message a writer is at. A zeroed one is closed. */
struct text_block {
	const struct text_rule *rule;	/* NULL: closed */
	struct source *source;
	struct process *process;
	struct text_line head;		/* of its first line; slices but id are stale */
	struct str artifact;		/* of the head, interned */
	size_t line;			/* of its first line */
	bool bare;			/* without heads: further lines are told by what they say */
	size_t strange;			/* bare: lines since the last that belonged to it */
	size_t lines;			/* bare: that belonged to it */

	struct compile *compile;
	struct str function, file;	/* as the message says; absent */
	int64_t first_line;
	struct str limit;		/* "recompile_limit" */
	int64_t limit_value;
	bool known;			/* bare: a second line has proved what it is */
	struct buf text;		/* what is gathered: a reason, a graph break */
};

/*
 * Whether a line without a head, or with nothing but an id, begins a message. b: the one
 * that is open where it comes from; an exception that ends a message begins none.
 */
bool textblock_begins(const struct text_block *b, const struct text_line *t);

/*
 * If the line begins a message, closes the block and opens it anew with it. Of lines
 * without a head (DIALECT_NONE) only those of textblock_begins() do.
 */
bool textblock_begin(struct text_block *b, const struct text_line *t, struct process *p,
		     size_t line);

/* Gives the open block a further line; false if it is not one of its own. */
bool textblock_line(struct text_block *b, struct str body);

/* Takes what was gathered into the model. */
void textblock_end(struct text_block *b);

/*
 * For the rules. The compile of the block's id, which must not be one that an earlier
 * message of this kind began (again: it has been); without an id, a new one.
 */
struct compile *textblock_new_compile(struct text_block *b, bool again);
struct str textblock_intern(struct text_block *b, struct str s);

/* "NAME in FILE:LINE", "'NAME' (FILE:LINE)", "NAME FILE:LINE" -> function, file, first_line. */
bool textblock_function(struct text_block *b, struct str text, struct str between);
void textblock_name_compile(struct text_block *b);	/* gives them to the compile */

/* The compile that a line with a head belongs to, made when new; NULL if it has no id. */
struct compile *textblock_compile(struct process *p, const struct text_line *t, size_t line);

#endif
