/* SPDX-License-Identifier: MIT */
#include "regiontext.h"

static void flush(struct regiontext *rt, struct regiontext_calls *calls)
{
	if (calls->begun)
		*array_add(&rt->arena, calls) = calls->open;
	calls->open = (struct regiontext_call){ .traced = true, .input = -1 };
	calls->begun = false;
}

static struct regiontext_calls *calls_of(struct regiontext *rt, const struct compile *c)
{
	uint64_t *slot = map_add(&rt->by_compile, (uint64_t)(uintptr_t)c);
	struct regiontext_calls *calls;

	if (*slot)
		return rt->compiles.items[*slot - 1];
	calls = arena_new(&rt->arena, struct regiontext_calls);
	*array_add(&rt->arena, &rt->compiles) = calls;
	*slot = rt->compiles.count;
	flush(rt, calls);
	return calls;
}

/* The quoted word behind the first place of before in line; absent. */
static struct str quoted(struct str line, struct str before)
{
	struct str head, word;

	if (!str_cut_at(&line, before, &head) || !str_eat(&line, STR("'")) ||
	    !str_cut(&line, '\'', &word))
		return (struct str){ NULL, 0 };
	return word;
}

/* The first reason counts: torch asks the newest graph first, which is the nearest. */
static void set_why(struct regiontext_calls *calls, enum regiontext_why why, struct str what)
{
	if (calls->open.why != REGIONTEXT_SILENT)
		return;
	calls->open.why = why;
	calls->open.what = what;
}

/* "subgraph_0', bringing total count for 'gn' function to 1" */
static void on_install(struct regiontext *rt, struct regiontext_calls *calls, struct str line)
{
	size_t blank = str_rfind_char(line, ' ');

	if (calls->open.subgraph.s)
		flush(rt, calls);
	calls->begun = true;
	calls->open.subgraph = quoted(line, STR("identifier "));
	calls->open.function = quoted(line, STR("total count for "));
	if (blank != STR_NONE)
		str_to_i64(str_skip(line, blank + 1), &calls->open.number);
}

static void on_hit(struct regiontext *rt, struct regiontext_calls *calls, struct str line)
{
	if (calls->open.subgraph.s)
		flush(rt, calls);
	calls->begun = true;
	calls->open = (struct regiontext_call){
		.input = -1, .subgraph = quoted(line, STR("reusing subgraph ")),
	};
	flush(rt, calls);
}

/* "input 1 tensor metadata mismatch", "treespec mismatch", "input count mismatch: …" */
static void on_failed(struct regiontext_calls *calls, struct str rest)
{
	struct str input = rest, number;

	if (!str_eat(&input, STR("input ")) || !str_cut(&input, ' ', &number) || !input.s) {
		if (rest.len)
			set_why(calls, REGIONTEXT_ARGUMENTS, rest);
		return;
	}
	if (str_find(input, STR("tensor metadata")) == STR_NONE) {
		set_why(calls, REGIONTEXT_ARGUMENTS, rest);
		return;
	}
	if (calls->open.why == REGIONTEXT_SILENT)
		str_to_i64(number, &calls->open.input);
	set_why(calls, REGIONTEXT_METADATA, (struct str){ NULL, 0 });
}

static void on_unfit(struct regiontext *rt, struct regiontext_calls *calls, struct str rest)
{
	bool effects = str_find(rest, STR("side effects")) != STR_NONE;

	set_why(calls, effects ? REGIONTEXT_MUTATION : REGIONTEXT_UNFIT, rest);
	calls->begun = true;
	flush(rt, calls);
}

/* Lines of a failed guard stand below each other, each with a head of its own. */
static void on_guard_line(struct regiontext_calls *calls, struct str line)
{
	if (str_eat(&line, STR("guard source name: ")))
		set_why(calls, str_starts(line, STR("G[")) ? REGIONTEXT_GLOBAL :
			REGIONTEXT_GUARD, line);
	else if (str_eat(&line, STR("expected: ")) && !calls->open.was.s)
		calls->open.was = line;
	else if (str_eat(&line, STR("got: ")) && !calls->open.now.s)
		calls->open.now = line;
}

/* "gn: Graph comparison failed at node (call_function): mul", "… at the output node" */
static struct str node_of(struct str line)
{
	size_t colon = str_rfind_char(line, ':');

	if (str_ends(line, STR("output node")) || colon == STR_NONE)
		return STR("output");
	return str_trim(str_skip(line, colon + 1));
}

static void read_line(struct regiontext *rt, struct regiontext_calls *calls, struct str line)
{
	struct str rest = str_trim(line);

	if (str_eat(&rest, STR("Number of guards "))) {
		calls->begun = true;
		flush(rt, calls);
	} else if (str_find(rest, STR(": Installing subgraph ")) != STR_NONE) {
		on_install(rt, calls, rest);
	} else if (str_find(rest, STR(", reusing subgraph '")) != STR_NONE) {
		on_hit(rt, calls, rest);
	} else if (str_eat(&rest, STR("subgraph_reuse: reuse failed --"))) {
		on_failed(calls, str_trim(rest));
	} else if (str_eat(&rest, STR("subgraph_reuse: not eligible -- "))) {
		on_unfit(rt, calls, rest);
	} else if (str_eat(&rest, STR("subgraph_reuse: mutated sources detected -- "))) {
		set_why(calls, REGIONTEXT_MUTATION, rest);
	} else if (str_find(rest, STR(": Graph comparison failed at ")) != STR_NONE) {
		set_why(calls, REGIONTEXT_NODE, node_of(rest));
	} else {
		on_guard_line(calls, rest);
	}
}

void regiontext_read(struct regiontext *rt, const struct process *p)
{
	*rt = (struct regiontext){ 0 };
	for (size_t i = 0; i < p->notes.count; i++) {
		const struct text_note *n = &p->notes.items[i];
		struct regiontext_calls *calls;
		struct str rest = n->text, line;

		if (n->kind != TEXT_REGION || !n->compile)
			continue;
		calls = calls_of(rt, n->compile);
		while (str_cut(&rest, '\n', &line))
			read_line(rt, calls, line);
	}
	for (size_t i = 0; i < rt->compiles.count; i++) {
		struct regiontext_calls *calls = rt->compiles.items[i];

		calls->begun &= calls->open.subgraph.s != NULL;
		flush(rt, calls);
	}
}

void regiontext_release(struct regiontext *rt)
{
	map_release(&rt->by_compile);
	arena_release(&rt->arena);
}

const struct regiontext_calls *regiontext_of(const struct regiontext *rt,
					     const struct compile *c)
{
	const uint64_t *slot = map_find(&rt->by_compile, (uint64_t)(uintptr_t)c);

	return slot ? rt->compiles.items[*slot - 1] : NULL;
}
