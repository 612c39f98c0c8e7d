/* SPDX-License-Identifier: MIT */
#include "speedscope.h"

#include "jsonwrite.h"
#include "lanes.h"

/* A line of a flame graph: what has the same name is the same frame. */
struct frame {
	struct str name, file;
	int64_t line;
};

struct profiles {
	struct jsonwrite w;
	struct lanes tl;
	struct arena scratch;
	struct intern names;
	struct map by_name;		/* interned name → index of its frame + 1 */
	ARRAY(struct frame) frames;
	const struct lanes_lane *lane;
	/* Slices that are open, outermost first. */
	const struct lanes_slice *open[SPAN_DEPTH_MOST + 1];
	size_t open_count;
};

static int64_t frame_of(struct profiles *ps, const struct lanes_slice *s)
{
	struct str name = intern_add(&ps->names, s->name);
	uint64_t *index = map_add(&ps->by_name, MAP_KEY(name));

	if (*index == 0) {
		struct frame *f = array_add(&ps->scratch, &ps->frames);

		*f = (struct frame){ .name = name, .line = -1 };
		if (s->is_compile) {
			f->file = s->compile->file;
			f->line = s->compile->first_line;
		}
		*index = ps->frames.count;
	}
	return (int64_t)*index - 1;
}

static void write_frames(struct profiles *ps)
{
	jsonwrite_begin(&ps->w, "shared", '{', JSONWRITE_LINES);
	jsonwrite_begin(&ps->w, "frames", '[', JSONWRITE_LINES);
	for (size_t i = 0; i < ps->frames.count; i++) {
		const struct frame *f = &ps->frames.items[i];

		jsonwrite_begin(&ps->w, NULL, '{', JSONWRITE_INLINE);
		jsonwrite_text(&ps->w, "name", f->name);
		if (f->file.s)
			jsonwrite_text(&ps->w, "file", f->file);
		if (f->file.s && f->line >= 0)
			jsonwrite_number(&ps->w, "line", f->line);
		jsonwrite_end(&ps->w);
	}
	jsonwrite_end(&ps->w);
	jsonwrite_end(&ps->w);
}

static int64_t since_origin(const struct profiles *ps, int64_t us)
{
	int64_t at = us - lanes_origin(&ps->tl, ps->lane->process);

	return at > 0 ? at : 0;
}

static void write_event(struct profiles *ps, const char *type, const struct lanes_slice *s,
			int64_t at_us)
{
	jsonwrite_begin(&ps->w, NULL, '{', JSONWRITE_INLINE);
	jsonwrite_text(&ps->w, "type", str_c(type));
	jsonwrite_number(&ps->w, "frame", frame_of(ps, s));
	jsonwrite_number(&ps->w, "at", since_origin(ps, at_us));
	jsonwrite_end(&ps->w);
}

/* Closes what is open at this depth or deeper. */
static void close_to(struct profiles *ps, unsigned depth)
{
	while (ps->open_count && ps->open[ps->open_count - 1]->depth >= depth) {
		const struct lanes_slice *s = ps->open[--ps->open_count];

		write_event(ps, "C", s, s->to_us);
	}
}

static void write_events(struct profiles *ps)
{
	jsonwrite_begin(&ps->w, "events", '[', JSONWRITE_LINES);
	for (size_t i = 0; i < ps->lane->slices.count; i++) {
		const struct lanes_slice *s = &ps->lane->slices.items[i];

		close_to(ps, s->depth);
		write_event(ps, "O", s, s->from_us);
		ps->open[ps->open_count++] = s;
	}
	close_to(ps, 0);
	jsonwrite_end(&ps->w);
}

static struct str profile_name(struct profiles *ps)
{
	return str_format(&ps->scratch, "%.*s: %.*s",
			  STR_ARG(lanes_process_name(&ps->scratch, ps->lane->process)),
			  STR_ARG(ps->lane->name));
}

static void begin_profile(struct profiles *ps, struct str name, int64_t end)
{
	jsonwrite_begin(&ps->w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_text(&ps->w, "type", STR("evented"));
	jsonwrite_text(&ps->w, "name", name);
	jsonwrite_text(&ps->w, "unit", STR("microseconds"));
	jsonwrite_number(&ps->w, "startValue", 0);
	jsonwrite_number(&ps->w, "endValue", end);
}

/* A file without a profile is none to speedscope. */
static void write_empty(struct profiles *ps)
{
	begin_profile(ps, STR("no compiles"), 0);
	jsonwrite_begin(&ps->w, "events", '[', JSONWRITE_INLINE);
	jsonwrite_end(&ps->w);
	jsonwrite_end(&ps->w);
}

static void write_profiles(struct profiles *ps)
{
	jsonwrite_begin(&ps->w, "profiles", '[', JSONWRITE_LINES);
	for (size_t i = 0; i < ps->tl.lanes.count; i++) {
		ps->lane = ps->tl.lanes.items[i];
		begin_profile(ps, profile_name(ps), since_origin(ps, ps->lane->end_us));
		write_events(ps);
		jsonwrite_end(&ps->w);
	}
	if (ps->tl.lanes.count == 0)
		write_empty(ps);
	jsonwrite_end(&ps->w);
}

void speedscope_write(struct buf *out, const struct trace *t, struct str name)
{
	struct profiles ps = { .w = { .out = out } };

	intern_init(&ps.names, &ps.scratch);
	lanes_build(&ps.tl, t);
	jsonwrite_begin(&ps.w, NULL, '{', JSONWRITE_LINES);
	jsonwrite_text(&ps.w, "$schema",
		       STR("https://www.speedscope.app/file-format-schema.json"));
	jsonwrite_text(&ps.w, "name", name);
	jsonwrite_text(&ps.w, "exporter", STR("ctrace " CTRACE_VERSION));
	jsonwrite_number(&ps.w, "activeProfileIndex", 0);
	write_profiles(&ps);
	write_frames(&ps);
	jsonwrite_end(&ps.w);
	buf_add_char(out, '\n');
	lanes_release(&ps.tl);
	map_release(&ps.by_name);
	intern_release(&ps.names);
	arena_release(&ps.scratch);
}
