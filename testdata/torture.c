/* SPDX-License-Identifier: MIT */
/*
 * Feeds damaged copies of a trace to ctrace and looks at what comes out:
 *
 *   torture cut STEP FILE...        cut off at every STEPth byte
 *   torture lines STEP FILE...      every STEPth line left out, doubled, swapped with the next
 *   torture flip COUNT FILE...      COUNT times one to four bytes changed, always the same ones
 *   torture trickle 1 FILE...       undamaged, but each read gives one byte
 *
 * ctrace's main (linked in as ctrace_main) runs in a forked child without exec, so
 * that a run takes well below a millisecond and every byte can have its turn. FILE
 * may be a .gz; then the compressed bytes are what is damaged.
 */
#include "judge.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int ctrace_main(int argc, char **argv);

enum { WORKERS = 2, SECONDS_MAX = 20, SHOWN_MAX = 2 };

struct bytes {
	char *s;
	size_t len;
};

struct outcome {
	int code;		/* exit status, or 128 + signal */
	bool valid;		/* stdout is a JSON report */
	struct judgement counts;
};

/* One damaged copy and what must hold for it. */
struct trial {
	const char *file;
	const char *mode;
	size_t number;		/* the cut, the line, the seed */
	struct bytes input;
	bool may_be_empty;	/* nothing usable may be left: exit 3 is right too */
};

struct tally {
	size_t passed, failed;
};

struct rig {
	FILE *in, *out, *err;
	struct tally *tally;	/* shared with the parent */
	bool trickle;
};

static void stop(const char *what)
{
	perror(what);
	exit(2);
}

static FILE *scratch(void)
{
	FILE *f = tmpfile();
	if (!f)
		stop("torture: no scratch file");
	return f;
}

static struct bytes contents(int fd)
{
	off_t size = lseek(fd, 0, SEEK_END);
	struct bytes b = { malloc((size_t)size + 1), (size_t)size };
	if (!b.s || pread(fd, b.s, b.len, 0) != size)
		stop("torture: cannot read back");
	b.s[b.len] = '\0';
	return b;
}

static void rewind_all(const struct rig *rig)
{
	FILE *files[] = { rig->in, rig->out, rig->err };
	for (int i = 0; i < 3; i++)
		if (ftruncate(fileno(files[i]), 0) || lseek(fileno(files[i]), 0, SEEK_SET))
			stop("torture: scratch file");
}

/* A socket whose every read gives one byte; a child of its own does the writing. */
static int trickling(const struct bytes *input)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends))
		stop("torture: socketpair");
	if (fork() == 0) {
		close(ends[0]);
		for (size_t i = 0; i < input->len; i++)
			if (send(ends[1], input->s + i, 1, MSG_NOSIGNAL) != 1)
				break;
		_exit(0);
	}
	close(ends[1]);
	return ends[0];
}

static int input_of(const struct rig *rig, const struct bytes *input)
{
	if (rig->trickle)
		return trickling(input);
	int fd = fileno(rig->in);
	if (pwrite(fd, input->s, input->len, 0) != (ssize_t)input->len)
		stop("torture: cannot write");
	return fd;
}

_Noreturn static void be_ctrace(const struct rig *rig, int in)
{
	static char name[] = "ctrace", command[] = "analyze", option[] = "--format",
		    format[] = "json", input[] = "-";
	char *argv[] = { name, command, option, format, input, NULL };
	alarm(SECONDS_MAX);
	if (dup2(in, 0) < 0 || dup2(fileno(rig->out), 1) < 0 || dup2(fileno(rig->err), 2) < 0)
		_exit(99);
	exit(ctrace_main(5, argv));
}

static struct outcome run(const struct rig *rig, const struct bytes *input)
{
	rewind_all(rig);
	int in = input_of(rig, input), status = 0;
	fflush(stdout);
	pid_t child = fork();
	if (child < 0)
		stop("torture: fork");
	if (child == 0)
		be_ctrace(rig, in);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (rig->trickle) {
		close(in);
		wait(NULL);
	}
	struct outcome o = { .code = WIFEXITED(status) ? WEXITSTATUS(status) :
							  128 + WTERMSIG(status) };
	struct bytes out = contents(fileno(rig->out));
	o.valid = judge_json(out.s, out.len, &o.counts);
	free(out.s);
	return o;
}

