/* SPDX-License-Identifier: MIT */
#include "textlog.h"

#include "dialect.h"
#include "line.h"
#include "metricdump.h"
#include "textblock.h"
#include "timestable.h"
#include "trace.h"

#define STRANGE_MOST 16		/* lines of others inside a message without heads */

/* A thread of a process, as far as heads tell it: writes one message at a time. */
struct writer {
	struct text_block block;
	struct writer *next;
};

/* Where lines come from: a container and a rank, or neither. */
struct stream {
	struct process *newest;		/* the process whose line came last; NULL */
	struct text_block bare;		/* a message without heads */
	struct times_table times;
	struct stream *next;
};

struct textlog {
	struct source *source;
	struct line_reader *lr;
	struct arena arena;
	struct map by_writer;		/* hash of (process, thread) → struct writer * */
	struct map by_stream;		/* hash of (stream, rank) → struct stream * */
	struct writer *writers, *writer;	/* all, and whose line came last */
	struct stream *streams;
	size_t open;			/* messages and tables that lines without a head may go on */
	struct buf plain;		/* a line without colours */
	bool ended;
};

static struct stream *stream_of(struct textlog *tl, uint64_t stream, int64_t rank)
{
	uint64_t *slot = map_add(&tl->by_stream, stream * 0x9e3779b97f4a7c15u ^ (uint64_t)rank);
	struct stream *st = (struct stream *)(uintptr_t)*slot;

	if (st)
		return st;
	st = arena_new(&tl->arena, struct stream);
	st->next = tl->streams;
	tl->streams = st;
	*slot = (uint64_t)(uintptr_t)st;
	return st;
}

static struct writer *writer_of(struct textlog *tl, struct process *p, int64_t thread)
{
	uint64_t *slot = map_add(&tl->by_writer, (uint64_t)(uintptr_t)p * 0x9e3779b97f4a7c15u ^
				 (uint64_t)thread);
	struct writer *w = (struct writer *)(uintptr_t)*slot;

	if (w)
		return w;
	w = arena_new(&tl->arena, struct writer);
	w->next = tl->writers;
	tl->writers = w;
	*slot = (uint64_t)(uintptr_t)w;
	return w;
}

#define THREAD_ID_FROM (INT64_C(1) << 32)	/* process ids stay below 2^22 */

/*
 * The process of a line. Before 2.7 or so heads hold thread ids, before 2.3 nothing:
 * then it is the one whose line came last from there.
 */
static struct process *process_of(struct textlog *tl, const struct text_line *t)
{
	struct stream *own = stream_of(tl, t->by.stream, t->by.rank);
	struct stream *any = stream_of(tl, t->by.stream, -1);
	int64_t pid = t->process >= 0 && t->process < THREAD_ID_FROM ? t->process : t->by.pid;
	struct process *p;

	if (pid < 0 && own->newest)
		p = own->newest;
	else
		p = trace_source_writer(tl->source, t->by.stream, pid, t->by.rank);
	p->from_text = true;
	own->newest = any->newest = p;
	return p;
}

static bool is_same_message(const struct text_block *b, const struct text_line *t)
{
	return b->rule && compile_id_equal(b->head.id, t->id) &&
	       b->head.attempt == t->attempt && b->head.time_us == t->time_us &&
	       str_eq(b->artifact, t->artifact);
}

/* What says nothing by itself: "[0/1] …" may be anybody's. */
static bool is_weak(const struct text_line *t)
{
	return t->dialect == DIALECT_TAG && !t->artifact.s;
}

static void add_times(struct textlog *tl, struct stream *st, struct str body)
{
	bool was_open = st->times.open;

	if (times_line(&st->times, tl->source, st->newest, body, line_number(tl->lr)))
		tl->source->usable = true;
	tl->open += st->times.open - was_open;
}

/* Begins a message whose further lines may have no head; false if it begins none. */
static bool open_bare(struct textlog *tl, struct stream *st, const struct text_line *t,
		      struct process *p)
{
	bool was_open = st->bare.rule != NULL, begun;

	begun = textblock_begin(&st->bare, t, p, line_number(tl->lr));
	tl->open += st->bare.rule != NULL;
	tl->open -= was_open;
	return begun;
}

static void close_bare(struct textlog *tl, struct stream *st)
{
	tl->open -= st->bare.rule != NULL;
	textblock_end(&st->bare);
}

/*
 * Whether a line that begins no message still shows that its compile exists. Those of
 * artifacts whose messages have rules do not: what was cut off is not to be counted.
 */
static bool shows_compile(const struct text_line *t)
{
	static const struct str ruled[] = {
		STR_INIT("recompiles"), STR_INIT("recompiles_verbose"), STR_INIT("graph_breaks"),
	};

	for (size_t i = 0; i < COUNT_OF(ruled); i++)
		if (str_eq(t->artifact, ruled[i]))
			return false;
	return t->body.len > 0 && !str_starts(t->body, STR("["));
}

/*
 * A line with one of the older heads: at times only the first line of a message has one,
 * and there is at most a compile id to tell threads apart.
 */
