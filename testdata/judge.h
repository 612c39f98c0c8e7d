/* judge.h - is this a valid JSON report, and what does its summary count? */
#ifndef CTRACE_JUDGE_H
#define CTRACE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

/* Counts of the report; -1 where it has no such key. */
struct judgement {
	long compiles, recompiles, frames;	/* of summary */
	long records;				/* of health */
};

/*
 * True if the text is one JSON value in valid UTF-8 with nothing behind it, no key
 * twice beside itself in summary and health, no number that JSON does not know.
 * Independent of ctrace's own reader on purpose.
 */
bool judge_json(const char *text, size_t len, struct judgement *j);

#endif
