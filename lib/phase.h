/*
 * phase.h - what part of a compile a span of torch's belongs to: the table span name →
 * phase, and the phases as a tree.
 */
#ifndef CTRACE_PHASE_H
#define CTRACE_PHASE_H

#include "str.h"

/* ORDER of the table in phase.c: a phase stands behind its parent. */
enum phase {
	PHASE_DYNAMO,
	PHASE_FAKE_TENSORS,
	PHASE_VARIABLES,
	PHASE_GUARDS,
	PHASE_PASSES,
	PHASE_PRE_GRAD,
	PHASE_JOINT,
	PHASE_POST_GRAD,
	PHASE_AOT,
	PHASE_AOT_METADATA,
	PHASE_AOT_JOINT,
	PHASE_PARTITION,
	PHASE_LOWERING,
	PHASE_SCHEDULING,
	PHASE_CODE_GENERATION,
	PHASE_CPP,
	PHASE_CPP_PROBES,
	PHASE_TRITON,
	PHASE_AUTOTUNING,
	PHASE_WAIT,
	PHASE_CACHE,
	PHASE_CACHE_KEYS,
	PHASE_LOADING,
	PHASE_BACKWARD,
	PHASE_RESTARTS,
	PHASE_GC,
	PHASE_PGO,
	PHASE_CUDA_GRAPHS,
	PHASE_OTHER,		/* unknown spans that stand in no phase */
	PHASE_UNATTRIBUTED,
	PHASE_COUNT,
	PHASE_UNKNOWN		/* of a name that is not in the table: a row of its own */
};

/* The phase that a phase is part of; itself at the top. */
enum phase phase_parent(enum phase phase);
struct str phase_name(enum phase phase);	/* for people */

/* The phase of a span's own time; PHASE_UNKNOWN if the table does not have it. */
enum phase phase_of_span(struct str name);

/*
 * The same, given the phase of the span around it: a C++ build that code generation
 * starts itself is a probe of the compiler, not of the user's code.
 */
enum phase phase_inside(enum phase phase, enum phase around);

/* "pass.joint_graph_passes.remove_noop_ops" → "remove_noop_ops"; other names as they are. */
struct str phase_span_label(struct str name);

/* "compile_attempt_0": true, of an attempt that may be thrown away for the next. */
bool phase_is_attempt(struct str name);

/* What the first such span of a process is known to do for all; absent: nothing. */
struct str phase_first_use(struct str name);

/* The five groups in which tables of compiles show the phases. */
enum phase_group {
	PHASE_GROUP_DYNAMO,	/* tracing and guards */
	PHASE_GROUP_AOT,	/* AOTAutograd and graph passes */
	PHASE_GROUP_INDUCTOR,	/* lowering, scheduling, code generation */
	PHASE_GROUP_BUILD,	/* compilers, autotuning, loading */
	PHASE_GROUP_OTHER,
	PHASE_GROUP_COUNT
};
enum phase_group phase_group(enum phase phase);

#endif
