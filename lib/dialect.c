/* SPDX-License-Identifier: MIT */
#include "dialect.h"

#include "line.h"

static const struct {
	struct str name;
	char level;
} levels[] = {
	{ STR_INIT("DEBUG"), 'V' }, { STR_INIT("INFO"), 'I' }, { STR_INIT("WARNING"), 'W' },
	{ STR_INIT("ERROR"), 'E' }, { STR_INIT("CRITICAL"), 'C' },
};

/* Artifacts whose tag tells torch's line even when its head was left out. */
static const struct str artifacts[] = {
	STR_INIT("recompiles"), STR_INIT("recompiles_verbose"), STR_INIT("graph_breaks"),
	STR_INIT("hierarchical_compile"), STR_INIT("perf_hints"), STR_INIT("cudagraphs"),
	STR_INIT("guards"), STR_INIT("verbose_guards"), STR_INIT("graph"),
	STR_INIT("graph_code"), STR_INIT("graph_sizes"), STR_INIT("bytecode"),
	STR_INIT("trace_source"), STR_INIT("trace_call"), STR_INIT("trace_bytecode"),
	STR_INIT("aot_graphs"), STR_INIT("aot_joint_graph"), STR_INIT("output_code"),
	STR_INIT("kernel_code"), STR_INIT("schedule"), STR_INIT("fusion"),
	STR_INIT("post_grad_graphs"), STR_INIT("pre_grad_graphs"), STR_INIT("side_effects"),
	STR_INIT("compiled_autograd"), STR_INIT("cudagraph_static_inputs"),
};

static bool is_artifact(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(artifacts); i++)
		if (str_eq(name, artifacts[i]))
			return true;
	return false;
}

/* "[…] ": what is inside, and *rest behind it; one blank more is not eaten. */
static bool bracketed(struct str s, struct str *inside, struct str *rest)
{
	if (!str_eat(&s, STR("[")) || !str_cut(&s, ']', inside) || !s.s)
		return false;
	str_eat(&s, STR(" "));
	*rest = s;
	return true;
}

/* "[0/1] ", "[0/1_2] ", "[!3/0/1] " */
static bool eat_id(struct text_line *t)
{
	struct str inside, rest;

	if (!bracketed(t->body, &inside, &rest) || inside.len > 64 ||
	    !compile_id_parse(inside, &t->id, &t->attempt))
		return false;
	t->body = rest;
	return true;
}

/* "[__recompiles] " */
static bool eat_artifact(struct text_line *t)
{
	struct str inside, rest;

	if (!bracketed(t->body, &inside, &rest) || !str_eat(&inside, STR("__")) ||
	    inside.len == 0 || inside.len > 40)
		return false;
	for (size_t i = 0; i < inside.len; i++)
		if (!str_is_word(inside.s[i]))
			return false;
	t->artifact = inside;
	t->body = rest;
	return true;
}

/* A file of torch's: "torch/_dynamo/guards.py", "Lib\site-packages\torch\…". */
static bool is_torch_file(struct str file)
{
	static const struct str name = STR_INIT("torch");
	size_t at;

	while ((at = str_find(file, name)) != STR_NONE) {
		bool begins = at == 0 || file.s[at - 1] == '/' || file.s[at - 1] == '\\';

		file = str_skip(file, at + name.len);
		if (begins && file.len && (file.s[0] == '/' || file.s[0] == '\\'))
			return true;
	}
	return false;
}

static bool parse_glog(struct str line, struct text_line *t)
{
	struct head h;

	if (!head_parse(line, &h, &t->body))
		return false;
	eat_id(t);
	eat_artifact(t);
	if (!is_torch_file(h.file) && !is_artifact(t->artifact))
		return false;
	t->level = h.level;
	t->time_us = h.time_us;
	t->process = h.process;
	return true;
}

static char level_of(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(levels); i++)
		if (str_eq(levels[i].name, name))
			return levels[i].level;
	return 0;
}

/* torch._dynamo.guards.__recompiles; torchdynamo.… in 2022 */
static bool read_logger(struct text_line *t, struct str name)
{
	size_t dot = str_rfind_char(name, '.');

	if (!str_eq(name, STR("torch")) && !str_starts(name, STR("torch.")) &&
	    !str_starts(name, STR("torchdynamo")) && !str_starts(name, STR("torchinductor")) &&
	    !str_starts(name, STR("torchfunctorch")))
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!str_is_word(name.s[i]) && name.s[i] != '.')
			return false;
	if (dot != STR_NONE && str_starts(str_skip(name, dot), STR(".__")))
		t->artifact = str_skip(name, dot + 3);
	return true;
}

