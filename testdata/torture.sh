#!/bin/sh
# Damaged input of every sort: testdata/torture.sh TORTURE all|some
# "some" is for the sanitized build, which takes ten times as long.
set -u
torture=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/traces" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
case $2 in
all) step=1 gz_step=1 lines=1 flips=4000 ;;
*) step=101 gz_step=51 lines=11 flips=300 ;;
esac
small='small_size.log small_restart.log backend_fails.log'
for f in $small; do
	gzip -9nc "$f" >"$tmp/$f.gz"
done
# shellcheck disable=SC2086  # lists of file names
{
	"$torture" cut $step $small
	"$torture" cut $gz_step "$tmp"/*.gz
	"$torture" lines $lines small_restart.log
	"$torture" flip $flips $small
	"$torture" flip $flips "$tmp"/*.gz
	"$torture" trickle 1 $small "$tmp"/*.gz export_model.log
} >"$tmp/log" 2>&1
grep -v 'passed, ' "$tmp/log" | sed "s|$tmp/||"
awk '/ passed, [0-9]+ failed$/ { passed += $2; failed += $4; parts++ }
	END {
		if (parts != 6)
			failed++
		printf "torture: %d passed, %d failed\n", passed, failed
		exit failed > 0 || passed == 0
	}' "$tmp/log"
