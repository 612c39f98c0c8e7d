/* SPDX-License-Identifier: MIT */
#include "input.h"
#include "leaks.h"
#include "line.h"
#include "textlog.h"
#include "trace.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(textlog, .fini = no_leaks);

static struct source *read_log(struct str text)
{
	struct err e;
	struct input *in = input_memory(text, &e);
	struct source *s = trace_source_new(STR("t.log"));
	struct line_reader *lr;
	struct textlog *tl;

	cr_assert(in, "%s", e.msg);
	lr = line_new(in);
	tl = textlog_new(s, lr);
	while (textlog_next(tl) > 0)
		;
	trace_source_finish(s);
	textlog_free(tl);
	line_free(lr);
	input_close(in);
	return s;
}

static void add_compile(struct buf *b, const struct compile *c)
{
	if (c->process->rank >= 0)
		buf_addf(b, "r%lld:", (long long)c->process->rank);
	buf_addf(b, "%.*s %.*s", STR_ARG(c->id_text.s ? c->id_text : STR("?")),
		 STR_ARG(c->function.s ? c->function : STR("?")));
	if (c->first_line >= 0)
		buf_addf(b, " %.*s:%lld", STR_ARG(c->file), (long long)c->first_line);
	if (compile_status_name(c->status))
		buf_addf(b, " %s", compile_status_name(c->status));
	for (size_t i = 0; i < c->reasons.count; i++)
		buf_addf(b, " {%.*s}", STR_ARG(c->reasons.items[i]));
	buf_add_c(b, "\n");
}

static void add_break(struct buf *b, const struct graph_break *g)
{
	buf_addf(b, "break %.*s %.*s:%lld %.*s\n",
		 STR_ARG(g->compile ? g->compile->id_text : STR("?")), STR_ARG(g->file),
		 (long long)g->line, STR_ARG(g->reason));
}

/* The model as text: a line a compile, a line a break. */
static void describe(struct buf *b, const struct source *s)
{
	if (!s->usable)
		buf_add_c(b, "unusable\n");
	for (size_t i = 0; i < s->processes.count; i++) {
		const struct process *p = s->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			add_compile(b, p->compiles.items[k]);
		for (size_t k = 0; k < p->breaks.count; k++)
			add_break(b, &p->breaks.items[k]);
	}
}

struct log_case {
	const char *label, *log, *want;
};

static void check(const struct log_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct source *s = read_log(str_c(cases[i].log));
		struct buf b = { 0 };

		describe(&b, s);
		buf_add_char(&b, '\0');
		cr_expect_str_eq(b.s, cases[i].want, "%s: got\n%s", cases[i].label, b.s);
		buf_release(&b);
		trace_source_free(s);
	}
}

#define V "V0612 09:14:05.221000 4711 torch/_dynamo/guards.py:2813] "
#define RE(id, text) V "[" id "] [__recompiles] " text "\n"
#define D "[2023-11-20 18:02:11,403] torch._dynamo.guards.__recompiles: [DEBUG] "
#define HEAD "Recompiling function f in /a/m.py:41"
#define TRIGGER "    triggered by the following guard failure(s):"

