/* SPDX-License-Identifier: MIT */
#include "sha256.h"

#include <criterion/criterion.h>
#include <string.h>

#include "leaks.h"

TestSuite(sha256, .fini = no_leaks);

static void expect(const char *label, struct str bytes, const char *want)
{
	struct buf b = { 0 };

	sha256_base64(&b, bytes);
	cr_expect(str_eq(buf_str(&b), str_c(want)), "%s: " STR_FMT ", not %s", label, STR_ARG(b),
		  want);
	buf_release(&b);
}

Test(sha256, is_as_the_standard_says)
{
	expect("nothing", STR(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
	expect("abc", STR("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
	expect("two blocks", STR("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
	       "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
}

/* Where the padding takes a block of its own, and where it does not. */
Test(sha256, is_right_around_the_end_of_a_block)
{
	static const struct {
		size_t length;
		const char *want;
	} cases[] = {
		{ 55, "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=" },
		{ 56, "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=" },
		{ 63, "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ=" },
		{ 64, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=" },
		{ 65, "Y1NhxIu56rFBmOduqKt/GkFoXWrWKqkUbTAdTxfrCuA=" },
	};
	char letters[65];

	memset(letters, 'a', sizeof letters);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		expect("letters", (struct str){ letters, cases[i].length }, cases[i].want);
}
