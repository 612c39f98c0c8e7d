/* SPDX-License-Identifier: MIT */
#include "perfetto.h"

#include "jsonwrite.h"
#include "place.h"
#include "lanes.h"

/* Process and thread numbers are ctrace's own: several hosts may use the same pid. */
#define PROCESS_NUMBER(p) ((int64_t)(p)->index + 1)
#define THREADS_MOST 1000

struct events {
	struct jsonwrite w;
	struct lanes tl;
	struct arena scratch;
};

static int64_t thread_number(const struct lanes_lane *lane)
{
	return PROCESS_NUMBER(lane->process) * THREADS_MOST + (int64_t)lane->number;
}

/* The members that every event has; at_us is on the process's clock. */
static void begin_event(struct events *ev, const char *type, struct str name,
			const struct process *p, int64_t at_us)
{
	int64_t at = at_us - lanes_origin(&ev->tl, p);

	jsonwrite_begin(&ev->w, NULL, '{', JSONWRITE_INLINE);
	jsonwrite_text(&ev->w, "ph", str_c(type));
	jsonwrite_text(&ev->w, "name", name);
	jsonwrite_number(&ev->w, "pid", PROCESS_NUMBER(p));
	jsonwrite_number(&ev->w, "ts", at > 0 ? at : 0);
}

static void begin_args(struct events *ev)
{
	jsonwrite_begin(&ev->w, "args", '{', JSONWRITE_INLINE);
}

static void end_event(struct events *ev)
{
	jsonwrite_end(&ev->w);	/* args */
	jsonwrite_end(&ev->w);
}

static void name_process(struct events *ev, const struct process *p)
{
	int64_t origin = lanes_origin(&ev->tl, p);

	begin_event(ev, "M", STR("process_name"), p, origin);
	begin_args(ev);
	jsonwrite_text(&ev->w, "name", lanes_process_name(&ev->scratch, p));
	end_event(ev);
	begin_event(ev, "M", STR("process_labels"), p, origin);
	begin_args(ev);
	jsonwrite_text(&ev->w, "labels", p->source->path);
	end_event(ev);
	begin_event(ev, "M", STR("process_sort_index"), p, origin);
	begin_args(ev);
	jsonwrite_number(&ev->w, "sort_index", p->rank >= 0 ? p->rank : (int64_t)p->index);
	end_event(ev);
}

static void name_lane(struct events *ev, const struct lanes_lane *lane)
{
	begin_event(ev, "M", STR("thread_name"), lane->process,
		    lanes_origin(&ev->tl, lane->process));
	jsonwrite_number(&ev->w, "tid", thread_number(lane));
	begin_args(ev);
	jsonwrite_text(&ev->w, "name", lane->name);
	end_event(ev);
}

static void write_text(struct events *ev, const char *key, struct str text)
{
	if (text.s)
		jsonwrite_text(&ev->w, key, text);
}

static void write_cause(struct events *ev, const struct finding *f)
{
	const struct guard *g = &f->why.cause;

	if (f->cause)
		jsonwrite_number(&ev->w, "cause", (int64_t)f->cause->number);
	jsonwrite_text(&ev->w, "kind", str_c(guard_kind_name(g->kind)));
	write_text(ev, "source", g->source);
	write_text(ev, "was", g->was);
	write_text(ev, "now", g->now);
	if (f->closest)
		jsonwrite_text(&ev->w, "closest", f->closest->id_text);
	if (f->cause && f->cause->guard_file.s)
		jsonwrite_text(&ev->w, "guard", place_text(&ev->scratch, f->cause->guard_file,
							   f->cause->guard_line));
}

static void write_compile(struct events *ev, const struct compile *c)
{
	const struct finding *f = causes_of(&ev->tl.causes, c);

	jsonwrite_text(&ev->w, "id", c->id_text);
	write_text(ev, "function", c->function);
	write_text(ev, "where", place_text(&ev->scratch, c->file, c->first_line));
	jsonwrite_text(&ev->w, "status", str_c(compile_status_name(c->status)));
	jsonwrite_number(&ev->w, "log_line", (int64_t)c->line);
	if (f)
		write_cause(ev, f);
	write_text(ev, "error", c->fail_type);
}

