/*
 * configtable.h - the settings of torch that a run was made with: dynamo_config,
 * inductor_config, functorch_config, as its first compile logged them.
 */
#ifndef CTRACE_CONFIGTABLE_H
#define CTRACE_CONFIGTABLE_H

#include "rows.h"

/*
 * Appends `configs`, a fingerprint of each, and `config_values`, all settings, which no
 * writer shows: they are for comparing two runs.
 */
void configtable_add(struct rows *s);

#endif
