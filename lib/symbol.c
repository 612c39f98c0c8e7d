/* SPDX-License-Identifier: MIT */
#include "symbol.h"

#include "scan.h"
#include "stack.h"

/* The last frame of a JSON list of frames. */
static void read_place(struct process *p, struct str list, struct stack_frame *frame)
{
	struct scan s = scan_array(list);
	struct str item, last = { NULL, 0 };

	while (scan_item(&s, &item))
		last = item;
	*frame = (struct stack_frame){ .line = -1 };
	if (last.s)
		stack_frame_read(p, last, frame);
}

static struct str first_text(struct process *p, struct str list)
{
	struct scan s = scan_array(list);
	struct str item;

	return scan_item(&s, &item) ? stack_text(p, item) : (struct str){ NULL, 0 };
}

bool symbol_read(struct process *p, struct str value, bool fixed, struct symbol *out)
{
	struct scan s = scan_object(value);
	struct str key, member;
	bool placed = false;

	*out = (struct symbol){ .fixed = fixed, .where = { .line = -1 } };
	/* torch's own stack stands last, and is most of the record. */
	while (!(out->source.s && out->value.s && placed) && scan_member(&s, &key, &member)) {
		if (str_eq(key, STR("symbol")))
			out->name = stack_text(p, member);
		else if (str_eq(key, STR("source")))
			out->source = stack_text(p, member);
		else if (str_eq(key, STR("sources")) && scan_is_array(member))
			out->source = first_text(p, member);
		else if (str_eq(key, STR("val")) || str_eq(key, STR("value")))
			out->value = stack_text(p, member);
		else if (str_eq(key, STR("reason")))
			out->reason = stack_text(p, member);
		else if (str_eq(key, STR("user_stack")) && scan_is_array(member)) {
			read_place(p, member, &out->where);
			placed = true;
		}
	}
	return !s.problem && out->name.s;
}

struct str symbol_tensor(struct str source, int *dimension)
{
	size_t at = str_find(source, STR(".size()["));
	struct str index = str_skip(source, at + 8);
	int64_t number;

	*dimension = -1;
	if (at == STR_NONE || index.len < 2 || index.s[index.len - 1] != ']' ||
	    !str_to_i64(str_take(index, index.len - 1), &number) || number > 1000)
		return source;
	*dimension = (int)number;
	return str_take(source, at);
}

bool symbol_violation(struct str *rest, struct str *source, struct str *line)
{
	static const struct str starts[] = {
		STR_INIT("You marked "), STR_INIT("Not all values of "),
		STR_INIT("The values of "),
	};

	while (str_cut(rest, '\n', line)) {
		struct str text = str_trim(*line);

		if (!str_eat(&text, STR("- ")))
			continue;
		*line = text;
		for (size_t i = 0; i < COUNT_OF(starts); i++)
			if (str_eat(&text, starts[i]))
				break;
		if (!str_starts(text, STR("L[")))
			continue;
		str_cut(&text, ' ', source);
		return true;
	}
	return false;
}
