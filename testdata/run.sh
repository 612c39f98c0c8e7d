#!/bin/sh
# Golden tests: testdata/run.sh [-u] CTRACE [CASE…]
#
# A case is a folder testdata/golden/NAME. Its file "args" is one line: what follows
# "ctrace" in a shell, redirections included. It runs in a scratch copy of the folder,
# in which "traces" is testdata/traces, after the case's "setup" (shell, "$ctrace" is
# the program) if there is one. What must come out is what lies beside it:
#   want.out    stdout                    want.json, want.html, …: stdout with
#   want.err    stderr (absent: silence)  --format json, … added
#   want.code   exit status (absent: 0)   want.d/FILE: a file that it must have written
# A case with none of them but args must exit with 0 and print nothing.
# -u rewrites the want files that exist; look at them with git diff.
set -u
update=
[ "${1-}" = -u ] && { update=1; shift; }
[ $# -gt 0 ] || { echo "usage: testdata/run.sh [-u] CTRACE [CASE…]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
cd "$here/golden" || exit 2
[ $# -gt 0 ] || set -- *
export LC_ALL=C TZ=UTC COLUMNS=100 NO_COLOR=1
unset CLICOLOR_FORCE FORCE_COLOR TORCH_TRACE

# same WANT GOT LABEL: WANT may be absent, which wants nothing.
same() {
	want=$1
	[ -e "$want" ] || want=/dev/null
	if cmp -s "$want" "$2"; then
		echo pass >>"$verdicts"
	elif [ -n "$update" ] && [ -e "$1" ]; then
		cp "$2" "$1"
		echo pass >>"$verdicts"
		echo "$3: rewritten"
	else
		echo fail >>"$verdicts"
		echo "$3: not as wanted (-wanted +got)"
		diff -u "$want" "$2" | sed -n '3,60p' | cut -c1-300
	fi
}

# once CASE ARGUMENT…: runs the case with the arguments added, in a fresh scratch copy.
once() {
	case=$1 scratch=$work/$1
	shift
	rm -rf "$scratch"
	cp -R "$case" "$scratch"
	rm -rf "$scratch"/want.*
	ln -s "$here/traces" "$scratch/traces"
	{
		printf 'ctrace="%s"\n' "$ctrace"
		printf '[ ! -e setup ] || . ./setup\n'
		printf 'exec 1>"%s" 2>"%s"\n' "$work/out" "$work/err"
		printf '"%s" %s %s\n' "$ctrace" "$(cat "$case/args")" "$*"
	} >"$work/script"
	(cd "$scratch" && exec sh "$work/script") </dev/null
	echo $? >"$work/code"
	[ -e "$case/want.code" ] || echo 0 >"$work/zero"
	if [ -e "$case/want.code" ]; then
		same "$case/want.code" "$work/code" "$case $*: exit status"
	else
		same "$work/zero" "$work/code" "$case $*: exit status"
	fi
	same "$case/want.err" "$work/err" "$case $*: stderr"
}

run_case() {
	ran=
	for wanted in "$1"/want.*; do
		extension=${wanted##*.}
		case $extension in
		'*' | err | code | d) continue ;;
		out) once "$1" ;;
		*) once "$1" --format "$extension" ;;
		esac
		ran=1
		same "$wanted" "$work/out" "$wanted"
	done
	if [ -z "$ran" ] || [ -d "$1/want.d" ]; then
		once "$1"
		[ -n "$ran" ] || same "$1/want.out" "$work/out" "$1/want.out"
	fi
	for wanted in "$1"/want.d/*; do
		[ ! -e "$wanted" ] || same "$wanted" "$work/$1/${wanted##*/}" "$wanted"
	done
}

# Two workers; each takes every other case.
worker() {
	first=$1 work=$tmp/$1 verdicts=$tmp/$1/verdicts
	mkdir "$work"
	: >"$verdicts"
	shift
	turn=0
	for name; do
		name=${name%/}
		turn=$((1 - turn))
		[ "$turn" -eq "$first" ] || continue
		[ -e "$name/args" ] && run_case "$name"
	done >"$work/log" 2>&1
}
worker 0 "$@" &
worker 1 "$@"
wait
cat "$tmp/0/log" "$tmp/1/log"
passed=$(cat "$tmp"/?/verdicts | grep -c pass)
failed=$(cat "$tmp"/?/verdicts | grep -c fail)
echo "golden: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
