/* SPDX-License-Identifier: MIT */
#include "envelope.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(envelope, .fini = no_leaks);

Test(envelope, is_taken_apart)
{
	struct envelope e;

	cr_assert(envelope_read(STR("{\"dynamo_start\": {\"stack\": []}, \"rank\": 3, \"frame_id\": 4, "
				    "\"frame_compile_id\": 5, \"attempt\": 6, \"compiled_autograd_id\": 7, "
				    "\"stack\": [1], \"has_payload\": \"abc\"}"), &e));
	cr_expect(str_eq(e.kind, STR("dynamo_start")));
	cr_expect(str_eq(e.value, STR("{\"stack\": []}")));
	cr_expect(e.rank == 3 && e.id.frame == 4 && e.id.compile == 5 && e.attempt == 6 &&
		  e.id.autograd == 7);
	cr_expect(str_eq(e.md5, STR("\"abc\"")));
	cr_expect(!e.bad_id && !e.problem);
	cr_assert(envelope_read(STR("{}"), &e));
	cr_expect(!e.kind.s && !e.md5.s && e.rank == -1 && e.id.frame == -1 && e.attempt == -1);
	cr_expect(!envelope_read(STR("{\"a\": }"), &e));
	cr_expect_str_eq(e.problem, "value expected");
}

Test(envelope, parts_of_an_id_that_are_none)
{
	static const struct {
		const char *value;
		int64_t frame;		/* of "frame_id": VALUE, "frame_compile_id": 1 */
		bool bad;
	} rows[] = {
		{ "0", 0, false }, { "9007199254740992", 9007199254740992, false },
		{ "9007199254740993", -1, true }, { "10000000000000000000000", -1, true },
		{ "-1", -1, true }, { "1.5", -1, true }, { "1.0", -1, true }, { "\"0\"", -1, true },
		{ "null", -1, false }, { "[0]", -1, true }, { "{}", -1, true }, { "true", -1, true },
		{ "NaN", -1, true }, { "1e3", -1, true },
		{ "1, \"frame_id\": 2", 2, false },	/* the last one counts */
		{ "1, \"frame_id\": null", -1, false },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct envelope e;
		struct str text = str_format(&a, "{\"link\": {}, \"frame_id\": %s, \"frame_compile_id\": 1}",
					     rows[i].value);

		cr_assert(envelope_read(text, &e), "%s", rows[i].value);
		cr_expect_eq(e.id.frame, rows[i].frame, "%s", rows[i].value);
		cr_expect_eq(e.id.compile, rows[i].frame < 0 ? -1 : 1, "%s: half an id", rows[i].value);
		cr_expect_eq(e.bad_id, rows[i].bad, "%s", rows[i].value);
		cr_expect(str_eq(e.kind, STR("link")), "%s", rows[i].value);
	}
	arena_release(&a);
}

Test(envelope, the_records_own_member_among_several)
{
	static const struct {
		const char *text, *kind, *value;
	} rows[] = {
		{ "{\"dynamo_start\": 1, \"new_thing\": 2}", "dynamo_start", "1" },
		{ "{\"new_thing\": 2, \"dynamo_start\": 1}", "dynamo_start", "1" },
		{ "{\"new_thing\": 2, \"newer\": 1}", "new_thing", "2" },
		{ "{\"str\": 1, \"str\": 2}", "str", "2" },
		{ "{\"rank\": 0, \"stack\": [], \"subgraph_name\": 1}", NULL, NULL },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct envelope e;

		cr_assert(envelope_read(str_c(rows[i].text), &e), "%s", rows[i].text);
		cr_expect(str_eq(e.kind, str_c(rows[i].kind)), "%s", rows[i].text);
		cr_expect(str_eq(e.value, str_c(rows[i].value)), "%s", rows[i].text);
	}
}
