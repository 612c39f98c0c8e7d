/* SPDX-License-Identifier: MIT */
#include "escape.h"
#include "htmlcard.h"
#include "htmlpicture.h"
#include "htmltable.h"
#include "sha256.h"
#include "writer.h"

#include "page_css.h"
#include "page_js.h"

/*
 * One file that needs nothing else: style and script lie in it, and its Content Security
 * Policy allows these two, by their hashes, and no request to anywhere. There are no
 * style attributes and no handlers in the markup, and page.js makes no markup out of
 * text, which require-trusted-types-for enforces.
 */

static void join_lines(struct buf *out, const char *const *lines)
{
	for (; *lines; lines++)
		buf_add_c(out, *lines);
}

static void add_policy(struct htmlpage *p, struct str style, struct str script)
{
	htmlcell_raw(p, "<meta http-equiv=\"Content-Security-Policy\" content=\""
			"default-src 'none'; base-uri 'none'; form-action 'none'; "
			"require-trusted-types-for 'script'; style-src 'sha256-");
	sha256_base64(p->out, style);
	htmlcell_raw(p, "'; script-src 'sha256-");
	sha256_base64(p->out, script);
	htmlcell_raw(p, "'\">\n");
}

static void add_head(struct htmlpage *p, const struct report *r, struct str style,
		     struct str script)
{
	htmlcell_raw(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
	add_policy(p, style, script);
	htmlcell_raw(p, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			"<meta name=\"color-scheme\" content=\"light dark\">\n"
			"<meta name=\"referrer\" content=\"no-referrer\">\n"
			"<meta name=\"generator\" content=\"ctrace " CTRACE_VERSION "\">\n<title>");
	htmlcell_text(p, r->title.len ? r->title : STR("ctrace"));
	htmlcell_raw(p, "</title>\n<style>");
	buf_add(p->out, style);
	htmlcell_raw(p, "</style>\n</head>\n");
}

static bool has_view(const struct table *t)
{
	for (size_t i = 0; i < t->def->column_count; i++) {
		if (!column_in_page(&t->def->columns[i]))
			continue;
		for (size_t k = 0; k < t->rows.count; k++)
			if (cell_is_filled(&t->rows.items[k].cells[i]))
				return true;
	}
	return false;
}

static bool is_shown(const struct table *t)
{
	return section_in_page(t->def) && (t->def->empty || has_view(t));
}

/* No title and no headings: sentences. */
static bool is_lead(const struct table *t)
{
	if (t->def->shape != SHAPE_TABLE || t->def->title[0])
		return false;
	for (size_t i = 0; i < t->def->column_count; i++)
		if (column_in_page(&t->def->columns[i]) && t->def->columns[i].title[0])
			return false;
	return true;
}

static void add_content(struct htmlpage *p, const struct table *t)
{
	if (is_lead(t)) {
		htmlcard_lead(p, t);
		return;
	}
	switch (t->def->shape) {
	case SHAPE_OBJECT:
		htmlcard_object(p, t);
		break;
	case SHAPE_TABLE:
		htmltable_write(p, t, 0, false);
		break;
	case SHAPE_CARDS:
		htmlcard_write(p, t);
		break;
	case SHAPE_ICICLE:
		htmlpicture_icicle(p, t);
		break;
	case SHAPE_LANES:
		htmlpicture_lanes(p, t);
		break;
	}
}

static void add_heading(struct htmlpage *p, const struct table *t)
{
	htmlcell_raw(p, "<h2>");
	htmlcell_text(p, str_c(t->def->title));
	htmlcell_raw(p, " <a class=\"self\" aria-label=\"link to this section\" href=\"#");
	htmlcell_text(p, str_c(t->def->key));
	htmlcell_raw(p, "\">¶</a></h2>\n");
}

static void add_section(struct htmlpage *p, const struct table *t)
{
	htmlcell_raw(p, "<section");
	htmlcell_attribute(p, "id", str_c(t->def->key));
	if (t->def->title[0])
		htmlcell_attribute(p, "aria-label", str_c(t->def->title));
	htmlcell_raw(p, ">\n");
	if (t->def->title[0])
		add_heading(p, t);
	if (has_view(t)) {
		add_content(p, t);
	} else {
		htmlcell_raw(p, "<p class=\"empty\">");
		htmlcell_text(p, str_c(t->def->empty));
		htmlcell_raw(p, "</p>\n");
	}
	if (t->note.s) {
		htmlcell_raw(p, "<p class=\"note\">");
		htmlcell_text(p, t->note);
		htmlcell_raw(p, "</p>\n");
	}
	htmlcell_raw(p, "</section>\n");
	arena_reset(&p->arena);
}

/* Those that come first, then the others. */
static void each_section(struct htmlpage *p, const struct report *r,
			 void (*add)(struct htmlpage *, const struct table *))
{
	for (unsigned first = 2; first-- > 0;)
		for (size_t i = 0; i < r->sections.count; i++) {
			const struct table *t = r->sections.items[i];

			if (is_shown(t) && !(t->def->flags & COLUMN_FIRST) == !first)
				add(p, t);
		}
}

static void add_nav_link(struct htmlpage *p, const struct table *t)
{
	if (!t->def->title[0])
		return;
	htmlcell_raw(p, "<li><a href=\"#");
	htmlcell_text(p, str_c(t->def->key));
	htmlcell_raw(p, "\">");
	htmlcell_text(p, str_c(t->def->title));
	htmlcell_raw(p, "</a></li>\n");
}

/* "PATH  torch 2.13.0, 1 process, complete": the name, then what is known of it. */
static void add_title(struct htmlpage *p, struct str title)
{
	size_t at = str_find(title, STR("  "));

	htmlcell_raw(p, "<header id=\"top\"><h1>");
	htmlcell_text(p, str_take(title, at == STR_NONE ? title.len : at));
	htmlcell_raw(p, "</h1>\n");
	if (at != STR_NONE) {
		htmlcell_raw(p, "<p class=\"about\">");
		htmlcell_text(p, str_trim(str_skip(title, at)));
		htmlcell_raw(p, "</p>\n");
	}
	htmlcell_raw(p, "</header>\n");
}

static void add_next(struct htmlpage *p, const struct report *r)
{
	if (r->next.count == 0)
		return;
	htmlcell_raw(p, "<section id=\"next\" aria-label=\"Next\">\n<h2>Next</h2>\n");
	for (size_t i = 0; i < r->next.count; i++) {
		htmlcell_raw(p, "<div class=\"code\"><pre><code>");
		htmlcell_text(p, r->next.items[i]);
		htmlcell_raw(p, "</code></pre></div>\n");
	}
	htmlcell_raw(p, "</section>\n");
}

static void add_body(struct htmlpage *p, const struct report *r)
{
	htmlcell_raw(p, "<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n"
			"<nav aria-label=\"Sections\"><span class=\"brand\">ctrace</span>"
			"<ul>\n");
	each_section(p, r, add_nav_link);
	htmlcell_raw(p, "</ul><div id=\"tools\"></div></nav>\n<main id=\"main\" tabindex=\"-1\">\n");
	add_title(p, r->title);
	each_section(p, r, add_section);
	add_next(p, r);
	htmlcell_raw(p, "</main>\n<footer>Made by ctrace " CTRACE_VERSION
			". This file is complete in itself and loads nothing.</footer>\n");
}

static void write_html(struct buf *out, const struct report *r,
		       const struct writer_options *o)
{
	struct htmlpage p = { .out = out, .top = o->top };
	struct buf style = { 0 }, script = { 0 };

	join_lines(&style, page_css);
	join_lines(&script, page_js);
	add_head(&p, r, buf_str(&style), buf_str(&script));
	add_body(&p, r);
	htmlcell_raw(&p, "<script>");
	buf_add(out, buf_str(&script));
	htmlcell_raw(&p, "</script>\n</body>\n</html>\n");
	buf_release(&style);
	buf_release(&script);
	arena_release(&p.arena);
}

const struct writer html_writer = { "html", write_html };
