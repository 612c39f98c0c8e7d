/* SPDX-License-Identifier: MIT */
#include "jsonrow.h"
#include "writer.h"

/*
 * One object, a member per section: SHAPE_OBJECT is an object, any other an array
 * with one row on each line. In a diff a row has two members more:
 *
 *	{"id": "0/1", "time_us": 5, "mark": "changed", "old": {"time_us": 9}}
 *
 * so that every column keeps its type; old holds the columns that differ.
 */

static void write_section(struct jsonwrite *w, const struct table *t)
{
	if (t->def->shape != SHAPE_OBJECT)
		jsonrow_list(w, t->def->key, t, JSONWRITE_LINES);
	else if (t->rows.count)
		jsonrow_object(w, t->def->key, t, &t->rows.items[0], JSONWRITE_LINES);
	else
		jsonwrite_null(w, t->def->key);
}

static void write_json(struct buf *out, const struct report *r,
		       const struct writer_options *o)
{
	struct jsonwrite w = { .out = out };

	(void)o;
	jsonwrite_begin(&w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_number(&w, "schema", REPORT_SCHEMA);
	for (size_t i = 0; i < r->sections.count; i++)
		if (section_in_data(r->sections.items[i]->def))
			write_section(&w, r->sections.items[i]);
	jsonwrite_end(&w);
	buf_add_char(out, '\n');
}

const struct writer json_writer = { "json", write_json };
