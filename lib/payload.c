/* SPDX-License-Identifier: MIT */
#include "payload.h"

#include "line.h"
#include "md5.h"
#include "scan.h"
#include "trace.h"

static void mismatch(void *context, size_t line)
{
	struct source *s = context;

	health_add(&s->health, HEALTH_BAD_MD5, s->path, line,
		   "the payload is not what torch wrote (MD5 differs); read as it is");
}

struct md5_queue *payload_queue(struct source *s)
{
	return md5_new(mismatch, s);
}

void payload_check(struct source *s, struct md5_queue *md5, const struct record *r,
		   struct str announced, bool wanted)
{
	if (scan_is_null(announced)) {
		if (r->payload.s)
			health_add(&s->health, HEALTH_UNOWNED_PAYLOAD, s->path, r->line,
				   "payload lines behind a record that announces none");
		return;
	}
	if (!r->payload.s && !r->oversize) {
		/* The MD5 of nothing: an empty payload leaves no line. */
		if (!str_eq(announced, STR("\"d41d8cd98f00b204e9800998ecf8427e\"")))
			health_add(&s->health, HEALTH_NO_PAYLOAD, s->path, r->line,
				   "the payload is missing");
		return;
	}
	if (!(wanted || r->at_end) || r->oversize)
		return;
	if (!md5_add(md5, r->payload, r->crlf, scan_plain(announced), r->line))
		health_add(&s->health, HEALTH_MD5_UNREADABLE, s->path, r->line,
			   "has_payload is no MD5 sum; payload not checked");
}
