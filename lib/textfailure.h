/*
 * textfailure.h - the messages about graph breaks and compiles that failed, and the
 * single lines that are kept as they are: regions, symbols, hints. Handlers of
 * textblock.c's table.
 *
 * Graph breaks: breaks.h. Failures: "WON'T CONVERT f FILE line N", "due to:", traceback
 * (torch/_dynamo/exc.py, format_error_msg); "Error while creating guard:" and a
 * traceback (torch/_guards.py); or the exception that reached the program, as Python prints
 * it: "torch._dynamo.exc.Unsupported: …".
 */
#ifndef CTRACE_TEXTFAILURE_H
#define CTRACE_TEXTFAILURE_H

#include "textblock.h"

bool textfailure_break(struct text_block *b, struct str rest);
bool textfailure_break_line(struct text_block *b, struct str body);
void textfailure_break_end(struct text_block *b);

bool textfailure_suppressed(struct text_block *b, struct str rest);
bool textfailure_guard(struct text_block *b, struct str rest);
bool textfailure_exception(struct text_block *b, struct str rest);
bool textfailure_line(struct text_block *b, struct str body);
void textfailure_end(struct text_block *b);

bool textfailure_region(struct text_block *b, struct str rest);
bool textfailure_symbol(struct text_block *b, struct str rest);
bool textfailure_mark(struct text_block *b, struct str rest);
bool textfailure_hint(struct text_block *b, struct str rest);
bool textfailure_cudagraphs(struct text_block *b, struct str rest);

#endif
