/* SPDX-License-Identifier: MIT */
#include "place.h"

#include <stdio.h>

struct str place_text(struct arena *a, struct str file, int64_t line)
{
	if (!file.s || line < 0)
		return file;
	return str_format(a, "%.*s:%lld", STR_ARG(file), (long long)line);
}

bool place_resumed(struct str function, struct str *name, int64_t *line)
{
	struct str rest = function;
	size_t at;

	if (!str_eat(&rest, STR("torch_dynamo_resume_in_")))
		return false;
	at = str_rfind_char(rest, '_');
	if (at == STR_NONE || !str_to_i64(str_skip(rest, at + 1), line))
		return false;
	*name = str_take(rest, at);
	if (!str_ends(*name, STR("_at")))
		return false;
	name->len -= 3;
	return true;
}

struct str place_function(struct arena *a, struct str function)
{
	struct str name;
	int64_t line;

	if (!place_resumed(function, &name, &line))
		return function;
	return str_format(a, "%.*s after the break at line %lld", STR_ARG(name),
			  (long long)line);
}

/* Minutes and seconds, or hours and minutes, rounded to the nearest of the smaller. */
static void long_time(char *out, size_t size, int64_t us)
{
	int64_t seconds = us / 1000000 + (us % 1000000 >= 500000);

	if (seconds < 3600 && seconds % 60 == 0)
		snprintf(out, size, "%lld min", (long long)(seconds / 60));
	else if (seconds < 3600)
		snprintf(out, size, "%lld min %lld s", (long long)(seconds / 60),
			 (long long)(seconds % 60));
	else
		snprintf(out, size, "%lld h %lld min", (long long)(seconds / 3600),
			 (long long)(seconds / 60 % 60));
}

/* Three digits, rounded to the nearest; the unit that leaves one to three before the dot. */
void place_time(char *out, size_t size, int64_t us)
{
	double value = us < 999500 ? (double)us / 1e3 : (double)us / 1e6;

	if (us >= 120 * INT64_C(1000000))
		long_time(out, size, us);
	else if (us >= 1000)
		snprintf(out, size, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value,
			 us < 999500 ? "ms" : "s");
	else if (us > 0)
		snprintf(out, size, "%lld µs", (long long)us);
	else
		snprintf(out, size, "0 s");
}
