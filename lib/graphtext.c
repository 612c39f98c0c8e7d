/* SPDX-License-Identifier: MIT */
#include "graphtext.h"

#include "source.h"

#include <string.h>

/*
 *	class GraphModule(torch.nn.Module):
 *	    def forward(self, L_x_: "f32[4, 16][16, 1]cpu", L_w_: "f32[16, 16][16, 1]cpu"):
 *	        l_x_ = L_x_
 *
 *	        # File: /home/user/zoo.py:514 in forward, code: x = self.region(l, x)
 *	        subgraph_0 = self.subgraph_0
 *	        call = torch.ops.higher_order.invoke_subgraph(subgraph_0, 'subgraph_0', l_x_);  l_x_ = None
 *	        x: "f32[4, 16][16, 1]cpu" = call[0];  call = None
 *	        return (x,)
 *	    class subgraph_0(torch.nn.Module):
 *	        def forward(self, l_x_: "f32[4, 16][16, 1]cpu"):
 *	            …
 */

/* What is known of a name of the body being read. */
struct graphtext_value {
	uint64_t type;		/* hash of it */
	uint32_t input;		/* it is that input of the body; GRAPHTEXT_NONE */
};

#define PRIME 0x9e3779b97f4a7c15u

/* As str_is_word(), for the loop that sees every byte. */
static inline bool is_part(char c)
{
	unsigned char u = (unsigned char)c;

	return (unsigned char)((u | 0x20) - 'a') < 26 || (unsigned char)(u - '0') < 10 ||
	       u == '_' || u >= 0x80;
}

static uint64_t hash_word(struct str word)
{
	return source_hash_bytes(word, 0);
}

/* The body that a name stands in is part of its key. */
static struct graphtext_value *find_value(struct graphtext *g, uint64_t word)
{
	uint64_t *slot = map_find(&g->names, word + g->bodies.count * PRIME);

	return slot ? &g->values.items[*slot - 1] : NULL;
}

static void set_value(struct graphtext *g, struct str name, uint64_t type, uint32_t input)
{
	uint64_t *slot = map_add(&g->names, hash_word(name) + g->bodies.count * PRIME);

	if (*slot == 0) {
		*array_add(&g->arena, &g->values) = (struct graphtext_value){ 0 };
		*slot = g->values.count;
	}
	g->values.items[*slot - 1] = (struct graphtext_value){ type, input };
}

static size_t word_end(struct str s, size_t at)
{
	while (at < s.len && is_part(s.s[at]))
		at++;
	return at;
}

static bool is_word(struct str s)
{
	return s.len > 0 && !str_is_digit(s.s[0]) && word_end(s, 0) == s.len;
}

/* name, or name: "type", at the start of *s; *s goes behind it. */
static bool eat_declared(struct str *s, struct str *name, struct str *type)
{
	size_t end = word_end(*s, 0);

	*name = str_take(*s, end);
	*type = (struct str){ NULL, 0 };
	*s = str_skip(*s, end);
	if (end == 0 || !str_eat(s, STR(": ")))
		return end > 0;
	return str_eat(s, STR("\"")) ? str_cut(s, '"', type) && s->s : false;
}

/* "def forward(self, a: "f32[4]", b):" */
static void read_inputs(struct graphtext *g, struct graphtext_body *b, struct str line)
{
	struct graphtext_input in;

	while (str_eat(&line, STR(", ")) && eat_declared(&line, &in.name, &in.type)) {
		set_value(g, in.name, hash_word(in.type), (uint32_t)b->inputs.count);
		*array_add(&g->arena, &b->inputs) = in;
	}
}

/* "/home/user/zoo.py:514 in forward, code: x = self.region(l, x)" */
static void read_place(struct graphtext *g, struct str text)
{
	struct graphtext_place p = { .line = -1 };
	struct str where, number;
	size_t colon;

	if (!str_cut_at(&text, STR(" in "), &where) || !text.s)
		return;
	colon = str_rfind_char(where, ':');
	number = colon == STR_NONE ? STR("") : str_skip(where, colon + 1);
	if (!str_to_i64(number, &p.line))
		return;
	p.file = str_take(where, colon);
	str_cut_at(&text, STR(", code: "), &p.function);
	p.code = text;
	*array_add(&g->arena, &g->places) = p;
	g->place = (uint32_t)(g->places.count - 1);
}

/* Index behind a quoted string of an operator's arguments. */
static size_t quote_end(struct str s, size_t at)
{
	char quote = s.s[at++];

	for (; at < s.len && s.s[at] != quote; at++)
		at += s.s[at] == '\\';
	return at < s.len ? at + 1 : s.len;
}

/* Not a number, not what stands behind a dot, not what is called or a keyword's name. */
static bool is_name(struct str s, size_t at, size_t end)
{
	char before = at ? s.s[at - 1] : ' ', behind = end < s.len ? s.s[end] : ' ';

	return !str_is_digit(s.s[at]) && before != '.' && behind != '(' &&
	       !(behind == '.' && end - at == 5 && s.s[at] == 't' && s.s[end - 1] == 'h');
}

