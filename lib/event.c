/* SPDX-License-Identifier: MIT */
#include "event.h"

#include "breaks.h"
#include "cache.h"
#include "envelope.h"
#include "graph.h"
#include "guardtally.h"
#include "line.h"
#include "md5.h"
#include "metrics.h"
#include "payload.h"
#include "recordkind.h"
#include "scan.h"
#include "spans.h"
#include "stack.h"
#include "symbol.h"
#include "trace.h"

struct event_reader {
	struct source *source;
	struct md5_queue *md5;
	bool verify_all;
	struct buf payload;	/* the payload of the record at hand, without tabs */
	struct graph_reader graphs;
};

/* One record on its way into the model. */
struct event {
	struct event_reader *er;
	const struct record *record;
	struct process *process;
	struct envelope envelope;
	struct str name;	/* of an "artifact" record, interned; else the kind of record */
};

static void fault(struct event *ev, enum health_kind kind, const char *what)
{
	health_add(&ev->er->source->health, kind, ev->er->source->path, ev->record->line,
		   "%s", what);
}

static struct str intern(struct event *ev, struct str s)
{
	return intern_add(&ev->er->source->strings, s);
}

/* The string of a JSON value, interned; absent if it is none. */
static struct str intern_value(struct event *ev, struct str value)
{
	return scan_intern(&ev->er->source->strings, value);
}

/* The payload as it was before torch put tabs before its lines. */
static struct str payload_text(struct event *ev)
{
	buf_cut(&ev->er->payload, 0);
	md5_payload_text(&ev->er->payload, ev->record->payload, ev->record->crlf);
	return buf_str(&ev->er->payload);
}

static bool has_id(const struct event *ev)
{
	return ev->envelope.id.frame >= 0 || ev->envelope.id.autograd >= 0;
}

/* The record's compile; NULL if it belongs to none. */
static struct compile *compile_of(struct event *ev, bool begins)
{
	struct compile *c;

	if (!has_id(ev))
		return NULL;
	c = process_compile(ev->process, ev->envelope.id, begins, ev->record->line);
	if (c->head_us < 0)
		c->head_us = ev->record->head.time_us;
	if (ev->envelope.attempt >= c->attempts)
		c->attempts = ev->envelope.attempt + 1;
	return c;
}

/* ORDER of enum stack_fault */
static const struct {
	enum health_kind kind;
	const char *what;
} stack_faults[] = {
	{ HEALTH_BAD_FIELD, "" },
	{ HEALTH_UNKNOWN_STRING, "a stack names a string that no record defined" },
	{ HEALTH_BAD_FIELD, "a stack's line is no number" },
	{ HEALTH_BAD_JSON, "a stack frame does not parse" },
};

static struct stack_frame stack_frame(struct event *ev, struct str object)
{
	struct stack_frame frame;
	enum stack_fault f = stack_frame_read(ev->process, object, &frame);

	if (f != STACK_FINE)
		fault(ev, stack_faults[f].kind, stack_faults[f].what);
	return frame;
}

static void on_start(struct event *ev)
{
	struct compile *c = compile_of(ev, ev->envelope.attempt <= 0);
	struct scan stack = scan_array(scan_find(ev->envelope.value, STR("stack")));
	struct str item;

	if (!c) {
		fault(ev, HEALTH_BAD_ID, "a compile starts without an id");
		return;
	}
	c->started = true;
	if (c->stack.count)	/* a later attempt */
		return;
	while (scan_item(&stack, &item))
		*array_add(&ev->er->source->arena, &c->stack) = stack_frame(ev, item);
	if (stack.problem)
		fault(ev, HEALTH_BAD_FIELD, "dynamo_start has no readable stack");
}

