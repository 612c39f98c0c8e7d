/* sha256.h - SHA-256 (FIPS 180-4): the hashes by which a page's own script is allowed. */
#ifndef CTRACE_SHA256_H
#define CTRACE_SHA256_H

#include "str.h"

/* Appends the digest of the bytes in base64, as Content-Security-Policy wants it. */
void sha256_base64(struct buf *out, struct str bytes);

#endif
