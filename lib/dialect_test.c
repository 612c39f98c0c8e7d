/* SPDX-License-Identifier: MIT */
#include "dialect.h"
#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(dialect, .fini = no_leaks);

#define GLOG "V0612 09:14:05.221000 4711 torch/_dynamo/guards.py:2813] [0/1] [__recompiles] "
#define DATED "[2023-11-20 18:02:11,403] torch._dynamo.guards.__recompiles: [DEBUG] "

static const struct {
	const char *line;
	enum dialect dialect;
	int64_t rank, frame;
	const char *artifact, *body;
} lines[] = {
	{ GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ GLOG "    - y", DIALECT_GLOG, -1, 0, "recompiles", "    - y" },
	{ "I0612 09:14:05.221000 4711 torch/fx/s.py:1] create_env", DIALECT_GLOG, -1, -1, NULL,
	  "create_env" },
	{ "I0612 09:14:05.221000 4711 a/site-packages/torch/fx/s.py:1] [!2/0/1_1] z",
	  DIALECT_GLOG, -1, 0, NULL, "z" },
	{ "V0612 09:14:05.221000 4711 Lib\\site-packages\\torch\\_dynamo\\g.py:1] z",
	  DIALECT_GLOG, -1, -1, NULL, "z" },
	{ "V0612 09:14:05.221000 4711 .../guards.py:28] [0/1] [__recompiles] z", DIALECT_GLOG, -1,
	  0, "recompiles", "z" },
	{ "V0612 09:14:05.221000 4711 server.cc:28] z", DIALECT_NONE, -1, -1, NULL, NULL },
	{ "V0612 09:14:05.221000 4711 mytorch/x.py:28] z", DIALECT_NONE, -1, -1, NULL, NULL },
	{ DATED "x", DIALECT_DATED, -1, -1, "recompiles", "x" },
	{ "[2024-01-08 11:14:49,372] [3/0] torch._dynamo.x: [INFO] x", DIALECT_DATED, -1, 3, NULL,
	  "x" },
	{ "[2024-01-08 11:14:49,372] myapp: [INFO] torch", DIALECT_NONE, -1, -1, NULL, NULL },
	{ "torchdynamo.convert_frame: [WARNING] x", DIALECT_DATED, -1, -1, NULL, "x" },
	{ "DEBUG:torch._dynamo.guards.__recompiles:x", DIALECT_BASIC, -1, -1, "recompiles", "x" },
	{ "DEBUG:root:torch", DIALECT_NONE, -1, -1, NULL, NULL },
	{ "[0/1] [__recompiles] x", DIALECT_TAG, -1, 0, "recompiles", "x" },
	{ "[__graph_breaks] x", DIALECT_TAG, -1, -1, "graph_breaks", "x" },
	{ "[__mine] x", DIALECT_NONE, -1, -1, NULL, NULL },
	{ "[0/8] x", DIALECT_TAG, -1, 0, NULL, "x" },
	/* wrappers */
	{ "[rank3]:" GLOG "x", DIALECT_GLOG, 3, 0, "recompiles", "x" },
	{ "[default1]:[rank9]:" GLOG "x", DIALECT_GLOG, 9, 0, "recompiles", "x" },
	{ "[trainer0]: " GLOG "x", DIALECT_GLOG, 0, 0, "recompiles", "x" },
	{ "12: " GLOG "x", DIALECT_GLOG, 12, 0, "recompiles", "x" },
	{ " 2: " GLOG "x", DIALECT_GLOG, 2, 0, "recompiles", "x" },
	{ "[1,5]<stderr>:" GLOG "x", DIALECT_GLOG, 5, 0, "recompiles", "x" },
	{ "(RayTrainWorker pid=812, ip=10.0.0.2) " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "2026-05-03T12:00:01.123456789Z stderr F " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "2026-05-03T12:00:01.1234567Z " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "[2026-05-03T12:00:01.123Z] " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "trainer-1  | " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "trainer-1  | [rank1]:" GLOG "x", DIALECT_GLOG, 1, 0, "recompiles", "x" },
	{ "May  3 12:00:01 node7 python[4711]: " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "[pod/train-0/main] " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "> > " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "E   " GLOG "x", DIALECT_GLOG, -1, 0, "recompiles", "x" },
	{ "... [0/1] [__recompiles] x", DIALECT_TAG, -1, 0, "recompiles", "x" },
	{ " 12%|#2   | 6/50 [00:03<00:21,  2.06it/s]" GLOG "x", DIALECT_GLOG, -1, 0, "recompiles",
	  "x" },
	{ "loss: 3 " GLOG "x", DIALECT_NONE, -1, -1, NULL, NULL },
	{ "saw \"" GLOG "x\"", DIALECT_NONE, -1, -1, NULL, NULL },
};

Test(dialect, heads)
{
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct text_line t;

		dialect_parse(str_c(lines[i].line), &t);
		cr_expect_eq(t.dialect, lines[i].dialect, "%s: dialect %d", lines[i].line, t.dialect);
		if (t.dialect == DIALECT_NONE)
			continue;
		cr_expect_eq(t.by.rank, lines[i].rank, "%s: rank", lines[i].line);
		cr_expect_eq(t.id.frame, lines[i].frame, "%s: frame", lines[i].line);
		cr_expect(str_eq(t.artifact, str_c(lines[i].artifact)), "%s: artifact", lines[i].line);
		cr_expect(str_eq(t.body, str_c(lines[i].body)), "%s: body '%.*s'", lines[i].line,
			  STR_ARG(t.body));
	}
}

/* Equal process ids in two containers are two writers. */
Test(dialect, streams)
{
	struct text_line a, b, c;

	dialect_parse(STR("a-1 | " GLOG "x"), &a);
	dialect_parse(STR("b-1 | " GLOG "x"), &b);
	dialect_parse(STR("a-1 | " GLOG "y"), &c);
	cr_expect_neq(a.by.stream, b.by.stream);
	cr_expect_eq(a.by.stream, c.by.stream);
	cr_expect_neq(a.by.stream, 0);
}

Test(dialect, times)
{
	struct text_line a, b;

	dialect_parse(STR("V1120 18:02:11.403000 4711 torch/a.py:1] x"), &a);
	dialect_parse(STR(DATED "x"), &b);
	cr_expect_eq(a.time_us, b.time_us);
	cr_expect_gt(a.time_us, 0);
	cr_expect_eq(b.process, -1);
}
