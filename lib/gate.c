/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "gatetable.h"
#include "kin.h"

/*
 * Rows come in the order of what must be looked at first: what is violated, what could
 * not be told, what was lost, warnings, then what holds. So each limit is judged into a
 * line, and the lines are sorted.
 */

struct judging {
	struct gatetable table;
	struct measure measure, before;	/* of the report; of the baseline */
	const struct policy *policy;
	const struct gate_options *options;
	struct arena *arena;
	ARRAY(struct gatetable_line) lines;
	struct gate_counts *counts;
};

static void add_line(struct judging *j, struct gatetable_line line)
{
	switch (line.verdict) {
	case GATETABLE_HOLDS:
		j->counts->held++;
		break;
	case GATETABLE_VIOLATED:
		j->counts->violated++;
		break;
	case GATETABLE_UNKNOWN:
		j->counts->unknown++;
		break;
	case GATETABLE_LOST:
		j->counts->lost++;
		break;
	case GATETABLE_WARNING:
		j->counts->warnings++;
		break;
	}
	*array_add(j->arena, &j->lines) = line;
}

static void add_remark(struct judging *j, struct str limit, struct yamlread_place place,
		       struct str note)
{
	add_line(j, (struct gatetable_line){
		.verdict = j->options->strict ? GATETABLE_VIOLATED : GATETABLE_WARNING,
		.limit = limit, .place = place, .note = note,
	});
}

/* limits --------------------------------------------------------------------------- */

static struct str over_text(struct judging *j, enum limit_unit unit, int64_t by)
{
	return limit_distance_text(j->arena, unit, by < 0 ? -by : by);
}

/* A bound that is a share of a time: of the whole compile time. */
static bool is_share_of_time(const struct limit *l)
{
	return l->bound.unit == LIMIT_UNIT_SHARE && l->target.unit == LIMIT_UNIT_TIME;
}

/* Such a bound in µs; others as they are. */
static struct limit_bound bound_of(struct judging *j, const struct limit *l)
{
	struct limit_bound b = l->bound;

	if (is_share_of_time(l)) {
		b.number = j->measure.run.values[LIMIT_COMPILE_TIME] / 10000 * b.number +
			   j->measure.run.values[LIMIT_COMPILE_TIME] % 10000 * b.number / 10000;
		b.unit = LIMIT_UNIT_TIME;
	}
	return b;
}

/* What part of the whole compile time that is, in 1/10000. */
static int64_t share_of(struct judging *j, int64_t time_us)
{
	int64_t whole = j->measure.run.values[LIMIT_COMPILE_TIME];

	if (whole <= 0)
		return 0;
	return time_us <= INT64_MAX / 10000 ? time_us * 10000 / whole :
	       whole >= 10000 ? time_us / (whole / 10000) : INT64_MAX;
}

/* Hundredths of a percent matter only beside a bound that is near, or has some itself. */
static int64_t rounded(int64_t share, int64_t bound)
{
	int64_t by = share > bound ? share - bound : bound - share;

	return by < 100 || bound % 100 || share > INT64_MAX - 50 ? share :
	       (share + 50) / 100 * 100;
}

static struct str measured_text(struct judging *j, const struct limit *l,
				const struct measured *v)
{
	struct str text;

	if (v->nothing)
		return STR("nothing");
	if (l->target.unit == LIMIT_UNIT_TEXT)
		return v->text.s ? v->text : STR("nothing");
	text = limit_number_text(j->arena, l->target.unit, v->number);
	if (!is_share_of_time(l))
		return text;
	return str_format(j->arena, STR_FMT " (" STR_FMT ")",
			  STR_ARG(limit_number_text(j->arena, LIMIT_UNIT_SHARE,
						    rounded(share_of(j, v->number),
							    l->bound.number))),
			  STR_ARG(text));
}