static void complain(const struct rig *rig, const struct trial *t, const struct outcome *o,
		     const char *what)
{
	if (rig->tally->failed++ >= SHOWN_MAX)
		return;
	struct bytes err = contents(fileno(rig->err));
	printf("%s %zu %s: %s; exit %d, %ld compiles, %ld records\n%.*s%s", t->mode, t->number,
	       t->file, what, o->code, o->counts.compiles, o->counts.records,
	       (int)(err.len < 900 ? err.len : 900), err.s, err.len > 0 ? "\n" : "");
	fflush(stdout);
	free(err.s);
}

/* NULL if the outcome is right in itself. */
static const char *fault(const struct trial *t, const struct outcome *o)
{
	if (o->code == 3 && t->may_be_empty)
		return NULL;
	if (o->code != 0)
		return "did not end well";
	return o->valid ? NULL : "the JSON is not valid";
}

static bool below(const struct judgement *a, const struct judgement *b)
{
	return a->compiles < b->compiles || a->recompiles < b->recompiles ||
	       a->frames < b->frames || a->records < b->records;
}

/* Head lines that are whole. All but the last must be among the records. */
static long heads(const struct bytes *b)
{
	long n = 0;
	for (const char *s = b->s, *end = b->s + b->len, *next; s < end; s = next) {
		next = memchr(s, '\n', (size_t)(end - s));
		if (!next)
			break;
		n += strchr("VIWEC", *s) && s[1] >= '0' && s[1] <= '9';
		next++;
	}
	return n;
}

static bool is_gzip(const struct bytes *b)
{
	return b->len > 2 && memcmp(b->s, "\x1f\x8b", 2) == 0;
}

/* The longer the rest, the more is known; never more than of the whole. */
static void try_cuts(const struct rig *rig, const char *file, const struct bytes *whole,
		     size_t step, size_t worker)
{
	struct trial t = { .file = file, .mode = "cut", .may_be_empty = true };
	struct outcome all = run(rig, whole), last = { .counts = { -1, -1, -1, -1 } };
	for (t.number = worker * step; t.number < whole->len; t.number += step * WORKERS) {
		t.input = (struct bytes){ whole->s, t.number };
		struct outcome o = run(rig, &t.input);
		const char *what = fault(&t, &o);
		if (!what && o.code == 0 && below(&all.counts, &o.counts))
			what = "counts more than the whole has";
		if (!what && below(&o.counts, &last.counts))
			what = "counts less than a shorter cut";
		if (!what && o.code == 0 && !is_gzip(whole) && o.counts.records >= 0 &&
		    o.counts.records < heads(&t.input) - 1)
			what = "lost records";
		if (what)
			complain(rig, &t, &o, what);
		else
			rig->tally->passed++;
		if (o.code == 0) {
			t.may_be_empty = false;
			last = o;
		}
	}
}

static void judge_trial(const struct rig *rig, const struct trial *t)
{
	struct outcome o = run(rig, &t->input);
	const char *what = fault(t, &o);
	if (what)
		complain(rig, t, &o, what);
	else
		rig->tally->passed++;
}

static size_t line_length(const struct bytes *b, size_t at)
{
	const char *end = memchr(b->s + at, '\n', b->len - at);
	return end ? (size_t)(end + 1 - (b->s + at)) : b->len - at;
}

/* The line at `at` (and the next, for a swap) written `times` times, or swapped. */
static struct bytes edit(const struct bytes *whole, char *room, size_t at, int times)
{
	size_t one = line_length(whole, at), used = at, rest = at + one;
	memcpy(room, whole->s, at);
	if (times < 0) {
		size_t two = rest < whole->len ? line_length(whole, rest) : 0;
		memcpy(room + used, whole->s + rest, two);
		used += two;
		rest += two;
		times = 1;
	}
	for (; times > 0; times--, used += one)
		memcpy(room + used, whole->s + at, one);
	memcpy(room + used, whole->s + rest, whole->len - rest);
	return (struct bytes){ room, used + whole->len - rest };
}

