/*
 * compile.h - one compile: what Dynamo did under one compile id.
 *
 * Times are µs; -1 and absent strings mean "the log does not say". All strings are
 * interned in the source the compile belongs to (equal ones are one pointer), all
 * memory is that source's.
 */
#ifndef CTRACE_COMPILE_H
#define CTRACE_COMPILE_H

#include "str.h"

struct graph;
struct process;
struct guard_frame;

/* "0/1", "!3/0/1", "!3". Parts that are absent are -1. */
struct compile_id {
	int64_t autograd, frame, compile;
};

struct stack_frame {
	struct str file, function, code;
	int64_t line;
};

/* A size that a compile left open, or had to fix after all. */
struct symbol {
	struct str name;	/* "s77" */
	struct str source;	/* "L['x'].size()[0]" */
	struct str value;	/* what it was in this call */
	struct str reason;	/* of a fixed one: "range_refined_to_singleton" */
	bool fixed;
	struct stack_frame where;	/* the user's line */
};

/* A stretch of time of one compile (torch's dynamo_timed, chromium_event records). */
struct span {
	const char *name;	/* interned, NUL-terminated */
	int64_t start_us;
	int64_t end_us;		/* -1: still open when the log ended */
	uint32_t parent;	/* index into the compile's spans, SPAN_NONE at a root */
	uint16_t depth;		/* 0 at a root */
	bool summed;		/* inside time_us or backward_us; set by compile_finish() */
	bool sum_root;		/* …and one of those that make them up */
};
#define SPAN_NONE ((uint32_t)-1)
#define SPAN_DEPTH_MOST 256	/* deeper ones are left out (torch nests some fifteen) */

/* What no honest clock says: such times count as damage, so that sums cannot overflow. */
#define TIME_LONGEST_US INT64_C(8640000000000)	/* 100 days */
#define TIME_LATEST_US INT64_C(7258118400000000)	/* the year 2200 */

/* A look-up in a cache of graphs that has no span of its own, hashing of the key included. */
struct lookup {
	int64_t from_us;	/* -1: since whatever was done before it */
	int64_t to_us;
};
#define LOOKUPS_MOST 16		/* of a compile; more are left out */

struct guard_type {
	struct str name;	/* "TENSOR_MATCH" */
	size_t count;
};

/* A Triton kernel and how long its build took. */
struct kernel {
	struct str name;
	int64_t time_us;
};

enum compile_status {
	COMPILE_OK,
	COMPILE_EMPTY,		/* traced, but no graph was made */
	COMPILE_FAILED,		/* raised */
	COMPILE_REFUSED,	/* RecompileError: torch was told not to recompile */
	COMPILE_UNFINISHED,	/* the log ends inside it */
	COMPILE_LIMIT,		/* not a compile: the frame reached its recompile limit */
	COMPILE_UNKNOWN		/* a text log does not say how it ended */
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
	METRIC_RUNTIME_AUTOTUNE_US,	/* at the first call of the compiled code */
	METRIC_RUNTIME_CUDAGRAPH_US,
	METRIC_FX_REMOTE_HITS,
	METRIC_FX_REMOTE_MISSES,
	METRIC_AOT_REMOTE_HITS,
	METRIC_AOT_REMOTE_MISSES,
	METRIC_FAKE_TENSOR_US,		/* out of the span bytecode_tracing, not the metrics */
	METRIC_WRAP_FAKE_US,
	METRIC_VARIABLES_US,
	METRIC_RECOMPILE_LIMIT,		/* out of dynamo_config */
	METRIC_ACCUMULATED_LIMIT,
	METRIC_AUTOMATIC_DYNAMIC,	/* 1, or 0: dynamic=False was given */
	METRIC_COUNT
};

struct compile {
	struct process *process;
	struct compile_id id;
	struct str id_text;
	size_t generation;	/* of its frame: up by one each time its ids start again */
	enum compile_status status;
	bool dropped;		/* counts no more: stands in the log twice, or was filtered out */
	bool counted;		/* a compile by the definition; false: limit hit, or never started */
	bool started;		/* dynamo_start was seen */
	bool ended;		/* its metrics were seen */
	bool has_graph;		/* a graph was put out */
	bool has_guards;	/* a cache entry was made */
	bool from_text;		/* known from a text log alone, whose reader set the status */
	bool recompiled;	/* text: compiled again, though no id says so */
	size_t line;		/* in the log, of its first record */

