#!/bin/sh
# How fast, and in how much memory: testdata/bench.sh CTRACE
#
# Makes a 300 MB trace out of testdata/traces, then runs each program RUNS times (5) in
# turn, and prints medians. tlparse is measured where it is on the PATH. BENCH_FULL=1
# adds a trace of 3 GB. BENCH_DIR keeps the big traces from one time to the next.
set -eu
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")"
runs=${RUNS:-5}
export LC_ALL=C
command -v python3 >/dev/null || { echo "make bench needs python3 to make its traces" >&2; exit 1; }
timer=$(command -v gtime || echo /usr/bin/time)
[ -x "$timer" ] || { echo "make bench needs GNU time" >&2; exit 1; }
tmp=$(mktemp -d)
# Thousands of small files cost what the disk's file system makes of them, ten times more
# or less from run to run: where there is memory for it, both programs write there.
files=$tmp
[ ! -w /dev/shm ] || files=$(mktemp -d /dev/shm/ctrace-bench.XXXXXX)
trap 'rm -rf "$tmp" "$files"' EXIT
trap 'exit 2' INT TERM
where=${BENCH_DIR:-$tmp}
mkdir -p "$where"

trace() { # MEGABYTES: makes $where/MEGABYTES.log
	[ -e "$where/$1.log" ] || {
		python3 scale.py "$where/part.log" "$1" traces/size_batch.log traces/break_print.log \
			traces/train_loop.log.gz traces/three_causes.log.gz traces/llama_generate.log.gz \
			traces/recompile_limit.log.gz traces/cache_cold.log.gz traces/lr_schedule.log.gz
		mv "$where/part.log" "$where/$1.log"
	}
	cat "$where/$1.log" >/dev/null # into the page cache
}

# once NAME COMMAND…: one line "seconds kilobytes" more in $tmp/NAME
once() {
	name=$1
	shift
	"$timer" -f '%e %M' -o "$tmp/time" "$@" >/dev/null 2>"$tmp/err" || {
		echo "$name failed:" >&2
		cat "$tmp/err" >&2
	}
	tail -n 1 "$tmp/time" >>"$tmp/$name"
}

median() { # NAME FIELD
	cut -d' ' -f"$2" "$tmp/$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

row() { # NAME LABEL MEGABYTES
	awk -v t="$(median "$1" 1)" -v m="$(median "$1" 2)" -v mb="$3" -v label="$2" -v n="$(grep -c . "$tmp/$1")" \
		'BEGIN { printf "%-28s %8.2f s %8.0f MB/s %8.1f MiB  (%d runs)\n", label, t, (t > 0 ? mb / t : 0), m / 1024, n }'
}

size_mb() { awk -v b="$(wc -c <"$1")" 'BEGIN { print b / 1e6 }'; }

trace 300
log=$where/300.log
mb=$(size_mb "$log")
i=0
while [ "$i" -lt "$runs" ]; do
	once wc wc -l "$log"
	once md5sum md5sum "$log"
	once ctrace "$ctrace" analyze --format json "$log"
	rm -rf "$files/payloads"
	once show "$ctrace" show --all -o "$files/payloads" "$log"
	rm -rf "$files/payloads"
	once perfetto "$ctrace" export --to perfetto -o "$tmp/export" "$log"
	i=$((i + 1))
done
if command -v tlparse >/dev/null; then
	for i in 1 2; do
		once tlparse tlparse --overwrite --no-browser -o "$files/tl" "$log"
	done
	rm -rf "$files/tl"
fi
echo "A trace of $mb MB, $(nproc) cores            time        rate     memory"
for name in wc md5sum ctrace show perfetto tlparse; do
	[ ! -e "$tmp/$name" ] || row "$name" "$(echo "$name" | sed 's/^wc$/wc -l/; s/^ctrace$/ctrace analyze/; s/^show$/ctrace show --all/; s/^perfetto$/ctrace export (perfetto)/; s/^tlparse$/tlparse (the same payloads)/')" "$mb"
done

gzip -6nc "$log" >"$tmp/300.log.gz"
i=0
while [ "$i" -lt "$runs" ]; do
	once zcat zcat "$tmp/300.log.gz"
	once gz "$ctrace" analyze --format json "$tmp/300.log.gz"
	i=$((i + 1))
done
echo "The same, gzip of $(size_mb "$tmp/300.log.gz") MB"
row zcat zcat "$mb"
row gz "ctrace analyze x.gz" "$mb"

echo "Cost for a byte"
for size in 30 300 ${BENCH_FULL:+3000}; do
	trace "$size"
	i=0
	while [ "$i" -lt "$runs" ]; do
		once "$size" "$ctrace" analyze --format json "$where/$size.log"
		i=$((i + 1))
	done
	row "$size" "ctrace analyze, $size MB" "$(size_mb "$where/$size.log")"
	[ "$where" != "$tmp" ] || rm "$where/$size.log"
done

# A training log of 1 GB with a thousand lines of torch's, beside what only counts words.
text=$where/text.log
[ -e "$text" ] || python3 - "$text.part" traces/forms/v2.13-user-stack.log <<'EOF'
import sys
log = "".join(f"2026-05-03 12:{i // 60 % 60:02d}:{i % 60:02d} INFO train: step {i} loss={i % 97 / 31:.4f} lr=3e-4\n"
              f"[rank{i % 8}] throughput={1000 + i % 313} samples/s record {i} of search\n" for i in range(9000))
torch = open(sys.argv[2]).read()
with open(sys.argv[1], "w") as out:
    for i in range(1000000000 // len(log)):
        out.write(log + (torch if i % 20 == 0 else ""))
EOF
[ ! -e "$text.part" ] || mv "$text.part" "$text"
cat "$text" >/dev/null
i=0
while [ "$i" -lt "$runs" ]; do
	# into a pipe: grep stops at its first match when it prints to /dev/null
	# shellcheck disable=SC2016 # the inner shell expands it
	once grep sh -c 'grep -c Recompiling "$1" | cat' sh "$text"
	once text "$ctrace" analyze --format json "$text"
	i=$((i + 1))
done
echo "A training log of $(size_mb "$text") MB, $(grep -c torch "$text") lines of torch's"
row grep "grep -c Recompiling" "$(size_mb "$text")"
row text "ctrace analyze" "$(size_mb "$text")"
