#!/bin/sh
# Bad input of every sort, by the rows of faults.md: testdata/faults.sh CTRACE
# Each case makes its input in "in" and says what health and summary must count.
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/traces" || exit 2
small=$(pwd)/small_size.log
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
cd "$tmp" || exit 2
export LC_ALL=C
passed=0 failed=0

# 256 MiB for everything, where the build can live with that (a sanitized one cannot).
limit='ulimit -v 262144'
sh -c "$limit && '$ctrace' --version" >/dev/null 2>&1 || limit=:

say() { # LABEL RESULT
	if [ -z "$2" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$1:$2"
	fi
}

# count LABEL KEY=VALUE…: a report comes out, and each key has the value; a key of
# health that is not named is 0 (but for records and unknown_records).
count() {
	label=$1 wrong=
	shift
	sh -c "$limit; exec '$ctrace' analyze --format json '${in:-in}'" >out 2>err </dev/null
	code=$?
	[ $code -eq 0 ] || wrong=" exit $code, $(head -c 200 err)"
	for pair; do
		got=$(sed -n "s/^    \"${pair%%=*}\": \([^,]*\),*\$/\1/p" out | head -n 1)
		[ "$got" = "${pair#*=}" ] || wrong="$wrong ${pair%%=*} is $got, not ${pair#*=};"
	done
	# shellcheck disable=SC2013
	for key in $(sed -n '/^  "health"/,/^  }/s/^    "\([a-z0-9_]*\)": [1-9][0-9]*,*$/\1/p' out); do
		case " records damaged unknown_records $* " in
		*" $key "* | *" $key="*) ;;
		*) wrong="$wrong $key is counted;" ;;
		esac
	done
	say "$label" "$wrong"
}

# refuse LABEL TEXT: exit 3 and one message with the text in it.
refuse() {
	wrong=
	sh -c "$limit; exec '$ctrace' analyze '${in:-in}'" >out 2>err </dev/null
	code=$?
	[ $code -eq 3 ] || wrong=" exit $code;"
	[ ! -s out ] || wrong="$wrong a report;"
	[ "$(wc -l <err)" -eq 1 ] || wrong="$wrong $(wc -l <err) messages;"
	grep -q -e "$2" err || wrong="$wrong $(head -c 200 err)"
	say "$1" "$wrong"
}

head_line() { # PID
	printf 'V0103 04:05:06.000000 %s torch/x.py:7] ' "$1"
}
compile() { # FRAME NUMBER [PID]
	head_line "${3-42}"
	printf '{"dynamo_start": {"stack": [{"line": 3, "name": "f", "filename": "m.py"}]}, "frame_id": %s, "frame_compile_id": %s, "attempt": 0}\n' "$1" "$2"
	head_line "${3-42}"
	printf '{"compilation_metrics": {"co_name": "f", "co_filename": "m.py", "duration_us": 1000}, "frame_id": %s, "frame_compile_id": %s}\n' "$1" "$2"
}
# alive LABEL: a report comes out; what it counts is of no interest.
alive() {
	wrong=
	sh -c "$limit; exec '$ctrace' analyze in" >out 2>err </dev/null || wrong=" $(head -c 200 err)"
	say "$1" "$wrong"
}

whole='compiles=2 recompiles=1 frames=1 damaged=0'
middle=$(grep -n '^[VIWEC][0-9]' "$small" | awk -F: '$1 > 100 { print $1; exit }') # a head line
middle() { # what stands between the halves of the log comes from stdin
	head -n $((middle - 1)) "$small"
	cat
	tail -n +"$middle" "$small"
}

# 1 to 3, 19: no log
: >in && refuse 'row 1, empty' 'is empty'
printf '\n\r\n\n' >in && refuse 'row 2, blank lines' 'no record of a known form'
seq 100000 >in && refuse 'row 2, other text' 'no record of a known form'
printf '\211PNG\r\n\032\n' >in && refuse 'row 3, PNG' 'a PNG image'
cat "$ctrace" >in && refuse 'row 3, program' 'a program (ELF)'
awk 'BEGIN { for (srand(7); i < 100000; i++) printf "%c", 1 + int(rand() * 127) }' >in
refuse 'row 3, random bytes' 'no record of a known form'
printf '\050\265\057\375xxxx' >in && refuse 'row 19, zstd' 'zstd-compressed; decompress it first'
printf '\3757zXZ\000xx' >in && refuse 'row 19, xz' 'xz-compressed'
printf 'PK\003\004xxxx' >in && refuse 'row 19, zip' 'a zip archive'

