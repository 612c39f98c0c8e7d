/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <string.h>

enum { WORD_MOST = 64 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* One row of the table: now[j] is the distance of a's first i to b's first j bytes. */
static void next_row(size_t *now, const size_t rows[2][WORD_MOST], struct str a,
		     struct str b, size_t i)
{
	now[0] = i;
	for (size_t j = 1; j <= b.len; j++) {
		bool same = a.s[i - 1] == b.s[j - 1];

		now[j] = least(rows[1][j - 1] + !same,
			       least(rows[1][j], now[j - 1]) + 1);
		if (i > 1 && j > 1 && a.s[i - 1] == b.s[j - 2] &&
		    a.s[i - 2] == b.s[j - 1])
			now[j] = least(now[j], rows[0][j - 2] + 1);
	}
}

size_t nearest_distance(struct str a, struct str b)
{
	size_t rows[2][WORD_MOST], now[WORD_MOST]; /* the two rows before, and this */

	if (a.len >= WORD_MOST || b.len >= WORD_MOST)
		return SIZE_MAX;
	for (size_t j = 0; j <= b.len; j++)
		rows[0][j] = rows[1][j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		next_row(now, (const size_t (*)[WORD_MOST])rows, a, b, i);
		memcpy(rows[0], rows[1], sizeof now);
		memcpy(rows[1], now, (b.len + 1) * sizeof *now);
	}
	return rows[1][b.len];
}

/* One letter may be wrong, or a third of them; the beginning of a word is near it. */
void nearest_offer(struct nearest *n, const char *candidate)
{
	struct str name = str_c(candidate);
	size_t distance = nearest_distance(n->word, name);

	if (n->word.len >= 2 && str_starts(name, n->word))
		distance = 1;
	if (distance > (n->word.len < 6 ? 1 : n->word.len / 3) || !n->word.len)
		return;
	if (n->found && distance >= n->distance)
		return;
	n->found = candidate;
	n->distance = distance;
}
