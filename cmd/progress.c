/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SHOWN_AFTER_US INT64_C(1000000)
#define BAR_WIDTH 24

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

bool progress_wanted(void)
{
	return isatty(2) == 1;
}

static void draw(int64_t done, int64_t total, int64_t spent_us)
{
	double rate = (double)done / (double)spent_us;	/* bytes a µs = MB/s */
	char bar[BAR_WIDTH + 1];
	int64_t left_s;

	if (total <= 0) {
		dprintf(2, "\r\x1b[Kctrace: %.0f MB read, %.0f MB/s", (double)done / 1e6,
			rate);
		return;
	}
	for (int i = 0; i < BAR_WIDTH; i++)
		bar[i] = i * total < done * BAR_WIDTH ? '#' : '.';
	bar[BAR_WIDTH] = '\0';
	left_s = rate > 0 ? (int64_t)((double)(total - done) / rate / 1e6) : 0;
	dprintf(2, "\r\x1b[K[%s] %3d %%  %.0f of %.0f MB, %.0f MB/s, %lld s left", bar,
		(int)(done * 100 / total), (double)done / 1e6, (double)total / 1e6, rate,
		(long long)left_s);
}

void progress_show(struct progress *p, int64_t done, int64_t total)
{
	int64_t now = now_us();

	if (p->begun_us == 0)
		p->begun_us = now;
	if (now - p->begun_us < SHOWN_AFTER_US || done > INT64_MAX / 128)
		return;
	draw(done, total, now - p->begun_us);
	p->shown = true;
}

void progress_clear(struct progress *p)
{
	if (p->shown)
		dprintf(2, "\r\x1b[K");
	p->shown = false;
}
