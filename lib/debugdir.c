/* SPDX-License-Identifier: MIT */
#include "debugdir.h"

#include "input.h"
#include "line.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A folder to look into. */
struct place {
	const char *path;
	struct str name;
	unsigned depth;
	bool inside;		/* of a debug folder: all of it is of interest */
};

struct walk {
	struct arena *arena;
	struct debugdir *found;
	ARRAY(struct place) places;	/* the last one comes next */
	size_t seen;
};

static struct str base_name(struct str path)
{
	size_t slash;

	while (path.len > 1 && path.s[path.len - 1] == '/')
		path.len--;
	slash = str_rfind_char(path, '/');
	return slash == STR_NONE ? path : str_skip(path, slash + 1);
}

static bool is_run(struct str name)
{
	return str_starts(name, STR("run_")) && str_find(name, STR("-pid_")) != STR_NONE;
}

static bool is_debug_folder(struct str name)
{
	return str_eq(name, STR("torch_compile_debug")) || is_run(name) ||
	       str_eq(name, STR("torchinductor")) || str_eq(name, STR("torchdynamo"));
}

static bool is_graph_file(struct str name)
{
	return str_eq(name, STR("fx_graph_readable.py")) ||
	       str_eq(name, STR("ir_pre_fusion.txt")) || str_eq(name, STR("output_code.py"));
}

/* The regular file of that name in a folder; NULL if there is none. */
static struct input *open_file(struct arena *a, const char *folder, const char *name)
{
	struct str path = str_format(a, "%s/%s", folder, name);
	struct stat st;
	struct err e;

	if (lstat(path.s, &st) < 0 || !S_ISREG(st.st_mode))
		return NULL;
	return input_open(path.s, &e);
}

/* Calls take for each line of a file until it says false. False if there is no file. */
static bool each_line(struct arena *a, const char *folder, const char *name,
		      bool (*take)(void *context, struct str line), void *context)
{
	struct input *in = open_file(a, folder, name);
	struct line_reader *lr;
	struct str line;
	bool oversize;

	if (!in)
		return false;
	lr = line_new(in);
	while (line_text(lr, &line, &oversize) && take(context, line))
		;
	line_free(lr);
	input_close(in);
	return true;
}

static bool count_line(void *context, struct str line)
{
	(void)line;
	++*(int64_t *)context;
	return true;
}

struct nodes {
	int64_t count;
	bool part;	/* the next head is of a part of a fused node */
};

/*
 * "op1_op2: FusedSchedulerNode(SchedulerNode,SchedulerNode)"; its parts follow behind
 * "op1_op2.snodes[0] =". Nodes named Nop make no kernel.
 */
static bool count_node(void *context, struct str line)
{
	struct nodes *n = context;
	size_t colon = str_find(line, STR(": "));
	struct str type;

	if (str_find(str_take(line, 4096), STR(".snodes[")) != STR_NONE) {
		n->part = true;
		return true;
	}
	if (colon == STR_NONE || colon == 0 || !str_is_word(line.s[0]))
		return true;
	for (size_t i = 0; i < colon; i++)
		if (!str_is_word(line.s[i]))
			return true;
	type = str_skip(line, colon + 2);
	type = str_take(type, str_find_char(type, '('));
	if (!str_ends(type, STR("SchedulerNode")))
		return true;
	n->count += !n->part && !str_starts(type, STR("Nop"));
	n->part = false;
	return true;
}

static int64_t count_kernels(struct arena *a, const char *folder, const char *name)
{
	struct nodes n = { 0, false };

	return each_line(a, folder, name, count_node, &n) ? n.count : -1;
}

#define INPUTS_MOST 400		/* bytes of the list of inputs */

/* def forward(self, arg0_1: "f32[32, 32]", arg1_1: "Sym(s77)"): the quoted parts */
static bool find_inputs(void *context, struct str line)
{
	struct buf *b = context;
	struct str part;

	line = str_trim(line);
	if (!str_eat(&line, STR("def forward(self")))
		return true;
	while (str_cut_at(&line, STR(": \""), &part) && line.s) {
		str_cut(&line, '"', &part);
		if (b->len > INPUTS_MOST) {
			buf_add_c(b, ", …");
			return false;
		}
		if (b->len)
			buf_add_c(b, ", ");
		buf_add(b, str_take(part, INPUTS_MOST));
	}
	return false;
}

