/* SPDX-License-Identifier: MIT */
#include "line.h"

#include <criterion/criterion.h>

#include "input.h"
#include "leaks.h"

TestSuite(line, .fini = no_leaks);

#define HEAD "V0103 04:05:06.000789 42 torch/x.py:7] "
#define HEAD_US ((((2 * INT64_C(24) + 4) * 60 + 5) * 60 + 6) * 1000000 + 789)

Test(line, heads)
{
	static const struct {
		const char *line;
		bool is;
		int64_t time_us, process, file_line;
		const char *file, *body;
	} rows[] = {
		{ HEAD "{}", true, HEAD_US, 42, 7, "torch/x.py", "{}" },
		{ HEAD, true, HEAD_US, 42, 7, "torch/x.py", "" },
		{ "W0103 04:05:06.000789 42 torch/x.py:7]body", true, HEAD_US, 42, 7, "torch/x.py", "body" },
		{ "I0103 04:05:06.000789    139877824898048 torch/x.py:7] {", true, HEAD_US,
		  139877824898048, 7, "torch/x.py", "{" },
		{ "E0103 04:05:06.000789 1 C:\\a b\\x.py:7] x", true, HEAD_US, 1, 7, "C:\\a b\\x.py", "x" },
		{ "V0101 00:00:00.000000 0 x:0] ", true, 0, 0, 0, "x", "" },
		{ "V0229 00:00:00.000000 0 x:0] ", true, 59 * INT64_C(86400000000), 0, 0, "x", "" },
		{ "V1231 23:59:60.999999 0 x:0] ", true, 366 * INT64_C(86400000000) + 999999, 0, 0, "x", "" },
		/* times that are none: the record stays, the time is not known */
		{ "V1301 00:00:00.000000 0 x:0] ", true, -1, 0, 0, "x", "" },
		{ "V0001 00:00:00.000000 0 x:0] ", true, -1, 0, 0, "x", "" },
		{ "V0132 00:00:00.000000 0 x:0] ", true, -1, 0, 0, "x", "" },
		{ "V0100 00:00:00.000000 0 x:0] ", true, -1, 0, 0, "x", "" },
		{ "V0101 24:00:00.000000 0 x:0] ", true, -1, 0, 0, "x", "" },
		{ "V0101 00:60:00.000000 0 x:0] ", true, -1, 0, 0, "x", "" },
		{ "V0101 00:00:61.000000 0 x:0] ", true, -1, 0, 0, "x", "" },
		/* no heads */
		{ "", false, 0, 0, 0, "", "" },
		{ "X0103 04:05:06.000789 42 torch/x.py:7] {}", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06,000789 42 torch/x.py:7] {}", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.00078 42 torch/x.py:7] {}", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789 42", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789 42 torch/x.py:7", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789 42 torch/x.py] {}", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789 42 torch/x.py:] {}", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789 pid torch/x.py:7] {}", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789 99999999999999999999 x:7] {}", false, 0, 0, 0, "", "" },
		{ "V0103 04:05:06.000789 42] {}", false, 0, 0, 0, "", "" },
		{ " " HEAD "{}", false, 0, 0, 0, "", "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct head h;
		struct str body;

		cr_expect_eq(head_parse(str_c(rows[i].line), &h, &body), rows[i].is, "%s", rows[i].line);
		if (!rows[i].is)
			continue;
		cr_expect_eq(h.level, rows[i].line[0], "%s", rows[i].line);
		cr_expect_eq(h.time_us, rows[i].time_us, "%s: time %lld", rows[i].line,
			     (long long)h.time_us);
		cr_expect_eq(h.process, rows[i].process, "%s: process", rows[i].line);
		cr_expect_eq(h.file_line, rows[i].file_line, "%s: line", rows[i].line);
		cr_expect(str_eq(h.file, str_c(rows[i].file)), "%s: file", rows[i].line);
		cr_expect(str_eq(body, str_c(rows[i].body)), "%s: body", rows[i].line);
	}
}

