/* SPDX-License-Identifier: MIT */
#include "dimension.h"
#include "leaks.h"
#include "logs.h"
#include "symbol.h"

#include <criterion/criterion.h>

#define SYMBOL(compile, name, value, source) \
	"{\"create_symbol\": {\"symbol\": \"" name "\", \"val\": \"" value "\", \"source\": \"" \
	source "\", \"user_stack\": [{\"line\": 9, \"name\": \"f\", \"filename\": \"m.py\", " \
	"\"loc\": \"y = x\"}]}, " LOG_ID(0, compile) "}"
#define FIXED(compile, name, source) \
	"{\"symbolic_shape_specialization\": {\"symbol\": \"" name "\", \"sources\": [\"" source \
	"\"], \"value\": \"4\", \"reason\": \"range_refined_to_singleton\", \"user_stack\": " \
	"[{\"line\": 12, \"name\": \"f\", \"filename\": \"m.py\", \"loc\": \"if n == 4:\"}]}, " \
	LOG_ID(0, compile) "}"
#define REASONS(compile) \
	"{\"artifact\": {\"name\": \"recompile_reasons\", \"encoding\": \"json\"}, " \
	LOG_ID(0, compile) ", \"has_payload\": \"0123456789abcdef0123456789abcdef\"}"
#define SIZE(entry, was, now) \
	entry ": tensor 'x' size mismatch at index 0. expected " was ", actual " now

/* Up to three compiles of f: their reasons and one symbol record each. */
static const struct {
	const char *label, *symbols[3], *reasons[3];
	size_t count;
	enum dimension_state state;	/* of the first dimension */
	size_t values;
	int64_t low, high;
	size_t recompiles;
} cases[] = {
	{ "automatic", { NULL, SYMBOL(1, "s77", "5", "L['x'].size()[0]") },
	  { NULL, SIZE("0/0", "4", "5") }, 1, DIMENSION_AUTOMATIC, 2, 4, 5, 1 },
	{ "static", { NULL }, { NULL, SIZE("0/0", "4", "5"), SIZE("0/1", "5", "9") }, 1,
	  DIMENSION_STATIC, 3, 4, 9, 2 },
	{ "zero_one", { NULL, SYMBOL(1, "s77", "5", "L['x'].size()[0]") },
	  { NULL, SIZE("0/0", "4", "5"), "0/1: 2 <= L['x'].size()[0]  # y = x  # m.py:9 in f" }, 1,
	  DIMENSION_ZERO_ONE, 2, 4, 5, 2 },
	{ "duck", { SYMBOL(0, "s77", "4", "L['x'].size()[0]") },
	  { NULL, "0/0: L['x'].size()[1] == L['x'].size()[0]  # duck sizing added this equality "
	    "because these variables had the same size 4" }, 1, DIMENSION_DUCK, 0, 0, -1, 1 },
	{ "specialised", { SYMBOL(0, "s77", "4", "L['x'].size()[0]"),
			   FIXED(1, "s77", "L['x'].size()[0]") }, { NULL }, 1,
	  DIMENSION_SPECIALISED, 1, 4, 4, 0 },
	{ "open and quiet", { SYMBOL(0, "s77", "4", "L['x'].size()[0]") }, { NULL }, 0, 0, 0, 0, 0, 0 },
	{ "no size", { SYMBOL(0, "s1", "4", "L['n']"), SYMBOL(1, "s2", "5", "L['n']") }, { NULL }, 0,
	  0, 0, 0, 0, 0 },
};

static void add_compile(struct buf *log, size_t number, const char *symbol, const char *reasons)
{
	static const char *const starts[] = { LOG_START(0, 0), LOG_START(0, 1), LOG_START(0, 2) };
	static const char *const records[] = { REASONS(0), REASONS(1), REASONS(2) };
	static const char *const ends[] = { LOG_METRICS(0, 0), LOG_METRICS(0, 1), LOG_METRICS(0, 2) };

	if (reasons)
		log_add(log, records[number], reasons);
	log_add(log, starts[number], NULL);
	if (symbol)
		log_add(log, symbol, NULL);
	log_add(log, ends[number], NULL);
}

Test(dimension, states, .fini = no_leaks)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf log = { 0 };
		struct trace t = { 0 };
		struct causes cs;
		struct dimensions ds;

		for (size_t k = 0; k < 3; k++)
			add_compile(&log, k, cases[i].symbols[k], cases[i].reasons[k]);
		trace_add(&t, log_read(buf_str(&log)));
		causes_find(&cs, &t);
		dimensions_find(&ds, &t, &cs);
		cr_assert_eq(ds.items.count, cases[i].count, "%s: %zu", cases[i].label, ds.items.count);
		if (ds.items.count) {
			const struct dimension *d = ds.items.items[0];

			cr_expect_eq(d->state, cases[i].state, "%s: %s", cases[i].label,
				     dimension_state_name(d->state));
			cr_expect_eq(d->values.count, cases[i].values, "%s: %zu values",
				     cases[i].label, d->values.count);
			cr_expect_eq(d->low, cases[i].low, "%s", cases[i].label);
			cr_expect_eq(d->high, cases[i].high, "%s", cases[i].label);
			cr_expect_eq(d->recompiles, cases[i].recompiles, "%s", cases[i].label);
			cr_expect(str_eq(d->source, STR("x")), "%s", cases[i].label);
		}
		dimensions_release(&ds);
		causes_release(&cs);
		trace_release(&t);
		buf_release(&log);
	}
}

Test(dimension, violations)
{
	struct str rest = STR("Constraints violated (L['x'].size()[0], L['y'].size()[1])!\n"
		"  - You marked L['x'].size()[0] as dynamic but your code specialized it.\n"
		"  - Not all values of L['y'].size()[1] in the specified range are valid\n"
		"User stack:\n - nothing");
	struct str source, line;
	int index;

	cr_assert(symbol_violation(&rest, &source, &line));
	cr_expect(str_eq(symbol_tensor(source, &index), STR("L['x']")));
	cr_expect_eq(index, 0);
	cr_assert(symbol_violation(&rest, &source, &line));
	cr_expect(str_eq(symbol_tensor(source, &index), STR("L['y']")));
	cr_expect_eq(index, 1);
	cr_expect(!symbol_violation(&rest, &source, &line));
	symbol_tensor(STR("L['n']"), &index);
	cr_expect_eq(index, -1);
}
