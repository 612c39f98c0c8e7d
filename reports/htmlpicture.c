/* SPDX-License-Identifier: MIT */
#include "htmlpicture.h"
#include "htmldata.h"
#include "human.h"

/*
 * Across, all is in percent of the picture's width, so that it fits any screen; down, in
 * pixels. A block is an <svg> of its own: that clips the text in it. page.js moves
 * blocks when the picture is zoomed, and takes their places from their attributes.
 */

enum {
	NODE_HEIGHT = 22,
	LANE_HEIGHT = 46,	/* its name, the blocks, and air */
	LANE_TOP = 18,
	BLOCK_HEIGHT = 24,
	AXIS_HEIGHT = 20,
	LEVELS_MOST = 64,
	CHARACTER = 60,		/* of a label, in 1/10000 of the width; about 7 px of 1150 */
};

/* In 1/1000000 of the whole; pixels of a wide screen are a thousand times as large. */
static int64_t part_of(int64_t us, int64_t total_us)
{
	if (us <= 0 || total_us <= 0)
		return 0;
	return (int64_t)((double)us * 1e6 / (double)total_us);
}

/* ' x="12.3456%"' */
static void add_percent(struct htmlpage *p, const char *name, int64_t part)
{
	buf_addf(p->out, " %s=\"%d.%04d%%\"", name, (int)(part / 10000), (int)(part % 10000));
}

static void add_time(struct htmlpage *p, int64_t us)
{
	human_time(p->out, us);
}

static void add_legend(struct htmlpage *p, const struct table *t)
{
	bool used[HTMLCELL_KINDS] = { false };

	for (size_t i = 0; i < t->rows.count; i++) {
		const struct cell *kind = table_get(t, i, "kind");

		if (kind->present)
			used[htmlcell_kind(p, kind->text)] = true;
	}
	htmlcell_raw(p, "<ul class=\"legend\">");
	for (size_t i = 0; i < p->kind_count; i++) {
		if (!used[i])
			continue;
		buf_addf(p->out, "<li><svg aria-hidden=\"true\"><rect class=\"k%zu\" width=\"100%%\" "
			 "height=\"100%%\" rx=\"2\"/></svg>", i);
		htmlcell_text(p, p->kinds[i]);
		htmlcell_raw(p, "</li>");
	}
	htmlcell_raw(p, "</ul>\n");
}

static void begin_picture(struct htmlpage *p, const struct table *t, const char *kind,
			  int height)
{
	buf_addf(p->out, "<figure class=\"picture\" data-picture=\"%s\" data-key=\"", kind);
	htmlcell_text(p, str_c(t->def->key));
	buf_addf(p->out, "\"><svg class=\"canvas\" width=\"100%%\" height=\"%d\" role=\"group\"",
		 height);
	htmlcell_attribute(p, "aria-label", str_c(t->def->title));
	htmlcell_raw(p, ">\n");
}

static void end_picture(struct htmlpage *p, const struct table *t)
{
	htmlcell_raw(p, "</svg>\n");
	add_legend(p, t);
	htmlcell_raw(p, "</figure>\n");
}

static void add_node(struct htmlpage *p, const struct table *t, size_t at, int64_t from_us,
		     int64_t total_us)
{
	const struct row *row = &t->rows.items[at];
	struct str label = table_get(t, at, "label")->text;
	int64_t us = table_get(t, at, "total_us")->number;
	int64_t width = part_of(us, total_us);
	struct buf share = { 0 };

	htmlcell_raw(p, "<svg class=\"node\"");
	add_percent(p, "x", part_of(from_us, total_us));
	add_percent(p, "width", width);
	buf_addf(p->out, " y=\"%u\" height=\"%d\"><title>", row->depth * NODE_HEIGHT,
		 NODE_HEIGHT - 1);
	htmlcell_text(p, label);
	htmlcell_raw(p, ": ");
	add_time(p, us);
	human_share(&share, part_of(us, total_us) / 100);
	buf_addf(p->out, ", %.*s</title><rect class=\"k%zu\" width=\"100%%\" height=\"100%%\"/>",
		 (int)share.len, share.s, htmlcell_kind(p, table_get(t, at, "kind")->text));
	buf_release(&share);
	htmlcell_raw(p, "<text x=\"5\" y=\"15\">");
	if (width > 20000)
		htmlcell_text(p, label);
	htmlcell_raw(p, "</text></svg>\n");
}

