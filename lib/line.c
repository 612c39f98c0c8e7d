/* SPDX-License-Identifier: MIT */
#include "line.h"

#include "anchor.h"
#include "find.h"
#include "input.h"

#include <string.h>

#ifdef CTRACE_TEST
#define SNIFF_BYTES 4096
#else
#define SNIFF_BYTES ((size_t)1 << 20)
#endif

struct line_reader {
	struct input *in;
	size_t line;		/* number of the first line not returned yet, from 1 */
	size_t returned;	/* number of the line last returned */
	size_t consume;		/* bytes of what was returned last, to be consumed */
	bool discard;		/* …and then all up to the end of that record or line */
	bool at_line_end;	/* text: …and then one line end */
};

/* Two digits at s, -1 if they are not. */
static int two_digits(const char *s)
{
	return str_is_digit(s[0]) && str_is_digit(s[1]) ? (s[0] - '0') * 10 + s[1] - '0' : -1;
}

/* "1129 14:03:57.667000" → µs since the year began (a leap year, for Feb 29). */
static int64_t parse_time(const char *s)
{
	static const int days_before[] = {
		0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335
	};
	int month = two_digits(s), day = two_digits(s + 2), hour = two_digits(s + 5);
	int minute = two_digits(s + 8), second = two_digits(s + 11);
	int64_t fraction;

	if (month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 ||
	    minute < 0 || minute > 59 || second < 0 || second > 60 ||
	    !str_to_i64((struct str){ s + 14, 6 }, &fraction))
		return -1;
	return ((((days_before[month - 1] + day - 1) * INT64_C(24) + hour) * 60 + minute) * 60 +
		second) * 1000000 + fraction;
}

#define TIME_LEN 20		/* of "1129 14:03:57.667000" */

/* Whether "[VIWEC]dddd dd:dd:dd.dddddd " stands at s. */
static bool is_head_start(struct str s)
{
	static const char shape[] = "Adddd dd:dd:dd.dddddd ";

	if (s.len < sizeof shape - 1 || !strchr("VIWEC", s.s[0]) || s.s[0] == '\0')
		return false;
	for (size_t i = 1; i < sizeof shape - 1; i++)
		if (shape[i] == 'd' ? !str_is_digit(s.s[i]) : s.s[i] != shape[i])
			return false;
	return true;
}

/* Where in a line the first head may begin, from at on; STR_NONE if nowhere. */
static size_t find_head_start(struct str line, size_t at)
{
	size_t dot;

	/* The dot before the six digits of the time is rarer than anything before it. */
	while ((dot = str_find_char(str_skip(line, at), '.')) != STR_NONE) {
		dot += at;
		at = dot + 1;
		if (dot >= 14 && is_head_start(str_skip(line, dot - 14)))
			return dot - 14;
	}
	return STR_NONE;
}

#define PLACE_MOST 8192		/* bytes of "4711 torch/file.py:12" */

bool head_parse(struct str line, struct head *h, struct str *body)
{
	struct str rest, number, place;
	size_t colon, close;

	if (!is_head_start(line))
		return false;
	rest = str_skip(line, 1 + TIME_LEN + 1);
	while (str_eat(&rest, STR(" ")))
		;
	/* Not through all of a line that is made of beginnings of heads. */
	close = str_find_char(str_take(rest, PLACE_MOST), ']');
	if (close == STR_NONE)
		return false;
	place = str_take(rest, close);
	rest = str_skip(rest, close + 1);
	if (find_head_start(place, 0) != STR_NONE)	/* this one broke off */
		return false;
	if (!str_cut(&place, ' ', &number) || !str_to_i64(number, &h->process) || !place.s)
		return false;
	colon = str_rfind_char(place, ':');
	if (colon == STR_NONE || !str_to_i64(str_skip(place, colon + 1), &h->file_line))
		return false;
	str_eat(&rest, STR(" "));
	h->level = line.s[0];
	h->time_us = parse_time(line.s + 1);
	h->file = str_take(place, colon);
	*body = rest;
	return true;
}

size_t head_find(struct str line)
{
	struct head h;
	struct str body;
	size_t at = find_head_start(line, 0);

	while (at != STR_NONE && !head_parse(str_skip(line, at), &h, &body))
		at = find_head_start(line, at + 15);
	return at;
}

struct line_reader *line_new(struct input *in)
{
	struct line_reader *lr = mem_alloc(sizeof *lr);

	lr->in = in;
	lr->line = 1;
	return lr;
}

void line_free(struct line_reader *lr)
{
	mem_free(lr);
}

/*
 * What a line speaks for: 1 for a trace, wherever its head stands (damage may be before
 * it), -1 for a text log, 0 for neither. Text messages can begin with a brace, too.
 */
static int evidence_of(struct str line)
{
	struct head h;
	struct str body;
	size_t at = head_find(line);
	bool first = at == 0;

	while (at != STR_NONE && head_parse(str_skip(line, at), &h, &body)) {
		if (str_starts(body, STR("{\"")))
			return 1;
		line = body;	/* another writer may have broken into the line */
		at = head_find(line);
	}
	return first ? -1 : 0;
}

