/* SPDX-License-Identifier: MIT */
#include "human.h"
#include "escape.h"

#include <inttypes.h>

#define MS INT64_C(1000)
#define SECOND INT64_C(1000000)

/* Writes the sign and gives the size, which INT64_MIN has too. */
static uint64_t take_sign(struct buf *out, int64_t n)
{
	if (n >= 0)
		return (uint64_t)n;
	buf_add_char(out, '-');
	return -(uint64_t)n;
}

static void add_grouped(struct buf *out, uint64_t n)
{
	if (n >= 1000) {
		add_grouped(out, n / 1000);
		buf_addf(out, ",%03u", (unsigned)(n % 1000));
	} else {
		buf_addf(out, "%u", (unsigned)n);
	}
}

/* n / unit, rounded, with so many digits behind the point; 2: 1,234.56 */
static void add_decimal(struct buf *out, uint64_t n, uint64_t unit, unsigned digits)
{
	uint64_t scale = digits == 2 ? 100 : digits == 1 ? 10 : 1;
	uint64_t step = unit / scale;
	uint64_t steps = n / step + (n % step >= step - n % step);

	add_grouped(out, steps / scale);
	if (digits)
		buf_addf(out, ".%0*u", (int)digits, (unsigned)(steps % scale));
}

/* Three digits: the limits lie where rounding would give a fourth. */
static void add_three(struct buf *out, uint64_t n, uint64_t unit)
{
	uint64_t thousandth = unit / 1000;

	add_decimal(out, n, unit,
		    n < 9995 * thousandth ? 2 : n < 99950 * thousandth ? 1 : 0);
}

static void add_long_time(struct buf *out, uint64_t us)
{
	uint64_t seconds = us / SECOND + (us % SECOND >= SECOND / 2);

	if (seconds < 3600) {
		buf_addf(out, "%u min %u s", (unsigned)(seconds / 60),
			 (unsigned)(seconds % 60));
		return;
	}
	add_grouped(out, seconds / 3600);
	buf_addf(out, " h %u min", (unsigned)(seconds / 60 % 60));
}

void human_time(struct buf *out, int64_t us)
{
	uint64_t n = take_sign(out, us);

	if (n == 0) {
		buf_add(out, STR("0 s"));
	} else if (n < MS) {
		buf_addf(out, "%u µs", (unsigned)n);
	} else if (n < 999500) {
		add_three(out, n, MS);
		buf_add_c(out, " ms");
	} else if (n < 120 * SECOND) {
		add_three(out, n, SECOND);
		buf_add_c(out, " s");
	} else {
		add_long_time(out, n);
	}
}

void human_time_among(struct buf *out, int64_t us, int64_t most_us)
{
	uint64_t size = us < 0 ? -(uint64_t)us : (uint64_t)us;

	if (most_us < 999500 || size < 10 * MS) {
		human_time(out, us);
		return;
	}
	add_decimal(out, take_sign(out, us), SECOND, 2);
	buf_add_c(out, " s");
}

void human_count(struct buf *out, int64_t n)
{
	add_grouped(out, take_sign(out, n));
}

void human_bytes(struct buf *out, int64_t bytes)
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	uint64_t n = take_sign(out, bytes);
	size_t unit = 0;

	if (n < 1024) {
		buf_addf(out, "%u B", (unsigned)n);
		return;
	}
	while (n >= 1024 * 1024 - 51 && unit + 1 < COUNT_OF(units)) {
		n = n / 1024 + (n % 1024 >= 512);
		unit++;
	}
	n = (n * 10 + 512) / 1024;
	add_grouped(out, n / 10);
	buf_addf(out, ".%u %s", (unsigned)(n % 10), units[unit]);
}

void human_share(struct buf *out, int64_t share)
{
	uint64_t n = take_sign(out, share);
	uint64_t tenths = n / 10 + (n % 10 >= 5);

	add_grouped(out, tenths / 10);
	buf_addf(out, ".%u %%", (unsigned)(tenths % 10));
}

static void add_items(struct buf *out, const struct cell *cell, enum cell_type type)
{
	for (size_t i = 0; i < cell->item_count; i++) {
		if (i)
			buf_add(out, STR(", "));
		if (type == CELL_TIMES)
			human_time(out, cell->items[i].number);
		else
			escape_terminal(out, cell->items[i].text);
	}
}

static void add_value(struct buf *out, const struct column *c, const struct cell *cell,
		      int64_t most_us)
{
	switch (c->type) {
	case CELL_TEXT:
		escape_terminal(out, cell->text);
		break;
	case CELL_COUNT:
		human_count(out, cell->number);
		break;
	case CELL_NUMBER:
		buf_addf(out, c->flags & COLUMN_HEAD ? "#%" PRId64 : "%" PRId64,
			 cell->number);
		break;
	case CELL_TIME:
		human_time_among(out, cell->number, most_us);
		break;
	case CELL_BYTES:
		human_bytes(out, cell->number);
		break;
	case CELL_SHARE:
		human_share(out, cell->number);
		break;
	case CELL_FLAG:
		buf_add_c(out, cell->number ? "yes" : "no");
		break;
	case CELL_TEXTS:
	case CELL_TIMES:
		add_items(out, cell, c->type);
		break;
	case CELL_ROWS:
		break;
	}
}

static bool is_same(const struct column *c, const struct cell *a, const struct cell *b)
{
	if (a->present != b->present || a->item_count != b->item_count)
		return false;
	for (size_t i = 0; i < a->item_count; i++)
		if (a->items[i].number != b->items[i].number ||
		    !str_eq(a->items[i].text, b->items[i].text))
			return false;
	if (!a->present || c->type == CELL_ROWS)
		return true;
	return c->type == CELL_TEXT ? str_eq(a->text, b->text) : a->number == b->number;
}

bool human_is_changed(const struct column *c, const struct cell *cell)
{
	return cell->old && !is_same(c, cell->old, cell);
}

void human_cell(struct buf *out, const struct column *c, const struct cell *cell,
		int64_t most_us)
{
	if (human_is_changed(c, cell) && c->type != CELL_ROWS) {
		if (cell->old->present)
			add_value(out, c, cell->old, most_us);
		else
			buf_add_char(out, '-');
		buf_add_c(out, " → ");
		if (!cell->present)
			buf_add_char(out, '-');
	}
	if (cell->present)
		add_value(out, c, cell, most_us);
}
