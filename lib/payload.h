/* payload.h - whether a record's payload is the one that its has_payload announces. */
#ifndef CTRACE_PAYLOAD_H
#define CTRACE_PAYLOAD_H

#include "str.h"

struct md5_queue;
struct record;
struct source;

/* A queue whose differences are counted in the source's health. */
struct md5_queue *payload_queue(struct source *s);

/*
 * Faults go into the source's health. announced: the JSON value of has_payload, absent
 * if there is none. wanted: the payload matters, so that its MD5 is worth the time; it
 * is in any case where the log ends with it.
 */
void payload_check(struct source *s, struct md5_queue *md5, const struct record *r,
		   struct str announced, bool wanted);

#endif
