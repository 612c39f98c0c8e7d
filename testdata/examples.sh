#!/bin/sh
# Runs every command of the README and the man pages: testdata/examples.sh CTRACE
#
# A command is a line "ctrace …" or "$ ctrace …" in a ```sh or ```console block of the
# README, or behind .Dl, or in a .Bd block of a man page. It must exit with 0, or as
# said behind it: "# exit 1". What stands for something else (PATH, …) is passed over.
# They run in a scratch folder with the files that the examples speak of.
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM

awk '
/^```/ { block = !block && /^```(sh|console)[ \t]*$/; next }
FNR == 1 { block = 0 }
FILENAME ~ /\.[1-9]$/ && /^\.Bd/ { block = 1; next }
FILENAME ~ /\.[1-9]$/ && /^\.Ed/ { block = 0; next }
{
	line = $0
	if (line ~ /^\.Dl /)
		sub(/^\.Dl /, "", line)
	else if (!block)
		next
	gsub(/\\-/, "-", line)
	gsub(/\\&/, "", line)
	sub(/^[ \t]*\$ /, "", line)
	if (held != "")
		line = held " " line
	held = ""
	if (line ~ /\\$/) {
		held = substr(line, 1, length(line) - 1)
		next
	}
	if (line !~ /(^|[ \t|])ctrace /)
		next
	command = line
	sub(/[ \t]#.*/, "", command)
	if (command ~ /…|\.\.\.|\[|(^|[ =])[A-Z][A-Z]+($|[ \/])/)
		next
	code = 0
	if (match(line, /# exit [0-9]+/))
		code = substr(line, RSTART + 7, RLENGTH - 7)
	gsub(/\/tmp\/trace/, "trace", command)
	print FILENAME ":" FNR "\t" code "\t" command
}' README.md man/*.[1-9] 2>/dev/null >"$tmp/commands"

# The files that examples may name, afresh for each.
furnish() {
	mkdir -p "$1/trace" "$1/bin"
	ln -s "$ctrace" "$1/bin/ctrace"
	cp testdata/traces/size_batch.log "$1/trace.log"
	cp testdata/traces/three_causes.log.gz "$1/trace.log.gz"
	cp testdata/traces/cache_cold.log.gz "$1/old.log"
	cp testdata/traces/cache_warm.log.gz "$1/new.log"
	cp testdata/traces/text_2_13.log "$1/torch.log"
	cp testdata/traces/ranks/* "$1/trace/"
	sed -n '/^# ctrace.yaml/,/^```/p' README.md | grep -v '^```' >"$1/ctrace.yaml"
}

passed=0 failed=0 n=0
tab=$(printf '\t')
while IFS=$tab read -r place code command; do
	n=$((n + 1))
	furnish "$tmp/$n"
	(cd "$tmp/$n" && PATH="$tmp/$n/bin:$PATH" COLUMNS=100 sh -c "$command") \
		</dev/null >"$tmp/out" 2>&1
	got=$?
	rm -rf "${tmp:?}/$n"
	if [ "$got" -eq "$code" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$place: exit $got, not $code: $command"
		head -n 5 "$tmp/out"
	fi
done <"$tmp/commands"

# The report that the README shows is the one that ctrace writes.
sed -n '/^trace.log.gz  torch/,/^```/p' README.md | grep -v '^```' >"$tmp/shown"
mkdir "$tmp/report"
cp testdata/traces/lr_schedule.log.gz "$tmp/report/trace.log.gz"
(cd "$tmp/report" && COLUMNS=92 "$ctrace" analyze trace.log.gz) >"$tmp/out"
if diff -u "$tmp/shown" "$tmp/out"; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
	echo "README.md shows another report"
fi
echo "examples: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
