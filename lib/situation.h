/*
 * situation.h - what the rules of advice ask about a cause: the values that would have
 * to be marked or changed, whether the user can get at them, what a remedy would save.
 */
#ifndef CTRACE_SITUATION_H
#define CTRACE_SITUATION_H

#include "cause.h"

#define SITUATION_PER_DIMENSION 213	/* from then on a list of sources may say L['x']:0 */
#define SITUATION_PASSED_ON 213	/* what a graph puts out is dynamic where its input was */

/* One value, or one dimension of a tensor, that a remedy has to take care of. */
struct spot {
	struct str raw;		/* as torch's settings name it: L['x'] */
	struct str name;	/* as the program writes it: x */
	int index;		/* dimension; -1 for what has none */
	struct str was;		/* what the first entry expected */
	int64_t smallest, largest;	/* sizes seen; 0 and -1 if unknown */
	bool zero_one;		/* a size of 0 or 1 was among them */
};

enum switch_state { SWITCH_UNKNOWN = -1, SWITCH_OFF, SWITCH_ON };

struct situation {
	struct arena *arena;
	const struct causes *causes;	/* all of the run; NULL: only this one is known */
	const struct cause *cause;
	int version;		/* 213 is torch 2.13 */
	ARRAY(struct spot) spots;
	bool reachable;		/* the user's code calls the function, and can act before it */
	bool parameter;		/* about the size of an nn.Parameter */
	bool module_int;	/* an int attribute of an nn.Module */
	bool zero_one;		/* a size of 0 or 1 is or was among the spots */
	bool shape_branch;	/* another cause: code that branches on a size of the same source */
	bool blocked;		/* in each of its recompiles something of another kind changed too */
	enum switch_state automatic;	/* torch's automatic dynamic; off: dynamic=False */
};

/* Everything is in the arena, or borrowed from the causes. */
void situation_find(struct situation *s, struct arena *a, const struct causes *cs,
		    const struct cause *c, int version);

/* Which recompiles a remedy makes needless. */
enum saving {
	SAVING_UNKNOWN,
	SAVING_NONE,
	SAVING_ALL,	/* all of the cause, where nothing else differed */
	SAVING_DYNAMIC,	/* as if it had been dynamic from the start, and what follows a
			   graph break of the same function with it */
	SAVING_BUT_ONE,	/* torch makes it dynamic the second time that it changes */
	SAVING_SIZES	/* all of the same tensor's sizes, those of 0 and 1 among them */
};

struct saved {
	int64_t us;		/* -1 if it cannot be said */
	int64_t compiles;	/* the same */
	bool estimate;		/* the remaining graph is one that was never compiled */
};

/* All zero if it saves nothing for the cause itself, whatever it does for others. */
struct saved situation_saves(const struct situation *s, enum saving saving);

/* What remedies of several causes save together: each compile once. Zeroed, it is empty. */
struct tally {
	struct saved saved;
	struct map counted;	/* compiles and findings */
};

void situation_tally(struct tally *t, const struct situation *s, enum saving saving);
void tally_release(struct tally *t);

#endif
