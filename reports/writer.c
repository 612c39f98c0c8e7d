/* SPDX-License-Identifier: MIT */
#include "writer.h"

/* In the order in which --help names them. */
static const struct writer *const writers[] = {
	&text_writer, &json_writer, &html_writer, &markdown_writer, &csv_writer,
};
static const struct writer *const gate_writers[] = {
	&junit_writer, &sarif_writer, &github_writer,
};

const struct writer *writer_find(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(writers); i++)
		if (str_eq(str_c(writers[i]->name), name))
			return writers[i];
	for (size_t i = 0; i < COUNT_OF(gate_writers); i++)
		if (str_eq(str_c(gate_writers[i]->name), name))
			return gate_writers[i];
	return NULL;
}

const struct writer *writer_get(size_t index)
{
	return index < COUNT_OF(writers) ? writers[index] : NULL;
}
