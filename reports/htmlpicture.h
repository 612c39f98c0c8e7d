/* htmlpicture.h - SHAPE_ICICLE and SHAPE_LANES as SVG. */
#ifndef CTRACE_HTMLPICTURE_H
#define CTRACE_HTMLPICTURE_H

#include "htmlcell.h"

void htmlpicture_icicle(struct htmlpage *p, const struct table *t);
void htmlpicture_lanes(struct htmlpage *p, const struct table *t);

#endif
