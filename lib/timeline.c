/* SPDX-License-Identifier: MIT */
#include "timeline.h"

#include "place.h"
#include "spantree.h"

#include <stdlib.h>

static const struct column columns[] = {
	{ "lane", "lane", CELL_TEXT, 0, NULL },
	{ "label", "what", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "start_us", "after", CELL_TIME, 0, NULL },
	{ "time_us", "took", CELL_TIME, 0, NULL },
	{ "kind", "", CELL_TEXT, 0, NULL },
	{ "mark", "", CELL_TEXT, 0, NULL },
};

static const struct section_def def = {
	"timeline", "When it compiled", SHAPE_LANES, COLUMN_VIEW | COLUMN_PAGE | COLUMN_FIRST,
	NULL, columns, COUNT_OF(columns), 0
};

#define LANES_MOST 6		/* of one process: that many compiles at the same time */
#define PARTS_FINEST 2000	/* parts shorter than this fraction of the run are joined */

struct part {
	int64_t from_us, to_us;
	struct str kind;
};

/* What is drawn as one: a compile, or its backward's. */
struct block {
	const struct compile *compile;	/* NULL: a worker's span */
	const char *name;		/* of the span, if it is not the compile itself */
	int64_t from_us, to_us;		/* on the clock of the process */
	struct str kind;
	size_t first_part, parts;
	size_t order;			/* in which it was met */
};

struct timeline {
	struct rows *rows;
	struct timing *timing;
	struct map causes;		/* compile → number of its cause */
	ARRAY(struct block) blocks;	/* of one process */
	ARRAY(struct part) parts;
	int64_t zero_us;		/* where the picture begins on the clock of the process */
	int64_t finest_us;
};

static struct arena *arena_of(const struct timeline *tl)
{
	return &tl->rows->report->arena;
}

/* Joins it to the part before if they are alike, or if it is too short to be seen. */
static void add_part(struct timeline *tl, struct block *b, int64_t from_us, int64_t to_us,
		     struct str kind)
{
	struct part *last = b->parts ? &tl->parts.items[tl->parts.count - 1] : NULL;

	if (to_us <= from_us)
		return;
	if (last && (str_eq(last->kind, kind) || to_us - from_us < tl->finest_us)) {
		last->to_us = to_us;
		return;
	}
	if (last && last->to_us - last->from_us < tl->finest_us) {
		*last = (struct part){ last->from_us, to_us, kind };
		return;
	}
	*array_add(arena_of(tl), &tl->parts) = (struct part){ from_us, to_us, kind };
	b->parts++;
}

/* The spans inside root, as the sequence of what was innermost. */
static void add_parts(struct timeline *tl, struct block *b, size_t root)
{
	const struct compile *c = b->compile;
	const struct timing_span *spans = tl->timing->spans.items;
	int64_t at = b->from_us;
	size_t top = root, i = root + 1;

	b->first_part = tl->parts.count;
	for (;;) {
		bool inside = i < c->spans.count &&
			      c->spans.items[i].depth > c->spans.items[root].depth;

		while (top != root && (!inside || spans[i].from_us >= spans[top].to_us)) {
			add_part(tl, b, at, spans[top].to_us,
				 spantree_group(tl->timing, &spans[top]));
			at = spans[top].to_us > at ? spans[top].to_us : at;
			top = c->spans.items[top].parent;
		}
		if (!inside)
			break;
		add_part(tl, b, at, spans[i].from_us, spantree_group(tl->timing, &spans[top]));
		at = spans[i].from_us > at ? spans[i].from_us : at;
		top = i++;
	}
	add_part(tl, b, at, b->to_us, spantree_group(tl->timing, &spans[root]));
}

static struct block *new_block(struct timeline *tl, const struct compile *c, int64_t from_us,
			       int64_t to_us)
{
	struct block *b = array_add(arena_of(tl), &tl->blocks);

	*b = (struct block){ .compile = c, .from_us = from_us, .to_us = to_us,
			     .kind = STR("other"), .order = tl->blocks.count };
	return b;
}

/* What takes most of it gives the colour of a block that is too small for its parts. */
static void settle_kind(const struct timeline *tl, struct block *b)
{
	int64_t most_us = -1;

	for (size_t i = 0; i < b->parts; i++) {
		const struct part *own = &tl->parts.items[b->first_part + i];

		if (own->to_us - own->from_us > most_us) {
			most_us = own->to_us - own->from_us;
			b->kind = own->kind;
		}
	}
	if (b->parts == 1)
		b->parts = 0;
}

static void add_compile(struct timeline *tl, const struct compile *c)
{
	bool any = false;

	if (!c->counted && c->status != COMPILE_LIMIT)
		return;
	timing_compile(tl->timing, c);
	for (size_t i = 0; i < c->spans.count; i++) {
		const struct timing_span *span = &tl->timing->spans.items[i];
		struct block *b;

		if (!c->spans.items[i].sum_root)
			continue;
		b = new_block(tl, c, span->from_us, span->to_us);
		b->name = any ? c->spans.items[i].name : NULL;
		any = true;
		add_parts(tl, b, i);
		settle_kind(tl, b);
	}
	if (!any && c->start_us >= 0)
		new_block(tl, c, c->start_us, c->start_us + (c->time_us > 0 ? c->time_us : 0));
}