static void add_first(struct textlog *tl, const struct text_line *t, struct process *p)
{
	struct stream *st = stream_of(tl, t->by.stream, t->by.rank);

	if (open_bare(tl, st, t, p))
		return;
	if (t->dialect == DIALECT_DATED && is_same_message(&st->bare, t) &&
	    textblock_line(&st->bare, t->body))
		return;
	close_bare(tl, st);
	if (shows_compile(t))
		textblock_compile(p, t, line_number(tl->lr));
}

/* A line with a head. */
static void add_headed(struct textlog *tl, const struct text_line *t)
{
	struct process *p;
	struct writer *w;

	p = process_of(tl, t);
	tl->source->usable = true;
	tl->source->records++;
	p->records++;
	process_saw(p, t->time_us, -1);
	if (t->dialect == DIALECT_BASIC || t->dialect == DIALECT_DATED) {
		add_first(tl, t, p);
		return;
	}
	w = tl->writer = writer_of(tl, p, t->process);
	if (textblock_begin(&w->block, t, p, line_number(tl->lr)))
		return;
	if (is_same_message(&w->block, t) && textblock_line(&w->block, t->body))
		return;
	textblock_end(&w->block);
	if (shows_compile(t))
		textblock_compile(p, t, line_number(tl->lr));
}

/* The newest process of where a line without a head comes from; made when there is none. */
static struct process *bare_process(struct textlog *tl, const struct text_line *t,
				    struct stream *st)
{
	return st->newest ? st->newest : process_of(tl, t);
}

/* A line without a head, or with nothing but an id, which may be anybody's. */
static void add_bare(struct textlog *tl, const struct text_line *t)
{
	struct stream *st = stream_of(tl, t->by.stream, t->by.rank);

	if (textblock_begins(&st->bare, t)) {
		struct process *p = bare_process(tl, t, st);

		if (tl->writer && tl->writer->block.process == p)	/* has ended then */
			textblock_end(&tl->writer->block);
		if (open_bare(tl, st, t, p))
			return;
	}
	if (!st->bare.rule || !compile_id_equal(st->bare.head.id, t->id))
		return;
	if (textblock_line(&st->bare, t->body)) {
		if (str_trim(t->body).len)	/* blank lines are anybody's */
			st->bare.strange = 0;
		tl->source->usable |= st->bare.known;
	} else if (++st->bare.strange > STRANGE_MOST) {
		close_bare(tl, st);
	}
}

static void add_line(struct textlog *tl, struct str line)
{
	struct text_line t;

	dialect_parse(wrapper_plain(&tl->plain, line), &t);
	add_times(tl, stream_of(tl, t.by.stream, t.by.rank), t.body);
	if (metricdump_has(t.body)) {
		struct stream *st = stream_of(tl, t.by.stream, t.by.rank);

		metricdump_read(bare_process(tl, &t, st), t.body, line_number(tl->lr));
		tl->source->usable = true;
		return;
	}
	if (t.dialect == DIALECT_NONE || is_weak(&t))
		add_bare(tl, &t);
	else
		add_headed(tl, &t);
}

static bool has_times(const struct source *s, const struct process *p)
{
	for (size_t i = 0; i < s->times.list.count; i++)
		if (s->times.list.items[i].process == p)
			return true;
	return false;
}

/* Processes of which nothing but a head is known, beside others, were no processes. */
static void drop_empty(struct source *s)
{
	size_t kept = 0, first = 0;

	for (size_t i = 0; i < s->processes.count; i++) {
		struct process *p = s->processes.items[i];

		if (p->compiles.count + p->breaks.count + p->notes.count > 0 || has_times(s, p))
			s->processes.items[kept++] = p;
		else if (first == 0 && p->records > 0)
			first = i + 1;
	}
	if (kept == 0 && first > 0)
		s->processes.items[kept++] = s->processes.items[first - 1];
	s->processes.count = kept;
}

static void end(struct textlog *tl)
{
	for (struct writer *w = tl->writers; w; w = w->next)
		textblock_end(&w->block);
	for (struct stream *st = tl->streams; st; st = st->next)
		textblock_end(&st->bare);
	drop_empty(tl->source);
	tl->ended = true;
}

int textlog_next(struct textlog *tl)
{
	struct str line;
	bool oversize = false;

	if (tl->ended)
		return 0;
	if (!(tl->open ? line_text(tl->lr, &line, &oversize) :
	      line_text_torch(tl->lr, &line, &oversize))) {
		end(tl);
		return 0;
	}
	if (oversize)
		health_add(&tl->source->health, HEALTH_OVERSIZE, tl->source->path,
			   line_number(tl->lr), "the line is longer than the limit; its rest is "
			   "skipped");
	add_line(tl, line);
	return 1;
}

struct textlog *textlog_new(struct source *s, struct line_reader *lr)
{
	struct textlog *tl = mem_alloc(sizeof *tl);

	tl->source = s;
	tl->lr = lr;
	return tl;
}

void textlog_free(struct textlog *tl)
{
	if (!tl)
		return;
	for (struct writer *w = tl->writers; w; w = w->next)
		buf_release(&w->block.text);
	for (struct stream *st = tl->streams; st; st = st->next)
		buf_release(&st->bare.text);
	map_release(&tl->by_writer);
	map_release(&tl->by_stream);
	arena_release(&tl->arena);
	buf_release(&tl->plain);
	mem_free(tl);
}
