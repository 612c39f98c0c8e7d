/* logs.h - traces made up in tests: records one by one, and what ctrace makes of them. */
#ifndef CTRACE_LOGS_H
#define CTRACE_LOGS_H

#include "ingest.h"
#include "input.h"

/* One record of process pid, a second after the one before; payload may be NULL. */
static inline void log_add_of(struct buf *log, int pid, const char *envelope, const char *payload)
{
	size_t second = str_find_char(buf_str(log), '\n') == STR_NONE ? 0 : log->len / 64;
	struct str rest = str_c(payload), line;

	buf_addf(log, "V0103 04:%02zu:%02zu.000000 %d torch/x.py:7] %s\n", second / 60 % 60,
		 second % 60, pid, envelope);
	while (str_cut(&rest, '\n', &line)) {
		buf_add_char(log, '\t');
		buf_add(log, line);
		buf_add_char(log, '\n');
	}
}

static inline void log_add(struct buf *log, const char *envelope, const char *payload)
{
	log_add_of(log, 42, envelope, payload);
}

#define LOG_ID(frame, compile) \
	"\"rank\": 0, \"frame_id\": " #frame ", \"frame_compile_id\": " #compile ", \"attempt\": 0"

/* A compile as torch writes it: start and metrics. */
#define LOG_START(frame, compile) \
	"{\"dynamo_start\": {\"stack\": [{\"line\": 3, \"name\": \"f\", \"filename\": \"m.py\"}]}, " \
	LOG_ID(frame, compile) "}"
#define LOG_METRICS(frame, compile) \
	"{\"compilation_metrics\": {\"co_name\": \"f\", \"co_filename\": \"m.py\", " \
	"\"co_firstlineno\": 3, \"graph_op_count\": 2, \"duration_us\": 1000}, " \
	LOG_ID(frame, compile) "}"

/* The model of a log; NULL if it cannot be opened. Free with trace_source_free(). */
static inline struct source *log_read(struct str log)
{
	struct err e;
	struct input *in = input_memory(log, &e);

	return in ? ingest_input(STR("x.log"), in, false) : NULL;
}

#endif