/* model__0_inference_0.0 → 0, "inference" */
static void read_name(struct debug_graph *g)
{
	static const struct str kinds[] = {
		STR_INIT("forward"), STR_INIT("backward"), STR_INIT("inference"),
	};

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		size_t at = str_find(g->name, kinds[i]), digits;

		if (at == STR_NONE || at < 2 || g->name.s[at - 1] != '_')
			continue;
		g->kind = kinds[i];
		digits = at - 1;
		while (digits > 0 && str_is_digit(g->name.s[digits - 1]))
			digits--;
		str_to_i64(str_sub(g->name, digits, at - 1), &g->number);
	}
}

/* The run that a path leads through, and its pid. */
static void read_run(struct debug_graph *g)
{
	struct str rest = g->path, part;
	size_t at;

	while (str_cut(&rest, '/', &part)) {
		if (!is_run(part))
			continue;
		g->run = part;
		at = str_find(part, STR("-pid_"));
		str_to_i64(str_skip(part, at + 5), &g->pid);
	}
}

static void add_graph(struct walk *w, const struct place *p)
{
	struct debug_graph *g = array_add(w->arena, &w->found->graphs);
	struct buf inputs = { 0 };
	int64_t lines = 0;

	*g = (struct debug_graph){ .pid = -1, .number = -1, .name = p->name,
				   .path = str_c(p->path) };
	read_name(g);
	read_run(g);
	g->kernels_before = count_kernels(w->arena, p->path, "ir_pre_fusion.txt");
	g->kernels_after = count_kernels(w->arena, p->path, "ir_post_fusion.txt");
	g->code_lines = each_line(w->arena, p->path, "output_code.py", count_line, &lines) ?
			lines : -1;
	if (each_line(w->arena, p->path, "fx_graph_readable.py", find_inputs, &inputs))
		g->inputs = str_copy(w->arena, buf_str(&inputs));
	buf_release(&inputs);
}

static int backwards(const void *a, const void *b)
{
	return strcmp(*(const char *const *)b, *(const char *const *)a);
}

struct names {
	ARRAY(const char *) items;
};

/* What lies in a folder, by name from the last to the first. */
static void list(struct arena *a, const char *path, struct names *names)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			*array_add(a, &names->items) = str_copy(a, str_c(entry->d_name)).s;
	if (dir)
		closedir(dir);
	if (names->items.count)
		qsort(names->items.items, names->items.count, sizeof *names->items.items,
		      backwards);
}

static void add_place(struct walk *w, const struct place *parent, const char *path,
		      struct str name)
{
	struct place p = { path, name, parent->depth + 1,
			   parent->inside || is_debug_folder(name) };

	if (p.inside && p.depth <= DEBUGDIR_DEPTH_MOST && w->seen++ < DEBUGDIR_FOLDERS_MOST)
		*array_add(w->arena, &w->places) = p;
}

static void look_into(struct walk *w, const struct place *p)
{
	const char *slash = str_ends(str_c(p->path), STR("/")) ? "" : "/";
	struct names names = { { 0 } };
	bool is_graph = false;

	list(w->arena, p->path, &names);
	for (size_t i = 0; i < names.items.count; i++) {
		struct str name = str_c(names.items.items[i]);
		struct str path = str_format(w->arena, "%s%s%s", p->path, slash, name.s);
		struct stat st;

		if (lstat(path.s, &st) < 0)
			continue;
		if (S_ISDIR(st.st_mode))
			add_place(w, p, path.s, name);
		else if (S_ISREG(st.st_mode) && p->depth > 0 && str_ends(name, STR(".log")))
			*array_add(w->arena, &w->found->logs) = path.s;
		is_graph |= S_ISREG(st.st_mode) && is_graph_file(name);
	}
	if (is_graph)
		add_graph(w, p);
}

void debugdir_read(struct arena *a, const char *path, struct debugdir *d)
{
	struct walk w = { .arena = a, .found = d };
	struct str name = base_name(str_c(path));

	*array_add(a, &w.places) = (struct place){ path, name, 0, is_debug_folder(name) };
	while (w.places.count > 0) {
		struct place p = w.places.items[--w.places.count];

		look_into(&w, &p);
	}
}
