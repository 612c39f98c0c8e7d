/* SPDX-License-Identifier: MIT */
#include "jsonwrite.h"
#include "kin.h"
#include "writer.h"

/*
 * Section `gate` as SARIF 2.1.0: a result for each cause behind a violation, at the
 * user's file and line; its rule is the kind of the cause, whose help are the remedies.
 * A violation without causes, what could not be told, and lost data are results at the
 * line of the policy. A cause behind several limits is one result.
 */

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

struct finding {
	struct str rule, message, file, function, source;
	int64_t line;
	bool warning, is_cause;
	const struct cell *remedies, *codes;
};

struct collection {
	struct arena arena;
	ARRAY(struct finding) findings;
	ARRAY(struct str) rules;
};

static bool is_there(const struct collection *c, const struct finding *f)
{
	for (size_t i = 0; i < c->findings.count; i++) {
		const struct finding *g = &c->findings.items[i];

		if (g->is_cause && str_eq(g->rule, f->rule) && str_eq(g->file, f->file) &&
		    g->line == f->line && str_eq(g->source, f->source) &&
		    str_eq(g->function, f->function))
			return true;
	}
	return false;
}

static size_t rule_index(struct collection *c, struct str rule)
{
	for (size_t i = 0; i < c->rules.count; i++)
		if (str_eq(c->rules.items[i], rule))
			return i;
	*array_add(&c->arena, &c->rules) = rule;
	return c->rules.count - 1;
}

static void add_finding(struct collection *c, const struct finding *f)
{
	if (f->is_cause && is_there(c, f))
		return;
	rule_index(c, f->rule);
	*array_add(&c->arena, &c->findings) = *f;
}

/* "recompiles: 8, at most 3 allowed" */
static struct str limit_text(struct arena *a, const struct table *t, const struct row *row)
{
	struct str measured = kin_text(t, row, "measured"), allowed = kin_text(t, row, "allowed");
	struct str limit = kin_text(t, row, "limit"), note = kin_text(t, row, "note");

	if (measured.s && allowed.s)
		limit = str_format(a, STR_FMT ": " STR_FMT ", " STR_FMT " allowed",
				   STR_ARG(limit), STR_ARG(measured), STR_ARG(allowed));
	return note.s ? str_format(a, STR_FMT ". " STR_FMT, STR_ARG(limit), STR_ARG(note)) :
	       limit;
}

static void collect_causes(struct collection *c, const struct table *why, struct str limit)
{
	for (size_t i = 0; i < why->rows.count; i++) {
		const struct row *row = &why->rows.items[i];
		const struct finding f = {
			.rule = kin_text(why, row, "kind"), .is_cause = true,
			.file = kin_text(why, row, "file"),
			.line = kin_number(why, row, "line"),
			.function = kin_text(why, row, "function"),
			.source = kin_text(why, row, "source"),
			.remedies = kin_cell(why, row, "remedies"),
			.codes = kin_cell(why, row, "codes"),
			.message = str_format(&c->arena, STR_FMT " " STR_FMT ". " STR_FMT,
					      STR_ARG(kin_text(why, row, "what")),
					      STR_ARG(kin_text(why, row, "where")),
					      STR_ARG(limit)),
		};

		add_finding(c, &f);
	}
}

static void collect(struct collection *c, const struct table *t, const struct row *row)
{
	struct str verdict = kin_text(t, row, "verdict");
	const struct cell *why = kin_cell(t, row, "why");
	struct finding f = {
		.rule = STR("limit"), .message = limit_text(&c->arena, t, row),
		.file = kin_text(t, row, "file"), .line = kin_number(t, row, "line"),
		.warning = str_eq(verdict, STR("warning")),
	};

	if (str_eq(verdict, STR("holds")))
		return;
	if (why && why->rows && why->rows->rows.count) {
		collect_causes(c, why->rows, f.message);
		return;
	}
	if (str_eq(verdict, STR("unknown")) || str_eq(verdict, STR("lost")))
		f.rule = STR("input");
	if (f.warning)
		f.rule = STR("policy");
	if (!f.file.s) {
		f.file = kin_text(t, row, "policy");
		f.line = kin_number(t, row, "policy_line");
	}
	add_finding(c, &f);
}