/* "2023-11-20 18:02:11,403" -> µs since the year began, -1 if it is no time. */
static int64_t dated_time(struct str date)
{
	char glog[] = "V0000 00:00:00.000000 0 x:0] ";
	static const char from[] = { 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 };
	struct head h;
	struct str body;

	if (date.len != 23 || date.s[4] != '-' || date.s[7] != '-' || date.s[19] != ',')
		return -1;
	for (size_t i = 0; i < sizeof from; i++)
		glog[1 + i] = date.s[(size_t)from[i]];
	for (size_t i = 0; i < 3; i++)
		glog[15 + i] = date.s[20 + i];
	return head_parse(str_c(glog), &h, &body) ? h.time_us : -1;
}

/* [date] [rank0]: [0/1] logger: [LEVEL] body; the date was left out in 2022. */
static bool parse_dated(struct str line, struct text_line *t)
{
	struct str inside, name;
	int64_t time_us = -1;

	t->body = line;
	if (bracketed(line, &inside, &t->body) && (time_us = dated_time(inside)) < 0)
		return false;
	if (time_us >= 0)
		eat_id(t);
	else
		t->body = line;
	if (!str_cut_at(&t->body, STR(": ["), &name) || !t->body.s || !read_logger(t, name) ||
	    !str_cut_at(&t->body, STR("] "), &name))
		return false;
	t->level = level_of(name);
	t->time_us = time_us;
	if (!t->body.s)
		t->body = STR("");
	return t->level != 0;
}

static bool parse_basic(struct str line, struct text_line *t)
{
	struct str level, name;

	if (!str_cut(&line, ':', &level) || !line.s || level.len > 8 ||
	    !(t->level = level_of(level)) || !str_cut(&line, ':', &name) || !line.s)
		return false;
	t->body = line;
	return read_logger(t, name);
}

static bool parse_tag(struct str line, struct text_line *t)
{
	bool has_id;

	t->body = line;
	has_id = eat_id(t);
	if (eat_artifact(t))
		return is_artifact(t->artifact);
	return has_id;
}

/* ORDER: the most telling first; enum dialect gives the numbers. */
static const struct {
	enum dialect dialect;
	bool (*parse)(struct str line, struct text_line *t);
} heads[] = {
	{ DIALECT_GLOG, parse_glog },
	{ DIALECT_DATED, parse_dated },
	{ DIALECT_BASIC, parse_basic },
	{ DIALECT_TAG, parse_tag },
};

static bool parse_head(struct str line, struct text_line *t)
{
	const struct text_line none = *t;

	for (size_t i = 0; i < COUNT_OF(heads); i++) {
		if (heads[i].parse(line, t)) {
			t->dialect = heads[i].dialect;
			return true;
		}
		*t = none;
	}
	return false;
}

/* Looks for a head behind up to WRAPPER_MOST wrappers; *rest is what is left of them. */
static bool parse_wrapped(struct str *rest, struct text_line *t)
{
	for (int i = 0; i <= WRAPPER_MOST; i++)
		if (parse_head(*rest, t))
			return true;
		else if (!wrapper_strip(rest, &t->by))
			return false;
	return false;
}

/* Without a head: the wrappers still tell whose line it is. */
static void parse_bare(struct str line, struct text_line *t)
{
	for (int i = 0; i < WRAPPER_MOST; i++)
		if (line.len == 0 || line.s[0] == ' ' || line.s[0] == '\t' ||
		    !wrapper_strip(&line, &t->by))
			break;
	t->body = line;
}

void dialect_parse(struct str line, struct text_line *t)
{
	static const struct text_line none = {
		.by = { -1, -1, 0 }, .time_us = -1, .process = -1, .id = { -1, -1, -1 },
		.attempt = -1,
	};
	struct str rest = line;

	*t = none;
	if (parse_wrapped(&rest, t))
		return;
	*t = none;
	rest = wrapper_behind_bar(line);
	if (rest.len < line.len && parse_wrapped(&rest, t))
		return;
	*t = none;
	parse_bare(line, t);
}