bool line_is_trace(struct line_reader *lr)
{
	size_t start = 0, searched = 0;	/* of the line at hand; how far its end was looked for */
	int evidence = 0, more = 1;

	/* All that is buffered counts; more is read only while nothing speaks for either. */
	for (;;) {
		struct str data = str_take(input_data(lr->in), SNIFF_BYTES);
		size_t end = str_find_char(str_skip(data, searched), '\n');

		searched = end == STR_NONE ? data.len : searched + end + 1;
		if (end == STR_NONE && more > 0) {
			if (evidence != 0)
				return evidence > 0;
			more = searched < SNIFF_BYTES ? input_more(lr->in, SNIFF_BYTES) : 0;
			continue;
		}
		evidence += evidence_of(str_sub(data, start, searched - (end != STR_NONE)));
		if (end == STR_NONE)
			return evidence > 0;
		start = searched;
	}
}

/* Consumes what was returned last. */
static void advance(struct line_reader *lr)
{
	input_consume(lr->in, lr->consume);
	lr->consume = 0;
}

/* Bytes that find_record_end() has settled when it found none. */
static size_t settled(struct str data)
{
	return data.len > FIND_AHEAD ? data.len - FIND_AHEAD : 0;
}

/* The same search where nothing follows data: its last line may be one byte long. */
static size_t last_record_end(struct str data)
{
	struct str tail = str_skip(data, settled(data));

	if (tail.len == FIND_AHEAD && tail.s[0] == '\n' && tail.s[1] != '\t' &&
	    tail.s[1] != '\n' && tail.s[1] != '\r')
		return settled(data);
	return STR_NONE;
}

/* Drops bytes up to the end of an oversize record (its last line's newline included). */
static void discard_record(struct line_reader *lr)
{
	size_t newlines = 0, end;

	lr->discard = false;
	for (;;) {
		struct str data = input_data(lr->in);
		size_t done = settled(data);

		end = find_record_end(data, &newlines);
		if (end != STR_NONE)
			break;
		newlines += find_count_lines(str_take(data, done));
		input_consume(lr->in, done);
		if (input_more(lr->in, LINE_MOST) > 0)
			continue;
		data = input_data(lr->in);
		end = last_record_end(data);
		if (end == STR_NONE)
			end = data.len - 1;
		newlines += find_count_lines(str_take(data, end + 1));
		break;
	}
	input_consume(lr->in, end + 1);
	lr->line += newlines;
}

static void skip_blank_lines(struct line_reader *lr)
{
	for (;;) {
		struct str data = input_data(lr->in);
		size_t n = 0;

		while (n < data.len && (data.s[n] == '\n' || data.s[n] == '\r'))
			lr->line += data.s[n++] == '\n';
		input_consume(lr->in, n);
		if (n < data.len || input_more(lr->in, LINE_MOST) <= 0)
			return;
	}
}

/*
 * Buffers one record: its length without the newline that ends it. *at_end if the
 * input ends behind it; 0 bytes only at the end. SIZE_MAX if it is longer than allowed.
 */
static size_t buffer_record(struct line_reader *lr, size_t *newlines, bool *at_end)
{
	size_t seen = 0;

	*at_end = false;
	for (;;) {
		struct str data = input_data(lr->in);
		size_t end = find_record_end(str_skip(data, seen), newlines);
		int more;

		if (end != STR_NONE)
			return seen + end;
		if (settled(data) > seen) {
			*newlines += find_count_lines(str_sub(data, seen, settled(data)));
			seen = settled(data);
		}
		more = input_more(lr->in, LINE_MOST);
		if (more > 0)
			continue;
		if (more < 0)
			return SIZE_MAX;
		data = input_data(lr->in);
		end = last_record_end(data);
		*at_end = end == STR_NONE;
		if (*at_end)
			end = data.len;
		*newlines += find_count_lines(str_sub(data, seen, end + !*at_end));
		return end;
	}
}

static struct str without_cr(struct str line, bool *crlf)
{
	*crlf = line.len && line.s[line.len - 1] == '\r';
	return *crlf ? str_take(line, line.len - 1) : line;
}

/* The head line and payload of a record's bytes, which begin at line number line. */
static void split_record(struct str text, int64_t offset, struct record *r)
{
	struct str line, rest = text;
	size_t at;

	str_cut(&rest, '\n', &line);
	if (rest.s && str_find_char(rest, '\t') != STR_NONE) {
		r->payload = rest;
		r->payload_offset = offset + (rest.s - text.s);
	}
	r->body = without_cr(line, &r->crlf);
	r->has_head = head_parse(r->body, &r->head, &r->body);
	if (r->has_head || r->body.len == 0 || (at = head_find(r->body)) == STR_NONE)
		return;
	r->before = str_take(r->body, at);
	r->has_head = head_parse(str_skip(r->body, at), &r->head, &r->body);
}

