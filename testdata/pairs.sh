#!/bin/sh
# A trace and the text log of the same run say the same, and together they count once:
# testdata/pairs.sh CTRACE
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/traces" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
passed=0 failed=0

expect() {
	if cmp -s "$tmp/want" "$tmp/got"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$1: differs"
		diff "$tmp/want" "$tmp/got" | head -n 5 | cut -c1-200
	fi
}

analyze() { "$ctrace" analyze --format json "$@"; }

# A row of recompiles: rank, id, function, file, line; its kind where there is but one
# older entry, which is all that text can be sure of.
row='s/.*"id": "\([^"]*\)".*"rank": \([^,]*\),.*"function": \([^,]*\),.*"kind": \([^,]*\),.*"file": \([^,]*\), "line": \([0-9]*\).*'
rows() {
	analyze "$@" | awk '/^  \]/ { on = 0 } on; /^  "recompiles": \[$/ { on = 1 }' |
		sed -e '/"id": "[0-9]*\/1"/!s/"kind": [^,]*/"kind": -/' \
		    -e "$row"'/\2 \1 \3 \4 \5 \6/' | sort
}

# All but what only one of them has (reasons of a refusal, and why a region was traced
# anew, stand in text alone), and how many records were read.
common() {
	analyze "$@" | sed -e '/^  "times": \[/,/^  \]/d' -e '/^  "graphs": \[/,/^  \]/d' \
			   -e '/^  "configs": \[/,/^  \]/d' \
			   -e '/^  "regions": \[/,/^  \]/d' -e '/^    "records":/d' -e 's/"reasons": \[.*\]//'
}

for text in text/*.log; do
	name=$(basename "$text" .log)
	for trace in "$name" "$name.log" "$name.log.gz"; do
		[ -e "$trace" ] && break
	done
	[ -e "$trace" ] || continue
	rows "$trace" >"$tmp/want"
	rows "$text" >"$tmp/got"
	expect "$text: recompiles"
	common "$trace" >"$tmp/want"
	common "$trace" "$text" >"$tmp/got"
	expect "$trace and $text"
	common "$text" "$trace" >"$tmp/got"
	expect "$text and $trace"
	common "$text" "$trace" "$text" >"$tmp/got"
	expect "$trace and $text twice"
done

# Trace, text log, compile_times(), debug folder of one run.
common debug_dir/trace.log.gz >"$tmp/want"
common debug_dir >"$tmp/got"
expect "debug_dir as a folder"
common debug_dir/torch_compile_debug debug_dir/torch_logs.txt debug_dir/trace.log.gz \
	text/clean_times.log >"$tmp/got"
expect "debug_dir piece by piece"

echo "pairs: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
