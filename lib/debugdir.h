/*
 * debugdir.h - what TORCH_COMPILE_DEBUG=1 writes (torch/_inductor/debug.py):
 *
 *	torch_compile_debug/run_<date>-pid_<pid>/
 *		torchdynamo/debug.log				text log, often empty
 *		torchinductor/aot_<name>_debug.log		text log
 *		torchinductor/<name>__<graph>_<kind>_<n>.<m>/	a graph: forward, backward, inference
 *			fx_graph_readable.py ir_pre_fusion.txt ir_post_fusion.txt output_code.py …
 *
 * Only files found by walking the folder are opened: no link is followed, and no path
 * that stands in a file.
 */
#ifndef CTRACE_DEBUGDIR_H
#define CTRACE_DEBUGDIR_H

#include "trace.h"

struct debugdir {
	ARRAY(const char *) logs;	/* text logs, by name */
	ARRAY(struct debug_graph) graphs;
};

#define DEBUGDIR_DEPTH_MOST 6
#define DEBUGDIR_FOLDERS_MOST 100000

/*
 * Looks into path: a folder that holds torch_compile_debug, that folder, a run of it, or
 * a part of a run. Adds to d; all in the arena. Logs that lie in path itself are left to
 * folder_read().
 */
void debugdir_read(struct arena *a, const char *path, struct debugdir *d);

#endif
