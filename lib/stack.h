/* stack.h - stacks of user code, as torch writes them into records. */
#ifndef CTRACE_STACK_H
#define CTRACE_STACK_H

#include "trace.h"

enum stack_fault {
	STACK_FINE,
	STACK_UNKNOWN_STRING,	/* a file is named by a number that no record defined */
	STACK_BAD_LINE,		/* a line is no number */
	STACK_BAD_JSON		/* a frame does not parse */
};

/* The text of a JSON string, interned in the process's source; absent if it is none. */
struct str stack_text(struct process *p, struct str value);

/*
 * {"line": 14, "name": "forward", "filename": 1, "loc": "x = self.lin(x)"}. What is
 * faulty is left absent; the worst fault is returned. torch writes a file name as a
 * number that a "str" record defined before; older ones as text.
 */
enum stack_fault stack_frame_read(struct process *p, struct str object,
				  struct stack_frame *frame);

/*
 * A Python traceback (or "User stack:") in text → its innermost frame that is not
 * torch's own, with its line of code. False if there is none. Slices of text.
 */
bool stack_user_frame(struct str text, struct stack_frame *frame);

/* Interns the texts of a frame, which then outlive what they were slices of. */
void stack_keep(struct source *s, struct stack_frame *frame);

#endif
