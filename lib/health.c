/* SPDX-License-Identifier: MIT */
#include "health.h"

#include <stdio.h>

/* ORDER of enum health_kind */
static const struct {
	const char *key, *title;
	enum severity severity;
} kinds[HEALTH_KINDS] = {
	{ "stray_lines", "lines that are no record", SEVERITY_LOSS },
	{ "bad_json", "records that are no JSON", SEVERITY_LOSS },
	{ "bad_payloads", "payloads that do not parse", SEVERITY_LOSS },
	{ "bad_md5", "payloads whose MD5 differs", SEVERITY_LOSS },
	{ "md5_unreadable", "payloads whose MD5 is no MD5", SEVERITY_LOSS },
	{ "missing_payloads", "payloads that are missing", SEVERITY_LOSS },
	{ "unowned_payloads", "payloads without a record", SEVERITY_LOSS },
	{ "interleaved", "records written into another's line", SEVERITY_LOSS },
	{ "oversize", "records longer than the limit", SEVERITY_LOSS },
	{ "cut", "logs that end inside a record", SEVERITY_LOSS },
	{ "input_damaged", "inputs with damaged bytes", SEVERITY_LOSS },
	{ "trailing_garbage", "inputs with bytes behind the gzip data", SEVERITY_INFO },
	{ "bad_ids", "records with an impossible compile id", SEVERITY_LOSS },
	{ "bad_fields", "fields of an unexpected type", SEVERITY_INFO },
	{ "unknown_strings", "interned strings never defined", SEVERITY_LOSS },
	{ "unmatched_spans", "spans without a beginning or an end", SEVERITY_INFO },
	{ "negative_spans", "spans that end before they begin", SEVERITY_INFO },
	{ "repeated", "compiles that stand in the log twice", SEVERITY_INFO },
	{ "unknown_records", "records of a kind not known", SEVERITY_INFO },
	{ "contradictions", "compiles on which two inputs disagree", SEVERITY_INFO },
	{ "unreadable_inputs", "inputs that could not be used", SEVERITY_LOSS },
	{ "silent_inputs", "texts without a line of torch", SEVERITY_INFO },
};

const char *health_key(enum health_kind kind)
{
	return kinds[kind].key;
}

const char *health_title(enum health_kind kind)
{
	return kinds[kind].title;
}

enum severity health_severity(enum health_kind kind)
{
	return kinds[kind].severity;
}

size_t health_losses(const struct health *h)
{
	size_t losses = 0;

	for (int kind = 0; kind < HEALTH_KINDS; kind++)
		if (kinds[kind].severity == SEVERITY_LOSS)
			losses += h->counts[kind];
	return losses;
}

void health_add(struct health *h, enum health_kind kind, struct str path, size_t line,
		const char *fmt, ...)
{
	char text[256];
	va_list args;

	if (h->counts[kind]++ >= HEALTH_NOTES_MOST)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	*array_add(h->arena, &h->notes) = (struct health_note){
		kind, path, line, str_copy(h->arena, str_c(text))
	};
}

static size_t notes_of(const struct health *h, enum health_kind kind)
{
	size_t n = 0;

	for (size_t i = 0; i < h->notes.count; i++)
		n += h->notes.items[i].kind == kind;
	return n;
}

void health_merge(struct health *into, const struct health *from)
{
	for (int kind = 0; kind < HEALTH_KINDS; kind++)
		into->counts[kind] += from->counts[kind];
	for (size_t i = 0; i < from->notes.count; i++)
		if (notes_of(into, from->notes.items[i].kind) < HEALTH_NOTES_MOST)
			*array_add(into->arena, &into->notes) = from->notes.items[i];
}
