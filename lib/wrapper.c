/* SPDX-License-Identifier: MIT */
#include "wrapper.h"

/*
 * A form is text to be met as it stands, and:
 *	%n number	%r number that is the rank	%p number that is a process id
 *	%a letters	%w a name: letters, digits, _ - . / : @	%W a name that tells streams apart
 *	%c clock time (12:00:01, with a fraction or not)
 *	%t date and clock time with T or blank, fraction, zone
 *	%s blanks, or none	%S at least one blank	%* all up to what follows
 */
static const char *const forms[] = {
	/* torch and its launchers */
	"[%a%r]:%s",		/* [rank0]: torch 2.3 on; [default0]: torchrun --tee */
	"[%a%r] ",
	"[%n,%r]<%a>:%s",	/* mpirun --tag-output */
	"%r: ",			/* srun --label */
	"(%w pid=%p%*) ",	/* Ray: (RayTrainWorker pid=4711, ip=10.0.0.2) */
	"(pid=%p%*) ",
	/* containers and CI */
	"%t%Sstdout %a ",	/* Kubernetes CRI: 2026-05-03T12:00:01.123Z stderr F */
	"%t%Sstderr %a ",
	"%t%S%w %w[%n]: ",	/* journald -o short-iso */
	"%t%S",			/* docker -t, GitHub Actions */
	"[%t] ",		/* Jenkins */
	"%a %s%n %c %w %w[%n]: ",	/* syslog */
	"%W%s| ",		/* docker compose: trainer-1  | */
	"[pod/%W] ",		/* kubectl logs --prefix */
	"#%n %n.%n ",		/* docker build */
	"[%c] ",
	"%c ",
	/* quoting */
	"E   ",			/* pytest */
	"> ", ">", "| ",
	"\xe2\x80\xa6%s", "...%s",	/* an elided head */
	"%S",
};

struct match {
	struct str rest;
	struct wrapper found;
};

static size_t count_while(struct str s, bool (*is)(char c))
{
	size_t n = 0;

	while (n < s.len && is(s.s[n]))
		n++;
	return n;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name(char c)
{
	return is_letter(c) || str_is_digit(c) || c == '-' || c == '.' || c == '/' ||
	       c == ':' || c == '@';
}

/* Whether s begins with shape, in which d stands for a digit. */
static bool has_shape(struct str s, struct str shape)
{
	if (s.len < shape.len)
		return false;
	for (size_t i = 0; i < shape.len; i++)
		if (shape.s[i] == 'd' ? !str_is_digit(s.s[i]) : s.s[i] != shape.s[i])
			return false;
	return true;
}

/* "12:00:01", "12:00:01.123", "12:00:01,123": its length, 0 if it is none. */
static size_t clock_length(struct str s)
{
	size_t n = 8;

	if (!has_shape(s, STR("dd:dd:dd")))
		return 0;
	if (s.len > n + 1 && (s.s[n] == '.' || s.s[n] == ',') && str_is_digit(s.s[n + 1]))
		n += 1 + count_while(str_skip(s, n + 1), str_is_digit);
	return n;
}

/* "2026-05-03T12:00:01.123456789Z", "2026-05-03 12:00:01+02:00" */
static size_t date_length(struct str s)
{
	size_t clock, n = 11;

	if (!has_shape(s, STR("dddd-dd-dd")) || s.len < 12 || (s.s[10] != 'T' && s.s[10] != ' '))
		return 0;
	clock = clock_length(str_skip(s, n));
	if (clock == 0)
		return 0;
	n += clock;
	if (n < s.len && s.s[n] == 'Z')
		return n + 1;
	if (has_shape(str_skip(s, n), STR("+dd:dd")) || has_shape(str_skip(s, n), STR("-dd:dd")))
		return n + 6;
	return n;
}

static uint64_t hash(struct str s, uint64_t h)
{
	h ^= 0xcbf29ce484222325u;
	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.s[i]) * 0x100000001b3u;
	return h;
}

