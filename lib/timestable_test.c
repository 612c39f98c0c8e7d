/* SPDX-License-Identifier: MIT */
#include "leaks.h"
#include "timestable.h"

#include <criterion/criterion.h>

TestSuite(timestable, .fini = no_leaks);

static const struct {
	const char *label, *text, *want;
} tables[] = {
	{ "tabulate", "TorchDynamo compilation metrics:\nFunction   Runtimes (s)\n"
	  "---------  --------------\na.run      6.4824, 0.0092\nb          1.5\n",
	  "a.run 6482400 9200\nb 1500000\n" },
	{ "without tabulate", "Function, Runtimes (s)\na.run, 6.4824, 0.0092\nb, 0.5\n",
	  "a.run 6482400 9200\nb 500000\n" },
	{ "2022", "Function   Runtimes (s)\n--------  -----\na.run      ['6.4824', '0.0092']\n",
	  "a.run 6482400 9200\n" },
	{ "numbers to the right", "Function   Runtimes (s)\n--------  -----\n_c.inner          1.0869\n",
	  "_c.inner 1086900\n" },
	{ "rounds", "Function, Runtimes (s)\na, 0.0000005, 0.00000049, 2\n", "a 1 0 2000000\n" },
	{ "no title", "a, 1.0\nb, 2.0\n", "" },
	{ "other lines between", "Function, Runtimes (s)\nhello, world\na, 1.0\n", "a 1000000\n" },
	{ "others end it", "Function, Runtimes (s)\nx\nx\nx\nx\nx\na, 1.0\n", "" },
	{ "printed again, grown", "Function, Runtimes (s)\na, 1.0\nTorchDynamo compilation metrics:\n"
	  "Function, Runtimes (s)\na, 1.0, 2.0\n", "a 1000000 2000000\n" },
	{ "summed up at exit", "Function, Runtimes (s)\na, 1.0, 2.0\n\n"
	  "Function, Runtimes (s)\na, 3.0\n", "a 1000000 2000000\n" },
	{ "no times", "Function, Runtimes (s)\na, b\nc, 1.x\nd, -1\ne, 1e9\nf, \n", "" },
};

static void describe(struct buf *b, const struct source *s)
{
	for (size_t i = 0; i < s->times.list.count; i++) {
		const struct times_row *r = &s->times.list.items[i];

		buf_add(b, r->function);
		for (size_t k = 0; k < r->runtimes_us.count; k++)
			buf_addf(b, " %lld", (long long)r->runtimes_us.items[k]);
		buf_add_c(b, "\n");
	}
	buf_add_char(b, '\0');
}

Test(timestable, forms)
{
	for (size_t i = 0; i < COUNT_OF(tables); i++) {
		struct source *s = trace_source_new(STR("t"));
		struct times_table t = { 0 };
		struct str rest = str_c(tables[i].text), line;
		struct buf b = { 0 };

		while (str_cut(&rest, '\n', &line))
			times_line(&t, s, NULL, line, 1);
		describe(&b, s);
		cr_expect_str_eq(b.s, tables[i].want, "%s: got\n%s", tables[i].label, b.s);
		buf_release(&b);
		trace_source_free(s);
	}
}
