/* SPDX-License-Identifier: MIT */
#include "exhibit.h"

#include "envelope.h"
#include "folder.h"
#include "input.h"
#include "line.h"
#include "md5.h"
#include "recordkind.h"
#include "scan.h"

#include <string.h>

struct exhibit_run {
	struct trace trace;		/* logs that are read */
	struct arena arena;
	ARRAY(const char *) paths;
	size_t next_path;
	bool in_folder;
	struct input *in;		/* the log at hand; NULL between two logs */
	struct line_reader *lines;
	struct source *source;
	struct md5_queue *md5;
	size_t number;
	bool verify;
	bool differs;			/* the sum decided last */
	struct buf text, scratch;
	struct str raw;			/* of the payload at hand, with tabs */
	bool strip_cr;			/* …whose lines end in CRs of the log, not its own */
	int64_t done, size;		/* bytes: of logs that are closed, of all */
	struct err why;			/* of the first log that was not usable */
};

/* md5_new()'s callback: tag is the line of a record in the log at hand. */
static void mismatch(void *context, size_t line)
{
	struct exhibit_run *run = context;

	run->differs = true;
	if (run->verify)
		health_add(&run->source->health, HEALTH_BAD_MD5, run->source->path, line,
			   "the payload is not what torch wrote (MD5 differs)");
}

struct exhibit_run *exhibit_open(const char *path, struct err *e)
{
	struct exhibit_run *run = mem_alloc(sizeof *run);
	struct folder f = { { 0 } };

	run->in_folder = folder_is(path);
	run->trace.health.arena = &run->trace.arena;
	if (!run->in_folder) {
		*array_add(&run->arena, &run->paths) = path;
	} else if (folder_read(&run->arena, path, &f, e) < 0 ||
		   (f.paths.count == 0 && err_set(e, "folder '%s' holds no log", path))) {
		exhibit_close(run);
		return NULL;
	}
	for (size_t i = 0; i < f.paths.count; i++)
		*array_add(&run->arena, &run->paths) = f.paths.items[i];
	for (size_t i = 0; i < run->paths.count; i++)
		run->size += input_file_size(run->paths.items[i]);
	run->md5 = md5_new(mismatch, run);
	err_set(&run->why, "folder '%s' holds no TORCH_TRACE log", path);
	return run;
}

void exhibit_verify(struct exhibit_run *run, bool verify)
{
	run->verify = verify;
}

const struct trace *exhibit_trace(const struct exhibit_run *run)
{
	return &run->trace;
}

int64_t exhibit_done(const struct exhibit_run *run)
{
	return run->done + (run->in ? input_stored_bytes(run->in) : 0);
}

int64_t exhibit_size(const struct exhibit_run *run)
{
	return run->size;
}

static void note(struct exhibit_run *run, enum health_kind kind, size_t line,
		 const char *what)
{
	health_add(&run->source->health, kind, run->source->path, line, "%s", what);
}

/* A log that cannot be used; of a folder's, only those named as traces are missed. */
static void refuse(struct exhibit_run *run, const char *path, const struct err *e)
{
	if (run->in_folder && !folder_is_trace_name(path))
		return;
	if (run->trace.health.counts[HEALTH_UNREADABLE_INPUT] == 0)
		run->why = *e;
	health_add(&run->trace.health, HEALTH_UNREADABLE_INPUT, str_c(path), 0, "%s", e->msg);
}

static void note_damage(struct exhibit_run *run)
{
	const struct input_faults *f = input_faults(run->in);

	if (f->damage)
		health_add(&run->source->health, HEALTH_INPUT_DAMAGED, run->source->path, 0,
			   "%s (at byte %lld); what stands before it was read", f->damage,
			   (long long)f->damage_offset);
	if (f->trailing_bytes)
		health_add(&run->source->health, HEALTH_TRAILING_GARBAGE, run->source->path, 0,
			   "%lld bytes behind the gzip data; ignored",
			   (long long)f->trailing_bytes);
}

/* The log at hand is read: its processes get their numbers. */
static void close_log(struct exhibit_run *run)
{
	const char *path = run->paths.items[run->next_path - 1];
	struct err e;

	md5_flush(run->md5);
	note_damage(run);
	run->done += input_stored_bytes(run->in);
	if (run->source->usable) {
		trace_add(&run->trace, run->source);
	} else {
		err_set(&e, input_stored_bytes(run->in) == 0 ? "'%s' is empty" :
			"'%s' holds no record of a TORCH_TRACE log, which is where artifacts "
			"are", path);
		refuse(run, path, &e);
		trace_source_free(run->source);
	}
	line_free(run->lines);
	input_close(run->in);
	run->in = NULL;
	run->lines = NULL;
	run->source = NULL;
}

