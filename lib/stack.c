/* SPDX-License-Identifier: MIT */
#include "stack.h"

#include "breaks.h"
#include "scan.h"

struct str stack_text(struct process *p, struct str value)
{
	return scan_intern(&p->source->strings, value);
}

static struct str string_of(struct process *p, struct str value, enum stack_fault *fault)
{
	uint64_t *slot;
	int64_t number;

	if (scan_is_string(value))
		return stack_text(p, value);
	if (!scan_int(value, &number))
		return (struct str){ NULL, 0 };
	slot = map_find(&p->strings, (uint64_t)number);
	if (slot)
		return *(const struct str *)(uintptr_t)*slot;
	*fault = STACK_UNKNOWN_STRING;
	return str_format(&p->source->arena, "<string %lld missing>", (long long)number);
}

enum stack_fault stack_frame_read(struct process *p, struct str object,
				  struct stack_frame *frame)
{
	struct scan s = scan_object(object);
	enum stack_fault fault = STACK_FINE;
	struct str key, value;

	*frame = (struct stack_frame){ .line = -1 };
	while (scan_member(&s, &key, &value)) {
		if (str_eq(key, STR("filename")))
			frame->file = string_of(p, value, &fault);
		else if (str_eq(key, STR("name")))
			frame->function = stack_text(p, value);
		else if (str_eq(key, STR("loc")))
			frame->code = stack_text(p, value);
		else if (str_eq(key, STR("line")) && !scan_int(value, &frame->line))
			fault = STACK_BAD_LINE;
	}
	return s.problem ? STACK_BAD_JSON : fault;
}

static bool is_torch(struct str file)
{
	return str_find(file, STR("/torch/")) != STR_NONE ||
	       str_find(file, STR("\\torch\\")) != STR_NONE;
}

bool stack_user_frame(struct str text, struct stack_frame *frame)
{
	struct stack_frame f = { .line = -1 };
	bool found = false, wants_code = false;
	struct str line, rest;

	while (str_cut(&text, '\n', &line)) {
		if (breaks_file_line(line, &f.file, &f.line)) {
			wants_code = !is_torch(f.file);
			if (!wants_code)
				continue;
			found = true;
			rest = line;
			str_cut_at(&rest, STR(", in "), &line);
			f.function = rest;
			f.code = (struct str){ NULL, 0 };
			*frame = f;
		} else if (wants_code) {
			frame->code = str_trim(line);
			wants_code = false;
		}
	}
	return found;
}

void stack_keep(struct source *s, struct stack_frame *frame)
{
	frame->file = intern_add(&s->strings, frame->file);
	frame->function = intern_add(&s->strings, frame->function);
	frame->code = intern_add(&s->strings, frame->code);
}
