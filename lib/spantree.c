/* SPDX-License-Identifier: MIT */
#include "spantree.h"

#include <stdlib.h>

static const struct column columns[] = {
	{ "label", "span", CELL_TEXT, COLUMN_HEAD, NULL },
	{ "total_us", "total", CELL_TIME, 0, NULL },
	{ "self_us", "self", CELL_TIME, 0, NULL },
	{ "count", "count", CELL_COUNT, 0, NULL },
	{ "kind", "", CELL_TEXT, 0, NULL },
};

static const struct section_def def = {
	"span_tree", "Span tree, all compiles added up", SHAPE_ICICLE,
	COLUMN_VIEW | COLUMN_PAGE | COLUMN_FIRST, NULL, columns, COUNT_OF(columns), 0
};

/* A path of span names; node 0 is above all roots. */
struct node {
	size_t parent;
	struct str name, kind;
	int64_t total_us, self_us, count;
	size_t first_child, children;	/* in tree.order, once it is sorted */
};

struct tree {
	struct arena arena;
	struct intern names;
	struct map ids;			/* of names: 1, 2, … */
	struct map by_path;		/* parent and name → node */
	size_t name_count;
	ARRAY(struct node) nodes;
	const struct node **order;	/* by parent, the longest first */
};

/* ORDER of enum phase_group */
static const struct str group_names[] = {
	STR_INIT("Dynamo"), STR_INIT("AOTAutograd, graph passes"), STR_INIT("Inductor"),
	STR_INIT("builds, loading"), STR_INIT("other"),
};
_Static_assert(COUNT_OF(group_names) == PHASE_GROUP_COUNT, "a name for every group");

struct str spantree_group(const struct timing *t, const struct timing_span *span)
{
	return group_names[phase_group(t->rows.items[span->row].phase)];
}

static uint64_t name_id(struct tree *tree, const char *name)
{
	struct str own = intern_add(&tree->names, str_c(name));
	uint64_t *id = map_add(&tree->ids, MAP_KEY(own));

	if (!*id)
		*id = ++tree->name_count;
	return *id;
}

static size_t node_at(struct tree *tree, size_t parent, const char *name)
{
	uint64_t *at = map_add(&tree->by_path, (uint64_t)parent << 32 | name_id(tree, name));

	if (!*at) {
		struct node *n = array_add(&tree->arena, &tree->nodes);

		n->parent = parent;
		n->name = intern_add(&tree->names, str_c(name));
		*at = tree->nodes.count - 1;
	}
	return (size_t)*at;
}

static void add_compile(struct tree *tree, struct timing *t, const struct compile *c)
{
	size_t open[SPAN_DEPTH_MOST + 1] = { 0 };	/* node of the span around, by depth */

	timing_compile(t, c);
	for (size_t i = 0; i < c->spans.count; i++) {
		const struct span *span = &c->spans.items[i];
		struct node *n;
		size_t parent = span->depth && !span->sum_root ? open[span->depth - 1] : 0;

		open[span->depth] = parent;
		if (!span->summed)
			continue;
		open[span->depth] = node_at(tree, parent, span->name);
		n = &tree->nodes.items[open[span->depth]];
		n->total_us += t->spans.items[i].to_us - t->spans.items[i].from_us;
		n->self_us += t->spans.items[i].self_us;
		n->count++;
		n->kind = spantree_group(t, &t->spans.items[i]);
	}
}

static int by_parent(const void *a, const void *b)
{
	const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->total_us != y->total_us)
		return x->total_us > y->total_us ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void sort_tree(struct tree *tree)
{
	size_t count = tree->nodes.count;

	tree->order = arena_array(&tree->arena, const struct node *, count);
	for (size_t i = 0; i < count; i++)
		tree->order[i] = &tree->nodes.items[i];
	qsort(tree->order, count, sizeof *tree->order, by_parent);
	for (size_t i = 0; i < count; i++) {
		struct node *parent = &tree->nodes.items[tree->order[i]->parent];

		if (tree->order[i] == &tree->nodes.items[0])
			continue;
		if (parent->children++ == 0)
			parent->first_child = i;
	}
}

static void add_node(struct rows *s, const struct tree *tree, const struct node *n,
		     unsigned depth)
{
	int64_t least = tree->nodes.items[0].total_us / 1000;

	if (n->total_us <= least)
		return;
	rows_begin(s);
	s->row->depth = depth;
	rows_text(s, "label", str_copy(&s->report->arena, n->name));
	rows_number(s, "total_us", n->total_us);
	rows_number(s, "self_us", n->self_us);
	rows_number(s, "count", n->count);
	rows_text(s, "kind", n->kind);
	for (size_t i = 0; i < n->children; i++)
		add_node(s, tree, tree->order[n->first_child + i], depth + 1);
}

void spantree_add(struct rows *s, struct timing *t)
{
	struct tree tree = { .name_count = 0 };
	struct node *top = array_add(&tree.arena, &tree.nodes);

	top->parent = 0;
	intern_init(&tree.names, &tree.arena);
	for (size_t i = 0; i < s->trace->processes.count; i++) {
		const struct process *p = s->trace->processes.items[i];

		for (size_t k = 0; k < p->compiles.count; k++)
			if (p->compiles.items[k]->counted)
				add_compile(&tree, t, p->compiles.items[k]);
	}
	for (size_t i = 1; i < tree.nodes.count; i++)
		if (tree.nodes.items[i].parent == 0)
			tree.nodes.items[0].total_us += tree.nodes.items[i].total_us;
	sort_tree(&tree);
	s->table = report_section(s->report, &def);
	top = &tree.nodes.items[0];
	for (size_t i = 0; i < top->children; i++)
		add_node(s, &tree, tree.order[top->first_child + i], 0);
	map_release(&tree.ids);
	map_release(&tree.by_path);
	intern_release(&tree.names);
	arena_release(&tree.arena);
}
