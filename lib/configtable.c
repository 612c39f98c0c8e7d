/* SPDX-License-Identifier: MIT */
#include "configtable.h"

#include "scan.h"

static const struct column config_columns[] = {
	{ "config", "", CELL_TEXT, 0, NULL },
	{ "settings", "settings", CELL_COUNT, 0, NULL },
	{ "fingerprint", "fingerprint", CELL_TEXT, 0, NULL },
};

static const struct section_def configs_def = {
	"configs", "", SHAPE_TABLE, COLUMN_DATA, NULL,
	config_columns, COUNT_OF(config_columns), 0
};

static const struct column value_columns[] = {
	{ "config", "", CELL_TEXT, 0, NULL },
	{ "setting", "", CELL_TEXT, 0, NULL },
	{ "value", "", CELL_TEXT, 0, NULL },
};

/* Neither for data nor for people: some 750 rows. */
static const struct section_def values_def = {
	"config_values", "", SHAPE_TABLE, COLUMN_DATA | COLUMN_VIEW, NULL,
	value_columns, COUNT_OF(value_columns), 0
};

/* ORDER of enum process_config */
static const struct str names[] = {
	STR_INIT("dynamo"), STR_INIT("inductor"), STR_INIT("functorch"),
};
_Static_assert(COUNT_OF(names) == PROCESS_CONFIGS, "a name for every config");

/* FNV-1a, of 64 bits. */
static uint64_t hash(uint64_t h, struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.s[i]) * UINT64_C(0x100000001b3);
	return h;
}

#define HASH_SEED UINT64_C(0xcbf29ce484222325)

/* The value is the settings' JSON as a JSON string. */
static struct str settings_of(struct arena *a, const struct trace *t, size_t config)
{
	for (size_t i = 0; i < t->processes.count; i++)
		if (t->processes.items[i]->configs[config].s)
			return scan_text(a, t->processes.items[i]->configs[config]);
	return (struct str){ NULL, 0 };
}

static void add_config(struct rows *s, struct table *values, size_t config)
{
	struct arena *a = &s->report->arena;
	struct str text = settings_of(a, s->trace, config), key, value;
	struct scan members = scan_object(text);
	uint64_t sum = HASH_SEED;
	int64_t count = 0;

	while (text.s && scan_member(&members, &key, &value)) {
		struct row *row = table_add(s->report, values);

		row_text(values, row, "config", names[config]);
		row_text(values, row, "setting", key);
		row_text(values, row, "value", value);
		sum = hash(hash(sum, key), value);
		count++;
	}
	if (!count)
		return;
	rows_begin(s);
	rows_text(s, "config", names[config]);
	rows_number(s, "settings", count);
	rows_text(s, "fingerprint", str_format(a, "%016llx", (unsigned long long)sum));
}

void configtable_add(struct rows *s)
{
	struct table *values;

	s->table = report_section(s->report, &configs_def);
	values = report_section(s->report, &values_def);
	for (size_t i = 0; i < PROCESS_CONFIGS; i++)
		add_config(s, values, i);
}
