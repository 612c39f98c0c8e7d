/*
 * trace.h - the model: what the inputs say of one run, and nothing but that.
 *
 * A trace has sources (files), a source has processes, a process has compiles. All
 * strings are interned in their source (equal strings of one source are one pointer);
 * all memory belongs to the source's arena and lives until trace_release(). Times are
 * µs; absolute ones since 1970 where the log has them. -1 and absent strings mean
 * "the log does not say".
 */
#ifndef CTRACE_TRACE_H
#define CTRACE_TRACE_H

#include "compile.h"
#include "guardtree.h"
#include "health.h"

/* A payload or record that `show` can print; the bytes stay in the log. */
struct artifact {
	struct str name;	/* of the record or, for "artifact" records, its own */
	struct compile *compile;	/* NULL: belongs to none */
	int64_t offset;		/* of the raw payload in the inflated log; -1: has none */
	int64_t length;		/* raw bytes, tabs included */
	size_t line;		/* of its head */
};

enum cache_layer {
	CACHE_AOT_AUTOGRAD,
	CACHE_FX_GRAPH,
	CACHE_AUTOTUNE,
	CACHE_TRITON_BUNDLE,
	CACHE_PGO,
	CACHE_LAYER_COUNT
};

enum cache_outcome { CACHE_HIT, CACHE_MISS, CACHE_BYPASS, CACHE_OUTCOME_COUNT };

/* One look-up in one of torch's caches. */
struct cache_event {
	struct compile *compile;	/* NULL if not known */
	enum cache_layer layer;
	enum cache_outcome outcome;
	struct str key;
	struct str why;		/* of a bypass, torch's reason; else the detailed status */
	struct str differs;	/* parts of the key that differ from the last one of this frame */
	int64_t saved_us;	/* compile time that a hit spared, as torch says; -1 */
};

struct graph_break {
	struct compile *compile;	/* NULL if not known */
	struct str reason;		/* first line of it */
	struct str hints;		/* joined by newlines */
	struct str link;
	struct str file;
	int64_t line;
};

/* What a text log says beside compiles: regions, symbols, hints; one line or message. */
enum text_note_kind {
	TEXT_REGION,		/* [__hierarchical_compile] */
	TEXT_SYMBOL,		/* create_symbol s77 = 5 for L['x'].size()[0] … */
	TEXT_MARK,		/* marking L['x'] as dynamic (from …) */
	TEXT_HINT,		/* [__perf_hints] */
	TEXT_CUDAGRAPHS		/* [__cudagraphs] */
};

struct text_note {
	enum text_note_kind kind;
	struct compile *compile;	/* NULL if not known */
	struct str text;		/* without its head */
	size_t line;
};

/* A row of compile_times(): how long a function of torch's took, each time it ran. */
struct times_row {
	struct process *process;	/* NULL if not known */
	struct str function;
	ARRAY(int64_t) runtimes_us;
	size_t line;
};

struct times_rows {
	ARRAY(struct times_row) list;
};

/* A graph's folder of TORCH_COMPILE_DEBUG. Counts are -1 where a file is missing. */
struct debug_graph {
	int64_t pid;		/* of the run; -1 */
	struct str run, name, kind;	/* "run_…", "model__0_inference_0.0", "inference" */
	int64_t number;		/* of the graph, 0 of model__0; -1 */
	struct str inputs;	/* "f32[32, 32], f32[s77, 32]" */
	int64_t kernels_before, kernels_after;	/* before and after fusion */
	int64_t code_lines;	/* of output_code.py */
	struct str path;
};

/* Settings of torch that compilation_metrics hold as JSON. ORDER of the names elsewhere. */
enum process_config {
	CONFIG_DYNAMO, CONFIG_INDUCTOR, CONFIG_FUNCTORCH, PROCESS_CONFIGS
};

struct process {
	struct source *source;
	size_t index;		/* 0, 1, … over the whole trace, in input order */
	int64_t pid;		/* -1: not known (logs of older torch hold thread ids) */
	int64_t rank;		/* -1: not known */
	bool rank_shared;	/* another process has this rank too: it names neither */
	struct str torch_version;
	struct str configs[PROCESS_CONFIGS];	/* JSON strings, of the first compile */
	int64_t first_us, last_us;	/* first and last event; -1 */
	bool absolute;		/* times are µs since 1970; else log heads, µs since January 1st */
	int64_t head_offset_us;	/* absolute: what to add to a log head's time */

