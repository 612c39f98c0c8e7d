/* SPDX-License-Identifier: MIT */
#include "breaks.h"

bool breaks_file_line(struct str line, struct str *file, int64_t *number)
{
	struct str digits;

	line = str_trim(line);
	if (!str_eat(&line, STR("File \"")) || !str_cut_at(&line, STR("\", line "), file) ||
	    !line.s || !str_cut(&line, ',', &digits))
		return false;
	return str_to_i64(digits, number);
}

/* The last "File …" line of a section, which ends at an empty line. */
static bool innermost(struct str section, struct str *file, int64_t *line)
{
	struct str text, path;
	bool found = false;
	int64_t number;

	while (str_cut(&section, '\n', &text)) {
		if (found && (str_trim(text).len == 0 ||
			      str_starts(text, STR("Traceback (most recent"))))
			break;
		if (breaks_file_line(text, &path, &number)) {
			*file = path;
			*line = number;
			found = true;
		}
	}
	return found;
}

bool breaks_user_place(struct str text, struct str *file, int64_t *line)
{
	static const struct str titles[] = {
		STR_INIT("from user code:"), STR_INIT("User stack:"),
		STR_INIT("User code traceback:"), STR_INIT("User stack trace:"),
		STR_INIT("from user code at:"), STR_INIT("in the following user code:"),
	};

	for (size_t i = 0; i < COUNT_OF(titles); i++) {
		size_t at = str_find(text, titles[i]);

		if (at != STR_NONE &&
		    innermost(str_skip(text, at + titles[i].len), file, line))
			return true;
	}
	return false;
}

/* "FILE:LINE" → both; the whole text as file if there is no number. */
static void split_place(struct str place, struct str *file, int64_t *line)
{
	size_t colon = str_rfind_char(place, ':');

	*file = place;
	if (colon != STR_NONE && str_to_i64(str_skip(place, colon + 1), line))
		*file = str_take(place, colon);
}

/*
 * The reason proper. torch 2.10 on puts a sentence about the bytecode before it:
 * "Encountered graph break when attempting to trace CALL: a function call, …:".
 */
static struct str reason_of(struct str line, struct str *rest)
{
	struct str next = *rest, text;

	if (!str_starts(line, STR("Encountered graph break")))
		return line;
	while (str_cut(&next, '\n', &text))
		if (str_trim(text).len) {
			*rest = next;
			return str_trim(text);
		}
	return line;
}

static void add_hint(struct buf *hints, struct str hint)
{
	if (hints->len)
		buf_add_char(hints, '\n');
	buf_add(hints, hint);
}

/*
 * The first line of a text. torch 2.3 on: "Graph break in user code at FILE:LINE", with
 * "(details suppressed)" or the like before "in" when it was shown before; up to 2.4
 * "Graph break: REASON from user code at:", 2.0 with <FrameSummary file F, line N in f>.
 */
static void read_first(struct graph_break *b, struct str line)
{
	static const struct str place = STR_INIT(" in user code at ");
	static const struct str old = STR_INIT("from user code at");
	struct str reason, frame = line, number;
	size_t at = str_find(line, place);

	if (str_starts(line, STR("Graph break")) && at != STR_NONE) {
		split_place(str_skip(line, at + place.len), &b->file, &b->line);
		return;
	}
	if (!str_eat(&line, STR("Graph break: ")))
		return;
	at = str_find(line, old);
	reason = str_trim(at == STR_NONE ? line : str_take(line, at));
	if (reason.len && !str_eq(reason, STR("skip:")))
		b->reason = reason;
	if (str_cut_at(&frame, STR("<FrameSummary file "), &number) && frame.s &&
	    str_cut_at(&frame, STR(", line "), &b->file) && str_cut(&frame, ' ', &number))
		str_to_i64(number, &b->line);
}

static void read_line(struct graph_break *b, struct str line, struct str *rest,
		      struct buf *hints)
{
	static const struct str visit = STR_INIT("please visit: ");
	size_t at;

	if (str_starts(line, STR("Graph break")))
		read_first(b, line);
	else if (!b->reason.s && (str_eat(&line, STR("Graph Break Reason: ")) ||
				  str_eat(&line, STR("Reason: "))))
		b->reason = reason_of(line, rest);
	else if (str_eat(&line, STR("Hint: ")))
		add_hint(hints, line);
	else if ((at = str_find(line, visit)) != STR_NONE)
		b->link = str_skip(line, at + visit.len);
}

/* torch 2.3, 2.4: the reason stands at the end of the exception that torch prints. */
static struct str exception_of(struct str text)
{
	static const struct str sign = STR_INIT("\ntorch._dynamo.exc.");
	size_t at = str_find(text, sign);
	struct str line, type;

	if (at == STR_NONE)
		return (struct str){ NULL, 0 };
	text = str_skip(text, at + sign.len);
	str_cut(&text, '\n', &line);
	str_cut_at(&line, STR(": "), &type);
	return line.s ? line : type;
}

void breaks_read(struct source *s, struct str text, struct graph_break *b)
{
	struct buf hints = { 0 };
	struct str rest = text, line;

	b->line = -1;
	while (str_cut(&rest, '\n', &line)) {
		if (str_starts(line, STR("User code traceback:")) ||
		    str_starts(line, STR("Traceback (most recent")))
			break;
		read_line(b, str_trim(line), &rest, &hints);
	}
	if (!b->file.s)
		breaks_user_place(text, &b->file, &b->line);
	if (!b->reason.s)
		b->reason = exception_of(text);
	b->reason = intern_add(&s->strings, b->reason.s ? b->reason : str_trim(str_take(text,
					str_find_char(text, '\n'))));
	b->link = intern_add(&s->strings, b->link);
	b->file = intern_add(&s->strings, b->file);
	if (hints.len)
		b->hints = intern_add(&s->strings, buf_str(&hints));
	buf_release(&hints);
}