/* False at the end of the paths. */
static bool open_next(struct exhibit_run *run)
{
	while (run->next_path < run->paths.count) {
		const char *path = run->paths.items[run->next_path++];
		struct err e;

		run->in = input_open(path, &e);
		if (!run->in) {
			refuse(run, path, &e);
			continue;
		}
		run->source = trace_source_new(str_c(path));
		run->lines = line_new(run->in);
		if (line_is_trace(run->lines))
			return true;
		close_log(run);
	}
	return false;
}

void exhibit_close(struct exhibit_run *run)
{
	if (!run)
		return;
	line_free(run->lines);
	input_close(run->in);
	trace_source_free(run->source);
	md5_free(run->md5);
	buf_release(&run->text);
	buf_release(&run->scratch);
	trace_release(&run->trace);
	arena_release(&run->arena);
	mem_free(run);
}

/* The envelope of a record, or of one that stands in the middle of its broken line. */
static bool read_envelope(struct exhibit_run *run, struct record *r, struct envelope *ev)
{
	if (!r->has_head) {
		note(run, HEALTH_STRAY_LINE, r->line, "not a record; skipped");
		return false;
	}
	while (!envelope_read(r->body, ev)) {
		note(run, r->cut ? HEALTH_CUT : HEALTH_BAD_JSON, r->line, r->cut ?
		     "the log ends in the middle of this record; dropped" :
		     "the record is no JSON; dropped");
		if (!line_inner_record(r))
			return false;
	}
	return true;
}

static struct str name_of(struct exhibit_run *run, const struct envelope *ev)
{
	if (!str_eq(ev->kind, STR("artifact")))
		return intern_add(&run->source->strings, ev->kind);
	buf_cut(&run->scratch, 0);
	if (!scan_text_to(&run->scratch, scan_find(ev->value, STR("name"))))
		return STR("artifact");
	return intern_add(&run->source->strings, buf_str(&run->scratch));
}

/* Whether the text at hand has this sum. */
static bool has_sum(struct exhibit_run *run, struct str raw, bool strip_cr, struct str md5)
{
	bool verify = run->verify;

	run->verify = run->differs = false;
	md5_flush(run->md5);
	if (!md5_add(run->md5, raw, strip_cr, md5, 0))
		run->differs = true;
	md5_flush(run->md5);
	run->verify = verify;
	return !run->differs;
}

/*
 * The payload as torch had it. Where the log's lines end in CR LF, either something on
 * the way put the CRs there or the payload has its own: the MD5 knows.
 */
static struct str text_of(struct exhibit_run *run, const struct record *r, struct str md5)
{
	run->raw = r->payload;
	run->strip_cr = r->crlf;
	if (!r->payload.s)
		return r->oversize ? r->payload : STR("");
	if (r->crlf && md5.s && !has_sum(run, r->payload, true, md5))
		run->strip_cr = !has_sum(run, r->payload, false, md5);
	if (run->verify && md5.s)
		md5_add(run->md5, r->payload, run->strip_cr, md5, r->line);
	buf_cut(&run->text, 0);
	md5_payload_text(&run->text, r->payload, run->strip_cr);
	return buf_str(&run->text);
}

bool exhibit_differs(const struct exhibit *p)
{
	return p->md5.s && p->run->raw.s &&
	       !has_sum(p->run, p->run->raw, p->run->strip_cr, p->md5);
}

/* True if the record is an artifact. */
static bool take_record(struct exhibit_run *run, struct record *r, struct exhibit *p)
{
	struct envelope ev;

	if (!read_envelope(run, r, &ev))
		return false;
	run->source->usable = true;
	*p = (struct exhibit){ .process = trace_source_process(run->source, r->head.process, ev.rank) };
	p->process_index = run->trace.processes.count + p->process->index;
	if (!ev.kind.s || recordkind_of(ev.kind) == RECORDKIND_DETAIL)
		return false;
	p->name = name_of(run, &ev);
	p->id = ev.id;
	p->attempt = ev.attempt;
	p->path = run->source->path;
	p->line = r->line;
	p->md5 = scan_plain(ev.md5);
	if (p->md5.len != 32)
		p->md5 = (struct str){ NULL, 0 };
	p->run = run;
	run->raw = (struct str){ NULL, 0 };
	if (scan_is_null(ev.md5) && !r->payload.s)
		return true;
	p->text = text_of(run, r, p->md5);
	if (r->oversize)
		note(run, HEALTH_OVERSIZE, r->line, "the payload is longer than the limit; left out");
	else if (r->at_end && exhibit_differs(p))
		note(run, HEALTH_CUT, r->line, "the log ends in the middle of this payload");
	return true;
}

int exhibit_next(struct exhibit_run *run, struct exhibit *p, struct err *e)
{
	struct record r;

	for (;;) {
		if (!run->in && !open_next(run))
			break;
		while (line_record(run->lines, &r) > 0)
			if (take_record(run, &r, p)) {
				p->number = ++run->number;
				return 1;
			}
		close_log(run);
	}
	trace_settle(&run->trace);
	if (run->trace.sources.count)
		return 0;
	*e = run->why;
	return -1;
}
