#!/bin/sh
# The same trace gives the same bytes, whichever way it comes in and wherever ctrace
# runs: testdata/same.sh CTRACE
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/traces" || exit 2
traces=$(pwd)
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
passed=0 failed=0

# expect FILE LABEL: FILE must be the same as $want.
expect() {
	if cmp -s "$want" "$1"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$2: differs"
		diff "$want" "$1" | head -n 5 | cut -c1-200
	fi
}

analyze() { "$ctrace" analyze --format json "$@"; }

# Every way in. By name, the name is in the report: it is the same one in each folder.
for log in small_size.log small_restart.log export_model.log; do
	mkdir -p "$tmp/plain" "$tmp/gz" "$tmp/members"
	cp "$log" "$tmp/plain/trace.log"
	gzip -9nc "$log" >"$tmp/gz/trace.log"
	{
		head -c 5000 "$log" | gzip -1nc
		gzip -nc </dev/null
		tail -c +5001 "$log" | gzip -9nc
	} >"$tmp/members/trace.log"

	want=$tmp/named
	(cd "$tmp/plain" && analyze trace.log) >"$want" || failed=$((failed + 1))
	for way in gz members; do
		(cd "$tmp/$way" && analyze trace.log) >"$tmp/got"
		expect "$tmp/got" "$log: $way"
	done

	want=$tmp/standard
	analyze - <"$log" >"$want" || failed=$((failed + 1))
	# shellcheck disable=SC2002  # a pipe is what is tried
	cat "$log" | analyze - >"$tmp/got"
	expect "$tmp/got" "$log: pipe"
	dd if="$log" bs=7 2>/dev/null | analyze - >"$tmp/got"
	expect "$tmp/got" "$log: pipe of small pieces"
	analyze - <"$tmp/gz/trace.log" >"$tmp/got"
	expect "$tmp/got" "$log: gz on stdin"
	# shellcheck disable=SC2002
	cat "$tmp/members/trace.log" | analyze - >"$tmp/got"
	expect "$tmp/got" "$log: members through a pipe"

	# But for the name, a file and stdin are the same too.
	sed 's/trace\.log/-/g; s/<stdin>/-/g' "$tmp/named" >"$tmp/got"
	sed 's/<stdin>/-/g' "$tmp/standard" >"$tmp/standard-"
	want=$tmp/standard-
	expect "$tmp/got" "$log: file and stdin"
done

# Every place, and time after time.
want=$tmp/want
names='ranks three_causes.log.gz train_loop.log.gz'
# shellcheck disable=SC2086
again() { analyze $names >"$tmp/got"; expect "$tmp/got" "$1"; }
# shellcheck disable=SC2086
analyze $names >"$want" || failed=$((failed + 1))
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	again "run $i"
done
for locale in C C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8; do
	export LC_ALL="$locale" && again "locale $locale"
done
unset LC_ALL
for zone in UTC Asia/Kathmandu America/St_Johns; do
	export TZ="$zone" && again "time zone $zone"
done
unset TZ
if command -v taskset >/dev/null; then
	# shellcheck disable=SC2086
	taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[,-].*//')" "$ctrace" analyze --format json $names >"$tmp/got"
	expect "$tmp/got" "one core"
fi
if "$ctrace" analyze --help 2>/dev/null | grep -q -e --threads; then
	for n in 1 2 4; do
		# shellcheck disable=SC2086
		analyze --threads $n $names >"$tmp/got"
		expect "$tmp/got" "$n threads"
	done
fi
ln -s "$traces"/* "$tmp/gz/"
(cd "$tmp/gz" && again "another folder")

echo "same: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
