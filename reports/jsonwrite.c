/* SPDX-License-Identifier: MIT */
#include "jsonwrite.h"
#include "escape.h"

#include <assert.h>
#include <inttypes.h>

static void break_line(struct jsonwrite *w)
{
	buf_add_char(w->out, '\n');
	buf_fill(w->out, ' ', (size_t)w->depth * 2);
}

/* What stands before a value: comma, line end, key. */
static void begin_value(struct jsonwrite *w, const char *key)
{
	bool in_object = w->depth && w->open[w->depth - 1].close == '}';

	assert(in_object == (key != NULL));
	if (w->depth) {
		if (w->open[w->depth - 1].filled)
			buf_add_char(w->out, ',');
		if (w->open[w->depth - 1].lines)
			break_line(w);
		else if (w->open[w->depth - 1].filled)
			buf_add_char(w->out, ' ');
		w->open[w->depth - 1].filled = true;
	}
	if (key) {
		buf_add_char(w->out, '"');
		escape_json(w->out, str_c(key));
		buf_add(w->out, STR("\": "));
	}
}

void jsonwrite_begin(struct jsonwrite *w, const char *key, char open,
		     enum jsonwrite_look look)
{
	assert(open == '{' || open == '[');
	assert(w->depth < JSONWRITE_DEPTH);
	begin_value(w, key);
	buf_add_char(w->out, open);
	w->open[w->depth].close = open == '{' ? '}' : ']';
	w->open[w->depth].lines = look == JSONWRITE_LINES;
	w->open[w->depth].filled = false;
	w->depth++;
}

void jsonwrite_end(struct jsonwrite *w)
{
	assert(w->depth);
	w->depth--;
	if (w->open[w->depth].lines && w->open[w->depth].filled)
		break_line(w);
	buf_add_char(w->out, w->open[w->depth].close);
}

void jsonwrite_text(struct jsonwrite *w, const char *key, struct str text)
{
	begin_value(w, key);
	buf_add_char(w->out, '"');
	escape_json(w->out, text);
	buf_add_char(w->out, '"');
}

void jsonwrite_number(struct jsonwrite *w, const char *key, int64_t number)
{
	begin_value(w, key);
	buf_addf(w->out, "%" PRId64, number);
}

void jsonwrite_share(struct jsonwrite *w, const char *key, int64_t share)
{
	uint64_t size = share < 0 ? -(uint64_t)share : (uint64_t)share;

	begin_value(w, key);
	buf_addf(w->out, "%s%" PRIu64 ".%04u", share < 0 ? "-" : "", size / 10000,
		 (unsigned)(size % 10000));
}

void jsonwrite_bool(struct jsonwrite *w, const char *key, bool value)
{
	begin_value(w, key);
	buf_add_c(w->out, value ? "true" : "false");
}

void jsonwrite_null(struct jsonwrite *w, const char *key)
{
	begin_value(w, key);
	buf_add(w->out, STR("null"));
}
