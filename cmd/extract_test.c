/* SPDX-License-Identifier: MIT */
#include "extract.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leaks.h"

TestSuite(extract, .fini = no_leaks);

static const char *scratch(char *path)
{
	snprintf(path, 40, "/tmp/ctrace-extract-XXXXXX");
	cr_assert_not_null(mkdtemp(path));
	return path;
}

static bool is_there(const char *folder, const char *name)
{
	struct stat st;
	char path[256];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	return lstat(path, &st) == 0;
}

Test(extract, keeps_all_or_nothing)
{
	for (int keep = 0; keep < 2; keep++) {
		char at[40], folder[80], file[100];
		struct extract x;
		struct err e;

		snprintf(folder, sizeof folder, "%s/out//", scratch(at));
		cr_assert(extract_begin(&x, folder, &e) == STATUS_OK, "%s", e.msg);
		cr_expect(extract_add(&x, "one", STR("1"), &e) == STATUS_OK);
		cr_expect(extract_add(&x, "two", STR(""), &e) == STATUS_OK);
		extract_end(&x, keep);
		cr_expect(is_there(at, "out") == keep);
		cr_expect(is_there(at, "out/one") == keep);
		snprintf(file, sizeof file, "%s/out/one", at);
		unlink(file);
		snprintf(file, sizeof file, "%s/out/two", at);
		unlink(file);
		rmdir(folder);
		cr_expect(rmdir(at) == 0);
	}
}

Test(extract, never_writes_on_or_through_what_is_there)
{
	char at[40], link[80], victim[80];
	struct extract x;
	struct err e;

	cr_assert(extract_begin(&x, scratch(at), &e) == STATUS_OK);
	snprintf(link, sizeof link, "%s/link", at);
	snprintf(victim, sizeof victim, "%s/victim", at);
	cr_assert(symlink(victim, link) == 0);	/* somebody's, after the folder was looked at */
	cr_expect(extract_add(&x, "link", STR("1"), &e) == STATUS_OUTPUT);
	cr_expect(strstr(e.msg, "File exists"), "%s", e.msg);
	cr_expect(!is_there(at, "victim"));
	extract_end(&x, false);
	cr_expect(is_there(at, "link"), "what is not ctrace's stays");
	unlink(link);
	rmdir(at);
}
