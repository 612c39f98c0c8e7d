/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "leaks.h"
#include "writer.h"

TestSuite(commands, .fini = no_leaks);

/* The man page, as it lies in the sources: tests run at their top. */
static void read_page(struct buf *b)
{
	FILE *f = fopen("man/ctrace.1", "r");
	char part[4096];
	size_t n;

	cr_assert_not_null(f, "man/ctrace.1: is this the top of the sources?");
	while ((n = fread(part, 1, sizeof part, f)) > 0)
		buf_add(b, (struct str){ part, n });
	fclose(f);
}

/* The lines ".It Fl …" between ".Ss COMMAND" and the next heading. */
static void list_page_options(struct buf *out, struct str page, const char *command)
{
	struct str line;
	bool inside = false;

	while (str_cut(&page, '\n', &line)) {
		struct str rest = line;

		if (str_eat(&rest, STR(".Ss ")))
			inside = str_eq(rest, str_c(command));
		else if (str_starts(line, STR(".Sh ")))
			inside = false;
		else if (inside && str_starts(line, STR(".It Fl ")))
			buf_addf(out, STR_FMT "\n", STR_ARG(line));
	}
}

static void list_table_options(struct buf *out, const struct command_def *def)
{
	for (size_t i = 0; i < def->option_count; i++) {
		const struct option_def *o = &def->options[i];

		buf_add_c(out, ".It Fl ");
		if (o->letter)
			buf_addf(out, "%c , Fl ", o->letter);
		buf_addf(out, "-%s%s%s\n", o->name, o->argument ? " Ar " : "",
			 o->argument ? o->argument : "");
	}
}

Test(commands, have_in_the_man_page_the_options_of_their_table)
{
	struct buf page = { 0 }, want = { 0 }, got = { 0 };

	read_page(&page);
	for (size_t i = 0; i < commands_count; i++) {
		buf_cut(&want, 0);
		buf_cut(&got, 0);
		list_table_options(&want, commands[i].def);
		list_page_options(&got, buf_str(&page), commands[i].def->name);
		cr_expect(str_eq(buf_str(&want), buf_str(&got)),
			  "%s, table:\n" STR_FMT "man page:\n" STR_FMT,
			  commands[i].def->name, STR_ARG(want), STR_ARG(got));
	}
	buf_release(&page);
	buf_release(&want);
	buf_release(&got);
}

static void check_option(const struct command_def *def, const struct option_def *o,
			 bool letters[128])
{
	cr_expect_eq(o->argument != NULL, o->kind != OPTION_FLAG, "%s --%s", def->name,
		     o->name);
	cr_expect_eq(o->choices != NULL, o->kind == OPTION_CHOICE, "%s --%s", def->name,
		     o->name);
	cr_expect(o->kind != OPTION_NUMBER || o->least < o->most, "%s --%s", def->name,
		  o->name);
	cr_expect(!o->letter || !letters[(unsigned char)o->letter],
		  "%s -%c is there twice", def->name, o->letter);
	letters[(unsigned char)o->letter] = true;
	for (const struct option_def *other = def->options; other < o; other++)
		cr_expect_str_neq(other->name, o->name, "%s", def->name);
}

Test(commands, have_sound_tables)
{
	for (size_t i = 0; i < commands_count; i++) {
		bool letters[128] = { ['h'] = true };

		for (size_t k = 0; k < commands[i].def->option_count; k++)
			check_option(commands[i].def, &commands[i].def->options[k],
				     letters);
	}
}

Test(commands, analyze_offers_the_formats_that_there_are)
{
	const struct option_def *o = analyze_def.options;
	size_t count = 0;

	while (strcmp(o->name, "format") != 0)
		o++;
	while (o->choices[count]) {
		cr_expect_not_null(writer_find(str_c(o->choices[count])), "%s",
				   o->choices[count]);
		count++;
	}
	cr_expect_null(writer_get(count), "a writer is not in --format");
}
