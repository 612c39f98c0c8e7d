/*
 * dialect.h - one line of a text log -> who wrote it, under which compile, and what.
 *
 * The heads of TORCH_LOGS by torch release (torch/_logging/_internal.py):
 *	2.0		[2023-04-20 10:00:01,007] torch._dynamo.convert_frame: [WARNING] …
 *	2.1, 2.2	[2023-11-20 18:02:11,403] [0/1] torch._dynamo.guards.__recompiles: [DEBUG] …
 *	2.3 on		V0612 09:14:05.221000 4711 torch/_dynamo/guards.py:2813] [0/1] [__recompiles] …
 * with TORCH_LOGS_FORMAT=short, or through the root logger's handlers:
 *	DEBUG:torch._dynamo.guards.__recompiles:…
 * and what people paste with the head left out: "[0/1] [__recompiles] …".
 */
#ifndef CTRACE_DIALECT_H
#define CTRACE_DIALECT_H

#include "compile.h"
#include "wrapper.h"

enum dialect {
	DIALECT_NONE,		/* no head of torch */
	DIALECT_GLOG,		/* V0612 09:14:05.221000 4711 torch/…:2813] */
	DIALECT_DATED,		/* [2023-11-20 18:02:11,403] torch.…: [DEBUG] */
	DIALECT_BASIC,		/* DEBUG:torch.…: */
	DIALECT_TAG		/* only [0/1], only [__recompiles], or both */
};

struct text_line {
	enum dialect dialect;
	struct wrapper by;
	char level;		/* V I W E C; 0 if not known */
	int64_t time_us;	/* since the year began; -1 */
	int64_t process;	/* process or thread id; -1 */
	struct compile_id id;	/* all -1: none */
	int64_t attempt;	/* -1 */
	struct str artifact;	/* "recompiles"; absent if the line names none */
	struct str body;	/* without a head: the line behind the wrappers */
};

/*
 * Takes a line apart. Slices are of the line. Whatever does not begin with a head, once
 * wrappers are stripped, has none: a head inside other text is text.
 */
void dialect_parse(struct str line, struct text_line *t);

#endif
