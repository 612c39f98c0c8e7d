/* SPDX-License-Identifier: MIT */
#include "kin.h"

#include <criterion/criterion.h>

#include "leaks.h"
#include "saved.h"

TestSuite(kin, .fini = no_leaks);

static const struct {
	const char *a, *b;
	bool same;
} files[] = {
	{ "/home/a/pkg/model.py", "/ci/build/7/pkg/model.py", true },
	{ "pkg/model.py", "/x/pkg/model.py", true },
	{ "model.py", "/x/pkg/model.py", true },
	{ "C:\\x\\pkg\\model.py", "/x/pkg/model.py", true },
	{ "/x/other/model.py", "/x/pkg/model.py", false },
	{ "/x/pkg/model.py", "/x/pkg/models.py", false },
	{ "", "", true },
	{ NULL, NULL, true },
	{ NULL, "model.py", false },
};

Test(kin, files_are_the_same_by_their_tails)
{
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		cr_expect_eq(kin_same_file(str_c(files[i].a), str_c(files[i].b)), files[i].same,
			     "%zu", i);
		cr_expect_eq(kin_same_file(str_c(files[i].b), str_c(files[i].a)), files[i].same,
			     "%zu", i);
	}
}

/* Rows of a saved report in this section. */
static const struct table *read(struct report *r, const char *section, const char *rows)
{
	struct buf b = { 0 };
	struct err e;

	buf_addf(&b, "{\"schema\": 1, \"summary\": {}, \"%s\": [%s]}", section, rows);
	cr_assert_eq(saved_read(r, STR("r"), buf_str(&b), &e), 0, "%s", e.msg);
	buf_release(&b);
	return report_find(r, str_c(section));
}

static const struct {
	const char *section, *rows;	/* the first is looked for in the others */
	size_t found;			/* 0: none */
} rows[] = {
	{ "causes", "{\"kind\": \"size\", \"source\": \"x\", \"function\": \"f\", \"file\": \"a/m.py\","
		    " \"cause\": 1}, {\"kind\": \"rank\", \"source\": \"x\"}, {\"kind\": \"size\","
		    " \"source\": \"x\", \"function\": \"f\", \"file\": \"/b/a/m.py\"}", 2 },
	{ "causes", "{\"kind\": \"size\", \"source\": \"x\"}, {\"kind\": \"size\", \"source\": \"y\"}", 0 },
	{ "graph_breaks", "{\"function\": \"torch_dynamo_resume_in_f_at_12\", \"reason\": \"r\"},"
			  "{\"function\": \"f\", \"reason\": \"r\"},"
			  "{\"function\": \"torch_dynamo_resume_in_f_at_14\", \"reason\": \"r\"}", 2 },
	{ "phases", "{\"phase\": \"a\", \"depth\": 0}, {\"phase\": \"a\", \"depth\": 1},"
		    "{\"phase\": \"b\", \"depth\": 0}, {\"phase\": \"a\", \"depth\": 0}", 3 },
	{ "compilations", "{\"id\": \"0/0\"}, {\"id\": \"0/0\"}", 0 },
};

Test(kin, rows_are_the_same_by_what_they_mean)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct report r = { 0 };
		const struct table *t = read(&r, rows[i].section, rows[i].rows);
		struct table rest = *t;
		const struct row *found;

		rest.rows.items++;
		rest.rows.count--;
		found = kin_find(&rest, t, &t->rows.items[0]);
		cr_expect_eq(found ? (size_t)(found - t->rows.items) : 0, rows[i].found, "%zu", i);
		report_release(&r);
	}
}
