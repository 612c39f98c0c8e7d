/* pen.h - puts lines of text together: blanks, styles, wrapping. For text.c. */
#ifndef CTRACE_PEN_H
#define CTRACE_PEN_H

#include "str.h"

enum pen_style { PEN_PLAIN, PEN_BOLD, PEN_DIM, PEN_GREEN, PEN_RED, PEN_YELLOW, PEN_CYAN };

/* Blanks are kept back until text follows, so that no line ends in them. */
struct pen {
	struct buf *out;
	size_t blanks;		/* kept back */
	bool colour;
};

void pen_blanks(struct pen *p, size_t n);
void pen_text(struct pen *p, enum pen_style style, struct str text);	/* as it is */
void pen_padded(struct pen *p, enum pen_style style, struct str text, size_t width);
void pen_flush_right(struct pen *p, enum pen_style style, struct str text, size_t width);
void pen_end_line(struct pen *p);

/* Where a paragraph stands: its first line begins at first, the others at indent. */
struct pen_paragraph {
	size_t first, indent, width;	/* columns; width counts from the left margin */
	enum pen_style style;
};

/*
 * Writes the text, broken at blanks, and ends the line. A word that is wider than the
 * room is not broken: it can still be copied.
 */
void pen_wrapped(struct pen *p, const struct pen_paragraph *where, struct str text);

#endif