static void try_lines(const struct rig *rig, const char *file, const struct bytes *whole,
		      size_t step, size_t worker)
{
	static const struct {
		const char *mode;
		int times;
	} edits[] = { { "line left out", 0 }, { "line doubled", 2 }, { "line swapped", -1 } };
	char *room = malloc(2 * whole->len + 1);
	size_t number = 0;
	if (!room)
		stop("torture");
	for (size_t at = 0; at < whole->len; at += line_length(whole, at), number++) {
		if (number % (step * WORKERS) != worker * step)
			continue;
		for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
			struct trial t = { file, edits[i].mode, number + 1,
					   edit(whole, room, at, edits[i].times), false };
			judge_trial(rig, &t);
		}
	}
	free(room);
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void try_flips(const struct rig *rig, const char *file, const struct bytes *whole,
		      size_t count, size_t worker)
{
	static const char nasty[] = { 0, '\xff', '\n', '\t', '"', '{', '}', '\\', '0', '-', 'V' };
	char *room = malloc(whole->len + 1);
	if (!room)
		stop("torture");
	for (size_t n = worker; n < count; n += WORKERS) {
		uint64_t seed = (n + 1) * 0x9e3779b97f4a7c15u;
		memcpy(room, whole->s, whole->len);
		for (uint64_t left = 1 + next_random(&seed) % 4; left > 0; left--) {
			size_t at = next_random(&seed) % whole->len;
			uint64_t r = next_random(&seed);
			int byte = r % 2 ? nasty[r / 2 % sizeof nasty] : room[at] ^ (1 << r / 2 % 8);
			room[at] = (char)byte;
		}
		struct trial t = { file, "flip", n, { room, whole->len }, is_gzip(whole) };
		judge_trial(rig, &t);
	}
	free(room);
}

static void try_trickle(const struct rig *rig, const char *file, const struct bytes *whole,
			size_t unused, size_t worker)
{
	(void)unused;
	if (worker > 0)
		return;
	struct trial t = { file, "trickle", 1, *whole, false };
	struct rig slow = *rig;
	struct outcome o = run(rig, whole);
	struct bytes want = contents(fileno(rig->out));
	slow.trickle = true;
	struct outcome got_o = run(&slow, whole);
	struct bytes got = contents(fileno(rig->out));
	if (o.code != got_o.code || want.len != got.len || memcmp(want.s, got.s, got.len) != 0)
		complain(rig, &t, &got_o, "differs from a read at one go");
	else
		rig->tally->passed++;
	free(want.s);
	free(got.s);
}

typedef void try_fn(const struct rig *, const char *, const struct bytes *, size_t, size_t);

static const struct {
	const char *name;
	try_fn *function;
} modes[] = { { "cut", try_cuts }, { "lines", try_lines }, { "flip", try_flips },
	      { "trickle", try_trickle } };

static try_fn *find_mode(const char *name)
{
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (strcmp(name, modes[i].name) == 0)
			return modes[i].function;
	return NULL;
}

static void work(try_fn *try, size_t worker, struct tally *tally, char **argv)
{
	struct rig rig = { scratch(), scratch(), scratch(), tally, false };
	size_t number = strtoul(argv[0], NULL, 10);
	for (char **file = argv + 1; *file; file++) {
		FILE *f = fopen(*file, "rb");
		if (!f)
			stop(*file);
		struct bytes whole = contents(fileno(f));
		fclose(f);
		try(&rig, *file, &whole, number ? number : 1, worker);
		free(whole.s);
	}
}

int main(int argc, char **argv)
{
	try_fn *try = argc > 3 ? find_mode(argv[1]) : NULL;
	if (!try) {
		fprintf(stderr, "usage: torture cut|lines|flip|trickle NUMBER FILE...\n");
		return 2;
	}
	struct tally *tallies = mmap(NULL, WORKERS * sizeof *tallies, PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (tallies == MAP_FAILED)
		stop("torture: mmap");
	for (size_t i = 0; i < WORKERS; i++)
		if (fork() == 0) {
			work(try, i, &tallies[i], argv + 2);
			fflush(stdout);
			_exit(0);
		}
	struct tally sum = { 0, 0 };
	for (int i = 0, status = 0; i < WORKERS; i++)
		if (wait(&status) < 0 || status != 0)
			sum.failed++;
	for (size_t i = 0; i < WORKERS; i++) {
		sum.passed += tallies[i].passed;
		sum.failed += tallies[i].failed;
	}
	printf("%s: %zu passed, %zu failed\n", argv[1], sum.passed, sum.failed);
	return sum.failed > 0 || sum.passed == 0;
}
