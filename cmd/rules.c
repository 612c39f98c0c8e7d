/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <sys/stat.h>
#include <time.h>

#include "bytes.h"
#include "message.h"
#include "saved.h"

#define POLICY_NAME "ctrace.yaml"
#define FOLDERS_MOST 64

static bool is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_same_folder(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/* "ctrace.yaml", "../ctrace.yaml", …: the first that is there; NULL if none is. */
static const char *find_policy(struct arena *a)
{
	struct str folder = STR("");

	for (int i = 0; i < FOLDERS_MOST; i++) {
		const char *path = str_format(a, STR_FMT POLICY_NAME, STR_ARG(folder)).s;
		const char *here = str_format(a, STR_FMT ".", STR_ARG(folder)).s;
		const char *above = str_format(a, STR_FMT "..", STR_ARG(folder)).s;

		if (is_file(path))
			return path;
		if (is_same_folder(here, above))
			return NULL;
		folder = str_format(a, STR_FMT "../", STR_ARG(folder));
	}
	return NULL;
}

/* A path in the policy is from the folder that the policy lies in. */
static struct str beside(struct arena *a, const char *policy, struct str path)
{
	struct str folder = str_c(policy);
	size_t at = str_rfind_char(folder, '/');

	if (at == STR_NONE || str_starts(path, STR("/")))
		return path;
	return str_format(a, STR_FMT STR_FMT, STR_ARG(str_take(folder, at + 1)), STR_ARG(path));
}

static int read_policy(struct rules *r, const char *path, struct err *e)
{
	struct buf text = { 0 };
	int result = bytes_read(&text, path, YAMLREAD_BYTES, e);

	if (result == 0)
		result = policy_parse(&r->policy, str_c(path), buf_str(&text), &r->sections, e);
	if (result == 0 && r->policy.baseline.s)
		r->baseline = beside(&r->arena, path, r->policy.baseline);
	buf_release(&text);
	return result;
}

static int set_today(struct rules *r, const char *today, struct err *e)
{
	time_t now = time(NULL);
	struct tm local;
	char text[16];

	if (!today) {
		localtime_r(&now, &local);
		strftime(text, sizeof text, "%Y-%m-%d", &local);
		r->today = str_copy(&r->arena, str_c(text));
		return 0;
	}
	r->today = str_c(today);
	if (policy_is_date(r->today))
		return 0;
	return err_set(e, "option '--today' needs a date such as 2027-03-01, not '%s'", today);
}

static int read_all(struct rules *r, const struct check_options *o, struct err *e)
{
	const char *path = o->policy;

	if (set_today(r, o->today, e) < 0)
		return -1;
	if (!path && !o->limits.count) {
		path = find_policy(&r->arena);
		if (!path)
			return err_set(e, "there is no " POLICY_NAME " here or in a folder "
					  "above: give --policy FILE or --limit KEY=VALUE");
	}
	if (path && read_policy(r, path, e) < 0)
		return -1;
	for (size_t i = 0; i < o->limits.count; i++)
		if (policy_add_limit(&r->policy, str_c(o->limits.items[i]), &r->sections, e) < 0)
			return -1;
	if (o->update_baseline && !r->baseline.s)
		return err_set(e, "--update-baseline: the policy names no baseline file");
	if (!o->update_baseline && !r->policy.limits.count && !r->baseline.s)
		return err_set(e, "'%s' limits nothing", path);
	return 0;
}

enum status rules_read(struct rules *r, const struct check_options *o)
{
	struct err e;

	saved_sections(&r->sections);
	if (read_all(r, o, &e) == 0)
		return STATUS_OK;
	message_error("%s", e.msg);
	return STATUS_USAGE;
}

enum status rules_read_baseline(struct rules *r)
{
	struct buf text = { 0 };
	struct err e;
	enum status status = STATUS_OK;

	if (!r->baseline.s)
		return STATUS_OK;
	if (bytes_read(&text, r->baseline.s, SAVED_BYTES_MOST, &e) < 0 ||
	    saved_read(&r->before, r->baseline, buf_str(&text), &e) < 0) {
		message_error("baseline: %s", e.msg);
		message_more("ctrace check --update-baseline writes one");
		status = STATUS_USAGE;
	}
	buf_release(&text);
	return status;
}

void rules_release(struct rules *r)
{
	report_release(&r->before);
	policy_release(&r->policy);
	report_release(&r->sections);
	arena_release(&r->arena);
}
