/* SPDX-License-Identifier: MIT */
#include "repeat.h"

#include "str.h"

#define WINDOW_MOST 64		/* items; longer blocks have such a window somewhere */
#define PERIODS 4		/* periods tried for each length of window */

/* Where a window of that length began last, and how often each distance came. */
struct distances {
	struct map last;	/* hash of a window → its newest place + 1 */
	struct map seen;	/* distance → count */
	struct {
		size_t period;
		uint64_t count;
	} best[PERIODS];
};

static void note(struct distances *d, size_t distance)
{
	uint64_t count = ++*map_add(&d->seen, distance);
	size_t worst = 0;

	for (size_t i = 0; i < PERIODS; i++) {
		if (d->best[i].period == distance) {
			d->best[i].count = count;
			return;
		}
		if (d->best[i].count < d->best[worst].count)
			worst = i;
	}
	if (count > d->best[worst].count) {
		d->best[worst].period = distance;
		d->best[worst].count = count;
	}
}

/* The runs in which each item equals the one a period later. */
static void try_period(const uint64_t *items, size_t count, size_t period, struct repeat *best)
{
	size_t run = 0;

	for (size_t i = period; i <= count; i++) {
		size_t blocks;

		if (i < count && items[i] == items[i - period]) {
			run++;
			continue;
		}
		blocks = run / period + 1;
		if (blocks > 1 && (blocks - 1) * period > (best->count ?
		    (best->count - 1) * best->period : 0))
			*best = (struct repeat){ i - run - period, period, blocks,
						 run % period };
		run = 0;
	}
}

static uint64_t mix(uint64_t h)
{
	h = (h ^ h >> 31) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

/* hashes[i] is of the window that begins at i; windows of twice the length come of it. */
static void try_windows(const uint64_t *hashes, size_t windows, const uint64_t *items,
			size_t count, struct repeat *best)
{
	struct distances d = { .last = { 0 } };

	for (size_t i = 0; i < windows; i++) {
		uint64_t *slot = map_add(&d.last, hashes[i]);

		if (*slot)
			note(&d, i + 1 - *slot);
		*slot = i + 1;
	}
	for (size_t i = 0; i < PERIODS; i++)
		if (d.best[i].count)
			try_period(items, count, d.best[i].period, best);
	map_release(&d.last);
	map_release(&d.seen);
}

struct repeat repeat_find(struct arena *scratch, const uint64_t *items, size_t count)
{
	uint64_t *hashes = arena_array(scratch, uint64_t, count ? count : 1);
	struct repeat best = { 0 };

	for (size_t i = 0; i < count; i++)
		hashes[i] = mix(items[i]);
	for (size_t length = 1; length <= WINDOW_MOST && 2 * length <= count; length *= 2) {
		try_windows(hashes, count - length + 1, items, count, &best);
		for (size_t i = 0; i + 2 * length <= count; i++)
			hashes[i] = mix(hashes[i] + 3 * mix(hashes[i + length]));
	}
	return best;
}