int line_record(struct line_reader *lr, struct record *r)
{
	size_t len, newlines = 0;
	bool at_end;
	struct str text;

	advance(lr);
	if (lr->discard)
		discard_record(lr);
	skip_blank_lines(lr);
	*r = (struct record){ .line = lr->line };
	len = buffer_record(lr, &newlines, &at_end);
	if (len == 0)
		return 0;
	r->oversize = len == SIZE_MAX;
	r->at_end = at_end;
	text = input_data(lr->in);
	if (!r->oversize) {
		text = str_take(text, len);
		r->cut = at_end && text.s[len - 1] != '\n';
		lr->consume = at_end ? len : len + 1;
		lr->line += newlines;
	} else {
		lr->discard = true;
	}
	split_record(text, input_offset(lr->in), r);
	if (r->oversize)
		r->payload = (struct str){ NULL, 0 };
	return 1;
}

bool line_inner_record(struct record *r)
{
	struct str rest;
	size_t at;

	if (!r->has_head)
		return false;
	at = head_find(r->body);
	if (at == STR_NONE)
		return false;
	rest = str_skip(r->body, at);
	r->before = str_take(r->body, at);
	return head_parse(rest, &r->head, &r->body);
}

/* Consumes n bytes, whole lines or parts of one. */
static void pass_over(struct line_reader *lr, size_t n)
{
	lr->line += anchor_count_lines(str_take(input_data(lr->in), n));
	input_consume(lr->in, n);
}

/* Drops the rest of an oversize line, but not its line end. */
static void discard_line(struct line_reader *lr)
{
	lr->discard = false;
	for (;;) {
		struct str data = input_data(lr->in);
		size_t end = anchor_line_end(data);

		input_consume(lr->in, end == STR_NONE ? data.len : end);
		if (end != STR_NONE || input_more(lr->in, LINE_TEXT_MOST) <= 0)
			break;
	}
	lr->at_line_end = true;
}

/* Steps over the LF, CR or CR LF that ends what was returned last. */
static void step_over_end(struct line_reader *lr)
{
	struct str data = input_data(lr->in);

	lr->at_line_end = false;
	if (data.len == 0)
		return;
	if (data.s[0] == '\r') {
		if (data.len == 1)
			input_more(lr->in, LINE_TEXT_MOST);
		data = input_data(lr->in);
		if (data.len < 2 || data.s[1] != '\n') {
			input_consume(lr->in, 1);
			return;
		}
		input_consume(lr->in, 1);
	}
	input_consume(lr->in, 1);
	lr->line++;
}

static void begin_line(struct line_reader *lr)
{
	advance(lr);
	if (lr->discard)
		discard_line(lr);
	if (lr->at_line_end)
		step_over_end(lr);
}

int line_text(struct line_reader *lr, struct str *line, bool *oversize)
{
	size_t seen = 0, end;
	int more = 1;
	struct str data;

	begin_line(lr);
	for (;;) {
		data = input_data(lr->in);
		end = anchor_line_end(str_skip(data, seen));
		if (end != STR_NONE)
			break;
		seen = data.len;
		more = input_more(lr->in, LINE_TEXT_MOST);
		if (more <= 0)
			break;
	}
	if (end == STR_NONE && data.len == 0)
		return 0;
	*oversize = lr->discard = more < 0;
	*line = end == STR_NONE ? data : str_take(data, seen + end);
	lr->consume = line->len;
	lr->at_line_end = end != STR_NONE;
	lr->returned = lr->line;
	return 1;
}

/*
 * Passes over whole lines without an anchor. False at the end of the input; *seen says
 * how much of the line that begins the data has been searched.
 */
static bool pass_over_lines(struct line_reader *lr, size_t *seen)
{
	struct str data = input_data(lr->in);
	size_t start = *seen + anchor_line_start(str_skip(data, *seen));

	if (start > *seen || *seen == 0) {
		pass_over(lr, start);
		data = str_skip(data, start);
	}
	*seen = data.len > ANCHOR_MOST ? data.len - ANCHOR_MOST : 0;
	if (data.len >= LINE_TEXT_MOST) {
		discard_line(lr);
		step_over_end(lr);
		*seen = 0;
		if (input_data(lr->in).len)
			return true;
	}
	return input_more(lr->in, LINE_TEXT_MOST + ANCHOR_MOST) > 0;
}

int line_text_torch(struct line_reader *lr, struct str *line, bool *oversize)
{
	size_t seen = 0, at;
	struct str data;

	begin_line(lr);
	for (;;) {
		data = input_data(lr->in);
		at = anchor_find(str_skip(data, seen));
		if (at != STR_NONE)
			break;
		if (!pass_over_lines(lr, &seen)) {
			pass_over(lr, input_data(lr->in).len);
			return 0;
		}
	}
	pass_over(lr, anchor_line_start(str_take(data, seen + at)));
	return line_text(lr, line, oversize);
}

size_t line_number(const struct line_reader *lr)
{
	return lr->returned;
}