void htmlpicture_icicle(struct htmlpage *p, const struct table *t)
{
	int64_t from_us[LEVELS_MOST + 1] = { 0 };
	int64_t total_us = 0;
	unsigned deepest = 0;

	for (size_t i = 0; i < t->rows.count; i++) {
		if (t->rows.items[i].depth == 0)
			total_us += table_get(t, i, "total_us")->number;
		if (t->rows.items[i].depth > deepest && t->rows.items[i].depth < LEVELS_MOST)
			deepest = t->rows.items[i].depth;
	}
	begin_picture(p, t, "icicle", (int)(deepest + 1) * NODE_HEIGHT);
	for (size_t i = 0; i < t->rows.count; i++) {
		unsigned depth = t->rows.items[i].depth;

		if (depth >= LEVELS_MOST)
			continue;
		add_node(p, t, i, from_us[depth], total_us);
		from_us[depth + 1] = from_us[depth];
		from_us[depth] += table_get(t, i, "total_us")->number;
	}
	end_picture(p, t);
}

/* The lanes of a table, by name, in the order they were met. */
struct lanes {
	ARRAY(struct str) names;
	int64_t total_us;
};

static size_t lane_of(struct htmlpage *p, struct lanes *l, struct str name)
{
	for (size_t i = l->names.count; i-- > 0;)
		if (str_eq(l->names.items[i], name))
			return i;
	*array_add(&p->arena, &l->names) = name;
	return l->names.count - 1;
}

static void find_lanes(struct htmlpage *p, struct lanes *l, const struct table *t)
{
	for (size_t i = 0; i < t->rows.count; i++) {
		int64_t end = table_get(t, i, "start_us")->number +
			      table_get(t, i, "time_us")->number;

		if (t->rows.items[i].depth == 0)
			lane_of(p, l, table_get(t, i, "lane")->text);
		if (end > l->total_us)
			l->total_us = end;
	}
}

/* Steps of 1, 2, 5, 10, … so that there are about six. */
static int64_t tick_step(int64_t total_us)
{
	int64_t step = 1;

	while (total_us / step > 8) {
		if (total_us / step <= 16)
			return step * 2;
		if (total_us / step <= 40)
			return step * 5;
		step *= 10;
	}
	return step;
}

static void add_axis(struct htmlpage *p, const struct lanes *l)
{
	int height = (int)l->names.count * LANE_HEIGHT;
	int64_t step = tick_step(l->total_us);

	htmlcell_raw(p, "<g class=\"axis\">");
	for (int64_t us = 0; us <= l->total_us && step > 0; us += step) {
		int64_t at = part_of(us, l->total_us);

		htmlcell_raw(p, "<line");
		add_percent(p, "x1", at);
		add_percent(p, "x2", at);
		buf_addf(p->out, " y1=\"0\" y2=\"%d\"/>", height);
		if (at > 960000)
			continue;
		htmlcell_raw(p, "<svg overflow=\"visible\"");
		add_percent(p, "x", at);
		buf_addf(p->out, "><text x=\"3\" y=\"%d\">", height + 14);
		add_time(p, us);
		htmlcell_raw(p, "</text></svg>");
	}
	htmlcell_raw(p, "</g>\n");
}

/* The parts of a block, in percent of it; *at steps behind them. */
static void add_parts(struct htmlpage *p, const struct table *t, size_t *at, int64_t from_us,
		      int64_t whole_us)
{
	for (; *at < t->rows.count && t->rows.items[*at].depth > 0; (*at)++) {
		int64_t us = table_get(t, *at, "time_us")->number;

		buf_addf(p->out, "<rect class=\"k%zu\" height=\"100%%\"",
			 htmlcell_kind(p, table_get(t, *at, "kind")->text));
		add_percent(p, "x", part_of(table_get(t, *at, "start_us")->number - from_us,
					    whole_us));
		add_percent(p, "width", part_of(us, whole_us));
		htmlcell_raw(p, "/>");
	}
}