Test(textlog, recompiles)
{
	static const struct log_case cases[] = {
		{ "2.3 on", RE("0/1", HEAD) RE("0/1", TRIGGER) RE("0/1", "    - 0/0: n == 3"),
		  "0/1 f /a/m.py:41 {0/0: n == 3}\n" },
		{ "two entries", RE("0/2", HEAD) RE("0/2", TRIGGER) RE("0/2", "    - 0/1: n == 3")
		  RE("0/2", "    - 0/0: n == 2"),
		  "0/2 f /a/m.py:41 {0/1: n == 3} {0/0: n == 2}\n" },
		{ "user stack", RE("0/1", HEAD) RE("0/1", TRIGGER) RE("0/1", "    - 0/0: n == 3")
		  RE("0/1", "    - User stack trace:")
		  RE("0/1", "    -   File \"/a/m.py\", line 44, in f") RE("0/1", "    -     g(n)"),
		  "0/1 f /a/m.py:41 {0/0: n == 3\nUser stack trace:\n  File \"/a/m.py\", line 44, "
		  "in f\n    g(n)}\n" },
		{ "verbose", RE("0/1", HEAD) RE("0/1", TRIGGER) RE("0/1", "    guard 0 failures:")
		  RE("0/1", "    - 0/0: n == 3") RE("0/1", ""),
		  "0/1 f /a/m.py:41 {0/0: n == 3}\n" },
		{ "no reason", RE("0/1", HEAD) RE("0/1", TRIGGER) RE("0/1", "    - 0/0: "),
		  "0/1 f /a/m.py:41 {0/0: }\n" },
		{ "beginning is missing", RE("0/1", TRIGGER) RE("0/1", "    - 0/0: n == 3"),
		  "0/1 ? {0/0: n == 3}\n" },
		{ "end is missing", RE("0/1", HEAD), "0/1 f /a/m.py:41\n" },
		{ "2.1", D HEAD "\n" D TRIGGER "\n" D "    - n == 3\n" D HEAD "\n" D TRIGGER "\n"
		  D "    - n == 4\n" D "    - n == 3\n",
		  "? f /a/m.py:41 {n == 3}\n? f /a/m.py:41 {n == 4} {n == 3}\n" },
		{ "2.0", "[2023-04-20 10:00:01,007] torch._dynamo.convert_frame.__recompiles: "
		  "[DEBUG] ('Recompiling function f in /a/m.py', \"triggered by the following "
		  "guard failure: tensor 'L['x']' size mismatch\")\n",
		  "? f {tensor 'L['x']' size mismatch}\n" },
		{ "short", "DEBUG:torch._dynamo.guards.__recompiles:" HEAD "\n" TRIGGER "\n"
		  "    - 0/0: n == 3\nepoch 1\n", "0/1 f /a/m.py:41 {0/0: n == 3}\n" },
		{ "tag only", "[0/1] [__recompiles] " HEAD "\n[0/1] [__recompiles] " TRIGGER "\n"
		  "[0/1] [__recompiles]     - 0/0: n == 3\n", "0/1 f /a/m.py:41 {0/0: n == 3}\n" },
		{ "nothing but text", HEAD "\n" TRIGGER "\n    - 0/0: n == 3\n",
		  "0/1 f /a/m.py:41 {0/0: n == 3}\n" },
		{ "the same id again", RE("0/1", HEAD) RE("0/1", TRIGGER)
		  RE("0/1", "    - 0/0: n == 3") RE("0/1", HEAD) RE("0/1", TRIGGER)
		  RE("0/1", "    - 0/0: n == 4"),
		  "0/1 f /a/m.py:41 {0/0: n == 3}\n0/1 f /a/m.py:41 {0/0: n == 4}\n" },
	};

	check(cases, COUNT_OF(cases));
}

#define R0 "[rank0]:"
#define R1 "[rank1]:"

Test(textlog, who_wrote_it)
{
	static const struct log_case cases[] = {
		{ "ranks line by line", R0 RE("0/1", HEAD) R1 RE("0/1", HEAD) R0 RE("0/1", TRIGGER)
		  R1 RE("0/1", TRIGGER) R1 RE("0/1", "    - 0/0: n == 4")
		  R0 RE("0/1", "    - 0/0: n == 3"),
		  "r0:0/1 f /a/m.py:41 {0/0: n == 3}\nr1:0/1 f /a/m.py:41 {0/0: n == 4}\n" },
		{ "containers with equal pids", "a-1 | " RE("0/1", HEAD) "b-1 | " RE("0/1", HEAD)
		  "a-1 | " RE("0/1", "    - 0/0: n == 3") "b-1 | " RE("0/1", "    - 0/0: n == 4"),
		  "0/1 f /a/m.py:41 {0/0: n == 3}\n0/1 f /a/m.py:41 {0/0: n == 4}\n" },
		{ "threads of two compiles", RE("0/1", HEAD)
		  "V0612 09:14:05.221000 4712 torch/_dynamo/guards.py:2813] [0/1] [__recompiles] " HEAD
		  "\n" RE("0/1", "    - 0/0: n == 3"),
		  "0/1 f /a/m.py:41 {0/0: n == 3}\n0/1 f /a/m.py:41\n" },
		{ "progress bar", " 12%|#2 | 6/50 [00:03<00:21,  2.06it/s]" RE("0/1", HEAD)
		  "a\r 14%|#4 | 7/50 [00:03<00:21,  2.06it/s, loss=0.3]"
		  RE("0/1", "    - 0/0: n == 3"), "0/1 f /a/m.py:41 {0/0: n == 3}\n" },
		{ "CR LF and colours", "\x1b[33m" V "[0/1] [__recompiles] " HEAD "\x1b[0m\r\n",
		  "0/1 f /a/m.py:41\n" },
	};

	check(cases, COUNT_OF(cases));
}

