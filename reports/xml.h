/* xml.h - text of any bytes, made safe inside XML 1.0. */
#ifndef CTRACE_XML_H
#define CTRACE_XML_H

#include "str.h"

/*
 * Appends text for an attribute's value or for content, on one line: as a terminal would
 * be shown it (escape.h: \x1b, \n), then & < > " ' as entities. Code points that XML
 * forbids become U+FFFD.
 */
void xml_text(struct buf *out, struct str text);

#endif