/* How far a value is from a bound that it breaks; absent: there is no distance. */
static struct str off_by(struct judging *j, const struct limit *l, const struct measured *v)
{
	const struct limit_bound *b = &l->bound;
	int64_t share;

	if (b->unit == LIMIT_UNIT_TEXT || b->unit == LIMIT_UNIT_FLAG)
		return (struct str){ NULL, 0 };
	if (is_share_of_time(l)) {
		share = rounded(share_of(j, v->number), b->number);
		return share == b->number ? STR("less than 0.01 points") :
		       over_text(j, LIMIT_UNIT_SHARE, share - b->number);
	}
	return v->number == b->number ? (struct str){ NULL, 0 } :
	       over_text(j, b->unit, v->number - b->number);
}

static bool value_holds(const struct limit_bound *b, const struct measured *v)
{
	if (v->nothing)
		return true;
	if (b->unit == LIMIT_UNIT_TEXT)
		return str_eq(v->text, b->text);
	return limit_holds(b, v->number);
}

static struct gatetable_line judge_value(struct judging *j, const struct limit *l,
					 const struct measured *v)
{
	struct limit_bound b = bound_of(j, l);
	struct gatetable_line line = {
		.limit = l->target.name, .place = l->place, .target = &l->target, .value = *v,
		.allowed = limit_bound_text(j->arena, &l->bound),
	};

	if (!v->known) {
		line.verdict = GATETABLE_UNKNOWN;
		line.measured = STR("not known");
		line.note = str_copy(j->arena, v->missing);
		return line;
	}
	line.measured = measured_text(j, l, v);
	line.verdict = value_holds(&b, v) ? GATETABLE_HOLDS : GATETABLE_VIOLATED;
	if (line.verdict == GATETABLE_VIOLATED)
		line.over = off_by(j, l, v);
	if (v->note.s)
		line.note = str_copy(j->arena, v->note);
	if (v->row.s && l->target.what == LIMIT_CELL && !l->target.row.s)
		line.note = str_format(j->arena, "in '%.*s'", STR_ARG(v->row));
	return line;
}

/* A line for each function that breaks the limit; else one for that which is nearest to it. */
static void judge_functions(struct judging *j, const struct limit *l)
{
	struct gatetable_line worst = { .verdict = GATETABLE_HOLDS };
	size_t violated = 0;

	for (size_t i = 0; i < j->measure.functions.count; i++) {
		struct measured v = measured_get(&j->measure, &l->target, i);
		struct gatetable_line line = judge_value(j, l, &v);

		if (line.verdict == GATETABLE_VIOLATED) {
			add_line(j, line);
			violated++;
		} else if (i == 0 || line.verdict > worst.verdict ||
			   line.value.number > worst.value.number) {
			worst = line;
		}
	}
	if (j->measure.functions.count == 0) {
		struct measured v = measured_get(&j->measure, &l->target, 0);

		worst = judge_value(j, l, &v);
	}
	if (!violated || worst.verdict == GATETABLE_UNKNOWN)
		add_line(j, worst);
}

static void judge_limit(struct judging *j, const struct limit *l)
{
	struct measured v;

	if (l->target.per_function) {
		judge_functions(j, l);
		return;
	}
	v = l->target.what == LIMIT_CELL ? measured_cell(&j->measure, &l->target, &l->bound) :
	    measured_get(&j->measure, &l->target, 0);
	add_line(j, judge_value(j, l, &v));
}

/* baseline ------------------------------------------------------------------------- */

static int64_t allowed_by(const struct limit_growth *g, int64_t before)
{
	int64_t more = g->number;

	if (g->unit == LIMIT_UNIT_SHARE && g->target.unit != LIMIT_UNIT_SHARE)
		more = before / 10000 * g->number + before % 10000 * g->number / 10000;
	return before > INT64_MAX - more ? INT64_MAX : before + more;
}