	struct str function, file;	/* of the code object */
	int64_t first_line;
	ARRAY(struct stack_frame) stack;	/* user stack at the call, outermost first */

	int64_t head_us;	/* log head of its first record, µs since January 1st; -1 */
	int64_t start_us;	/* on the clock of its process (process.absolute); -1 */
	int64_t time_us;	/* forward compile (span entire_frame_compile); -1 */
	int64_t backward_us;	/* backward compiles outside that span; 0 if none */
	bool metered;		/* time_us is what the metrics say: there is no such span */
	bool backward_metered;	/* …and so is backward_us */
	int64_t attempts;	/* 1 + restarts */
	int64_t metrics[METRIC_COUNT];		/* -1 where absent */
	ARRAY(struct str) restart_reasons;
	struct str cudagraph_skip_reason;
	ARRAY(struct kernel) kernels;
	ARRAY(struct guard_type) guard_types;	/* of the cache entry it made */
	struct str fail_type, fail_reason, fail_file;
	int64_t fail_line;
	struct stack_frame fail_frame;	/* the innermost that is not torch's own */

	struct graph *graph;		/* of its last attempt; NULL: the log has none */
	ARRAY(struct symbol) symbols;	/* in the order torch made and fixed them */

	ARRAY(struct str) reasons;	/* per older entry, as torch wrote them: "0/0: …" */
	struct str recompile_reason;	/* torch's own single choice among them */
	struct guard_frame *entries;	/* cache entries of its frame and generation, in order */
	size_t entry;			/* its own among them; STR_NONE: none in the log */

	ARRAY(struct span) spans;	/* in the order they began */
	uint32_t open_span;		/* innermost one still open, SPAN_NONE */
	ARRAY(struct lookup) lookups;
	uint32_t cache_counts[3];	/* graph caches' hits, misses, bypasses (enum cache_outcome) */
	bool aot_cache_hit;		/* all that is inside AOTAutograd came out of its cache */
	struct compile *next_same_hash;
	struct compile *next_same_frame;	/* the next older compile of this frame */
};

/* "0/1", "0/1_2" (an attempt), "!3/0/1", "!3"; attempt -1 if absent. False if it is none. */
bool compile_id_parse(struct str text, struct compile_id *id, int64_t *attempt);
/*
 * Steps over "r1:" (rank 1) or "p2:" (process 2) before an id; -1 where it is not there.
 * False if something else stands before a colon.
 */
bool compile_id_scope(struct str *id, int64_t *rank, int64_t *process);
bool compile_id_equal(struct compile_id a, struct compile_id b);
struct str compile_id_format(struct arena *a, struct compile_id id);

/* name must be interned in the compile's source. A B event and its E. */
enum span_fault {
	SPAN_FINE,
	SPAN_UNMATCHED,	/* an end without a beginning, or spans inside it without an end */
	SPAN_NEGATIVE,	/* ends before it begins, or impossibly late: counted as 0 */
	SPAN_TOO_DEEP	/* left out */
};
enum span_fault compile_span_begin(struct compile *c, const char *name, int64_t ts_us);
enum span_fault compile_span_end(struct compile *c, const char *name, int64_t ts_us);

/*
 * What the compile cost: its forward and its backward part. All sums are sums of this;
 * it is the time of the spans with sum_root set, or what the metrics say.
 */
int64_t compile_cost(const struct compile *c);

bool compile_is_recompile(const struct compile *c);	/* counted, and id.compile > 0 */
/* The log ends in it, or in its backward's compile. */
bool compile_is_unfinished(const struct compile *c);
const char *compile_status_name(enum compile_status status);	/* NULL: unknown */

/* Status, times, function out of what was gathered; after the last record. */
void compile_finish(struct compile *c);

#endif
