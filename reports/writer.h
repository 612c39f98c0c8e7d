/* writer.h - what every output format is: a function from a report to bytes. */
#ifndef CTRACE_WRITER_H
#define CTRACE_WRITER_H

#include "report.h"

struct writer_options {
	unsigned width;		/* columns of the terminal, at least 40; text only */
	bool colour;		/* ANSI colours; text only */
	size_t top;		/* most rows a section shows to people; 0: its own */
	bool details;		/* sections that are detail too; text and Markdown only */
	const char *section;	/* the one to write; NULL: the first; CSV only */
};

/*
 * Appends the whole report to out. The result is a pure function of the report and
 * the options. Never fails: a report holds any bytes, each writer escapes its own.
 */
struct writer {
	const char *name;	/* as in --format */
	void (*write)(struct buf *out, const struct report *r,
		      const struct writer_options *o);
};

extern const struct writer text_writer, json_writer, html_writer,
			   markdown_writer, csv_writer;

/* Of section `gate` alone: for other tools, and only for ctrace check. */
extern const struct writer junit_writer, sarif_writer, github_writer;

const struct writer *writer_find(struct str name);	/* NULL if there is none */
const struct writer *writer_get(size_t index);		/* of those for any report; NULL behind the last */

#endif
