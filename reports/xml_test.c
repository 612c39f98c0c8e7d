/* SPDX-License-Identifier: MIT */
#include "xml.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(xml, .fini = no_leaks);

static const struct {
	struct str text;
	const char *want;
} cases[] = {
	{ STR_INIT("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;" },
	{ STR_INIT("]]>"), "]]&gt;" },
	{ STR_INIT("a\nb\tc\x1b"), "a\\nb\\tc\\x1b" },
	{ STR_INIT("\0"), "\\x00" },
	{ STR_INIT("\xff"), "\\xff" },
	{ STR_INIT("\xef\xbf\xbe\xef\xbf\xbf"), "\xef\xbf\xbd\xef\xbf\xbd" },
	{ STR_INIT("\xe4\xb8\xad \xf0\x9f\x98\x80"), "\xe4\xb8\xad \xf0\x9f\x98\x80" },
	{ STR_INIT(""), "" },
};

Test(xml, holds_nothing_that_xml_forbids)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf got = { 0 };

		xml_text(&got, cases[i].text);
		cr_expect(str_eq(buf_str(&got), str_c(cases[i].want)), "%zu: " STR_FMT, i,
			  STR_ARG(got));
		buf_release(&got);
	}
}