	ARRAY(struct compile *) compiles;	/* in the order they began, limit hits among them */
	struct map by_id;		/* hash of a compile id → struct compile * */
	struct map by_frame;		/* frame id → newest struct compile * of it */
	struct map by_start;		/* hash of (compile id, start) → 1: finds repeats */
	struct map limit_functions;	/* text: hash of a function whose limit was hit → 1 */
	struct compile *last;		/* the one the last record belonged to */
	struct map strings;		/* torch's interned strings: number → struct str * */
	ARRAY(struct graph_break) breaks;
	ARRAY(struct cache_event) caches;
	struct map cache_keys;		/* hash of (frame, layer, number) → struct cache_key * */
	ARRAY(struct artifact) artifacts;
	ARRAY(struct span) worker_spans;	/* of compile workers; they overlap all else */
	ARRAY(struct text_note) notes;
	bool from_text;		/* no trace of it is there */
	bool joined;		/* another process stands for it */
	bool says_starts;	/* text: it names compiles when they start, so they can be counted */
	size_t records;
};

/* One input: a file, standard input. */
struct source {
	struct arena arena;
	struct intern strings;
	struct str path;
	struct health health;
	ARRAY(struct process *) processes;
	struct map by_writer;	/* hash of (stream, pid, rank) → struct process * */
	struct times_rows times;
	struct map times_index;	/* hash of (function, process) → its newest row + 1 */
	struct guard_lines guard_lines;	/* all distinct lines of its guard trees */
	struct map unknown;	/* interned names of unknown records → count */
	size_t records;
	bool usable;		/* held at least one record of a known form */
	bool silent;		/* a text, of which no line is torch's */
};

/* A zeroed one is empty. */
struct trace {
	struct arena arena;
	struct health health;	/* of all sources and of opening them */
	ARRAY(struct source *) sources;
	ARRAY(struct process *) processes;	/* all, in input order */
	struct times_rows times;	/* of all sources, each table once; by join_trace() */
	ARRAY(struct debug_graph) graphs;
	bool silent;		/* a text without a line of torch was left out */
};

void trace_release(struct trace *t);

struct source *trace_source_new(struct str path);
void trace_source_free(struct source *s);

/*
 * The process of this source that wrote a record: by its id (-1 where the log has
 * none; logs of older torch have thread ids, which tell no processes apart) and rank
 * (-1 where it does not say, which matches any). Made when new.
 */
struct process *trace_source_process(struct source *s, int64_t pid, int64_t rank);

/* The same, where equal pids may be of several containers: stream tells these apart. */
struct process *trace_source_writer(struct source *s, uint64_t stream, int64_t pid, int64_t rank);

/* The newest compile of that id, NULL if there is none yet. */
struct compile *process_find(struct process *p, struct compile_id id);

/*
 * The compile a record of that id belongs to, made when new. begins: the record opens
 * a compile, so if the newest one of this id has ended, it belongs to another.
 */
struct compile *process_compile(struct process *p, struct compile_id id, bool begins,
				size_t line);

/* Another compile of that id, or of none (all -1). */
struct compile *process_begin(struct process *p, struct compile_id id, size_t line);

/* Gives a compile the id that the log left out. */
void process_number(struct compile *c, struct compile_id id);

/* The newest compile of a frame, NULL if there is none. */
struct compile *process_newest(const struct process *p, int64_t frame);

/*
 * Notes that something happened: at head_us by the log head (-1 if it has no time) and
 * at absolute_us since 1970 (-1 if the record does not say).
 */
void process_saw(struct process *p, int64_t head_us, int64_t absolute_us);

/*
 * After the last record of a source: status, times, functions of every compile;
 * compiles that stand in the log twice are dropped.
 */
void trace_source_finish(struct source *s);

/* Joins finished sources, in this order; the trace owns them from then on. */
void trace_add(struct trace *t, struct source *s);

/* Leaves only the process that was last alive, of each rank where ranks are known. */
void trace_keep_latest(struct trace *t);

/* After the last trace_add() and trace_keep_latest(): which ranks name one process. */
void trace_settle(struct trace *t);

/*
 * Leaves only compiles and graph breaks whose code lies in a file that matches one of
 * the shell patterns (fnmatch; '*' matches '/' too, a pattern without a leading '/' or
 * '*' matches at any folder). No pattern: all stay.
 */
void trace_keep_files(struct trace *t, const char *const *patterns, size_t count);

#endif
