/*
 * ndjson.h - a report with one row on a line, for jq, DuckDB, Spark:
 *
 *	{"schema": 1, "section": "compilations", "id": "0/0", …}
 *
 * The figures, names and types are those of the JSON report.
 */
#ifndef CTRACE_NDJSON_H
#define CTRACE_NDJSON_H

#include "report.h"

void ndjson_write(struct buf *out, const struct report *r);

#endif