static int by_start(const void *a, const void *b)
{
	const struct block *x = a, *y = b;

	if (x->from_us != y->from_us)
		return x->from_us < y->from_us ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

/* "rank 0"; "rank 0 (2)" for what runs at the same time. */
static struct str lane_name(struct arena *a, const struct process *p, size_t lane)
{
	bool ranked = p->rank >= 0 && !p->rank_shared;
	long long number = ranked ? (long long)p->rank : (long long)p->index;

	if (lane == 0)
		return str_format(a, "%s %lld", ranked ? "rank" : "process", number);
	return str_format(a, "%s %lld (%zu)", ranked ? "rank" : "process", number, lane + 1);
}

static struct str mark(struct timeline *tl, const struct block *b)
{
	const uint64_t *cause = map_find(&tl->causes, (uint64_t)(uintptr_t)b->compile);

	switch (b->compile->status) {
	case COMPILE_FAILED:
		return STR("failed");
	case COMPILE_REFUSED:
		return STR("refused");
	case COMPILE_UNFINISHED:
		return STR("unfinished");
	case COMPILE_LIMIT:
		return STR("limit");
	case COMPILE_OK:
	case COMPILE_EMPTY:
	case COMPILE_UNKNOWN:
		break;
	}
	if (!cause || b->name)
		return (struct str){ NULL, 0 };
	return str_format(arena_of(tl), "#%zu", (size_t)*cause);
}

static struct str label(struct timeline *tl, const struct block *b)
{
	struct rows *s = tl->rows;

	return str_format(arena_of(tl), "%.*s %.*s%s%s",
			  STR_ARG(rows_shown_id(s->report, s->trace, b->compile)),
			  STR_ARG(place_function(arena_of(tl), b->compile->function)),
			  b->name ? ", " : "", b->name ? b->name : "");
}

static void add_block_row(struct timeline *tl, const struct block *b, struct str lane)
{
	struct rows *s = tl->rows;

	rows_begin(s);
	rows_text(s, "lane", lane);
	rows_text(s, "label", label(tl, b));
	row_link(s->table, s->row, "label", rows_anchor(s->report, s->trace, b->compile));
	rows_number(s, "start_us", b->from_us - tl->zero_us);
	rows_number(s, "time_us", b->to_us - b->from_us);
	rows_text(s, "kind", b->kind);
	rows_text(s, "mark", mark(tl, b));
	for (size_t i = 0; i < b->parts; i++) {
		const struct part *part = &tl->parts.items[b->first_part + i];

		rows_begin(s);
		s->row->depth = 1;
		rows_number(s, "start_us", part->from_us - tl->zero_us);
		rows_number(s, "time_us", part->to_us - part->from_us);
		rows_text(s, "kind", part->kind);
	}
}

/* Blocks that overlap stand in lanes below each other. */
static void add_rows(struct timeline *tl, const struct process *p)
{
	int64_t ends[LANES_MOST];
	struct str names[LANES_MOST];
	size_t used = 0;

	for (size_t i = 0; i < tl->blocks.count; i++) {
		const struct block *b = &tl->blocks.items[i];
		size_t lane = 0;

		if (b->from_us < tl->zero_us)
			continue;
		while (lane < used && ends[lane] > b->from_us)
			lane++;
		if (lane == LANES_MOST)
			lane--;
		if (lane == used) {
			names[lane] = lane_name(arena_of(tl), p, lane);
			used++;
		}
		ends[lane] = b->to_us;
		add_block_row(tl, b, names[lane]);
	}
}

/*
 * Processes whose clocks are alike share one beginning, which this is; -1 if they are
 * not, and each has its own.
 */
static int64_t shared_zero(const struct trace *t)
{
	int64_t first = -1;

	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];

		if (p->absolute != t->processes.items[0]->absolute || p->first_us < 0)
			return -1;
		if (first < 0 || p->first_us < first)
			first = p->first_us;
	}
	return first;
}

static int64_t span_of_all(const struct trace *t)
{
	int64_t most = 0;

	for (size_t i = 0; i < t->processes.count; i++) {
		const struct process *p = t->processes.items[i];

		if (p->first_us >= 0 && p->last_us - p->first_us > most)
			most = p->last_us - p->first_us;
	}
	return most;
}

void timeline_add(struct rows *s, struct timing *t, const struct causes *cs)
{
	struct timeline tl = { .rows = s, .timing = t,
			       .finest_us = span_of_all(s->trace) / PARTS_FINEST };
	int64_t shared = shared_zero(s->trace);

	for (size_t i = 0; i < cs->findings.count; i++)
		*map_add(&tl.causes, (uint64_t)(uintptr_t)cs->findings.items[i]->compile) =
			cs->findings.items[i]->cause->number;
	s->table = report_section(s->report, &def);
	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		if (p->first_us < 0)
			continue;
		tl.zero_us = shared < 0 ? p->first_us : shared;
		tl.blocks.count = tl.parts.count = 0;
		for (size_t k = 0; k < p->compiles.count; k++)
			add_compile(&tl, p->compiles.items[k]);
		if (tl.blocks.count)
			qsort(tl.blocks.items, tl.blocks.count, sizeof *tl.blocks.items, by_start);
		add_rows(&tl, p);
	}
	map_release(&tl.causes);
}
