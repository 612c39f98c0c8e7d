/*
 * event.h - one record of a structured trace → the model.
 *
 * Every record's envelope is one JSON object: the record's own key and value, beside
 * frame_id, frame_compile_id, attempt, rank, compiled_autograd_id, has_payload, stack
 * (torch/_logging/_internal.py, trace_structured()). A table says what each kind of
 * record is for; those it does not name are kept and counted.
 */
#ifndef CTRACE_EVENT_H
#define CTRACE_EVENT_H

#include "str.h"

struct event_reader;
struct record;
struct source;

/* verify_all: check the MD5 of every payload, not only of those that are interpreted. */
struct event_reader *event_reader_new(struct source *s, bool verify_all);
void event_reader_free(struct event_reader *er);

/*
 * Takes one record into the source's model. Faults of any kind are counted in the
 * source's health and cost at most this record.
 */
void event_add(struct event_reader *er, struct record *r);

/* After the last record: decides the MD5 sums that still wait. */
void event_finish(struct event_reader *er);

#endif