# 5 to 11: bytes
# shellcheck disable=SC2086  # words
{
	cp "$small" in && count 'undamaged' $whole records="$(grep -c '^[VIWEC][0-9]' "$small")"
	head -c -1 "$small" >in && count 'row 5, no newline at the end' $whole
	sed 's/$/\r/' "$small" >in && count 'row 6, CR LF' $whole
	{ printf '\357\273\277' && cat "$small"; } >in && count 'row 7, BOM' $whole
	sed 's/$/\n/' "$small" >in && count 'blank lines of a carrier' $whole
}
printf '\377\376V\000' >in && refuse 'row 7, UTF-16' 'UTF-16 text; convert it with iconv'
sed '60s/"name"/"n\xffme"/' "$small" >in
head -n 60 "$small" | tail -n 1 | grep -q '"name"' && count 'row 8, a bad byte' compiles=2
{ compile 0 0 && compile 1 0; } | sed '1,2s/m\.py/m\xe9.py/; 3,4s/m\.py/m\xe8.py/' >in
count 'row 11, Latin-1 paths' compiles=2 frames=2 damaged=0
head -c 4096 /dev/zero | middle >in && count 'row 9, a page of NULs' compiles=2 interleaved=1 damaged=1
{ compile 0 0 && head -c 104857600 /dev/zero | tr '\0' x && echo && compile 1 0; } >in
count 'row 10, a line of 100 MB' compiles=2 oversize=0 stray_lines=1 damaged=1
{ compile 0 0 && head_line 42 && printf '{"link": {}}\n' && head -c 104857600 /dev/zero | tr '\0' '\t' &&
	echo && compile 1 0; } >in
count 'row 10, a payload of 100 MB' compiles=2 oversize=1 damaged=1
compile 0 0 >in && truncate -s 1G in && count 'row 10, no newline in 1 GB' compiles=1 stray_lines=1 damaged=1
if [ "$limit" != : ]; then # takes a sanitized build a minute
	compile 0 0 >in && truncate -s 4400M in && compile 1 0 >>in
	count 'row 20, records beyond 4 GiB' compiles=2 stray_lines=1 damaged=1
fi

# 12 to 18: gzip (members, headers, cuts and flipped bits: lib/input_test.c, torture.sh)
# shellcheck disable=SC2086
{
	gzip -c "$small" >whole.gz && cp whole.gz in && count 'row 12, gzip' $whole
	{ cat whole.gz && head -c 5000 /dev/zero; } >in && count 'row 15, zeros behind' $whole trailing_garbage=0
	{ cat whole.gz && echo garbage; } >in && count 'row 15, garbage behind' $whole trailing_garbage=1
	cp "$small" plain.gz && in=plain.gz count 'row 18, gz by name only' $whole
}
head -c -4 whole.gz >in && count 'row 13, cut' compiles=2 input_damaged=1 damaged=1
gzip -c whole.gz >in && refuse 'row 17, gzip in gzip' 'gzip inside gzip'
head -c 67108864 /dev/zero | gzip -c >zeros.gz
{ cat whole.gz && for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat zeros.gz; done; } >in
count 'row 16, a bomb: 1 GiB of zeros as one line' compiles=2 stray_lines=1 damaged=1

