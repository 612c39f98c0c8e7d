/* SPDX-License-Identifier: MIT */
#include "ndjson.h"

#include "jsonrow.h"

static void write_row(struct buf *out, const struct table *t, const struct row *row)
{
	struct jsonwrite w = { .out = out };

	jsonwrite_begin(&w, NULL, '{', JSONWRITE_INLINE);
	jsonwrite_number(&w, "schema", REPORT_SCHEMA);
	jsonwrite_text(&w, "section", str_c(t->def->key));
	jsonrow_members(&w, t, row);
	jsonwrite_end(&w);
	buf_add_char(out, '\n');
}

void ndjson_write(struct buf *out, const struct report *r)
{
	for (size_t i = 0; i < r->sections.count; i++) {
		const struct table *t = r->sections.items[i];

		for (size_t k = 0; section_in_data(t->def) && k < t->rows.count; k++)
			if (t->rows.items[k].mark != ROW_TOTAL)
				write_row(out, t, &t->rows.items[k]);
	}
}
