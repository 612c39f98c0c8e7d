/* SPDX-License-Identifier: MIT */
#include "ingest.h"

#include "debugdir.h"
#include "event.h"
#include "folder.h"
#include "input.h"
#include "join.h"
#include "line.h"
#include "textlog.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* One file to read, and what came of it. */
struct job {
	const char *path;
	bool in_folder;		/* found in a folder: silently left out if it is no log */
	struct source *source;	/* NULL: nothing of it */
	bool silent;		/* for it was a text without a line of torch */
	bool refused;		/* not to be opened at all */
	struct err err;		/* why, if it could not be opened or used */
	_Atomic int64_t done;	/* bytes read */
	int64_t size;
};

struct work {
	const struct ingest_options *options;
	ARRAY(struct job *) jobs;
	struct arena arena;
	atomic_size_t next;	/* the first job nobody has taken */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t finished;	/* workers that are through */
};

static void note_input(struct source *s, const struct input *in, size_t line)
{
	const struct input_faults *f = input_faults(in);

	if (f->damage)
		health_add(&s->health, HEALTH_INPUT_DAMAGED, s->path, line,
			   "%s (at byte %lld); what stands before it was read", f->damage,
			   (long long)f->damage_offset);
	if (f->trailing_bytes)
		health_add(&s->health, HEALTH_TRAILING_GARBAGE, s->path, 0,
			   "%lld bytes behind the gzip data; ignored",
			   (long long)f->trailing_bytes);
}

#define PROGRESS_EVERY 64	/* records */

static void show_done(_Atomic int64_t *done, const struct input *in)
{
	if (done)
		atomic_store_explicit(done, input_stored_bytes(in), memory_order_relaxed);
}

static size_t read_trace(struct source *s, struct line_reader *lr, struct input *in, bool verify,
			 _Atomic int64_t *done)
{
	struct event_reader *er = event_reader_new(s, verify);
	struct record r = { .line = 0 };

	while (line_record(lr, &r) > 0) {
		event_add(er, &r);
		if (s->records % PROGRESS_EVERY == 0)
			show_done(done, in);
	}
	event_finish(er);
	event_reader_free(er);
	return r.line;
}

static size_t read_text(struct source *s, struct line_reader *lr, struct input *in,
			_Atomic int64_t *done)
{
	struct textlog *tl = textlog_new(s, lr);

	for (size_t n = 0; textlog_next(tl) > 0; n++)
		if (n % PROGRESS_EVERY == 0)
			show_done(done, in);
	textlog_free(tl);
	return line_number(lr);
}

#define LOOKED_AT 4096

/* Bytes that no program prints: so that a damaged log is never taken for a silent one. */
static bool is_text(struct str bytes)
{
	bytes = str_take(bytes, LOOKED_AT);
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.s[i];

		if (c < '\b' || (c > '\r' && c < ' ' && c != '\x1b') || c == 0x7f)
			return false;
	}
	return bytes.len > 0;
}

static struct source *read_source(struct str path, struct input *in, bool verify,
				  _Atomic int64_t *done)
{
	struct source *s = trace_source_new(path);
	struct line_reader *lr = line_new(in);
	bool is_trace = line_is_trace(lr), text = !is_trace && is_text(input_data(in));
	size_t line = is_trace ? read_trace(s, lr, in, verify, done) :
		      read_text(s, lr, in, done);

	note_input(s, in, line);
	trace_source_finish(s);
	s->silent = text && s->records == 0 && health_losses(&s->health) == 0;
	line_free(lr);
	return s;
}

struct source *ingest_input(struct str path, struct input *in, bool verify)
{
	struct source *s = read_source(path, in, verify, NULL);

	input_close(in);
	return s;
}

/* A healthy run's TORCH_LOGS=recompiles holds nothing of torch. */
static bool accept_silence(struct source *s, const struct ingest_options *o)
{
	if (!o->silent_is_fine || !s->silent)
		return false;
	health_add(&s->health, HEALTH_SILENT_INPUT, s->path, 0,
		   "no line of torch in it: taken to say that nothing happened");
	return true;
}

static void run_job(struct job *j, const struct ingest_options *o)
{
	struct input *in = j->refused ? NULL : input_open(j->path, &j->err);

	if (!in)
		return;
	j->source = read_source(str_c(j->path), in, o->verify, &j->done);
	atomic_store(&j->done, input_stored_bytes(in));
	if (!j->source->usable && !accept_silence(j->source, o)) {
		j->silent = j->source->silent;
		err_set(&j->err, input_stored_bytes(in) == 0 ? "'%s' is empty" :
			"'%s' holds no record of a known form (looked for a TORCH_TRACE log: "
			"lines like 'V0612 09:14:05.221000 4711 torch/…:33] {…}'; for TORCH_LOGS "
			"text: '[0/1] [__recompiles] Recompiling function …'; for a table of "
			"compile_times())", j->path);
		trace_source_free(j->source);
		j->source = NULL;
	}
	input_close(in);
}