static void on_metrics(struct event *ev)
{
	enum metrics_kind kind = str_eq(ev->name, STR("compilation_metrics")) ? METRICS_FORWARD :
				 str_eq(ev->name, STR("compilation_metrics_runtime")) ?
				 METRICS_RUNTIME : METRICS_BACKWARD;
	struct compile *c = compile_of(ev, false);
	struct source *s = ev->er->source;
	struct metrics_faults bad = { 0 };

	if (!c)
		return;		/* export traces, or a backward without an id */
	if (!metrics_read(c, kind, ev->envelope.value, &bad))
		fault(ev, HEALTH_BAD_JSON, "compilation metrics do not parse");
	for (size_t i = 0; i < bad.count; i++)
		health_add(&s->health, HEALTH_BAD_FIELD, s->path, ev->record->line,
			   "field '%.*s' of the compilation metrics is not what it should be",
			   STR_ARG(bad.names[i < METRICS_NAMES_MOST ? i : METRICS_NAMES_MOST - 1]));
	if (kind == METRICS_FORWARD)
		process_saw(ev->process, -1, c->metrics[METRIC_START_TIME_US]);
}

/* {"str": ["/path/of.py", 7]} */
static void on_string(struct event *ev)
{
	struct scan s = scan_array(ev->envelope.value);
	struct str text, number, *kept;
	int64_t index;

	if (!scan_item(&s, &text) || !scan_item(&s, &number) || !scan_is_string(text) ||
	    !scan_int(number, &index)) {
		fault(ev, HEALTH_BAD_FIELD, "an interned string has no text or number");
		return;
	}
	kept = arena_new(&ev->er->source->arena, struct str);
	*kept = intern_value(ev, text);
	*map_add(&ev->process->strings, (uint64_t)index) = (uint64_t)(uintptr_t)kept;
}

static void on_guards(struct event *ev)
{
	struct compile *c = compile_of(ev, false);

	if (!c)
		return;
	c->has_guards = true;
	guardtally_read(c, ev->record->payload);
	if (c->entries && ev->record->payload.s)
		c->entry = guardtree_add(&ev->er->source->guard_lines, c->entries,
					   c->id.compile, ev->record->payload);
}

static void on_graph(struct event *ev)
{
	struct compile *c = compile_of(ev, false);

	if (!c)
		return;
	c->has_graph = true;
	c->graph = graph_read(&ev->er->graphs, ev->er->source, ev->record->payload);
}

static void add_symbol(struct event *ev, bool fixed)
{
	struct compile *c = compile_of(ev, false);
	struct symbol symbol;

	if (!c)
		return;
	if (symbol_read(ev->process, ev->envelope.value, fixed, &symbol))
		*array_add(&ev->er->source->arena, &c->symbols) = symbol;
	else
		fault(ev, HEALTH_BAD_JSON, "a symbol does not parse");
}

static void on_symbol(struct event *ev)
{
	add_symbol(ev, false);
}

static void on_specialization(struct event *ev)
{
	add_symbol(ev, true);
}

static const char *const span_faults[] = {	/* ORDER of enum span_fault */
	"", "a span ends that did not begin, or the reverse",
	"a span ends before it begins, or impossibly late; counted as 0", "spans nest too deep; left out",
};

static void on_event(struct event *ev)
{
	struct span_event se;
	enum span_fault applied;
	struct compile *c = NULL;
	int64_t attempt;

	if (!span_event_read(ev->record->payload, &ev->er->source->strings, &se)) {
		fault(ev, HEALTH_BAD_PAYLOAD, "a chromium_event does not parse");
		return;
	}
	process_saw(ev->process, ev->record->head.time_us, se.ts_us);
	/* "None": a worker, or outside of any compile */
	if (se.compile_id.s && !compile_id_parse(se.compile_id, &ev->envelope.id, &attempt))
		ev->envelope.id = (struct compile_id){ -1, -1, -1 };
	if (se.phase == SPAN_BEGIN || se.phase == SPAN_END || se.phase == SPAN_WHOLE)
		c = compile_of(ev, se.phase == SPAN_BEGIN && span_opens_compile(se.name));
	else if (se.phase == SPAN_INSTANT && has_id(ev))
		cache_note_lookup(process_find(ev->process, ev->envelope.id), &se);
	applied = span_event_apply(ev->process, c, &se);
	if (applied != SPAN_FINE)
		fault(ev, applied == SPAN_NEGATIVE ? HEALTH_SPAN_NEGATIVE : HEALTH_SPAN_UNMATCHED,
		      span_faults[applied]);
}

