/* SPDX-License-Identifier: MIT */
#include "health.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(health, .fini = no_leaks);

Test(health, every_kind_has_a_key_a_title_and_a_severity)
{
	for (int i = 0; i < HEALTH_KINDS; i++) {
		cr_assert(health_key(i) && health_title(i), "kind %d", i);
		for (const char *p = health_key(i); *p; p++)
			cr_expect(*p == '_' || *p == '5' || (*p >= 'a' && *p <= 'z'), "%s", health_key(i));
		for (int k = 0; k < i; k++)
			cr_expect_str_neq(health_key(i), health_key(k));
	}
	cr_expect_str_eq(health_key(HEALTH_BAD_JSON), "bad_json");
	cr_expect_str_eq(health_key(HEALTH_UNREADABLE_INPUT), "unreadable_inputs");
}

Test(health, counts_all_and_keeps_the_first_notes)
{
	struct arena a = { 0 };
	struct health h = { .arena = &a };

	for (size_t i = 1; i <= 50; i++)
		health_add(&h, HEALTH_BAD_JSON, STR("x.log"), i, "%s %zu", "fault", i);
	health_add(&h, HEALTH_UNKNOWN_RECORD, STR("x.log"), 9, "%%s%%n");
	cr_expect_eq(h.counts[HEALTH_BAD_JSON], 50);
	cr_assert_eq(h.notes.count, HEALTH_NOTES_MOST + 1);
	cr_expect(str_eq(h.notes.items[19].text, STR("fault 20")));
	cr_expect_eq(h.notes.items[19].line, 20);
	cr_expect(str_eq(h.notes.items[20].text, STR("%s%n")));
	cr_expect_eq(health_losses(&h), 50);	/* an unknown record is no loss */
	arena_release(&a);
}

Test(health, long_notes_are_cut)
{
	struct arena a = { 0 };
	struct health h = { .arena = &a };

	health_add(&h, HEALTH_CUT, STR("x"), 0, "%05000d", 1);
	cr_expect_eq(h.notes.items[0].text.len, 255);
	arena_release(&a);
}

Test(health, merging_adds_counts_and_keeps_as_many_notes)
{
	struct arena a = { 0 };
	struct health sum = { .arena = &a }, one = { .arena = &a };

	for (int i = 0; i < 15; i++)
		health_add(&one, HEALTH_CUT, STR("one"), 1, "x");
	health_add(&one, HEALTH_OVERSIZE, STR("one"), 1, "y");
	for (int i = 0; i < 3; i++)
		health_merge(&sum, &one);
	cr_expect_eq(sum.counts[HEALTH_CUT], 45);
	cr_expect_eq(sum.counts[HEALTH_OVERSIZE], 3);
	cr_expect_eq(sum.notes.count, HEALTH_NOTES_MOST + 3);
	cr_expect_eq(health_losses(&sum), 48);
	arena_release(&a);
}
