/* escape.h - text of any bytes, made safe for a terminal, for JSON and for HTML. */
#ifndef CTRACE_ESCAPE_H
#define CTRACE_ESCAPE_H

#include "str.h"

/*
 * Appends the text so that a terminal can only show it: control bytes, newline and
 * tab become \x1b, \n, \t; C1 controls, marks that turn the direction of writing and
 * characters without width become \u202e; bytes that are no UTF-8 become \xff. What
 * is appended is valid UTF-8 and one line. A backslash stays as it is.
 */
void escape_terminal(struct buf *out, struct str text);

/*
 * Appends the inside of a JSON string (no quotes), always valid UTF-8: bytes that are
 * none become U+FFFD, one for each maximal part (see utf8_next). What a terminal would
 * obey is written as \u001b here too, which a parser reads back as it was.
 */
void escape_json(struct buf *out, struct str text);

/*
 * Appends the text so that a browser shows it and does nothing else, in the content of an
 * element and in a quoted attribute: < > & " ' ` become entities, and what a terminal
 * would obey or not show is spelled out as escape_terminal() does. The second one keeps
 * line ends and tabs, for <pre>.
 */
void escape_html(struct buf *out, struct str text);
void escape_html_lines(struct buf *out, struct str text);

/*
 * Appends the inside of a JSON string within a <script> of data: what a parser reads back
 * is the text as escape_terminal() spells it, and there is no < > & in it.
 */
void escape_script(struct buf *out, struct str text);

#endif
