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

/* Three digits, rounded to the nearest; the unit that leaves one to three before the dot. */
void place_time(char *out, size_t size, int64_t us)
{
	static const struct {
		int64_t us;
		const char *name;
	} units[] = { { 1000000, "s" }, { 1000, "ms" } };

	for (size_t i = 0; i < COUNT_OF(units); i++) {
		double value = (double)us / (double)units[i].us;

		if (us < units[i].us)
			continue;
		snprintf(out, size, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value,
			 units[i].name);
		return;
	}
	snprintf(out, size, "%lld µs", (long long)us);
}