#define W "W0612 09:14:05.221000 4711 torch/_dynamo/convert_frame.py:1994] "
#define LIMIT(id) W "[" id "] torch._dynamo hit config.recompile_limit (8)\n" \
	W "[" id "]    function: 'f' (/a/m.py:41)\n" \
	W "[" id "]    last reason: 0/7: n == 7\n" \
	W "[" id "] To log all recompilation reasons, use TORCH_LOGS=\"recompiles\".\n"

Test(textlog, limits)
{
	static const struct log_case cases[] = {
		{ "alone", LIMIT("0/8"), "0/8 f /a/m.py:41 limit {0/7: n == 7}\n" },
		{ "said twice", LIMIT("0/8") LIMIT("0/8"),
		  "0/8 f /a/m.py:41 limit {0/7: n == 7}\n" },
		{ "behind its block", RE("0/8", HEAD) RE("0/8", TRIGGER)
		  RE("0/8", "    - 0/7: n == 7") LIMIT("0/8"),
		  "0/8 f /a/m.py:41 limit {0/7: n == 7}\n" },
		{ "block and limit twice", RE("0/8", HEAD) RE("0/8", "    - 0/7: n == 7")
		  LIMIT("0/8") RE("0/8", HEAD) RE("0/8", "    - 0/7: n == 7") LIMIT("0/8"),
		  "0/8 f /a/m.py:41 limit {0/7: n == 7}\n" },
		{ "2022", "[2022-10-14 15:59:22,874] torchdynamo.convert_frame: [WARNING] "
		  "torchdynamo hit config.cache_size_limit (64)\n"
		  "   function: 'f' (/a/m.py:41)\n   reasons:  [\"tensor 'x' strides mismatch\"]\n"
		  "to diagnose recompilation issues, see https://x\n",
		  "? f /a/m.py:41 limit {tensor 'x' strides mismatch}\n" },
		{ "without a head", "torch._dynamo hit config.recompile_limit (8)\n"
		  "   function: 'f' (/a/m.py:41)\n   last reason: 0/7: n == 7\n",
		  "? f /a/m.py:41 limit {0/7: n == 7}\n" },
		{ "only an id", "[0/8] torch._dynamo hit config.recompile_limit (8)\n"
		  "[0/8]    function: 'f' (/a/m.py:41)\n[0/8]    last reason: 0/7: n == 7\n",
		  "0/8 f /a/m.py:41 limit {0/7: n == 7}\n" },
		{ "refused", "torch._dynamo.exc.RecompileError: " HEAD "\n" TRIGGER
		  "\n    - 0/0: n == 3\n", "0/1 f /a/m.py:41 refused {0/0: n == 3}\n" },
		{ "refused behind its block", RE("0/1", HEAD) RE("0/1", TRIGGER)
		  RE("0/1", "    - 0/0: n == 3") "torch._dynamo.exc.RecompileError: " HEAD "\n"
		  TRIGGER "\n    - 0/0: n == 3\n", "0/1 f /a/m.py:41 refused {0/0: n == 3}\n" },
		{ "stance", "RuntimeError: Detected recompile when torch.compile stance is "
		  "'fail_on_recompile'. filename: '/a/m.py', function name: 'f', line number: 41\n"
		  TRIGGER "\n    - 0/0: n == 3\n", "0/1 f /a/m.py:41 refused {0/0: n == 3}\n" },
		{ "failed", "torch._dynamo.exc.Unsupported: no\n  Hint: x\n\nfrom user code:\n"
		  "   File \"/a/m.py\", line 43, in f\n", "? ? failed\n" },
	};

	check(cases, COUNT_OF(cases));
}