Test(line, the_first_head_inside_a_line)
{
	static const struct {
		struct str line;
		size_t at;
	} rows[] = {
		{ STR_INIT(HEAD), 0 }, { STR_INIT("xx" HEAD "{}"), 2 }, { STR_INIT("...." HEAD), 4 },
		{ STR_INIT("\0\0" HEAD), 2 }, { STR_INIT("no head."), STR_NONE },
		{ STR_INIT("V0103 04:05:06.000789 42 nothing " HEAD), 33 }, { STR_INIT(""), STR_NONE },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		cr_expect_eq(head_find(rows[i].line), rows[i].at, "row %zu: %zu", i,
			     head_find(rows[i].line));
}

Test(line, a_line_of_beginnings_of_heads_takes_linear_time, .timeout = 20)
{
	struct buf b = { 0 };

	while (b.len < 4 << 20)
		buf_add_c(&b, "V0103 04:05:06.000789 42 ");
	cr_expect_eq(head_find(buf_str(&b)), STR_NONE);
	buf_release(&b);
}

/* What comes out, in one line a record: LINE HEAD|body|payload|flags */
static void read_all(struct str log, struct buf *out)
{
	struct err e;
	struct input *in = input_memory(log, &e);
	struct line_reader *lr = line_new(in);
	struct record r;

	while (line_record(lr, &r) > 0) {
		buf_addf(out, "%zu %c|", r.line, r.has_head ? 'h' : '-');
		buf_add(out, r.before);
		buf_add_c(out, r.before.len ? "<" : "");
		buf_add(out, str_take(r.body, 60));
		buf_add_c(out, "|");
		buf_add_c(out, r.payload.s ? "" : "absent");
		buf_add(out, r.payload);
		buf_addf(out, "|%s%s%s%s;", r.crlf ? "R" : "", r.at_end ? "E" : "", r.cut ? "C" : "",
			 r.oversize ? "O" : "");
		if (r.payload.s)
			cr_expect_eq(r.payload_offset >= 0 && (size_t)r.payload_offset < log.len &&
				     log.s[r.payload_offset] == r.payload.s[0], true);
	}
	cr_expect_eq(line_record(lr, &r), 0, "goes on behind the end");
	line_free(lr);
	input_close(in);
}

Test(line, records)
{
	static const struct {
		const char *label;
		struct str log, want;
	} rows[] = {
		{ "nothing", STR_INIT(""), STR_INIT("") },
		{ "blank lines", STR_INIT("\n\r\n\n"), STR_INIT("") },
		{ "one", STR_INIT(HEAD "{}\n"), STR_INIT("1 h|{}|absent|E;") },
		{ "not ended", STR_INIT(HEAD "{}"), STR_INIT("1 h|{}|absent|EC;") },
		{ "two", STR_INIT(HEAD "a\n" HEAD "b\n"), STR_INIT("1 h|a|absent|;2 h|b|absent|E;") },
		{ "payload", STR_INIT(HEAD "a\n\tx\n\t\ty\n" HEAD "b"),
		  STR_INIT("1 h|a|\tx\n\t\ty|;4 h|b|absent|EC;") },
		{ "payload at the end", STR_INIT(HEAD "a\n\tx\n"), STR_INIT("1 h|a|\tx\n|E;") },
		{ "cut payload", STR_INIT(HEAD "a\n\tx"), STR_INIT("1 h|a|\tx|EC;") },
		{ "cut after a newline", STR_INIT(HEAD "a\n\tx\n\t"), STR_INIT("1 h|a|\tx\n\t|EC;") },
		{ "one byte of a next line", STR_INIT(HEAD "a\nV"), STR_INIT("1 h|a|absent|;2 -|V|absent|EC;") },
		{ "CR LF", STR_INIT(HEAD "a\r\n\tx\r\n" HEAD "b\r\n"),
		  STR_INIT("1 h|a|\tx\r|R;3 h|b|absent|RE;") },
		{ "blank lines between", STR_INIT("\n" HEAD "a\n\n\tx\n\n" HEAD "b\n\n"),
		  STR_INIT("2 h|a|\n\tx\n|;6 h|b|absent|E;") },
		{ "no payload but blank lines", STR_INIT(HEAD "a\n\n\r\n" HEAD "b\n"),
		  STR_INIT("1 h|a|absent|;4 h|b|absent|E;") },
		{ "unowned payload", STR_INIT("\tx\n\ty\n" HEAD "b\n"),
		  STR_INIT("1 -|\tx|\ty|;3 h|b|absent|E;") },
		{ "stray", STR_INIT("hello\n" HEAD "b\n"), STR_INIT("1 -|hello|absent|;2 h|b|absent|E;") },
		{ "a bar with CR", STR_INIT(HEAD "a\n\r50%\n" HEAD "b\n"),
		  STR_INIT("1 h|a|absent|;2 -|50%|absent|;3 h|b|absent|E;") },
		{ "a head behind CR", STR_INIT(HEAD "a\n\r" HEAD "b\n"),
		  STR_INIT("1 h|a|absent|;2 h|b|absent|E;") },
		{ "in the middle of a line", STR_INIT("half of a l" HEAD "b\n"),
		  STR_INIT("1 h|half of a l<b|absent|E;") },
		{ "NULs before", STR_INIT("\0\0" HEAD "b\n"), STR_INIT("1 h|\0\0<b|absent|E;") },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf got = { 0 };

		read_all(rows[i].log, &got);
		cr_expect(str_eq(buf_str(&got), rows[i].want), "%s: %.*s", rows[i].label,
			  STR_ARG(buf_str(&got)));
		buf_release(&got);
	}
}

Test(line, of_a_record_too_long_the_head_stays)
{
	static const struct {
		const char *label, *begin, *fill, *end, *want;
		size_t times;
	} rows[] = {
		{ "long payload", HEAD "a\n", "\tline\n", HEAD "b\n",
		  "1 h|a|absent|O;16002 h|b|absent|E;", 16000 },
		{ "long payload at the end", HEAD "a\n", "\tline\n", "", "1 h|a|absent|O;", 16000 },
		{ "long line", HEAD "a\n", "garbage", "\n" HEAD "b\n",
		  "1 h|a|absent|;2 -|garbagegarbagegarbagegarbagegarbagegarbagegarbagegarbagegarb|absent|O;"
		  "3 h|b|absent|E;", 16000 },
		{ "long line without an end", HEAD "a\n", "garbage", "",
		  "1 h|a|absent|;2 -|garbagegarbagegarbagegarbagegarbagegarbagegarbagegarbagegarb|absent|O;",
		  16000 },
		{ "blank lines without number", HEAD "a\n", "\n", HEAD "b\n",
		  "1 h|a|absent|O;66002 h|b|absent|E;", 66000 },
		{ "…and behind it one byte", HEAD "a\n", "\tline\n", "V",
		  "1 h|a|absent|O;16002 -|V|absent|EC;", 16000 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf log = { 0 }, got = { 0 };

		buf_add_c(&log, rows[i].begin);
		for (size_t n = 0; n < rows[i].times; n++)
			buf_add_c(&log, rows[i].fill);
		buf_add_c(&log, rows[i].end);
		read_all(buf_str(&log), &got);
		cr_expect(str_eq(buf_str(&got), str_c(rows[i].want)), "%s: %.*s", rows[i].label,
			  STR_ARG(buf_str(&got)));
		buf_release(&got);
		buf_release(&log);
	}
}

Test(line, records_of_any_length_keep_their_line_numbers)
{
	for (size_t len = LINE_MOST - 100; len < LINE_MOST + 100; len += 7) {
		struct buf log = { 0 }, got = { 0 };

		buf_add_c(&log, HEAD "a\n\t");
		buf_fill(&log, 'x', len - log.len);
		buf_add_c(&log, "\n\t\n\n" HEAD "b\n");
		read_all(buf_str(&log), &got);
		cr_expect_neq(str_find(buf_str(&got), STR(";5 h|b|absent|E;")), STR_NONE, "%zu: …%.*s", len,
			      STR_ARG(str_skip(buf_str(&got), got.len - 40)));
		buf_release(&got);
		buf_release(&log);
	}
}

static bool is_trace(struct str log)
{
	struct err e;
	struct input *in = input_memory(log, &e);
	struct line_reader *lr = line_new(in);
	bool is = line_is_trace(lr);

	line_free(lr);
	input_close(in);
	return is;
}

Test(line, a_trace_is_told_by_a_record_among_its_first_lines)
{
	struct buf log = { 0 };

	cr_expect(!is_trace(STR("")));
	cr_expect(!is_trace(STR("text\nmore text\n")));
	cr_expect(!is_trace(STR(HEAD "[__recompiles] text\n")));
	cr_expect(is_trace(STR(HEAD "{\"a\": 1}")));
	cr_expect(is_trace(STR("text\nmore text\n" HEAD "{\"a\n")));
	cr_expect(is_trace(STR("\0\0\0" HEAD "{\"a\": 1}\n")));
	buf_fill(&log, '\n', 4000);
	buf_add_c(&log, HEAD "{\"a\": 1}\n");
	cr_expect(is_trace(buf_str(&log)), "4000 blank lines before");
	buf_cut(&log, 0);
	buf_fill(&log, 'x', 5000);	/* more than is looked at */
	buf_add_c(&log, HEAD "{\"a\": 1}\n");
	cr_expect(!is_trace(buf_str(&log)), "5000 bytes before");
	buf_release(&log);
}

Test(line, an_inner_record_in_a_broken_line)
{
	struct record r = { .has_head = true, .body = STR("{\"a\": 1" HEAD "{}" HEAD "{\"b\"}") };

	cr_assert(line_inner_record(&r));
	cr_expect(str_eq(r.before, STR("{\"a\": 1")));
	cr_expect(str_eq(r.body, STR("{}" HEAD "{\"b\"}")));
	cr_expect_eq(r.head.process, 42);
	cr_assert(line_inner_record(&r));
	cr_expect(str_eq(r.body, STR("{\"b\"}")));
	cr_expect(!line_inner_record(&r));
	r.body = STR("");
	cr_expect(!line_inner_record(&r));
}