/* Takes what a letter of a form stands for; false if it is not there. */
static bool take(struct match *m, char what, char next)
{
	size_t n = 0, end;

	switch (what) {
	case 'n': case 'r': case 'p':
		n = count_while(m->rest, str_is_digit);
		if (n > 18)
			return false;
		if (what == 'r')
			str_to_i64(str_take(m->rest, n), &m->found.rank);
		if (what == 'p')
			str_to_i64(str_take(m->rest, n), &m->found.pid);
		break;
	case 'a':
		n = count_while(m->rest, is_letter);
		break;
	case 'w': case 'W':
		n = count_while(m->rest, is_name);
		if (what == 'W')
			m->found.stream = hash(str_take(m->rest, n), m->found.stream);
		break;
	case 'c':
		n = clock_length(m->rest);
		break;
	case 't':
		n = date_length(m->rest);
		break;
	case 's':
		m->rest = str_skip(m->rest, count_while(m->rest, is_blank));
		return true;
	case 'S':
		n = count_while(m->rest, is_blank);
		break;
	case '*':
		end = str_find_char(str_take(m->rest, 64), next);
		m->rest = str_skip(m->rest, end == STR_NONE ? 0 : end);
		return true;
	}
	m->rest = str_skip(m->rest, n);
	return n > 0;
}

static bool matches(struct match *m, const char *form)
{
	for (; *form; form++) {
		if (*form != '%') {
			if (m->rest.len == 0 || m->rest.s[0] != *form)
				return false;
			m->rest = str_skip(m->rest, 1);
			continue;
		}
		if (!take(m, form[1], form[2]))
			return false;
		form++;
	}
	return true;
}

bool wrapper_strip(struct str *line, struct wrapper *w)
{
	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		struct match m = { *line, *w };

		if (!matches(&m, forms[i]))
			continue;
		*line = m.rest;
		*w = m.found;
		return true;
	}
	return false;
}

#define BARS_MOST 4096		/* bytes of a line in which bars are looked for */
#define BAR_TAIL_MOST 200	/* behind the rate: ", loss=0.3]" */

/*
 * "  12%|#2        | 6/50 [00:03<00:21,  2.06it/s]", "6it [00:03,  2.06it/s]",
 * "… 20.8s/it, loss=0.3]"
 */
struct str wrapper_behind_bar(struct str line)
{
	static const struct str rates[] = { STR_INIT("it/s"), STR_INIT("s/it"), STR_INIT("B/s") };
	struct str best = line;

	for (size_t i = 0; i < COUNT_OF(rates); i++) {
		struct str rest = str_take(line, BARS_MOST);
		size_t at, close;

		while ((at = str_find(rest, rates[i])) != STR_NONE) {
			rest = str_skip(rest, at + rates[i].len);
			close = str_find_char(str_take(rest, BAR_TAIL_MOST), ']');
			if (close == STR_NONE || (close > 0 && rest.s[0] != ','))
				continue;
			at = (size_t)(rest.s + close + 1 - line.s);
			if (line.len - at < best.len)
				best = str_skip(line, at);
		}
	}
	return best;
}

/* The length of the escape sequence at the start of s (ESC [ … letter, ESC ] … BEL). */
static size_t escape_length(struct str s)
{
	size_t n = 2;

	if (s.len < 2)
		return s.len;
	if (s.s[1] == '[') {
		while (n < s.len && (s.s[n] < 0x40 || s.s[n] > 0x7e))
			n++;
		return n < s.len ? n + 1 : n;
	}
	if (s.s[1] != ']')
		return n;
	while (n < s.len && s.s[n] != '\a' && s.s[n] != 0x1b)
		n++;
	return n < s.len && s.s[n] == '\a' ? n + 1 : n;
}

struct str wrapper_plain(struct buf *b, struct str line)
{
	size_t at = str_find_char(line, 0x1b);

	if (at == STR_NONE)
		return line;
	buf_cut(b, 0);
	while (at != STR_NONE) {
		buf_add(b, str_take(line, at));
		line = str_skip(line, at);
		line = str_skip(line, escape_length(line));
		at = str_find_char(line, 0x1b);
	}
	buf_add(b, line);
	return buf_str(b);
}
