/* SPDX-License-Identifier: MIT */
#include "situation.h"

#include <criterion/criterion.h>

#include "advice_test.h"
#include "leaks.h"

TestSuite(situation, .fini = no_leaks);

Test(situation, what_differs_besides_is_not_saved)
{
	struct closest_also also = { STR("dtype of x"), STR("Float"), STR("Double"), GUARD_DTYPE,
				     STR("L['x']"), -1 };
	struct world w;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	w.cause->findings.items[0]->why.also = &also;
	w.cause->findings.items[0]->why.also_count = 1;
	cr_expect_str_eq(advise(&w, 213).items[0].rule, "fix_both");
	cr_expect_str_eq(advise(&w, 213).items[0].text.s, "fix x together with dtype of x: they "
			 "changed at the same time, and a remedy for one alone saves nothing");
	cr_expect_eq(find(advise(&w, 213), "mark_dynamic")->saves_compiles, 0);
	cr_expect_eq(find(advise(&w, 213), "dynamic_sources")->saves_us, -1);
	cr_expect_null(advice_dynamic_sources(&w.arena, &w.causes, 213).sources.s);
	arena_release(&w.arena);
}

Test(situation, what_differs_besides_is_named_with_its_own_cause)
{
	struct closest_also also = { STR("factor"), STR("1.0"), STR("2.0"), GUARD_FLOAT,
				     STR("L['factor']"), -1 };
	struct world w;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	w.cause->findings.items[0]->why.also = &also;
	w.cause->findings.items[0]->why.also_count = 1;
	add_cause(&w, guard_of(GUARD_FLOAT, "factor", "1.0", "2.0"))->number = 4;
	add_finding(&w, 2, guard_of(GUARD_FLOAT, "factor", "1.0", "2.0"));
	w.cause = w.causes.causes.items[0];
	cr_expect_str_eq(advise(&w, 213).items[0].text.s, "fix x together with factor (#4): they "
			 "changed at the same time, and a remedy for one alone saves nothing");
	add_finding(&w, 3, size_of("x", 0, "5", "6"));
	cr_expect_null(find(advise(&w, 213), "fix_both"), "one recompile has only this cause");
	cr_expect_eq(advise(&w, 213).items[0].saves_compiles, 1);
	arena_release(&w.arena);
}

/* An argument of another function has nothing to do with it but its name. */
Test(situation, compiles_of_other_functions_are_not_saved)
{
	static const char *const rules[] = { "mark_dynamic", "dynamic_sources", "dynamic_true" };
	struct world w;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	add_cause(&w, size_of("x", 0, "8", "9"))->made_dynamic = true;
	w.cause->function = STR("other");
	add_finding(&w, 3, size_of("x", 0, "8", "9"));
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		const struct advice *found = find(advise(&w, 213), rules[i]);

		cr_expect_eq(found->saves_compiles, 1, "%s", rules[i]);
		cr_expect_eq(found->saves_us, 300, "%s", rules[i]);
	}
	arena_release(&w.arena);
}

/* The part behind a graph break: saved with the function, and a cause of its own. */
Test(situation, a_compile_is_saved_once)
{
	struct world w;
	struct advice_dynamic d;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	add_cause(&w, size_of("x", 0, "4", "5"))->made_dynamic = true;
	w.cause->function = STR("torch_dynamo_resume_in_step_at_9");
	w.cause->resumed_in = STR("step");
	add_finding(&w, 3, size_of("x", 0, "4", "5"));
	d = advice_dynamic_sources(&w.arena, &w.causes, 213);
	cr_expect_str_eq(d.sources.s, "L['x']:0");
	cr_expect_eq(d.saves_compiles, 2);
	cr_expect_eq(d.saves_us, 100 + 300);
	cr_expect_str_eq(find(advise(&w, 213), "dynamic_true")->code.s,
			 "step = torch.compile(step, dynamic=True)");
	w.cause = w.causes.causes.items[0];
	cr_expect_eq(find(advise(&w, 213), "dynamic_sources")->saves_compiles, 2);
	arena_release(&w.arena);
}

/* Two recompiles that came nearest to the same entry. */
Test(situation, an_entry_is_saved_once)
{
	struct world w;
	struct advice_dynamic d;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	add_cause(&w, size_of("y", 0, "4", "5"))->made_dynamic = true;
	add_finding(&w, 2, size_of("y", 0, "4", "5"))->closest = &w.entries[0];
	d = advice_dynamic_sources(&w.arena, &w.causes, 213);
	cr_expect_eq(d.saves_compiles, 2);
	cr_expect_eq(d.saves_us, 100 + 300, "0/0 and 0/2, not 0/0 twice");
	arena_release(&w.arena);
}

Test(situation, one_line_for_all_sizes_of_the_run)
{
	struct world w;
	struct advice_dynamic d;

	set_up(&w, size_of("x", 0, "4", "5"), true);
	add_cause(&w, size_of("y", 1, "6", "7"))->made_dynamic = true;
	w.cause->function = STR("other");
	add_finding(&w, 2, size_of("y", 1, "6", "7"));
	add_cause(&w, size_of("x", 0, "8", "9"))->made_dynamic = true;
	w.cause->function = STR("third");
	add_finding(&w, 3, size_of("x", 0, "8", "9"));
	d = advice_dynamic_sources(&w.arena, &w.causes, 213);
	cr_expect_str_eq(d.sources.s, "L['x']:0,L['y']:1");
	cr_expect_eq(d.saves_compiles, 3);
	cr_expect_eq(d.saves_us, 100 + 200 + 300);
	cr_expect_str_eq(advice_dynamic_sources(&w.arena, &w.causes, 207).sources.s,
			 "L['x'],L['y']");
	cr_expect_null(advice_dynamic_sources(&w.arena, &w.causes, 206).sources.s);
	arena_release(&w.arena);
}
