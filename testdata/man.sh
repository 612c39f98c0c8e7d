#!/bin/sh
# The man pages are clean mdoc and name exactly the options that --help names:
# testdata/man.sh CTRACE
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
passed=0 failed=0
check() { # LABEL FILE: nothing may be in FILE
	if [ -s "$2" ]; then
		failed=$((failed + 1))
		echo "$1"
		cat "$2"
	else
		passed=$((passed + 1))
	fi
}

for page in man/*.[1-9]; do
	[ -e "$page" ] || continue
	mandoc -Tlint -W warning "$page" >"$tmp/lint" 2>&1
	check "$page: mandoc" "$tmp/lint"
done

# Commands are the indented first words of "ctrace --help".
"$ctrace" --help >"$tmp/help"
commands=$(sed -n 's/^  *\([a-z][a-z]*\)  .*/\1/p' "$tmp/help")
for command in $commands; do
	"$ctrace" "$command" --help >>"$tmp/help" ||
		echo "exit $?" >"$tmp/failed"
done
[ -e "$tmp/failed" ] || : >"$tmp/failed"
check "a command's --help fails" "$tmp/failed"
grep -oE -e '(^|[ ,[])--[a-z][a-z-]*' "$tmp/help" | sed 's/^[^-]*//' | sort -u >"$tmp/in-help"
# .Fl -format is how mdoc writes --format.
cat man/*.1 2>/dev/null | grep -oE 'Fl (-|\\-)[a-z][a-z-]*' | sed 's/^Fl [\\]*/-/' | sort -u >"$tmp/in-man"
comm -23 "$tmp/in-help" "$tmp/in-man" >"$tmp/only"
check "options that no man page has:" "$tmp/only"
comm -13 "$tmp/in-help" "$tmp/in-man" >"$tmp/only"
check "options that no --help has:" "$tmp/only"

echo "man: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