#define B "V0612 09:14:05.221000 4711 torch/_dynamo/symbolic_convert.py:556] [1/0] [__graph_breaks] "

Test(textlog, breaks)
{
	static const struct log_case cases[] = {
		{ "2.7 on", B "Graph break in user code at /a/m.py:57\n"
		  B "Graph Break Reason: Data-dependent branching\n" B "  Hint: use cond\n",
		  "1/0 ?\nbreak 1/0 /a/m.py:57 Data-dependent branching\n" },
		{ "shown before", B "Graph break (user stack suppressed due to duplicate graph break) "
		  "in user code at /a/m.py:57\n" B "Graph Break Reason: no\n",
		  "1/0 ?\nbreak 1/0 /a/m.py:57 no\n" },
		{ "2.5", B "Graph break in user code at /a/m.py:57\n" B "Reason: Unsupported: x\n"
		  B "User code traceback:\n" B "  File \"/a/m.py\", line 57, in f\n",
		  "1/0 ?\nbreak 1/0 /a/m.py:57 Unsupported: x\n" },
		{ "2.3", B "Graph break: from user code at:\n" B "  File \"/a/m.py\", line 5, in f\n"
		  B "    x = g(x)\n" B "Traceback (most recent call last):\n"
		  B "  File \"/t/torch/_dynamo/x.py\", line 9, in y\n"
		  B "torch._dynamo.exc.Unsupported: skip g\n",
		  "1/0 ?\nbreak 1/0 /a/m.py:5 skip g\n" },
		{ "2.1", "[2024-01-08 11:14:49,372] [0/0] torch._dynamo.symbolic_convert.__graph_breaks: "
		  "[DEBUG] Graph break: call print from user code at:\n"
		  "[2024-01-08 11:14:49,372] [0/0] torch._dynamo.symbolic_convert.__graph_breaks: "
		  "[DEBUG]   File \"/a/m.py\", line 5, in f\n",
		  "0/0 ?\nbreak 0/0 /a/m.py:5 call print\n" },
		{ "2.0", "[2023-04-20 10:00:01,007] torch._dynamo.symbolic_convert.__graph_breaks: "
		  "[DEBUG] Graph break: call print from user code at <FrameSummary file /a/m.py, "
		  "line 5 in f>\n", "break ? /a/m.py:5 call print\n" },
		{ "short", "DEBUG:torch._dynamo.symbolic_convert.__graph_breaks:Graph break in user "
		  "code at /a/m.py:57\nGraph Break Reason: no\n\nUser code traceback:\n"
		  "  File \"/a/m.py\", line 57, in f\nnext\n", "break ? /a/m.py:57 no\n" },
	};

	check(cases, COUNT_OF(cases));
}

#define ENV(id) "I0612 09:14:05.221000 4711 torch/fx/x.py:4] [" id "] create_env\n"
#define GUARDS(id) "I0612 09:14:05.221000 4711 torch/fx/x.py:5] [" id "] produce_guards\n"

Test(textlog, starts)
{
	static const struct log_case cases[] = {
		{ "attempts are one compile", ENV("0/0") ENV("0/0_1") GUARDS("0/0_1"), "0/0 ?\n" },
		{ "after a reset", ENV("0/0") GUARDS("0/0") ENV("0/0") GUARDS("0/0"),
		  "0/0 ?\n0/0 ?\n" },
		{ "Step 1", "I0612 09:14:05.221000 4711 torch/_dynamo/s.py:5] [0/0] Step 1: "
		  "torchdynamo start tracing f /a/m.py:41\n" ENV("0/0"), "0/0 f /a/m.py:41\n" },
	};

	check(cases, COUNT_OF(cases));
}

