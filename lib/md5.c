/* SPDX-License-Identifier: MIT */
#include "md5.h"

#include "find.h"
#include "worker.h"

#include <string.h>

#define LANES 8
#define BLOCK 64		/* bytes MD5 takes at a time */
#ifdef CTRACE_TEST
#define JOBS_MOST 11
#else
#define JOBS_MOST 1024
#endif
#define BYTES_MOST ((size_t)512 << 10)	/* a long payload keeps its lane: others must fill the rest */

/* The compiler makes of it what the machine has: two SSE2 registers, one AVX2, … */
typedef uint32_t lanes __attribute__((vector_size(LANES * 4)));
typedef uint32_t quarter __attribute__((vector_size(16)));	/* four words of one lane */

/* …which is decided when the program starts, where compiler and linker can do that. */
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && \
	(!defined(__clang__) || __clang_major__ >= 16)
#define FOR_EACH_MACHINE __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define FOR_EACH_MACHINE
#endif

struct md5_job {
	size_t from;		/* where its padded message begins in text */
	size_t blocks;
	size_t tag;
	uint32_t expected[4], sum[4];
};

struct md5_batch {
	struct buf text;	/* the padded messages, one behind the other */
	struct md5_job jobs[JOBS_MOST];
	size_t count;
};

/* One batch is filled while a worker sums the other. */
struct md5_queue {
	md5_mismatch report;
	void *context;
	struct worker *worker;
	struct md5_batch batches[2], *filling, *summing;
};

static const uint32_t start[4] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 };

/* floor(2^32 * |sin(i + 1)|), RFC 1321 */
static const uint32_t sines[64] = {
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613,
	0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193,
	0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
	0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
	0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122,
	0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
	0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244,
	0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
	0xeb86d391,
};
#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define STEP(a, f, b, word, i, n) do { \
	lanes sum = (a) + (f) + w[(word) & 15] + sines[i]; \
	(a) = (b) + ROTATE(sum, n); \
} while (0)

/*
 * Sixteen steps: F is their function, word i uses the message's word MUL * i + ADD,
 * and the four turns repeat.
 */
#define ROUND(F, from, mul, add, n0, n1, n2, n3) do { \
	for (unsigned i = (from); i < (from) + 16; i += 4) { \
		STEP(a, F(b, c, d), b, (mul) * i + (add), i, n0); \
		STEP(d, F(a, b, c), a, (mul) * (i + 1) + (add), i + 1, n1); \
		STEP(c, F(d, a, b), d, (mul) * (i + 2) + (add), i + 2, n2); \
		STEP(b, F(c, d, a), c, (mul) * (i + 3) + (add), i + 3, n3); \
	} \
} while (0)
#define F1(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define F2(x, y, z) ((y) ^ ((z) & ((x) ^ (y))))
#define F3(x, y, z) ((x) ^ (y) ^ (z))
#define F4(x, y, z) ((y) ^ ((x) | ~(z)))

static quarter load(const unsigned char *p)
{
	quarter words;

	memcpy(&words, p, sizeof words);
	return words;
}

#define LOW(x, y) __builtin_shufflevector(x, y, 0, 4, 1, 5)
#define HIGH(x, y) __builtin_shufflevector(x, y, 2, 6, 3, 7)
#define LOW_PAIRS(x, y) __builtin_shufflevector(x, y, 0, 1, 4, 5)
#define HIGH_PAIRS(x, y) __builtin_shufflevector(x, y, 2, 3, 6, 7)
#define JOIN(x, y) __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7)

/* Words at byte 16 * part of four lanes, turned: out[i] is word i of each lane. */
static inline void turn(const unsigned char *const block[4], size_t at, quarter out[4])
{
	quarter a = load(block[0] + at), b = load(block[1] + at);
	quarter c = load(block[2] + at), d = load(block[3] + at);
	quarter ab = LOW(a, b), cd = LOW(c, d), ab2 = HIGH(a, b), cd2 = HIGH(c, d);

	out[0] = LOW_PAIRS(ab, cd);
	out[1] = HIGH_PAIRS(ab, cd);
	out[2] = LOW_PAIRS(ab2, cd2);
	out[3] = HIGH_PAIRS(ab2, cd2);
}

/*
 * One block of each lane: state += digest of the block at block[lane]. MD5's words are
 * little-endian; on a machine that is not, md5_add() would have to turn them.
 */
FOR_EACH_MACHINE
static void sum_block(lanes state[4], const unsigned char *const block[LANES])
{
	lanes w[16], a = state[0], b = state[1], c = state[2], d = state[3];

	for (unsigned part = 0; part < 4; part++) {
		quarter low[4], high[4];

		turn(block, 16 * part, low);
		turn(block + 4, 16 * part, high);
		for (unsigned i = 0; i < 4; i++)
			w[4 * part + i] = JOIN(low[i], high[i]);
	}
	ROUND(F1, 0, 1, 0, 7, 12, 17, 22);
	ROUND(F2, 16, 5, 1, 5, 9, 14, 20);
	ROUND(F3, 32, 3, 5, 4, 11, 16, 23);
	ROUND(F4, 48, 7, 0, 6, 10, 15, 21);
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
}

struct lane {
	struct md5_job *job;	/* NULL: idle */
	size_t done;		/* blocks of it */
};

static void lane_begin(struct lane *l, lanes state[4], unsigned at, struct md5_job *job)
{
	*l = (struct lane){ job, 0 };
	for (unsigned i = 0; i < 4; i++)
		state[i][at] = start[i];
}

static void lane_end(struct lane *l, const lanes state[4], unsigned at)
{
	for (unsigned i = 0; i < 4; i++)
		l->job->sum[i] = state[i][at];
	l->job = NULL;
}

