/*
 * line.h - cuts a log into records (a head line and its payload lines) or lines.
 *
 * The structured trace (TORCH_TRACE, torch 2.2 on, torch/_logging/_internal.py):
 *	V1129 14:03:57.667000 8707 torch/_dynamo/utils.py:2350] {"chromium_event": …}
 *	<TAB>first line of the payload
 *	<TAB>second line
 * level, month and day, time, process id (before 2.7 or so a thread id, a number far
 * above any process id), file:line of torch, envelope.
 */
#ifndef CTRACE_LINE_H
#define CTRACE_LINE_H

#include "str.h"

struct input;
struct line_reader;

#ifdef CTRACE_TEST
#define LINE_MOST 65536	/* a metrics record of torch 2.13 is 40 kB */
#define LINE_TEXT_MOST 4096
#else
#define LINE_TEXT_MOST ((size_t)4 << 20)	/* of a text log's line */
#define LINE_MOST ((size_t)64 << 20)	/* bytes of the longest record that is kept whole */
#endif

/* The head of a log line, as torch's own formatter writes it since 2.1 or so. */
struct head {
	char level;		/* V I W E C */
	int64_t time_us;	/* since the year began; -1 if it is no valid time */
	int64_t process;	/* process or thread id; -1 if absent */
	struct str file;	/* of torch */
	int64_t file_line;
};

/*
 * Parses a head at the start of line; *body gets what follows "] ". False if there is
 * none. For the structured trace and for TORCH_LOGS text from 2.3 on alike.
 */
bool head_parse(struct str line, struct head *h, struct str *body);

/* Index of the first head inside a line (its text from there parses), or STR_NONE. */
size_t head_find(struct str line);

/* One record of a trace. All slices die with the next line_record(). */
struct record {
	bool has_head;		/* false: a line that is no record; see body */
	struct head head;
	struct str body;	/* the envelope; without a head, the whole line */
	struct str payload;	/* raw: its lines with their tabs; absent if there is none */
	int64_t payload_offset;	/* where it begins in the (inflated) log */
	size_t line;		/* of the head, from 1 */
	bool crlf;		/* lines end in CR LF */
	bool at_end;		/* nothing follows it */
	bool cut;		/* … and its last line has no newline */
	bool oversize;		/* longer than LINE_MOST: the payload (or all of it) is left out */
	struct str before;	/* bytes of another line before the head; absent: it begins the line */
};

struct line_reader *line_new(struct input *in);		/* borrows the input */
void line_free(struct line_reader *lr);

/* Whether the log's first mebibyte holds the head of a structured record. */
bool line_is_trace(struct line_reader *lr);

/* The next record: 1, or 0 at the end. Blank lines belong to nothing and vanish. */
int line_record(struct line_reader *lr, struct record *r);

/*
 * Looks for more records in a record whose envelope proved broken: another process may
 * have written into the middle of its line. Cuts r down to that inner record; false if
 * there is none. To be called before the next line_record().
 */
bool line_inner_record(struct record *r);

/*
 * The next line of a text log without its line end: 1, or 0 at the end. LF, CR LF and a
 * CR alone (progress bars) end a line. One longer than LINE_TEXT_MOST comes cut, and
 * *oversize says so.
 */
int line_text(struct line_reader *lr, struct str *line, bool *oversize);

/* The next line that may be torch's (anchor.h); all others are passed over unread. */
int line_text_torch(struct line_reader *lr, struct str *line, bool *oversize);
size_t line_number(const struct line_reader *lr);	/* of the line last returned */

#endif
