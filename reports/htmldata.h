/*
 * htmldata.h - tables and pictures that are too large to lie on the page as they are: as
 * compact data, of which page.js makes rows and blocks when they are looked at.
 */
#ifndef CTRACE_HTMLDATA_H
#define CTRACE_HTMLDATA_H

#include "htmlcell.h"

/* A column that a table shows: its place in the section, and how times are written. */
struct htmldata_column {
	size_t index;
	int64_t most_us;
};

struct htmldata_columns {
	ARRAY(struct htmldata_column) shown;
	size_t first, last;	/* rows, the last not among them */
};

/*
 * <script type="application/json" id="data-KEY"> with all the rows:
 *	s: texts, each once; [0] is ""
 *	c: a flag for each column: 1 number, 2 path, 4 head
 *	r: rows; a cell is an index into s, or [index, index of the anchor it leads to];
 *	   behind the cells of a row come its lines: [label, text, 1 if it is code] each
 *	n: by column, the numbers to sort by
 *	a: anchors of the rows
 *	m: marks of the rows, or absent
 */
void htmldata_table(struct htmlpage *p, const struct table *t,
		    const struct htmldata_columns *columns);

/*
 * …of a picture in lanes: total: µs; lanes: names; b: blocks [lane, start, time, label,
 * anchor, mark, colour, [part's start, time, colour, …]], texts as indexes into s.
 */
void htmldata_lanes(struct htmlpage *p, const struct table *t, const struct str *lanes,
		    size_t lane_count, int64_t total_us);

#endif