static void *worker(void *context)
{
	struct work *w = context;
	size_t i;

	while ((i = atomic_fetch_add(&w->next, 1)) < w->jobs.count)
		run_job(w->jobs.items[i], w->options);
	pthread_mutex_lock(&w->lock);
	w->finished++;
	pthread_cond_signal(&w->changed);
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

static void show_progress(struct work *w)
{
	int64_t done = 0, total = 0;
	bool known = true;

	for (size_t i = 0; i < w->jobs.count; i++) {
		done += atomic_load(&w->jobs.items[i]->done);
		total += w->jobs.items[i]->size;
		known &= w->jobs.items[i]->size > 0;
	}
	w->options->progress(w->options->context, done, known ? total : 0);
}

/* Until all workers are through; shows progress meanwhile. */
static void wait_for_workers(struct work *w, size_t workers)
{
	pthread_mutex_lock(&w->lock);
	while (w->finished < workers) {
		struct timespec until;

		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 100 * 1000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&w->changed, &w->lock, &until);
		if (w->options->progress && w->finished < workers)
			show_progress(w);
	}
	pthread_mutex_unlock(&w->lock);
}

#define THREADS_MOST 64

static size_t thread_count(const struct work *w)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t n = w->options->threads;

	if (n == 0)
		n = cores > 0 ? (size_t)cores : 1;
	if (n > w->jobs.count)
		n = w->jobs.count;
	return n < THREADS_MOST ? n : THREADS_MOST;
}

/* Runs all jobs. A thread that cannot be started is done without. */
static void run_jobs(struct work *w)
{
	pthread_t threads[THREADS_MOST];
	size_t wanted = thread_count(w), started = 0;

	if (wanted > 1 || w->options->progress)
		while (started < wanted &&
		       pthread_create(&threads[started], NULL, worker, w) == 0)
			started++;
	if (started == 0)
		worker(w);
	else
		wait_for_workers(w, started);
	for (size_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}

static struct job *add_job(struct work *w, const char *path, bool in_folder)
{
	struct job *j = arena_new(&w->arena, struct job);

	j->path = path;
	j->in_folder = in_folder && !folder_is_trace_name(path);
	j->size = input_file_size(path);
	*array_add(&w->arena, &w->jobs) = j;
	return j;
}

/* A folder: its own logs, and those and the graphs of a debug folder in it. */
static void add_folder(struct work *w, const char *path, struct trace *t)
{
	struct debugdir d = { { 0 }, { 0 } };
	struct folder f;
	struct err e;
	bool readable = folder_read(&w->arena, path, &f, &e) == 0;
	struct job *j;

	if (readable)
		debugdir_read(&t->arena, path, &d);
	if (!readable || f.paths.count + d.logs.count + d.graphs.count == 0) {
		j = add_job(w, path, false);
		j->refused = true;
		if (readable)
			err_set(&e, "folder '%s' holds no log", path);
		j->err = e;
		return;
	}
	for (size_t i = 0; i < f.paths.count; i++)
		add_job(w, f.paths.items[i], true);
	for (size_t i = 0; i < d.logs.count; i++)
		add_job(w, d.logs.items[i], true);
	for (size_t i = 0; i < d.graphs.count; i++)
		*array_add(&t->arena, &t->graphs) = d.graphs.items[i];
}

static void add_path(struct work *w, const char *path, struct trace *t)
{
	if (folder_is(path))
		add_folder(w, path, t);
	else
		add_job(w, path, false);
}

/* What could be read goes into the trace, in input order; the rest into its health. */
static void collect(struct work *w, struct trace *t)
{
	t->health.arena = &t->arena;
	for (size_t i = 0; i < w->jobs.count; i++) {
		struct job *j = w->jobs.items[i];

		t->silent |= j->silent;
		if (j->source)
			trace_add(t, j->source);
		else if (!j->in_folder)
			health_add(&t->health, HEALTH_UNREADABLE_INPUT,
				   str_copy(&t->arena, str_c(j->path)), 0, "%s", j->err.msg);
	}
}

/* Why nothing was usable: of the first input that was named, or of the folder as such. */
static int nothing_usable(const struct work *w, const char *path, struct err *e)
{
	for (size_t i = 0; i < w->jobs.count; i++)
		if (!w->jobs.items[i]->in_folder) {
			*e = w->jobs.items[i]->err;
			return -1;
		}
	return err_set(e, "folder '%s' holds neither a trace nor a log of torch", path);
}

int ingest(struct trace *t, const char *const *paths, size_t count,
	   const struct ingest_options *options, struct err *e)
{
	struct work w = { .options = options };
	int result = 0;

	pthread_mutex_init(&w.lock, NULL);
	pthread_cond_init(&w.changed, NULL);
	for (size_t i = 0; i < count; i++)
		add_path(&w, paths[i], t);
	run_jobs(&w);
	collect(&w, t);
	join_trace(t);
	if (t->sources.count == 0 && t->graphs.count == 0)
		result = nothing_usable(&w, count ? paths[0] : "", e);
	if (options->latest)
		trace_keep_latest(t);
	trace_settle(t);
	pthread_cond_destroy(&w.changed);
	pthread_mutex_destroy(&w.lock);
	arena_release(&w.arena);
	return result;
}
