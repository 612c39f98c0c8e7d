/* SPDX-License-Identifier: MIT */
#include "breaks.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(breaks, .fini = no_leaks);

static bool is(struct str got, const char *want)
{
	return want ? str_eq(got, str_c(want)) : !got.s || got.len == 0;
}

Test(breaks, texts_of_all_releases)
{
	static const struct {
		const char *label, *text, *file, *reason, *hints, *link;
		int64_t line;
	} rows[] = {
		{ "2.13", "Graph break in user code at /u/m.py:7\nGraph Break Reason: Unsupported call\n"
		  "  Explanation: no\n  Hint: first\n  Hint: second\n\n"
		  " For more details about this graph break, please visit: https://x/gb0.html\n\n"
		  "User code traceback:\n  File \"/u/other.py\", line 99, in g\n",
		  "/u/m.py", "Unsupported call", "first\nsecond", "https://x/gb0.html", 7 },
		{ "2.10 on, with a sentence before it", "Graph break in user code at /u/m.py:7\n"
		  "Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call:\n"
		  "\n  Unsupported call\n", "/u/m.py", "Unsupported call", NULL, NULL, 7 },
		{ "before 2.7", "Graph break: call_function print from user code at:\n"
		  "  File \"/u/m.py\", line 7, in f\n    print(x)\n",
		  "/u/m.py", "call_function print", NULL, NULL, 7 },
		{ "place in the traceback only", "Something broke\n\nfrom user code:\n"
		  "   File \"/u/a.py\", line 3, in f\n    x()\n  File \"/u/b.py\", line 4, in g\n    y()\n\n"
		  "  File \"/u/after.py\", line 5, in h\n", "/u/b.py", "Something broke", NULL, NULL, 4 },
		{ "a colon in the path", "Graph break in user code at C:\\m.py:7\nReason: r", "C:\\m.py", "r",
		  NULL, NULL, 7 },
		{ "no number", "Graph break in user code at /u/m.py\n", "/u/m.py",
		  "Graph break in user code at /u/m.py", NULL, NULL, -1 },
		{ "nothing", "", NULL, NULL, NULL, NULL, -1 },
		{ "the sentence and nothing behind it", "Reason: Encountered graph break when x", NULL,
		  "Encountered graph break when x", NULL, NULL, -1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct source *s = trace_source_new(STR("x"));
		struct graph_break b = { 0 };

		breaks_read(s, str_c(rows[i].text), &b);
		cr_expect(is(b.file, rows[i].file), "%s: file %.*s", rows[i].label, STR_ARG(b.file));
		cr_expect(is(b.reason, rows[i].reason), "%s: reason %.*s", rows[i].label, STR_ARG(b.reason));
		cr_expect(is(b.hints, rows[i].hints), "%s: hints %.*s", rows[i].label, STR_ARG(b.hints));
		cr_expect(is(b.link, rows[i].link), "%s: link %.*s", rows[i].label, STR_ARG(b.link));
		cr_expect_eq(b.line, rows[i].line, "%s: line %lld", rows[i].label, (long long)b.line);
		trace_source_free(s);
	}
}

Test(breaks, lines_of_tracebacks)
{
	static const struct {
		const char *text, *file;
		int64_t line;
	} rows[] = {
		{ "  File \"/u/m.py\", line 12, in f", "/u/m.py", 12 },
		{ "File \"<string>\", line 1, in <module>", "<string>", 1 },
		{ "  File \"/u/a, \"b\".py\", line 2, in f", "/u/a, \"b\".py", 2 },
		{ "  File \"/u/m.py\", line 12", "/u/m.py", 12 },	/* of a SyntaxError */
		{ "  File \"/u/m.py\", line x, in f", NULL, 0 },
		{ "  File \"/u/m.py", NULL, 0 }, { "", NULL, 0 }, { "    x = 1", NULL, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str file;
		int64_t line;
		bool found = breaks_file_line(str_c(rows[i].text), &file, &line);

		cr_expect_eq(found, rows[i].file != NULL, "%s", rows[i].text);
		if (found && rows[i].file)
			cr_expect(is(file, rows[i].file) && line == rows[i].line, "%s", rows[i].text);
	}
}
