/*
 * md5.h - checks the MD5 of many short payloads, several at a time.
 *
 * torch writes the MD5 of each payload into its record's has_payload (since 2.3,
 * torch/_logging/_internal.py). One sum depends on itself from step to step and
 * leaves most of the processor idle; eight payloads side by side fill it. So the
 * verdict on a payload comes some payloads later.
 */
#ifndef CTRACE_MD5_H
#define CTRACE_MD5_H

#include "str.h"

struct md5_queue;

/* Called once for each payload whose sum differs, in the order they were added. */
typedef void (*md5_mismatch)(void *context, size_t tag);

struct md5_queue *md5_new(md5_mismatch report, void *context);
void md5_free(struct md5_queue *q);	/* what still waits is dropped */

/*
 * Queues a payload. raw is as it stands in the log: each line begins with a tab,
 * lines without one (blank lines of a carrier) do not belong to it, strip_cr takes
 * a CR off the end of each line. expected is 32 hex digits; false if it is not.
 * The bytes are copied.
 */
bool md5_add(struct md5_queue *q, struct str raw, bool strip_cr, struct str expected,
	     size_t tag);
void md5_flush(struct md5_queue *q);	/* decides all that wait */

/* The payload itself: raw without tabs, blank lines and, if asked, CRs; appended to out. */
void md5_payload_text(struct buf *out, struct str raw, bool strip_cr);

#endif
