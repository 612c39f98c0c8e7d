/* SPDX-License-Identifier: MIT */
#include "mismatch.h"

#include <limits.h>

#include "source.h"

/*
 * Messages of TensorCheck::check_verbose, torch/csrc/dynamo/guards.cpp, 2.0 to 2.14.
 */

/* Without ". " and what follows, DispatchKeySet(…) whole, and without the last dot. */
static struct str message_value(struct str s)
{
	size_t open = str_find_char(s, '('), end = str_find(s, STR(". "));

	if (open != STR_NONE && open < end)
		return str_take(s, source_close(s, open));
	if (end != STR_NONE)
		return str_take(s, end);
	s = str_trim(s);
	return str_ends(s, STR(".")) ? str_take(s, s.len - 1) : s;
}

/* "… expected 4, actual 5. Advice": was, now, and the advice as a hint. */
static void read_expected(struct guard *g, struct str s)
{
	size_t actual = str_find(s, STR(", actual ")), last;

	if (actual != STR_NONE)
		g->was = str_take(s, actual);
	else
		g->was = message_value(s);
	str_eat(&g->was, STR("device index to be "));
	str_eat(&g->was, STR("requires_grad="));
	if (actual == STR_NONE)
		return;
	s = str_skip(s, actual + 9);
	g->now = message_value(s);
	last = g->now.len;
	s = str_trim(str_skip(s, last));
	str_eat(&s, STR("."));
	s = str_trim(s);
	if (s.len)
		g->hint = s;
}

static void read_index(struct guard *g, struct str s)
{
	int64_t index;

	if (str_to_i64(str_take(s, str_digits(s)), &index) && index <= INT_MAX)
		g->index = (int)index;
}

/* ORDER: the longer of two that end alike comes first. */
static const struct property {
	struct str words;
	enum guard_kind kind;
} properties[] = {
	{ STR_INIT("' size"), GUARD_SIZE },
	{ STR_INIT("' rank"), GUARD_RANK },
	{ STR_INIT("' dtype"), GUARD_DTYPE },
	{ STR_INIT("' stride"), GUARD_STRIDE },
	{ STR_INIT("' strides"), GUARD_STRIDE },	/* 2022 */
	{ STR_INIT("' requires_grad"), GUARD_REQUIRES_GRAD },
	{ STR_INIT("' dispatch key set"), GUARD_DISPATCH_KEY },
	{ STR_INIT("' Tensor device index"), GUARD_DEVICE },	/* sic */
	{ STR_INIT("' device index"), GUARD_DEVICE },
	{ STR_INIT("' device"), GUARD_DEVICE },
};

/*
 * Torch's own list of backends, c10/core/DispatchKey.h: the first key of a dense
 * tensor's set. SparseCPU, NestedTensorCPU and such say nothing of another device.
 */
static const char *const backends[] = {
	"CPU", "CUDA", "HIP", "XLA", "MPS", "IPU", "XPU", "HPU", "VE", "Lazy", "MTIA",
	"MAIA", "PrivateUse1", "PrivateUse2", "PrivateUse3", "Meta",
};

static struct str backend_of(struct str set)
{
	struct str key;

	str_eat(&set, STR("DispatchKeySet("));
	key = str_take(set, str_find_char(set, ','));
	if (str_ends(key, STR(")")))
		key.len--;
	for (size_t i = 0; i < COUNT_OF(backends); i++)
		if (str_eq(key, str_c(backends[i])))
			return key;
	return (struct str){ 0 };
}

bool mismatch_is_other_device(struct str was, struct str now)
{
	struct str one = backend_of(was), other = backend_of(now);

	return one.s && other.s && !str_eq(one, other);
}

/* tensor 'x' size mismatch at index 0. expected 4, actual 5 */
void mismatch_parse(struct arena *a, struct guard *g, struct str rest, size_t at)
{
	struct str head = str_take(rest, at), tail = str_skip(rest, at);
	size_t index = str_find(tail, STR(" at index ")), expected;

	g->kind = GUARD_OTHER;
	for (size_t i = 0; i < COUNT_OF(properties); i++) {
		if (str_ends(head, properties[i].words)) {
			g->kind = properties[i].kind;
			head.len -= properties[i].words.len;
		}
	}
	g->raw = head;
	g->source = source_short(a, head);
	if (index != STR_NONE)
		read_index(g, str_skip(tail, index + 10));
	expected = str_find(tail, STR("xpected "));
	if (expected != STR_NONE)
		read_expected(g, str_skip(tail, expected + 8));
	if (g->kind == GUARD_DISPATCH_KEY && mismatch_is_other_device(g->was, g->now))
		g->kind = GUARD_DEVICE;
}