/* One reason as bare text, several as a JSON list of strings. */
static void on_reasons(struct event *ev)
{
	struct compile *c = compile_of(ev, true);
	struct str text = payload_text(ev), item;
	struct scan s;

	if (!c || !ev->record->payload.s)
		return;
	c->reasons.count = 0;
	if (text.len == 0 || text.s[0] != '[') {
		*array_add(&ev->er->source->arena, &c->reasons) = intern(ev, text);
		return;
	}
	for (s = scan_array(text); scan_item(&s, &item);)
		if (scan_is_string(item))
			*array_add(&ev->er->source->arena, &c->reasons) = intern_value(ev, item);
	if (s.problem)
		fault(ev, HEALTH_BAD_PAYLOAD, "the list of recompile reasons does not parse");
}

static void on_break(struct event *ev)
{
	struct graph_break *b = array_add(&ev->er->source->arena, &ev->process->breaks);

	b->compile = compile_of(ev, false);
	breaks_read(ev->er->source, payload_text(ev), b);
}

static void on_cache(struct event *ev)
{
	if (!cache_read(ev->process, compile_of(ev, false), ev->name, payload_text(ev)))
		fault(ev, HEALTH_BAD_PAYLOAD, "what a cache logged does not parse");
}

static void on_error(struct event *ev)
{
	struct compile *c = compile_of(ev, false);
	struct str text = payload_text(ev), file;
	int64_t line;

	if (!c || c->fail_file.s)
		return;
	if (stack_user_frame(text, &c->fail_frame))
		stack_keep(ev->er->source, &c->fail_frame);
	if (!breaks_user_place(text, &file, &line))
		return;
	c->fail_file = intern(ev, file);
	c->fail_line = line;
}

static void on_version(struct event *ev)
{
	struct str version = scan_find(payload_text(ev), STR("pytorch_version"));

	if (scan_is_string(version))
		ev->process->torch_version = intern_value(ev, version);
}

/* What is read of a record, by its kind; what else is known stands in recordkind.c. */
struct handler {
	struct str name;
	void (*handle)(struct event *ev);
	bool reads_payload;	/* …so its MD5 is checked */
};

static const struct handler handlers[] = {
	{ STR_INIT("chromium_event"), on_event, true },
	{ STR_INIT("str"), on_string, false },
	{ STR_INIT("dynamo_start"), on_start, false },
	{ STR_INIT("dynamo_cpp_guards_str"), on_guards, true },
	{ STR_INIT("dynamo_output_graph"), on_graph, true },
	{ STR_INIT("create_symbol"), on_symbol, false },
	{ STR_INIT("symbolic_shape_specialization"), on_specialization, false },
	{ STR_INIT("compilation_metrics"), on_metrics, false },
	{ STR_INIT("bwd_compilation_metrics"), on_metrics, false },
	{ STR_INIT("aot_autograd_backward_compilation_metrics"), on_metrics, false },
	{ STR_INIT("compilation_metrics_runtime"), on_metrics, false },
};

/* …and by name for the records of kind "artifact". */
static const struct handler artifact_handlers[] = {
	{ STR_INIT("recompile_reasons"), on_reasons, true },
	{ STR_INIT("dynamo_graph_break_reason"), on_break, true },
	{ STR_INIT("dynamo_error"), on_error, true },
	{ STR_INIT("torch_version"), on_version, true },
};
static const struct handler cache_artifact = { STR_INIT(""), on_cache, true };

static const struct handler *find_handler(const struct handler *table, size_t count,
					  struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(table[i].name, name))
			return &table[i];
	return NULL;
}

static const struct handler *handler_of(struct event *ev)
{
	ev->name = ev->envelope.kind;
	if (!str_eq(ev->name, STR("artifact")))
		return find_handler(handlers, COUNT_OF(handlers), ev->name);
	ev->name = intern_value(ev, scan_find(ev->envelope.value, STR("name")));
	if (!ev->name.s)
		fault(ev, HEALTH_BAD_FIELD, "an artifact has no name");
	return cache_is_artifact(ev->name) ? &cache_artifact :
	       find_handler(artifact_handlers, COUNT_OF(artifact_handlers), ev->name);
}