static struct str rule_text(struct arena *a, struct str rule)
{
	static const struct {
		struct str rule, text;
	} texts[] = {
		{ STR_INIT("limit"), STR_INIT("A limit of the policy is violated.") },
		{ STR_INIT("input"), STR_INIT("The input does not tell what the policy asks.") },
		{ STR_INIT("policy"), STR_INIT("The policy should be looked at.") },
		{ STR_INIT("graph_break"), STR_INIT("torch.compile broke the graph.") },
		{ STR_INIT("failure"), STR_INIT("A compile failed.") },
		{ STR_INIT("limit_hit"), STR_INIT("The recompile limit was reached.") },
		{ STR_INIT("compile"), STR_INIT("A compile took long.") },
	};

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		if (str_eq(texts[i].rule, rule))
			return texts[i].text;
	return str_format(a, "torch.compile compiled again; kind of cause: " STR_FMT ".",
			  STR_ARG(rule));
}

static void write_text(struct jsonwrite *w, const char *key, struct str text)
{
	jsonwrite_begin(w, key, '{', JSONWRITE_INLINE);
	jsonwrite_text(w, "text", text);
	jsonwrite_end(w);
}

/* A remedy, and its code below it. */
static struct str remedy_text(struct arena *a, const struct finding *f, size_t index)
{
	struct str line, code = { NULL, 0 }, text;

	if (f->codes && index < f->codes->item_count)
		code = f->codes->items[index].text;
	text = str_format(a, "- " STR_FMT "\n", STR_ARG(f->remedies->items[index].text));
	while (code.len && str_cut(&code, '\n', &line))
		text = str_format(a, STR_FMT "    " STR_FMT "\n", STR_ARG(text), STR_ARG(line));
	return text;
}

struct remedies {
	struct arena *arena;
	ARRAY(struct str) texts;
};

/* Each once. The same text with other code is another remedy. */
static void add_remedy(struct remedies *r, struct str text)
{
	for (size_t i = 0; i < r->texts.count; i++)
		if (str_eq(r->texts.items[i], text))
			return;
	*array_add(r->arena, &r->texts) = text;
}

/* The remedies of the rule's findings. */
static struct str help_of(struct collection *c, struct str rule)
{
	struct remedies r = { .arena = &c->arena };
	struct buf b = { 0 };
	struct str help;

	for (size_t i = 0; i < c->findings.count; i++) {
		const struct finding *f = &c->findings.items[i];

		if (!f->remedies || !str_eq(f->rule, rule))
			continue;
		for (size_t k = 0; k < f->remedies->item_count; k++)
			add_remedy(&r, remedy_text(&c->arena, f, k));
	}
	for (size_t i = 0; i < r.texts.count; i++)
		buf_add(&b, r.texts.items[i]);
	help = b.len ? str_copy(&c->arena, buf_str(&b)) :
	       STR("ctrace explain says all about one compile or cause.");
	buf_release(&b);
	return help;
}

static void write_rules(struct jsonwrite *w, struct collection *c)
{
	jsonwrite_begin(w, "rules", '[', JSONWRITE_LINES);
	for (size_t i = 0; i < c->rules.count; i++) {
		struct str rule = c->rules.items[i];

		jsonwrite_begin(w, NULL, '{', JSONWRITE_INLINE);
		jsonwrite_text(w, "id", rule);
		write_text(w, "shortDescription", rule_text(&c->arena, rule));
		write_text(w, "help", help_of(c, rule));
		jsonwrite_end(w);
	}
	jsonwrite_end(w);
}

/* A path as a URI: what a URI may not hold is %-encoded. */
static struct str uri_of(struct arena *a, struct str path)
{
	static const char plain[] = "-._~/!$&'()*+,;=@";
	struct buf b = { 0 };

