/* SPDX-License-Identifier: MIT */
#include "fact.h"

#include "mismatch.h"
#include "source.h"

/*
 * Lines as GuardManager.__str__ writes them (torch/_dynamo/guards.py, class
 * GuardManagerWrapper; torch 2.4 to 2.14): "KIND: text  # user line". The text is that
 * of a reason, but for tensors and the global state.
 */

typedef ARRAY(struct fact) fact_list;

enum guard_kind fact_family(enum guard_kind kind)
{
	return kind >= GUARD_INT && kind <= GUARD_TRAINING_MODE ? GUARD_CONSTANT : kind;
}

bool fact_is_test(enum guard_kind kind)
{
	return kind == GUARD_ZERO_ONE || kind == GUARD_DUCK_SHAPE ||
	       kind == GUARD_SHAPE_GUARD || kind == GUARD_ALIAS || kind == GUARD_OTHER;
}

static void add(struct arena *a, fact_list *list, const struct fact *f)
{
	struct fact *added = array_add(a, list);
	uint64_t what = (uint64_t)fact_family(f->kind) << 32 | (uint32_t)f->index;

	*added = *f;
	added->value = source_hash_bytes(f->text, 2);
	added->dynamic = (f->kind == GUARD_SIZE || f->kind == GUARD_STRIDE) &&
			 str_eq(f->text, STR("None"));
	if (fact_is_test(f->kind)) {
		added->key = source_hash(f->text) ^ what;
		added->value = 0;
		return;
	}
	added->key =
		source_hash_bytes(f->member, f->subject ^ what * 0x9e3779b97f4a7c15u);
}

static void add_property(struct arena *a, fact_list *list, struct fact *f,
			 enum guard_kind kind, struct str text)
{
	f->kind = kind;
	f->text = text;
	add(a, list, f);
}

/* "[4, None]": one fact for each; gives how many there are. */
static int add_dimensions(struct arena *a, fact_list *list, struct fact *f,
			  struct str text)
{
	struct str part;
	int count = 0;

	for (; text.len && str_cut_at(&text, STR(", "), &part); count++) {
		f->index = count;
		add_property(a, list, f, f->kind, str_trim(part));
	}
	f->index = -1;
	return count;
}

/* What stands between name and the bracket or comma that ends it. */
static struct str field(struct str s, struct str name, char end)
{
	size_t at = str_find(s, name);
	struct str value;

	if (at == STR_NONE)
		return (struct str){ 0 };
	s = str_skip(s, at + name.len);
	str_cut(&s, end, &value);
	return value;
}

/*
 * check_tensor(L['x'], Tensor, DispatchKeySet(CPU, …), torch.float32, device=None,
 * requires_grad=False, size=[4, None], stride=[1, 4])
 */
static void read_tensor(struct arena *a, fact_list *list, struct fact *f, struct str text)
{
	size_t keys = str_find(text, STR(", DispatchKeySet(")), comma;
	struct str head = str_take(text, keys), rest = str_skip(text, keys + 2);
	size_t close = str_find_char(rest, '('), rank;

	if (keys == STR_NONE)
		return;
	comma = str_rfind_char(head, ',');
	f->source = str_take(head, comma);
	f->subject = source_hash(f->source);
	f->made_up = source_is_made_up(f->source);
	add_property(a, list, f, GUARD_TENSOR_TYPE, str_trim(str_skip(head, comma + 1)));
	close = source_close(rest, close);
	add_property(a, list, f, GUARD_DISPATCH_KEY, str_take(rest, close));
	rest = str_skip(rest, close + 2);
	add_property(a, list, f, GUARD_DTYPE, str_take(rest, str_find_char(rest, ',')));
	add_property(a, list, f, GUARD_DEVICE, field(rest, STR("device="), ','));
	add_property(a, list, f, GUARD_REQUIRES_GRAD,
		     field(rest, STR("requires_grad="), ','));
	f->kind = GUARD_SIZE;
	rank = (size_t)add_dimensions(a, list, f, field(rest, STR(" size=["), ']'));
	f->kind = GUARD_STRIDE;
	add_dimensions(a, list, f, field(rest, STR(" stride=["), ']'));
	add_property(a, list, f, GUARD_RANK, str_format(a, "%zu", rank));
}

