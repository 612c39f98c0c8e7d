#!/bin/sh
# What ctrace writes for other tools, read by them: testdata/tools.sh CTRACE BUILD-FOLDER
#
# Payloads: the same from a plain log, a .gz and a pipe; their MD5 is what torch wrote;
# names from the log make no file names; a failed extraction leaves nothing behind.
# Exports: by the rules of each format (export.py), and in DuckDB, if pip gives it.
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
venv=$(cd "$2" && pwd)/venv
cd "$(dirname "$0")" || exit 2
here=$(pwd)
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
export LC_ALL=C
passed=0 failed=0
pass() { passed=$((passed + 1)); }
fail() {
	failed=$((failed + 1))
	echo "$1"
	[ ! -s "$tmp/said" ] || head -n 3 "$tmp/said"
}
# expect LABEL CODE COMMAND…: it must exit so; what it says goes to $tmp/said.
expect() {
	label=$1 code=$2
	shift 2
	"$@" >"$tmp/said" 2>&1
	got=$?
	if [ "$got" -eq "$code" ]; then
		pass
	else
		fail "$label: exit $got, not $code"
	fi
}
# absent LABEL PATH
absent() { if [ -e "$2" ]; then fail "$1: $2 is there"; else pass; fi; }

payloads() { (cd "$1" && find . -type f ! -name 'index.*' -exec cksum {} + | sort); }

for log in traces/*.log traces/*.log.gz traces/ranks; do
	case $log in traces/text_*) continue ;; esac
	rm -rf "$tmp/a" "$tmp/b" "$tmp/c"
	expect "$log: show --all" 0 "$ctrace" show --all --verify --strict -o "$tmp/a" "$log"
	expect "$log: payloads and index" 0 python3 show.py "$tmp/a"
	[ ! -d "$log" ] || continue
	case $log in
	*.gz) gzip -dc "$log" ;;
	*) gzip -c "$log" ;;
	esac >"$tmp/other"
	expect "$log: the other way" 0 "$ctrace" show --all -o "$tmp/b" "$tmp/other"
	# shellcheck disable=SC2002  # a pipe is what is tried
	cat "$log" | "$ctrace" show --all -o "$tmp/c" -
	payloads "$tmp/a" >"$tmp/want"
	for way in b c; do
		payloads "$tmp/$way" >"$tmp/got"
		: >"$tmp/said"
		if cmp -s "$tmp/want" "$tmp/got"; then pass; else fail "$log: $way differs"; fi
	done
done

# The same payloads from a log whose lines came to end in CR LF.
rm -rf "$tmp/a" "$tmp/b"
"$ctrace" show --all -o "$tmp/a" traces/break_print.log
sed 's/$/\r/' traces/break_print.log >"$tmp/crlf.log"
expect "CR LF" 0 "$ctrace" show --all --verify --strict -o "$tmp/b" "$tmp/crlf.log"
payloads "$tmp/a" >"$tmp/want"
payloads "$tmp/b" >"$tmp/got"
if cmp -s "$tmp/want" "$tmp/got"; then pass; else fail "CR LF: differs"; fi

# Names that would do harm as file names.
mkdir "$tmp/deep"
python3 show.py --hostile >"$tmp/hostile.log"
expect "hostile names" 0 "$ctrace" show --all -o "$tmp/deep/out" "$tmp/hostile.log"
expect "hostile names: files" 0 python3 show.py "$tmp/deep/out"
(cd "$tmp/deep" && find . ! -path './out*' ! -path .) >"$tmp/said"
if [ -s "$tmp/said" ]; then fail "hostile names: outside of the folder"; else pass; fi
expect "hostile names: list" 0 "$ctrace" show "$tmp/hostile.log"
if grep -q "$(printf '\033')" "$tmp/said"; then fail "hostile names: ESC"; else pass; fi

# Places that are none to write to; failures leave nothing.
log=traces/three_causes.log.gz
mkdir "$tmp/full" "$tmp/empty"
echo mine >"$tmp/full/mine"
ln -s "$tmp/empty" "$tmp/link"
expect "empty folder" 0 "$ctrace" show --all -o "$tmp/empty/" "$log"
rm -rf "$tmp/empty"
mkdir "$tmp/empty"
expect "folder with a file" 5 "$ctrace" show --all -o "$tmp/full" "$log"
expect "link to a folder" 5 "$ctrace" show --all -o "$tmp/link/" "$log"
expect "file" 5 "$ctrace" show --all -o "$tmp/full/mine" "$log"
expect "no parent" 5 "$ctrace" show --all -o "$tmp/none/out" "$log"
expect "empty stays empty" 0 rmdir "$tmp/empty"
expect "no log" 3 "$ctrace" show --all -o "$tmp/new" traces/README
absent "no log" "$tmp/new"
# shellcheck disable=SC2016  # the inner shell expands them
expect "file too large" 5 sh -c 'ulimit -f 4; exec "$0" "$@"' "$ctrace" show --all -o "$tmp/new" "$log"
absent "file too large" "$tmp/new"
mkdir "$tmp/kept"
# shellcheck disable=SC2016  # the inner shell expands them
expect "file too large" 5 sh -c 'ulimit -f 4; exec "$0" "$@"' "$ctrace" show --all -o "$tmp/kept" "$log"
expect "a folder that was there stays, empty" 0 rmdir "$tmp/kept"

# A signal in the middle: a pipe that stays open keeps ctrace waiting.
mkfifo "$tmp/pipe"
for signal in INT TERM HUP; do
	# Of a job in the background, sh makes SIGINT ignored: python3 makes it not so.
	python3 show.py --exec "$ctrace" show --all -o "$tmp/new" "$tmp/pipe" 2>/dev/null &
	pid=$!
	exec 3>"$tmp/pipe"
	cat traces/size_batch.log >&3
	i=0
	while [ ! -e "$tmp/new/000003_0-0_dynamo_cpp_guards_str.txt" ] && [ $i -lt 100 ]; do
		i=$((i + 1))
		sleep 0.05
	done
	kill -s $signal $pid
	wait $pid 2>/dev/null
	code=$?
	exec 3>&-
	: >"$tmp/said"
	if [ $i -lt 100 ] && [ $code -gt 128 ]; then pass; else fail "SIG$signal: exit $code"; fi
	absent "SIG$signal" "$tmp/new"
	rm -rf "$tmp/new"
done

# Exports.
for log in traces/*.log traces/*.log.gz traces/ranks "$tmp/hostile.log"; do
	"$ctrace" analyze --format json "$log" >"$tmp/report.json" 2>/dev/null
	for form in perfetto speedscope ndjson; do
		expect "$log: $form" 0 "$ctrace" export --to $form -o "$tmp/export" "$log"
		expect "$log: $form by its rules" 0 python3 export.py $form "$tmp/export" "$tmp/report.json"
	done
done

# The README's queries.
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" >/dev/null 2>&1
"$venv/bin/python" -c 'import duckdb' 2>/dev/null ||
	"$venv/bin/pip" install -q duckdb >/dev/null 2>&1
if "$venv/bin/python" -c 'import duckdb' 2>/dev/null; then
	cd "$tmp" || exit 2
	for log in size_batch.log three_causes.log.gz llama_generate.log.gz; do
		"$ctrace" export --to ndjson "$here/traces/$log"
	done >rows.ndjson
	expect "README's queries" 0 "$venv/bin/python" "$here/show.py" --queries "$here/../README.md"
else
	echo "tools: DuckDB is not to be had: the README's queries are not run"
fi
echo "tools: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