/* A hit rate gets worse by falling, everything else by rising: by how much too much. */
static int64_t too_much(const struct limit_growth *g, int64_t before, int64_t now)
{
	if (g->target.what == LIMIT_CACHE_HIT_RATE)
		return before - g->number - now;
	return now - allowed_by(g, before);
}

static struct measured grown_value(struct measure *m, const struct limit_target *t)
{
	static const struct limit_bound highest = { .op = LIMIT_AT_MOST };

	return t->what == LIMIT_CELL ? measured_cell(m, t, &highest) : measured_get(m, t, 0);
}

/* "8 + 2", "10.0 s + 10 %", "90 % − 5 points" */
static struct str growth_text(struct judging *j, const struct limit_growth *g, int64_t before)
{
	bool falls = g->target.what == LIMIT_CACHE_HIT_RATE;
	struct str more = g->target.unit == LIMIT_UNIT_SHARE ?
			  limit_distance_text(j->arena, g->unit, g->number) :
			  limit_number_text(j->arena, g->unit, g->number);

	return str_format(j->arena, STR_FMT " %s " STR_FMT,
			  STR_ARG(limit_number_text(j->arena, g->target.unit, before)),
			  falls ? "−" : "+", STR_ARG(more));
}

static void judge_growth(struct judging *j, const struct limit_growth *g)
{
	struct measured now = grown_value(&j->measure, &g->target);
	struct measured before = grown_value(&j->before, &g->target);
	enum limit_unit unit = g->target.unit;
	int64_t by;
	struct gatetable_line line = {
		.limit = str_format(j->arena, "%.*s since the baseline", STR_ARG(g->target.name)),
		.place = g->place, .target = &g->target, .value = now,
	};

	if (!now.known || !before.known) {
		line.verdict = GATETABLE_UNKNOWN;
		line.note = now.known ? str_format(j->arena, "of the baseline: %.*s",
						   STR_ARG(before.missing)) :
			    str_copy(j->arena, now.missing);
		add_line(j, line);
		return;
	}
	by = too_much(g, before.number, now.number);
	line.verdict = by <= 0 ? GATETABLE_HOLDS : GATETABLE_VIOLATED;
	line.allowed = growth_text(j, g, before.number);
	line.measured = limit_number_text(j->arena, unit, now.number);
	if (line.verdict == GATETABLE_VIOLATED)
		line.over = over_text(j, unit, by);
	add_line(j, line);
}

static struct str torch_of(const struct report *r)
{
	const struct table *t = report_find(r, STR("summary"));

	return t && t->rows.count ? kin_text(t, &t->rows.items[0], "torch_version") :
	       (struct str){ NULL, 0 };
}

static int judge_baseline(struct judging *j, const struct report *r, struct err *e)
{
	const struct policy *p = j->policy;
	struct str now = torch_of(r), before;

	if (!j->options->baseline)
		return 0;
	if (measure_init(&j->before, j->options->baseline, p, e) < 0)
		return -1;
	j->before.silent_is_fine = j->options->silent_is_fine;
	for (size_t i = 0; i < p->allow.count; i++)
		judge_growth(j, &p->allow.items[i]);
	before = torch_of(j->options->baseline);
	if (!str_eq(now, before))
		add_remark(j, STR("baseline"), p->baseline_place,
			   str_format(j->arena, "the baseline is of torch %.*s, this run of "
				      "torch %.*s: write it anew with --update-baseline",
				      STR_ARG(before.s ? before : STR("unknown")),
				      STR_ARG(now.s ? now : STR("unknown"))));
	return 0;
}

/* the rest ------------------------------------------------------------------------- */

/* "ignore #1 (size of x in forward*)": the first of the policy, and what it is about. */
static struct str ignore_name(struct judging *j, size_t index)
{
	const struct policy_ignore *g = &j->policy->ignores.items[index];
	const struct {
		const char *before;
		struct str text;
	} parts[] = {
		{ "", g->kind }, { "of ", g->source }, { "in ", g->function }, { "in ", g->file },
	};
	struct buf b = { 0 };
	struct str name;

	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (parts[i].text.s)
			buf_addf(&b, "%s%s" STR_FMT, b.len ? " " : "", parts[i].before,
				 STR_ARG(parts[i].text));
	name = str_format(j->arena, "ignore #%zu (" STR_FMT ")", index + 1, STR_ARG(buf_str(&b)));
	buf_release(&b);
	return name;
}

