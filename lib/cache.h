/*
 * cache.h - what torch logs of its caches → cache events and look-ups.
 *
 * Artifacts {aotautograd,fx_graph}_cache_{hit,miss,bypass,hash} with a JSON object: key,
 * components (what the key was hashed from: "[hash] name: value"), cache_bypass_reason,
 * cache_status_detailed, time_saved_ms or time_saved_ns; torch 2.5 to 2.14. Beside them
 * instant events of similar names tell when the look-up was.
 */
#ifndef CTRACE_CACHE_H
#define CTRACE_CACHE_H

#include "trace.h"

struct span_event;

/* Whether an artifact of that name tells of a cache. */
bool cache_is_artifact(struct str name);

/*
 * Reads the payload of such an artifact into the process; c may be NULL. False if it is
 * not what torch writes.
 */
bool cache_read(struct process *p, struct compile *c, struct str name, struct str payload);

/* Notes when the look-up was that an instant event tells of; others, and NULL, pass. */
void cache_note_lookup(struct compile *c, const struct span_event *se);

#endif
