/* source.h - the Python expression that a guard is about, and its short name. */
#ifndef CTRACE_SOURCE_H
#define CTRACE_SOURCE_H

#include "str.h"

/*
 * The short name: L['self']._modules['layers']._modules['3'].p becomes
 * self.layers[3].p. What the program's author does not write is left out: the frame's
 * L['…'] (torch before 2.7), the dictionaries of nn.Module, __as_tensor(…). All else
 * stays as it is, G['NAME'] too. A slice of raw if nothing changes, else in the arena.
 */
struct str source_short(struct arena *a, struct str raw);

/* Every number in brackets becomes [*]: a key to group sources by. As source_short(). */
struct str source_pattern(struct arena *a, struct str source);

/*
 * Merges two sources that differ in nothing but numbers in brackets: those that differ
 * become [*]; a [*] of an earlier merge matches any. Absent if they differ elsewhere.
 */
struct str source_generalise(struct arena *a, struct str one, struct str other);

/* Bytes at the start of text that are one source: a name, .names, [keys], (calls). */
size_t source_span(struct str text);

/* Index behind the bracket that closes the one at text[open]; text.len if none does. */
size_t source_close(struct str text, size_t open);

/* Index behind the quoted string that begins at text[at]; text.len if it does not end. */
size_t source_unquote(struct str text, size_t at);

/* A name that torch makes up per compile, such as G['__builtins_dict___7']. */
bool source_is_made_up(struct str raw);

/*
 * 64 bits that are equal for equal sources, and for those that differ only in the
 * numbers of made-up names. The same in every run.
 */
uint64_t source_hash(struct str raw);

/* A fast hash of any bytes, the same in every run; not proof against an attacker. */
uint64_t source_hash_bytes(struct str s, uint64_t seed);

#endif
