/* SPDX-License-Identifier: MIT */
#include "silence.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

/* Set to 1, each turns torch.compile into nothing. */
static const char *const switches[] = { "TORCH_COMPILE_DISABLE", "TORCHDYNAMO_DISABLE" };

/* What ctrace cannot see from outside, the likeliest first. */
static const char *const guesses[] = {
	"it called nothing that torch.compile made",
	"it never imported torch, or did so elsewhere: in a container, over ssh, under sudo",
	"its torch is older than 2.3, the first that knows TORCH_TRACE",
};

/* A log without a compile shows that torch was there. */
static void guess(const char *command, bool traced)
{
	if (traced) {
		message_error("nothing was compiled: '%s' %s", command, guesses[0]);
		return;
	}
	message_error("nothing was compiled, as far as can be seen: '%s' left no log. "
		      "It may be that", command);
	for (size_t i = 0; i < COUNT_OF(guesses); i++)
		message_more("  - %s", guesses[i]);
}

void silence_explain(const char *command, int ended, bool traced)
{
	for (size_t i = 0; i < COUNT_OF(switches); i++) {
		const char *value = getenv(switches[i]);

		if (value && strcmp(value, "1") == 0) {
			message_error("nothing was compiled: %s=1 turns torch.compile off",
				      switches[i]);
			return;
		}
	}
	if (ended != 0)
		message_error("nothing was compiled before '%s' ended with %d", command, ended);
	else
		guess(command, traced);
}