static void judge_ignores(struct judging *j)
{
	for (size_t i = 0; i < j->policy->ignores.count; i++) {
		const struct policy_ignore *g = &j->policy->ignores.items[i];

		if (g->until.s && str_compare(g->until, j->options->today) < 0)
			add_remark(j, ignore_name(j, i), g->place,
				   str_format(j->arena, "was accepted until %.*s (\"%.*s\")",
					      STR_ARG(g->until), STR_ARG(g->reason)));
		else if (j->measure.ignored[i] == 0)
			add_remark(j, ignore_name(j, i), g->place,
				   str_format(j->arena, "matched nothing (\"%.*s\")",
					      STR_ARG(g->reason)));
	}
}

/* What the report itself says of being whole. */
static void judge_health(struct judging *j, const struct report *r)
{
	const struct table *summary = report_find(r, STR("summary"));
	const struct table *health = report_find(r, STR("health"));
	int64_t complete = -1, damaged = -1;
	struct gatetable_line line = {
		.verdict = j->options->partial_is_fine ? GATETABLE_WARNING : GATETABLE_LOST,
		.limit = STR("complete input"), .allowed = STR("nothing lost"),
	};

	if (summary && summary->rows.count)
		complete = kin_number(summary, &summary->rows.items[0], "complete");
	if (health && health->rows.count)
		damaged = kin_number(health, &health->rows.items[0], "damaged");
	if (complete == 1 && damaged == 0)
		return;
	line.measured = damaged > 0 ? str_format(j->arena, "%lld fault%s", (long long)damaged,
						 damaged == 1 ? "" : "s") :
			complete < 0 || damaged < 0 ? STR("not known") :
			STR("a compile without an end");
	line.note = STR("data was lost: what is not seen here may have happened; ctrace analyze "
			"says what");
	add_line(j, line);
}

static void put_lines(struct judging *j)
{
	static const enum gatetable_verdict order[] = {
		GATETABLE_VIOLATED, GATETABLE_UNKNOWN, GATETABLE_LOST, GATETABLE_WARNING,
		GATETABLE_HOLDS,
	};

	gatetable_begin(&j->table);
	for (size_t k = 0; k < COUNT_OF(order); k++)
		for (size_t i = 0; i < j->lines.count; i++)
			if (j->lines.items[i].verdict == order[k])
				gatetable_add(&j->table, &j->lines.items[i]);
}

int gate_judge(struct report *out, const struct report *r, const struct policy *p,
	       const struct gate_options *o, struct gate_counts *counts, struct err *e)
{
	struct judging j = {
		.table = {
			.out = out, .baseline = o->baseline, .root = o->root,
			.real_root = o->real_root,
		},
		.policy = p, .options = o, .arena = &out->arena, .counts = counts,
	};
	int result = measure_init(&j.measure, r, p, e);

	*counts = (struct gate_counts){ 0 };
	j.measure.silent_is_fine = o->silent_is_fine;
	j.table.measure = &j.measure;
	if (result == 0) {
		for (size_t i = 0; i < p->limits.count; i++)
			judge_limit(&j, &p->limits.items[i]);
		result = judge_baseline(&j, r, e);
	}
	if (result == 0) {
		judge_ignores(&j);
		judge_health(&j, r);
		put_lines(&j);
		counts->warm_recompiles = j.measure.warm_recompiles;
		counts->warm_breaks = j.measure.warm_breaks;
		counts->accepted = j.measure.accepted;
	}
	measure_release(&j.measure);
	measure_release(&j.before);
	return result;
}