/* at::autocast::_AUTOCAST_SUPPORTED_DEVICES, aten/src/ATen/autocast_mode.h */
static const char *const autocast_devices[] = {
	"cpu", "cuda", "mtia", "maia", "xpu", "ipu", "hpu", "xla", "privateuseone", "mps",
};

static void add_state(struct arena *a, fact_list *list, struct fact *f, struct str name,
		      struct str value)
{
	f->source = name;
	f->subject = source_hash(name);
	add_property(a, list, f, GUARD_GLOBAL_STATE, value);
}

/* Within autocast_state: "cached_enabled", "dtype":[…], "enabled":[…], by device. */
static void add_autocast(struct arena *a, fact_list *list, struct fact *f,
			 struct str name, struct str value)
{
	struct str part;

	if (!str_eat(&value, STR("["))) {
		add_state(a, list, f, str_format(a, "autocast_" STR_FMT, STR_ARG(name)),
			  value);
		return;
	}
	for (size_t i = 0; str_cut(&value, ',', &part); i++) {
		const char *device =
			i < COUNT_OF(autocast_devices) ? autocast_devices[i] : "?";

		add_state(a, list, f, str_format(a, "autocast(%s)_" STR_FMT, device,
						 STR_ARG(name)), part);
	}
}

/*
 * ___check_global_state() against {"grad_mode":true,"autocast_state":{…},…}, from torch
 * 2.13 on: names and values without blanks, one object within.
 */
static void read_state(struct arena *a, fact_list *list, struct fact *f, struct str text)
{
	struct str rest = field(text, STR("{"), '\n'), name, value;
	bool autocast = false;

	while (rest.len && str_cut(&rest, '"', &name) && str_cut(&rest, '"', &name)) {
		size_t end = 1;

		str_eat(&rest, STR(":"));
		if (str_eat(&rest, STR("{"))) {
			autocast = str_starts(name, STR("autocast"));
			continue;
		}
		if (rest.len && rest.s[0] == '[')
			end = source_close(rest, 0) - 1;
		else
			for (end = 0; end < rest.len && rest.s[end] != ',' &&
			     rest.s[end] != '}'; end++)
				;
		value = str_take(rest, end);
		rest = str_skip(rest, end);
		(autocast ? add_autocast : add_state)(a, list, f, name, value);
		str_eat(&rest, STR("]"));
		if (str_starts(rest, STR("}")))
			autocast = false;
	}
}

/* type=<class 'X'> behind the call tells more than the address of the class. */
static struct str class_name(struct str text)
{
	size_t at = str_find(text, STR("), type=<")), end;

	if (at == STR_NONE)
		return (struct str){ 0 };
	text = str_skip(text, at + 8);
	end = str_find_char(text, '>');
	return end == STR_NONE ? (struct str){ 0 } : str_take(text, end + 1);
}

static void read_other(struct arena *a, fact_list *list, struct fact *f, struct str text)
{
	struct guard g = guard_parse(a, text);

	if (g.kind == GUARD_NO_REASON)
		return;
	f->kind = g.kind;
	if (fact_family(g.kind) == GUARD_CONSTANT && !g.was.s)
		f->kind = GUARD_OTHER;	/* not math.isnan(L['w']) says of no value */
	f->source = g.raw;
	f->subject = source_hash(g.raw.s ? g.raw : g.text);
	f->made_up = source_is_made_up(g.text);
	f->member = g.member;
	f->index = g.index;
	f->text = g.was.s && !fact_is_test(f->kind) ? g.was : g.text;
	add(a, list, f);
	if (g.kind == GUARD_TYPE) {	/* compared by address, shown by name */
		struct str name = class_name(text);

		if (name.s)
			list->items[list->count - 1].text = name;
	}
}

size_t fact_parse(struct arena *a, struct str line, struct fact **facts)
{
	struct fact f = { .index = -1, .line = str_trim(line) };
	size_t colon = str_find(f.line, STR(": "));
	fact_list list = { 0 };
	struct str kind = str_take(f.line, colon), text;

	if (colon == STR_NONE) {
		*facts = NULL;
		return 0;
	}
	f.line = text = str_trim(str_skip(f.line, colon + 2));
	if (str_eq(kind, STR("TENSOR_MATCH")) && str_eat(&text, STR("check_tensor(")))
		read_tensor(a, &list, &f, text);
	else if (str_eq(kind, STR("GLOBAL_STATE")))
		read_state(a, &list, &f, text);
	else
		read_other(a, &list, &f, text);
	*facts = list.items;
	return list.count;
}