Test(textlog, metrics)
{
	static const struct log_case cases[] = {
		{ "2.6 on", "[CompilationMetrics(compile_id='0/0', co_name='f', co_filename='/a/m.py', "
		  "co_firstlineno=41, graph_op_count=1, fail_type=None, x={'a': [1, \"),\"]}), "
		  "CompilationMetrics(compile_id='0/1', co_name='f', co_filename='/a/m.py', "
		  "co_firstlineno=41, graph_op_count=0, fail_type='Unsupported')]\n",
		  "0/0 f /a/m.py:41 ok\n0/1 f /a/m.py:41 failed\n" },
		{ "before", "CompilationMetrics(frame_key='1', co_name='f', co_filename='/a/m.py', "
		  "co_firstlineno=41, graph_op_count=1)\n", "? f /a/m.py:41 ok\n" },
		{ "backward", "CompilationMetrics(compile_id='0/0', is_forward=False)\n", "" },
		{ "cut", "CompilationMetrics(compile_id='0/0', co_name='f', x=[(\n", "0/0 f empty\n" },
		{ "another class", "MyCompilationMetrics(a='0/0')\n", "unusable\n" },
	};

	check(cases, COUNT_OF(cases));
}

/* Text of a program that speaks of torch, or prints what looks like it, is not torch's. */
Test(textlog, other_text)
{
	static const struct log_case cases[] = {
		{ "empty", "", "unusable\n" },
		{ "plain", "epoch 1\nepoch 2\n", "unusable\n" },
		{ "about torch", "import torch\ntorch._dynamo is on\nGraph breaks: 3\n", "unusable\n" },
		{ "quoted", "print(\"" V "[0/1] [__recompiles] " HEAD "\")\n", "unusable\n" },
		{ "in a log line", "2026-05-03 12:00:00 INFO app: " RE("0/1", HEAD), "unusable\n" },
		{ "no more than a head", HEAD "\nepoch 1\n", "unusable\n" },
		{ "half a head", "V0612 09:14:05.221000 4711 torch/_dynamo/guards.py\n", "unusable\n" },
		{ "another program's glog", "I0612 09:14:05.221000 4711 server.cc:33] " HEAD "\n",
		  "unusable\n" },
		{ "ninja", "[1/10] Recompiling function table\n", "unusable\n" },
		{ "limit in prose", "torch._dynamo hit config.recompile_limit (8) said he\n\n\nno\n",
		  "unusable\n" },
		{ "cut inside the message", V "[0/1] [__recompiles] Recompil\n", "" },
	};

	check(cases, COUNT_OF(cases));
}

/* A line may be longer than any limit, and hold anything. */
Test(textlog, hostile)
{
	static const char *const pieces[] = { "torch", "[__", "it/s, ", "\x1b[", "[rank0]:", "> ",
					      "(", "\"'", "\r", "V0612 09:14:05.221000 1 torch/a:1] " };

	for (size_t i = 0; i < COUNT_OF(pieces); i++) {
		struct buf b = { 0 }, got = { 0 };
		struct source *s;

		while (b.len < 3 * LINE_TEXT_MOST)
			buf_add_c(&b, pieces[i]);
		buf_add(&b, (struct str){ "\0\xe9\n" RE("0/1", HEAD), sizeof "\0\xe9\n" RE("0/1", HEAD) - 1 });
		s = read_log(buf_str(&b));
		describe(&got, s);
		buf_add_char(&got, '\0');
		cr_expect_str_eq(got.s, "0/1 f /a/m.py:41\n", "%s: got\n%s", pieces[i], got.s);
		buf_release(&b);
		buf_release(&got);
		trace_source_free(s);
	}
}