	if (str_starts(path, STR("/")))
		buf_add(&b, STR("file://"));
	for (size_t i = 0; i < path.len; i++) {
		char c = path.s[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || str_is_digit(c);

		if (letter || str_find_char(STR(plain), c) < sizeof plain - 1)
			buf_add_char(&b, c);
		else
			buf_addf(&b, "%%%02X", (unsigned char)c);
	}
	return buf_take(a, &b);
}

static void write_location(struct jsonwrite *w, struct arena *a, const struct finding *f)
{
	jsonwrite_begin(w, "locations", '[', JSONWRITE_INLINE);
	if (f->file.len) {
		jsonwrite_begin(w, NULL, '{', JSONWRITE_INLINE);
		jsonwrite_begin(w, "physicalLocation", '{', JSONWRITE_INLINE);
		jsonwrite_begin(w, "artifactLocation", '{', JSONWRITE_INLINE);
		jsonwrite_text(w, "uri", uri_of(a, f->file));
		jsonwrite_end(w);
		jsonwrite_begin(w, "region", '{', JSONWRITE_INLINE);
		jsonwrite_number(w, "startLine", f->line > 0 ? f->line : 1);
		jsonwrite_end(w);
		jsonwrite_end(w);
		jsonwrite_end(w);
	}
	jsonwrite_end(w);
}

static void write_result(struct jsonwrite *w, struct collection *c, const struct finding *f)
{
	jsonwrite_begin(w, NULL, '{', JSONWRITE_INLINE);
	jsonwrite_text(w, "ruleId", f->rule);
	jsonwrite_number(w, "ruleIndex", (int64_t)rule_index(c, f->rule));
	jsonwrite_text(w, "level", f->warning ? STR("warning") : STR("error"));
	write_text(w, "message", f->message);
	write_location(w, &c->arena, f);
	jsonwrite_begin(w, "partialFingerprints", '{', JSONWRITE_INLINE);
	jsonwrite_text(w, "ctraceCause/v1",
		       f->is_cause ? str_format(&c->arena, STR_FMT "|" STR_FMT "|" STR_FMT,
						STR_ARG(f->rule), STR_ARG(f->function),
						STR_ARG(f->source)) : f->message);
	jsonwrite_end(w);
	jsonwrite_end(w);
}

static void write_run(struct jsonwrite *w, struct collection *c)
{
	jsonwrite_begin(w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_begin(w, "tool", '{', JSONWRITE_LINES);
	jsonwrite_begin(w, "driver", '{', JSONWRITE_LINES);
	jsonwrite_text(w, "name", STR("ctrace"));
	jsonwrite_text(w, "semanticVersion", str_c(CTRACE_VERSION));
	write_rules(w, c);
	jsonwrite_end(w);
	jsonwrite_end(w);
	jsonwrite_text(w, "columnKind", STR("unicodeCodePoints"));
	jsonwrite_begin(w, "results", '[', JSONWRITE_LINES);
	for (size_t i = 0; i < c->findings.count; i++)
		write_result(w, c, &c->findings.items[i]);
	jsonwrite_end(w);
	jsonwrite_end(w);
}

static void write_sarif(struct buf *out, const struct report *r, const struct writer_options *o)
{
	const struct table *t = report_find(r, STR("gate"));
	struct collection c = { .rules = { NULL, 0, 0 } };
	struct jsonwrite w = { .out = out };

	(void)o;
	for (size_t i = 0; t && i < t->rows.count; i++)
		collect(&c, t, &t->rows.items[i]);
	jsonwrite_begin(&w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_text(&w, "$schema", STR(SCHEMA));
	jsonwrite_text(&w, "version", STR("2.1.0"));
	jsonwrite_begin(&w, "runs", '[', JSONWRITE_LINES);
	write_run(&w, &c);
	jsonwrite_end(&w);
	jsonwrite_end(&w);
	buf_add_char(out, '\n');
	arena_release(&c.arena);
}

const struct writer sarif_writer = { "sarif", write_sarif };
