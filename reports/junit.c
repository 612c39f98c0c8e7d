/* SPDX-License-Identifier: MIT */
#include "kin.h"
#include "writer.h"
#include "xml.h"

/*
 * Section `gate` as a test suite, a test case for each limit:
 *
 *	<testcase classname="ctrace" name="recompiles (at most 3)" time="0">
 *	  <failure message="8, off by 5" type="recompiles">…</failure>
 *	</testcase>
 *
 * What could not be told, and lost data, is an <error>. A warning is no test case: it
 * stands in the suite's <system-out>.
 */

enum outcome { PASSED, FAILED, ERROR, WARNING };

static enum outcome outcome_of(const struct table *t, const struct row *row)
{
	struct str verdict = kin_text(t, row, "verdict");

	if (str_eq(verdict, STR("violated")))
		return FAILED;
	if (str_eq(verdict, STR("unknown")) || str_eq(verdict, STR("lost")))
		return ERROR;
	return str_eq(verdict, STR("warning")) ? WARNING : PASSED;
}

static size_t count(const struct table *t, enum outcome outcome)
{
	size_t n = 0;

	for (size_t i = 0; i < t->rows.count; i++)
		n += outcome_of(t, &t->rows.items[i]) == outcome;
	return n;
}

static void add_attribute(struct buf *out, const char *name, struct str value)
{
	buf_addf(out, " %s=\"", name);
	xml_text(out, value);
	buf_add_char(out, '"');
}

/* "recompiles (at most 3)" */
static struct str case_name(struct arena *a, const struct table *t, const struct row *row)
{
	struct str limit = kin_text(t, row, "limit"), allowed = kin_text(t, row, "allowed");
	struct str function = kin_text(t, row, "function");

	if (function.s)
		limit = str_format(a, STR_FMT " of " STR_FMT, STR_ARG(limit),
				   STR_ARG(function));
	return allowed.s ? str_format(a, STR_FMT " (" STR_FMT ")", STR_ARG(limit),
				      STR_ARG(allowed)) : limit;
}

/* "8, off by 5" */
static struct str message(struct arena *a, const struct table *t, const struct row *row)
{
	struct str measured = kin_text(t, row, "measured"), over = kin_text(t, row, "over");

	if (over.s)
		return str_format(a, STR_FMT ", off by " STR_FMT, STR_ARG(measured),
				  STR_ARG(over));
	return measured.s ? measured : kin_text(t, row, "note");
}

static void add_line(struct buf *out, const char *before, struct str text)
{
	if (!text.s)
		return;
	buf_add_c(out, before);
	xml_text(out, text);
	buf_add_char(out, '\n');
}

static void add_why(struct buf *out, const struct table *why, const struct row *row)
{
	const struct cell *remedies = kin_cell(why, row, "remedies");
	const struct cell *codes = kin_cell(why, row, "codes");

	add_line(out, "- ", kin_text(why, row, "what"));
	add_line(out, "  ", kin_text(why, row, "where"));
	for (size_t i = 0; remedies && i < remedies->item_count; i++) {
		struct str code = { NULL, 0 }, line;

		if (codes && i < codes->item_count)
			code = codes->items[i].text;
		add_line(out, "  to do: ", remedies->items[i].text);
		while (code.len && str_cut(&code, '\n', &line))
			add_line(out, "      ", line);
	}
}

static void add_details(struct buf *out, const struct table *t, const struct row *row)
{
	const struct cell *why = kin_cell(t, row, "why");

	add_line(out, "", kin_text(t, row, "where"));
	add_line(out, "", kin_text(t, row, "note"));
	for (size_t i = 0; why && why->rows && i < why->rows->rows.count; i++)
		add_why(out, why->rows, &why->rows->rows.items[i]);
}

static void add_case(struct buf *out, struct arena *a, const struct table *t,
		     const struct row *row)
{
	enum outcome outcome = outcome_of(t, row);
	const char *element = outcome == FAILED ? "failure" : "error";

	buf_add_c(out, "    <testcase classname=\"ctrace\"");
	add_attribute(out, "name", case_name(a, t, row));
	buf_add_c(out, " time=\"0\"");
	if (outcome == PASSED && !kin_text(t, row, "note").s) {
		buf_add_c(out, "/>\n");
		return;
	}
	buf_add_c(out, ">\n");
	if (outcome == PASSED) {
		element = "system-out";
		buf_add_c(out, "      <system-out>");
	} else {
		buf_addf(out, "      <%s", element);
		add_attribute(out, "message", message(a, t, row));
		add_attribute(out, "type", kin_text(t, row, "limit"));
		buf_add_char(out, '>');
	}
	add_details(out, t, row);
	buf_addf(out, "</%s>\n    </testcase>\n", element);
}

static void add_warnings(struct buf *out, struct arena *a, const struct table *t)
{
	if (!count(t, WARNING))
		return;
	buf_add_c(out, "    <system-out>");
	for (size_t i = 0; i < t->rows.count; i++) {
		const struct row *row = &t->rows.items[i];

		if (outcome_of(t, row) == WARNING)
			add_line(out, "warning: ",
				 str_format(a, STR_FMT " " STR_FMT,
					    STR_ARG(kin_text(t, row, "limit")),
					    STR_ARG(kin_text(t, row, "note"))));
	}
	buf_add_c(out, "</system-out>\n");
}

static void write_junit(struct buf *out, const struct report *r, const struct writer_options *o)
{
	const struct table *t = report_find(r, STR("gate"));
	struct arena a = { 0 };
	size_t tests, failures, errors;

	(void)o;
	buf_add_c(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	if (!t) {
		buf_add_c(out, "<testsuites/>\n");
		return;
	}
	failures = count(t, FAILED);
	errors = count(t, ERROR);
	tests = failures + errors + count(t, PASSED);
	buf_addf(out, "<testsuites name=\"ctrace\" tests=\"%zu\" failures=\"%zu\" "
		 "errors=\"%zu\" time=\"0\">\n  <testsuite", tests, failures, errors);
	add_attribute(out, "name", r->title);
	buf_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" "
		 "time=\"0\">\n", tests, failures, errors);
	for (size_t i = 0; i < t->rows.count; i++)
		if (outcome_of(t, &t->rows.items[i]) != WARNING)
			add_case(out, &a, t, &t->rows.items[i]);
	add_warnings(out, &a, t);
	buf_add_c(out, "  </testsuite>\n</testsuites>\n");
	arena_release(&a);
}

const struct writer junit_writer = { "junit", write_junit };
