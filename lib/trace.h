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

#include "health.h"
#include "str.h"

struct guard_tree;

/* "0/1", "!3/0/1", "!3". Parts that are absent are -1. */
struct compile_id {
	int64_t autograd, frame, compile;
};

struct stack_frame {
	struct str file, function, code;
	int64_t line;
};

/* A stretch of time of one compile (torch's dynamo_timed, chromium_event records). */
struct span {
	const char *name;	/* interned, NUL-terminated */
	int64_t start_us;
	int64_t end_us;		/* -1: still open when the log ended */
	uint32_t parent;	/* index into the compile's spans, SPAN_NONE at a root */
};
#define SPAN_NONE ((uint32_t)-1)

enum compile_status {
	COMPILE_OK,
	COMPILE_EMPTY,		/* traced, but no graph was made */
	COMPILE_FAILED,		/* raised */
	COMPILE_REFUSED,	/* RecompileError: torch was told not to recompile */
	COMPILE_UNFINISHED,	/* the log ends inside it */
	COMPILE_LIMIT		/* not a compile: the frame reached its recompile limit */
};

/* Numbers of compilation_metrics and its kin; the names torch gives them in 2.13. */
enum metric {
	METRIC_START_TIME_US,
	METRIC_DURATION_US,
	METRIC_CACHE_SIZE,
	METRIC_ACCUMULATED_CACHE_SIZE,
	METRIC_GUARD_COUNT,
	METRIC_GRAPH_OP_COUNT,
	METRIC_GRAPH_NODE_COUNT,
	METRIC_GRAPH_BREAKS,
	METRIC_DYNAMO_US,		/* *_cumulative_compile_time_us: they nest */
	METRIC_AOT_AUTOGRAD_US,
	METRIC_INDUCTOR_US,
	METRIC_CODE_GEN_US,
	METRIC_TRITON_US,
	METRIC_BACKWARD_US,
	METRIC_BEFORE_RESTART_US,
	METRIC_LOGGING_US,
	METRIC_GC_US,
	METRIC_GUARD_LATENCY_US,
	METRIC_PRE_GRAD_US,
	METRIC_JOINT_GRAPH_US,
	METRIC_POST_GRAD_US,
	METRIC_AUTOTUNE_US,
	METRIC_RECOMPILE_LIMIT,		/* out of dynamo_config */
	METRIC_ACCUMULATED_LIMIT,
	METRIC_COUNT
};

/* A payload or record that `show` can print; the bytes stay in the log. */
struct artifact {
	struct str name;	/* of the record or, for "artifact" records, its own */
	struct compile *compile;	/* NULL: belongs to none */
	int64_t offset;		/* of the raw payload in the inflated log; -1: has none */
	int64_t length;		/* raw bytes, tabs included */
	size_t line;		/* of its head */
};

struct compile {
	struct process *process;
	struct compile_id id;
	struct str id_text;
	size_t generation;	/* of its frame: up by one each time its ids start again */
	enum compile_status status;
	bool counted;		/* a compile by the definition; false: limit hit, or never started */
	bool started;		/* dynamo_start was seen */
	bool ended;		/* its metrics were seen */
	bool has_graph;		/* a graph was put out */
	size_t line;		/* in the log, of its first record */

	struct str function, file;	/* of the code object */
	int64_t first_line;
	ARRAY(struct stack_frame) stack;	/* user stack at the call, outermost first */

	int64_t start_us;	/* absolute, or by the log heads: see process.first_us; -1 */
	int64_t time_us;	/* forward compile (span entire_frame_compile); -1 */
	int64_t backward_us;	/* backward compiles outside that span; 0 if none */
	int64_t attempts;	/* 1 + restarts */
	int64_t metrics[METRIC_COUNT];		/* -1 where absent */
	ARRAY(struct str) restart_reasons;
	struct str fail_type, fail_reason, fail_file;
	int64_t fail_line;