# 21 to 29: records (single envelopes: lib/event_test.c)
printf '%s{"link": \n\tits payload\n\tV0103 is none\n' "$(head_line 42)" | middle >in
count 'row 21, a broken envelope and its payload' compiles=2 bad_json=1 damaged=1
printf '\tpayload of nothing\n' | cat - "$small" >in
count 'row 25, the log begins inside a record' compiles=2 unowned_payloads=1 damaged=1
{ compile 0 0 1 && compile 0 0 2; } | awk '{ l[NR] = $0 } END { print l[1]; print l[3]; print l[2]; print l[4] }' >in
count 'row 26, two writers by line' processes=2 compiles=2 recompiles=0 damaged=0
{ compile 0 0 1 | head -c 60 && compile 0 0 2 && compile 0 0 1 | tail -c +61; } >in
count 'row 27, two writers in a line' processes=2 bad_json=1 interleaved=1 stray_lines=1 damaged=3
cat "$small" "$small" >in && count 'row 29, the log twice' compiles=2 recompiles=1 frames=1 repeated=2 damaged=0
{ cat "$small" && sed 's/^\([VIWEC][0-9]* [0-9:.]*\) [0-9]*/\1 9999999/' "$small"; } >in
count 'row 29, runs of two processes' compiles=4 recompiles=2 processes=2 damaged=0
awk '{ l[NR] = $0 } END { for (i = NR; i > 0; i--) print l[i] }' "$small" | grep -v '^	' >in
alive 'row 29, the wrong way round'
sed 's/^\([VIWEC]\)[0-9]* [0-9:.]* /\11332 25:61:61.000000 /' "$small" >in
count 'row 32, times that are none' compiles=2 recompiles=1 damaged=0
awk '/^[VIWEC]/ { sub(/^.[0-9]* [0-9:.]*/, sprintf("V%02d%02d %02d:00:00.000000", 12 - NR % 12, 28 - NR % 28, NR % 24)) } { print }' "$small" >in
count 'row 32, times backwards' compiles=2 recompiles=1 damaged=0

# 33 to 36: values (lib/scan_test.c)
{
	head_line 42 && printf '{"compilation_metrics": {'
	awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "\"k%d\": %d, ", i, i }'
	printf '"co_name": "f", "co_name": "g"}, "frame_id": 0, "frame_compile_id": 0}\n'
} >in && count 'row 36, a million keys' compiles=1 damaged=0
say 'row 36, the last of equal keys' "$(grep -q '"function": "g"' out || echo ' is not the one')"
{
	compile 0 0 && head_line 42 && printf '{"link": '
	awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "[" }' && echo
} >in && count 'row 35, nested a million deep' compiles=1 bad_json=1 damaged=1
{ compile 0 0 && head_line 42 && printf '{"link": "' && head -c 60000000 /dev/zero | tr '\0' x && printf '"}\n'; } >in
count 'row 34, a string of 60 MB' compiles=1 damaged=0

# 39 to 41: many of everything
many() { # COUNT FRAME NUMBER PID: awk expressions of i
	awk -v n="$1" "BEGIN { for (i = 0; i < n; i++) {
		f = $2; c = $3; p = $4; h = \"V0103 04:05:06.000000 \" p \" torch/x.py:7] \"
		id = \", \\\"frame_id\\\": \" f \", \\\"frame_compile_id\\\": \" c \"}\"
		print h \"{\\\"dynamo_start\\\": {\\\"stack\\\": [{\\\"line\\\": 3, \\\"name\\\": \\\"f\" f \"\\\", \\\"filename\\\": \\\"m\" f \".py\\\"}]}\" id
		print h \"{\\\"compilation_metrics\\\": {\\\"duration_us\\\": 10}\" id } }"
}
many 40000 i 0 42 >in && count 'row 39, distinct frames' compiles=40000 frames=40000 compile_us=400000
many 30000 0 i 42 >in && count 'row 39, recompiles of one frame' compiles=30000 recompiles=29999 frames=1
many 40000 0 0 i+1 >in && count 'row 39, processes' compiles=40000 processes=40000
many 40000 0 0 42 >in && count 'row 39, one id over and over' compiles=40000 recompiles=0 frames=1
{
	head_line 42 && printf '{"dynamo_start": {"stack": ['
	awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\"line\": %d, \"name\": \"f\", \"filename\": \"m.py\"}, ", i }'
	printf '{"line": 3, "name": "last", "filename": "m.py"}]}, "frame_id": 0, "frame_compile_id": 0}\n'
} >in && count 'row 41, a stack of 100,000 frames' compiles=1 damaged=0
awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "V0103 04:05:06.000000 1 " }' | cat "$small" - >in
count 'a line of a million beginnings of heads' compiles=2 stray_lines=1 damaged=1

# 44: a file that grows, and other ways in (pipes, single bytes: same.sh, torture.sh)
mkfifo pipe
(sleep 0.1 && cat "$small" >pipe) &
# shellcheck disable=SC2086
in=pipe count 'row 56, a FIFO' $whole
wait

echo "faults: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
