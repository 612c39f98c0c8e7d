/*
 * textrecompile.h - the messages about compiling again: why, refused, limit reached.
 *
 *	Recompiling function forward in /home/ana/model.py:41		(torch/_dynamo/guards.py)
 *	    triggered by the following guard failure(s):
 *	    - 0/0: tensor 'x' size mismatch at index 0. expected 4, actual 6
 *	    - User stack trace:						(2.11 on)
 *	    -   File "/home/ana/model.py", line 44, in forward
 * recompiles_verbose has "    guard 0 failures:" before each entry's lines; 2.0 a tuple
 *	('Recompiling function f in FILE', "triggered by the following guard failure: …")
 * and the limit, in torch/_dynamo/convert_frame.py (cache_size_limit before 2.7):
 *	torch._dynamo hit config.recompile_limit (8)
 *	   function: 'forward' (/home/ana/model.py:41)
 *	   last reason: 0/7: mode == 'greedy'
 * Handlers of textblock.c's table.
 */
#ifndef CTRACE_TEXTRECOMPILE_H
#define CTRACE_TEXTRECOMPILE_H

#include "textblock.h"

bool textrecompile_begin(struct text_block *b, struct str rest);
bool textrecompile_tuple(struct text_block *b, struct str rest);
bool textrecompile_cut(struct text_block *b, struct str rest);
bool textrecompile_refused(struct text_block *b, struct str rest);
bool textrecompile_stance(struct text_block *b, struct str rest);
bool textrecompile_line(struct text_block *b, struct str body);
void textrecompile_end(struct text_block *b);

bool textrecompile_limit(struct text_block *b, struct str rest);
bool textrecompile_limit_line(struct text_block *b, struct str body);
void textrecompile_limit_end(struct text_block *b);
bool textrecompile_limit_error(struct text_block *b, struct str rest);

#endif