	ARRAY(struct str) reasons;	/* per older entry, as torch wrote them: "0/0: …" */
	struct str recompile_reason;	/* torch's own single choice among them */
	struct guard_tree *guards;	/* facts of the entry it made; NULL: none in the log */

	ARRAY(struct span) spans;	/* in the order they began */
	uint32_t open_span;		/* innermost one still open, SPAN_NONE */
	struct compile *next_same_hash;
	struct compile *next_same_frame;	/* the next older compile of this frame */
};

struct graph_break {
	struct compile *compile;	/* NULL if not known */
	struct str reason;		/* first line of it */
	struct str hints;		/* joined by newlines */
	struct str link;
	struct str file;
	int64_t line;
	size_t log_line;
};

struct process {
	struct source *source;
	size_t index;		/* 0, 1, … over the whole trace, in input order */
	int64_t pid;		/* -1: not known (logs of older torch hold thread ids) */
	int64_t rank;		/* -1: not known */
	struct str torch_version;
	int64_t first_us, last_us;	/* first and last event, same clock as start_us; -1 */
	bool absolute;			/* that clock is µs since 1970 (else since January 1st) */
	int64_t first_head_us, last_head_us;	/* of the log heads, µs since January 1st; -1 */

	ARRAY(struct compile *) compiles;	/* in the order they began, limit hits among them */
	struct map by_id;		/* hash of a compile id → struct compile * */
	struct map by_frame;		/* frame id → newest struct compile * of it */
	struct compile *last;		/* the one the last record belonged to */
	struct map strings;		/* torch's interned strings: number → const char * */
	ARRAY(struct graph_break) breaks;
	ARRAY(struct artifact) artifacts;
	ARRAY(struct span) worker_spans;	/* of compile workers; they overlap all else */
	size_t records;
};

/* One input: a file, standard input. */
struct source {
	struct arena arena;
	struct intern strings;
	struct str path;
	struct health health;
	ARRAY(struct process *) processes;
	struct map unknown;	/* interned names of unknown records → count */
	size_t records;
	bool usable;		/* held at least one record of a known form */
};

/* A zeroed one is empty. */
struct trace {
	struct arena arena;
	struct health health;	/* of all sources and of opening them */
	ARRAY(struct source *) sources;
	ARRAY(struct process *) processes;	/* all, in input order */
};

void trace_release(struct trace *t);

struct source *source_new(struct str path);
void source_free(struct source *s);

/*
 * The process of this source that wrote a record: by its id (-1 where the log has
 * none) and rank (-1 where it does not say, which matches any). Made when new.
 */
struct process *source_process(struct source *s, int64_t pid, int64_t rank);

/* The newest compile of that id, NULL if there is none yet. */
struct compile *process_find(struct process *p, struct compile_id id);

/*
 * The compile a record of that id belongs to, made when new. begins: the record opens
 * a compile, so if the newest one of this id has ended, it belongs to another.
 */
struct compile *process_compile(struct process *p, struct compile_id id, bool begins,
				size_t line);

/* "0/1", "0/1_2" (an attempt), "!3/0/1", "!3"; attempt -1 if absent. False if it is none. */
bool compile_id_parse(struct str text, struct compile_id *id, int64_t *attempt);
bool compile_id_equal(struct compile_id a, struct compile_id b);

void compile_span_begin(struct compile *c, const char *name, int64_t ts_us);
void compile_span_end(struct compile *c, const char *name, int64_t ts_us, size_t line);
int64_t compile_span_total(const struct compile *c, const char *name);	/* ended ones; -1 if none */

/*
 * After the last record of a source: status, times, functions of every compile;
 * compiles that stand in the log twice are dropped.
 */
void source_finish(struct source *s);

/* Joins finished sources, in this order; the trace owns them from then on. */
void trace_add(struct trace *t, struct source *s);

bool compile_is_recompile(const struct compile *c);	/* counted, and id.compile > 0 */
const char *compile_status_name(enum compile_status status);

#endif