static void add_title(struct htmlpage *p, const struct table *t, size_t at)
{
	const struct cell *mark = table_get(t, at, "mark");

	htmlcell_raw(p, "<title>");
	htmlcell_text(p, table_get(t, at, "label")->text);
	htmlcell_raw(p, ": ");
	add_time(p, table_get(t, at, "time_us")->number);
	htmlcell_raw(p, ", after ");
	add_time(p, table_get(t, at, "start_us")->number);
	if (mark->present) {
		htmlcell_raw(p, ", ");
		htmlcell_text(p, mark->text);
	}
	htmlcell_raw(p, "</title>");
}

#define BLOCK_LEAST 1000	/* 0.1 %: about a pixel */

static void add_block(struct htmlpage *p, const struct table *t, size_t *at,
		      const struct lanes *l, size_t lane)
{
	size_t own = (*at)++;
	const struct cell *mark = table_get(t, own, "mark");
	struct str link = table_get(t, own, "label")->link;
	int64_t from_us = table_get(t, own, "start_us")->number;
	int64_t us = table_get(t, own, "time_us")->number;
	int64_t width = part_of(us, l->total_us);

	htmlcell_raw(p, "<a tabindex=\"-1\"");
	if (link.s) {
		htmlcell_raw(p, " href=\"#");
		htmlcell_text(p, link);
		htmlcell_raw(p, "\"");
	}
	htmlcell_raw(p, "><svg class=\"block\"");
	add_percent(p, "x", part_of(from_us, l->total_us));
	add_percent(p, "width", width < BLOCK_LEAST ? BLOCK_LEAST : width);
	buf_addf(p->out, " y=\"%d\" height=\"%d\">", (int)lane * LANE_HEIGHT + LANE_TOP,
		 BLOCK_HEIGHT);
	add_title(p, t, own);
	buf_addf(p->out, "<rect class=\"k%zu\" width=\"100%%\" height=\"100%%\"/>",
		 htmlcell_kind(p, table_get(t, own, "kind")->text));
	add_parts(p, t, at, from_us, us);
	if (mark->present && width > (int64_t)mark->text.len * CHARACTER * 100) {
		htmlcell_raw(p, "<text x=\"4\" y=\"16\">");
		htmlcell_text(p, mark->text);
		htmlcell_raw(p, "</text>");
	}
	htmlcell_raw(p, "</svg></a>\n");
}

/* A block that shows less than half a pixel beyond those before is left to the zoom. */
static void add_blocks(struct htmlpage *p, const struct table *t, struct lanes *l)
{
	int64_t *ends = arena_array(&p->arena, int64_t, l->names.count);

	for (size_t i = 0; i < t->rows.count;) {
		size_t lane = lane_of(p, l, table_get(t, i, "lane")->text);
		int64_t from = part_of(table_get(t, i, "start_us")->number, l->total_us);
		int64_t end = from + part_of(table_get(t, i, "time_us")->number, l->total_us);

		if (end < ends[lane] + BLOCK_LEAST / 2 && from < ends[lane] + BLOCK_LEAST / 2 &&
		    ends[lane] > 0) {
			for (i++; i < t->rows.count && t->rows.items[i].depth > 0;)
				i++;
			continue;
		}
		ends[lane] = end;
		add_block(p, t, &i, l, lane);
	}
}

void htmlpicture_lanes(struct htmlpage *p, const struct table *t)
{
	struct lanes l = { .total_us = 0 };

	find_lanes(p, &l, t);
	begin_picture(p, t, "lanes", (int)l.names.count * LANE_HEIGHT + AXIS_HEIGHT);
	add_axis(p, &l);
	htmlcell_raw(p, "<g class=\"blocks\">\n");
	add_blocks(p, t, &l);
	htmlcell_raw(p, "</g>\n");
	for (size_t i = 0; i < l.names.count; i++) {
		buf_addf(p->out, "<text class=\"lane\" x=\"0\" y=\"%d\">",
			 (int)i * LANE_HEIGHT + 13);
		htmlcell_text(p, l.names.items[i]);
		htmlcell_raw(p, "</text>\n");
	}
	end_picture(p, t);
	htmldata_lanes(p, t, l.names.items, l.names.count, l.total_us);
}