/*
 * Walks the words of what is computed: known names count as their types, all else as it
 * is written. *length is where ";  x = None", which frees names, begins.
 */
static uint64_t sign(struct graphtext *g, struct str s, size_t *length, uint32_t *input)
{
	uint64_t h = 0;
	size_t at = 0, end;

	*input = GRAPHTEXT_NONE;
	for (; at < s.len && s.s[at] != ';'; at = end) {
		const struct graphtext_value *v = NULL;
		uint64_t word = (unsigned char)s.s[at];

		end = at + 1;
		if (is_part(s.s[at])) {
			end = word_end(s, end);
			word = hash_word(str_sub(s, at, end));
			if (is_name(s, at, end))
				v = find_value(g, word);
		} else if (s.s[at] == '\'' || s.s[at] == '"') {
			end = quote_end(s, at);
			word = hash_word(str_sub(s, at, end));
		}
		if (v && *input == GRAPHTEXT_NONE)
			*input = v->input;
		h = (h ^ (v ? v->type : word)) * PRIME;
		h ^= h >> 29;
	}
	*length = at;
	return h;
}

/* "…higher_order.invoke_subgraph(subgraph_2, 'subgraph_1', x)" → subgraph_1 */
static void note_call(struct graphtext *g, struct graphtext_body *b, struct str text)
{
	struct str head, name;

	if (!str_starts(text, STR("torch.ops.higher_order.invoke_subgraph(")))
		return;
	if (str_cut(&text, '\'', &head) && text.s && str_cut(&text, '\'', &name) && text.s)
		*array_add(&g->arena, &b->calls) = name;
}

/* "x: "f32[4]" = torch.relu(y);  y = None" */
static void read_op(struct graphtext *g, struct graphtext_body *b, struct str line)
{
	struct graphtext_op op = { .place = g->place };
	struct graphtext_value *alias;
	struct str type;
	size_t length;

	if (!eat_declared(&line, &op.name, &type) || !str_eat(&line, STR(" = ")))
		return;
	op.signature = sign(g, line, &length, &op.input);
	op.text = str_take(line, length);
	alias = is_word(op.text) ? find_value(g, hash_word(op.text)) : NULL;
	if (alias) {
		set_value(g, op.name, alias->type, alias->input);
		return;
	}
	set_value(g, op.name, hash_word(type), GRAPHTEXT_NONE);
	if (!type.s && str_starts(op.text, STR("self.")))
		return;		/* an attribute: nothing is computed */
	op.signature ^= hash_word(type) * 3;
	*array_add(&g->arena, &b->ops) = op;
	note_call(g, b, op.text);
}

static void begin_body(struct graphtext *g, struct str name, size_t indent)
{
	struct graphtext_body *b;
	uint32_t parent = g->bodies.count ? (uint32_t)g->bodies.count - 1 : GRAPHTEXT_NONE;

	while (parent != GRAPHTEXT_NONE && g->bodies.items[parent].indent >= indent)
		parent = g->bodies.items[parent].parent;
	b = array_add(&g->arena, &g->bodies);
	b->name = name;
	b->indent = indent;
	b->parent = parent;
	g->place = GRAPHTEXT_NONE;
	if (parent != GRAPHTEXT_NONE)
		*map_add(&g->children, source_hash_bytes(name, parent)) = g->bodies.count;
}

static void read_line(struct graphtext *g, struct str line)
{
	size_t indent = 0;
	struct str name;

	while (indent < line.len && (line.s[indent] == ' ' || line.s[indent] == '\t'))
		indent++;
	line = str_skip(line, indent);
	if (str_eat(&line, STR("class "))) {
		str_cut(&line, '(', &name);
		begin_body(g, name, indent);
	} else if (g->bodies.count == 0) {
		return;
	} else if (str_eat(&line, STR("# File: "))) {
		read_place(g, line);
	} else if (str_eat(&line, STR("def forward(self"))) {
		read_inputs(g, &g->bodies.items[g->bodies.count - 1], line);
	} else if (line.len && line.s[0] != '#' && !str_starts(line, STR("return "))) {
		read_op(g, &g->bodies.items[g->bodies.count - 1], line);
	}
}

void graphtext_read(struct graphtext *g, struct str payload)
{
	struct str line;

	arena_reset(&g->arena);
	map_release(&g->names);
	map_release(&g->children);
	memset(&g->bodies, 0, sizeof g->bodies);
	memset(&g->places, 0, sizeof g->places);
	memset(&g->values, 0, sizeof g->values);
	while (str_cut(&payload, '\n', &line)) {
		if (line.len && line.s[0] == '\t')
			line = str_skip(line, 1);
		if (line.len && line.s[line.len - 1] == '\r')
			line.len--;
		read_line(g, line);
	}
}

void graphtext_release(struct graphtext *g)
{
	map_release(&g->names);
	map_release(&g->children);
	arena_release(&g->arena);
}

uint32_t graphtext_callee(const struct graphtext *g, uint32_t caller, struct str name)
{
	const uint64_t *slot = map_find(&g->children, source_hash_bytes(name, caller));

	return slot ? (uint32_t)(*slot - 1) : GRAPHTEXT_NONE;
}
