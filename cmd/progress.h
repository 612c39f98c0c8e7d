/* progress.h - a progress bar on stderr for inputs that take longer than a second. */
#ifndef CTRACE_PROGRESS_H
#define CTRACE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	int64_t begun_us;	/* monotonic clock; 0: not begun */
	bool shown;
};

/* Whether there is anybody to show it to: stderr is a terminal. */
bool progress_wanted(void);

/* Called now and then with the bytes done and in all (0: not known). */
void progress_show(struct progress *p, int64_t done, int64_t total);
void progress_clear(struct progress *p);	/* takes the bar off the screen */

#endif