static void list_artifact(struct event *ev)
{
	struct artifact a = {
		.name = intern(ev, ev->name), .compile = compile_of(ev, false),
		.offset = -1, .line = ev->record->line,
	};

	if (ev->record->payload.s) {
		a.offset = ev->record->payload_offset;
		a.length = (int64_t)ev->record->payload.len;
	}
	*array_add(&ev->er->source->arena, &ev->process->artifacts) = a;
}

static void count_unknown(struct event *ev)
{
	struct source *s = ev->er->source;

	(*map_add(&s->unknown, MAP_KEY(intern(ev, ev->envelope.kind))))++;
	health_add(&s->health, HEALTH_UNKNOWN_RECORD, s->path, ev->record->line,
		   "record '%.*s' is not known; kept and counted", STR_ARG(ev->envelope.kind));
}

static void handle(struct event *ev)
{
	const struct handler *h = handler_of(ev);
	enum recordkind kind = recordkind_of(ev->envelope.kind);

	payload_check(ev->er->source, ev->er->md5, ev->record, ev->envelope.md5,
		      (h && h->reads_payload) || ev->er->verify_all);
	if (h)
		h->handle(ev);
	if (kind == RECORDKIND_UNKNOWN)
		count_unknown(ev);
	if (kind != RECORDKIND_DETAIL)
		list_artifact(ev);
}

/* Faults of the lines themselves; false if there is no record to read. */
static bool check_line(struct event *ev, struct record *r)
{
	if (!r->has_head) {
		fault(ev, str_starts(r->body, STR("\t")) ? HEALTH_UNOWNED_PAYLOAD :
		      HEALTH_STRAY_LINE, str_starts(r->body, STR("\t")) ?
		      "payload lines without a record before them; skipped" :
		      "not a record; skipped");
		return false;
	}
	if (r->before.s)
		fault(ev, HEALTH_INTERLEAVED, "a record begins in the middle of a line; "
		      "what stands before it is skipped");
	if (r->oversize)
		fault(ev, HEALTH_OVERSIZE, "the record is longer than the limit; its payload "
		      "is skipped");
	return true;
}

/* What stands in the middle of a broken line may be a whole record of another writer. */
static void drop(struct event *ev, struct record *r)
{
	struct source *s = ev->er->source;

	health_add(&s->health, r->cut ? HEALTH_CUT : HEALTH_BAD_JSON, s->path, r->line, r->cut ?
		   "the log ends in the middle of this record; dropped" :
		   "the record is no JSON (%s); dropped", ev->envelope.problem);
}

void event_add(struct event_reader *er, struct record *r)
{
	struct event ev = { .er = er, .record = r };

	er->source->records += r->has_head;
	/* Of the form it is, even if it is cut: that much is known of the input. */
	er->source->usable |= r->has_head && str_starts(r->body, STR("{\""));
	if (!check_line(&ev, r))
		return;
	while (!envelope_read(r->body, &ev.envelope)) {
		drop(&ev, r);
		if (!line_inner_record(r))
			return;
		check_line(&ev, r);
	}
	if (ev.envelope.bad_id)
		fault(&ev, HEALTH_BAD_ID, "part of the compile id is no such number; the record "
		      "counts for no compile");
	ev.process = trace_source_process(er->source, r->head.process, ev.envelope.rank);
	ev.process->records++;
	process_saw(ev.process, r->head.time_us, -1);
	if (!ev.envelope.kind.s)
		fault(&ev, HEALTH_BAD_FIELD, "a record without a kind");
	else
		handle(&ev);
}

struct event_reader *event_reader_new(struct source *s, bool verify_all)
{
	struct event_reader *er = mem_alloc(sizeof *er);

	er->source = s;
	er->verify_all = verify_all;
	er->md5 = payload_queue(s);
	return er;
}

void event_finish(struct event_reader *er)
{
	md5_flush(er->md5);
}

void event_reader_free(struct event_reader *er)
{
	if (!er)
		return;
	md5_free(er->md5);
	buf_release(&er->payload);
	graph_reader_release(&er->graphs);
	mem_free(er);
}