static void write_slice(struct events *ev, const struct lanes_lane *lane,
			const struct lanes_slice *s)
{
	begin_event(ev, "X", s->name, lane->process, s->from_us);
	jsonwrite_number(&ev->w, "dur", s->to_us - s->from_us);
	jsonwrite_number(&ev->w, "tid", thread_number(lane));
	jsonwrite_text(&ev->w, "cat", s->is_compile ? STR("compile") :
		       s->phase < PHASE_COUNT ? phase_name(s->phase) : STR("worker"));
	begin_args(ev);
	if (s->is_compile)
		write_compile(ev, s->compile);
	else if (s->compile)
		jsonwrite_text(&ev->w, "id", s->compile->id_text);
	if (s->open)
		jsonwrite_bool(&ev->w, "unfinished", true);
	end_event(ev);
}

static void write_lane(struct events *ev, const struct lanes_lane *lane)
{
	name_lane(ev, lane);
	for (size_t i = 0; i < lane->slices.count; i++)
		write_slice(ev, lane, &lane->slices.items[i]);
}

/* ORDER of enum lanes_kind */
static const char *const mark_names[] = { "recompile", "recompile limit", "failure" };

static void write_mark(struct events *ev, const struct lanes_mark *m)
{
	const struct compile *c = m->compile;

	begin_event(ev, "i", str_format(&ev->scratch, "%s %.*s", mark_names[m->kind],
					STR_ARG(c->id_text)), c->process, m->at_us);
	jsonwrite_number(&ev->w, "tid", PROCESS_NUMBER(c->process) * THREADS_MOST + 1);
	jsonwrite_text(&ev->w, "cat", str_c(mark_names[m->kind]));
	jsonwrite_text(&ev->w, "s", STR("p"));
	begin_args(ev);
	write_compile(ev, c);
	write_text(ev, "reason", m->kind == LANES_FAILURE ? c->fail_reason :
		   c->reasons.count ? c->reasons.items[0] : (struct str){ NULL, 0 });
	end_event(ev);
}

/* How many compiles there have been, each time one begins. */
static void write_counters(struct events *ev, const struct process *p)
{
	int64_t compiles = 0, recompiles = 0;

	for (size_t i = 0; i < p->compiles.count; i++) {
		const struct compile *c = p->compiles.items[i];

		if (!c->counted || c->start_us < 0)
			continue;
		compiles++;
		recompiles += compile_is_recompile(c);
		begin_event(ev, "C", STR("compiles"), p, c->start_us);
		begin_args(ev);
		jsonwrite_number(&ev->w, "first", compiles - recompiles);
		jsonwrite_number(&ev->w, "again", recompiles);
		end_event(ev);
	}
}

static void write_events(struct events *ev, const struct trace *t)
{
	const struct lanes *tl = &ev->tl;

	for (size_t i = 0; i < t->processes.count; i++) {
		name_process(ev, t->processes.items[i]);
		write_counters(ev, t->processes.items[i]);
	}
	for (size_t i = 0; i < tl->lanes.count; i++)
		write_lane(ev, tl->lanes.items[i]);
	for (size_t i = 0; i < tl->marks.count; i++)
		write_mark(ev, &tl->marks.items[i]);
}

void perfetto_write(struct buf *out, const struct trace *t)
{
	struct events ev = { .w = { .out = out } };

	lanes_build(&ev.tl, t);
	jsonwrite_begin(&ev.w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_text(&ev.w, "displayTimeUnit", STR("ms"));
	jsonwrite_begin(&ev.w, "otherData", '{', JSONWRITE_INLINE);
	jsonwrite_text(&ev.w, "exporter", STR("ctrace " CTRACE_VERSION));
	if (ev.tl.origin_us >= 0)	/* a text: it does not fit a double */
		jsonwrite_text(&ev.w, "origin_us_since_1970",
			       str_format(&ev.scratch, "%lld", (long long)ev.tl.origin_us));
	jsonwrite_end(&ev.w);
	jsonwrite_begin(&ev.w, "traceEvents", '[', JSONWRITE_LINES);
	write_events(&ev, t);
	jsonwrite_end(&ev.w);
	jsonwrite_end(&ev.w);
	buf_add_char(out, '\n');
	lanes_release(&ev.tl);
	arena_release(&ev.scratch);
}
