/* SPDX-License-Identifier: MIT */
#include "xml.h"

#include "escape.h"
#include "utf8.h"

static struct str entity_of(char c)
{
	switch (c) {
	case '&':
		return STR("&amp;");
	case '<':
		return STR("&lt;");
	case '>':
		return STR("&gt;");
	case '"':
		return STR("&quot;");
	case '\'':
		return STR("&#39;");
	}
	return (struct str){ NULL, 0 };
}

void xml_text(struct buf *out, struct str text)
{
	struct buf safe = { 0 };
	struct str rest;

	escape_terminal(&safe, text);
	rest = buf_str(&safe);
	while (rest.len) {
		const char *at = rest.s;
		struct str entity = entity_of(*at);
		uint32_t code = utf8_next(&rest);

		if (entity.s)
			buf_add(out, entity);
		else if (code == 0xfffe || code == 0xffff || code == UTF8_BAD)
			buf_add(out, STR("\xef\xbf\xbd"));
		else
			buf_add(out, (struct str){ at, (size_t)(rest.s - at) });
	}
	buf_release(&safe);
}