/* Gives idle lanes the next jobs; the number of lanes at work. */
static unsigned lanes_fill(struct md5_batch *q, struct lane l[LANES], lanes state[4],
			   size_t *next)
{
	unsigned busy = 0;

	for (unsigned i = 0; i < LANES; i++) {
		if (!l[i].job && *next < q->count)
			lane_begin(&l[i], state, i, &q->jobs[(*next)++]);
		busy += l[i].job != NULL;
	}
	return busy;
}

static void sum_all(void *batch)
{
	struct md5_batch *q = batch;
	static const unsigned char idle[BLOCK];
	struct lane l[LANES] = { { 0 } };
	lanes state[4] = { { 0 } };
	size_t next = 0;

	while (lanes_fill(q, l, state, &next)) {
		const unsigned char *block[LANES];

		for (unsigned i = 0; i < LANES; i++)
			block[i] = l[i].job ? (const unsigned char *)q->text.s + l[i].job->from +
					      l[i].done * BLOCK : idle;
		sum_block(state, block);
		for (unsigned i = 0; i < LANES; i++)
			if (l[i].job && ++l[i].done == l[i].job->blocks)
				lane_end(&l[i], state, i);
	}
}

struct md5_queue *md5_new(md5_mismatch report, void *context)
{
	struct md5_queue *q = mem_alloc(sizeof *q);

	q->report = report;
	q->context = context;
	q->worker = worker_new(sum_all);
	q->filling = &q->batches[0];
	q->summing = &q->batches[1];
	return q;
}

void md5_free(struct md5_queue *q)
{
	if (!q)
		return;
	worker_free(q->worker);
	buf_release(&q->batches[0].text);
	buf_release(&q->batches[1].text);
	mem_free(q);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static bool parse_sum(struct str hex, uint32_t sum[4])
{
	if (hex.len != 32)
		return false;
	memset(sum, 0, 16);
	for (size_t i = 0; i < 32; i += 2) {
		int high = hex_digit(hex.s[i]), low = hex_digit(hex.s[i + 1]);

		if (high < 0 || low < 0)
			return false;
		sum[i / 8] |= (uint32_t)(high * 16 + low) << i % 8 * 4;
	}
	return true;
}

/* What MD5 puts behind a message: a 1 bit, zeros, the length in bits. */
static void pad(struct buf *b, size_t from)
{
	uint64_t bits = (uint64_t)(b->len - from) * 8;
	unsigned char length[8];

	buf_add_char(b, (char)0x80);
	buf_fill(b, 0, (2 * BLOCK - 8 - (b->len - from) % BLOCK) % BLOCK);
	for (unsigned i = 0; i < 8; i++)
		length[i] = (unsigned char)(bits >> 8 * i);
	buf_add(b, (struct str){ (const char *)length, sizeof length });
}

/* One line of raw without its tab and line end to out; false if it does not count. */
static bool copy_line(struct buf *out, struct str *raw, bool strip_cr)
{
	size_t n;

	if (raw->s[0] != '\t') {
		n = str_find_char(*raw, '\n');
		*raw = str_skip(*raw, n == STR_NONE ? raw->len : n + 1);
		return false;
	}
	*raw = str_skip(*raw, 1);
	n = find_copy_line(out->s + out->len, *raw);
	*raw = str_skip(*raw, n + 1);
	if (strip_cr && n && out->s[out->len + n - 1] == '\r')
		n--;
	out->len += n;
	return true;
}

void md5_payload_text(struct buf *out, struct str raw, bool strip_cr)
{
	size_t from = out->len;

	buf_reserve(out, raw.len + 1 + FIND_SLACK);
	while (raw.len)
		if (copy_line(out, &raw, strip_cr))
			out->s[out->len++] = '\n';
	if (out->len > from)	/* lines are joined by newlines, not ended */
		out->len--;
}

/* Waits for the batch at the worker, and reports what it found. */
static void take_summed(struct md5_queue *q)
{
	struct md5_batch *b = q->summing;

	worker_wait(q->worker);
	for (size_t i = 0; i < b->count; i++)
		if (memcmp(b->jobs[i].sum, b->jobs[i].expected, sizeof b->jobs[i].sum) != 0)
			q->report(q->context, b->jobs[i].tag);
	b->count = 0;
	buf_cut(&b->text, 0);
}

/* Gives the batch that is full to the worker. */
static void hand_over(struct md5_queue *q)
{
	struct md5_batch *full = q->filling;

	take_summed(q);
	q->filling = q->summing;
	q->summing = full;
	worker_give(q->worker, full);
}

bool md5_add(struct md5_queue *q, struct str raw, bool strip_cr, struct str expected,
	     size_t tag)
{
	struct md5_batch *b = q->filling;
	struct md5_job *job = &b->jobs[b->count];

	if (!parse_sum(expected, job->expected))
		return false;
	job->from = b->text.len;
	job->tag = tag;
	md5_payload_text(&b->text, raw, strip_cr);
	pad(&b->text, job->from);
	job->blocks = (b->text.len - job->from) / BLOCK;
	b->count++;
	if (b->count == JOBS_MOST || b->text.len > BYTES_MOST)
		hand_over(q);
	return true;
}

void md5_flush(struct md5_queue *q)
{
	take_summed(q);
	if (q->filling->count == 0)
		return;
	sum_all(q->filling);	/* the last one: nothing to do beside it */
	q->summing = q->filling;
	q->filling = q->summing == &q->batches[0] ? &q->batches[1] : &q->batches[0];
	take_summed(q);
}
