#!/bin/sh
# Checks the style of the sources: testdata/lint.sh BUILD-FOLDER
# What a text can tell is in lint.awk; the rest is asked from the object files.
set -eu
build=$1
cd "$(dirname "$0")/.."
export LC_ALL=C
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sources=$(ls -- lib/*.[ch] reports/*.[ch] cmd/*.[ch] 2>/dev/null || true)

# shellcheck disable=SC2086  # file names without blanks
awk -f testdata/lint.awk $sources >"$tmp/found"

# Every external symbol of x.o is declared in x.h (in a header beside it, if there is
# no x.h), and no two headers share a prefix: a symbol tells its file.
for source in lib/*.c reports/*.c; do
	object=$build/${source%.c}.o
	[ -e "$object" ] || continue
	headers=${source%.c}.h where=$headers
	[ -e "$headers" ] || headers=$(ls "${source%/*}"/*.h) where="a header beside it"
	nm -g --defined-only "$object" | awk 'NF == 3 { print $3 }' >"$tmp/symbols"
	while read -r symbol; do
		# shellcheck disable=SC2086
		header=$(grep -lw -e "$symbol" $headers | head -n 1)
		if [ -n "$header" ]; then
			echo "${symbol%%_*} $header" >>"$tmp/prefixes"
		else
			echo "$source: $symbol is not static, and not declared in $where" >>"$tmp/found"
		fi
	done <"$tmp/symbols"
done
sort -u "$tmp/prefixes" 2>/dev/null | awk '
	$1 in header { print $2 ": declares " $1 "_…, and so does " header[$1] }
	{ header[$1] = $2 }' >>"$tmp/found"

# Variables that can change live in .data, .bss or COMMON. One that must (a signal
# handler's flag) says why on its line: /* mutable: … */
if command -v objdump >/dev/null; then
	for source in lib/*.c reports/*.c cmd/*.c; do
		object=$build/${source%.c}.o
		[ -e "$object" ] || continue
		objdump -t "$object" | awk '
			!/[ \t](\.t?(data|bss)|\*COM\*)[.a-z]*[ \t]/ || /\.data\.rel\.ro/ || $NF ~ /^\./ { next }
			{ sub(/\..*/, "", $NF); print $NF }' >"$tmp/symbols"
		while read -r symbol; do
			grep -w -e "$symbol" "$source" | grep -q 'mutable:' ||
				echo "$source: $symbol is a variable at file scope" >>"$tmp/found"
		done <"$tmp/symbols"
	done
fi

# A script that a plain sh cannot read is a broken one.
for script in testdata/*.sh .ci/deps; do
	sh -n "$script" || echo "$script: syntax" >>"$tmp/found"
	sources="$sources $script"
done
if command -v shellcheck >/dev/null; then
	shellcheck testdata/*.sh .ci/deps .ci/run >"$tmp/shell" || { cat "$tmp/shell" >>"$tmp/found"; }
fi

cat "$tmp/found"
failed=$(grep -c . "$tmp/found" || true)
# shellcheck disable=SC2086
set -- $sources
echo "lint: $# passed, $failed failed"
[ "$failed" -eq 0 ]
