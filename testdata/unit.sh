#!/bin/sh
# Runs the unit tests and says how many passed: testdata/unit.sh UNIT
set -u
out=$(mktemp) || exit 2
trap 'rm -f "$out"' EXIT
"$1" --jobs 2 >"$out" 2>&1
code=$?
grep -v -e 'Synthesis' "$out"
# [====] Synthesis: Tested: 12 | Passing: 12 | Failing: 0 | Crashing: 0
counts=$(sed -n 's/.*Passing: *\([0-9]*\) .*Failing: *\([0-9]*\) .*Crashing: *\([0-9]*\).*/\1 \2 \3/p' "$out")
# shellcheck disable=SC2086  # three numbers
set -- ${counts:-0 1 0}
failed=$(($2 + $3))
# A leak ends the process without a failed test.
[ "$code" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "unit: $1 passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$1" -gt 0 ]
