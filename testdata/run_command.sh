#!/bin/sh
# ctrace run with commands that stand in for PyTorch: they copy a sample trace into the
# folder of TORCH_TRACE. testdata/run_command.sh CTRACE
# shellcheck disable=SC2016  # what stands in single quotes is for the shell inside
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/traces" || exit 2
traces=$(pwd)
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
cd "$tmp" || exit 2
unset TORCH_TRACE TORCH_LOGS TORCH_LOGS_OUT TORCH_COMPILE_DISABLE TORCHDYNAMO_DISABLE COLUMNS
export LC_ALL=C NO_COLOR=1 traces
mkdir passing
export TMPDIR="$tmp/passing"
passed=0 failed=0
copy='cp "$traces/small_size.log" "$TORCH_TRACE/dedicated_log_torch_trace_a.log"'

say() { # LABEL RESULT: empty is right
	if [ -z "$2" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$1: $2"
		cat out err
	fi
}

# check LABEL CODE TEXT: of the run before; TEXT is in err, no folder stays behind.
check() {
	wrong=
	[ "$code" = "$2" ] || wrong="exit $code, not $2;"
	grep -qF -e "$3" err || wrong="$wrong no '$3' in err;"
	[ -z "$(ls -A passing)" ] || wrong="$wrong $(ls passing) is left"
	say "$1" "$wrong"
	rm -rf passing/*
}

run() { # [ctrace run's arguments]
	"$ctrace" run "$@" >out 2>err </dev/null
	code=$?
}

run -- sh -c "$copy"
check 'a report on stderr' 0 '2 compiles of 1 function'
say 'stdout is the command'\''s' "$([ -s out ] && echo 'something on stdout')"
run sh -c "$copy; exit 3" --check
check 'the exit status is the command'\''s; its options are not taken' 3 '2 compiles'
run -- sh -c "$copy; kill -TERM \$\$"
check 'a command that dies is reported on' 143 '2 compiles'
run -- sh -c "$copy; kill -KILL \$\$"
check 'also when it was killed' 137 '2 compiles'
run -- no-such-command
check 'not found' 127 "cannot start 'no-such-command': No such file or directory"
: >plain
run -- ./plain
check 'not executable' 126 "cannot start './plain': Permission denied"
run --
check 'no command' 2 'run needs'
run -- sh -c '[ -z "$1" ] && [ $# = 2 ]' sh '' --
check 'arguments arrive as they are' 0 'left no log'
run -- sh -c 'exit 4'
check 'it failed first' 4 "nothing was compiled before 'sh' ended with 4"
run -- true
check 'nothing: guesses' 0 'older than 2.3'
TORCH_COMPILE_DISABLE=1 run -- true
check 'nothing: TORCH_COMPILE_DISABLE' 0 'TORCH_COMPILE_DISABLE=1 turns torch.compile off'
TORCHDYNAMO_DISABLE=1 run -- true
check 'nothing: TORCHDYNAMO_DISABLE' 0 'TORCHDYNAMO_DISABLE=1 turns torch.compile off'
run --check --limit recompiles=0 -- true
check 'a gate does not pass on nothing' 3 'nothing was compiled'

echo hello | "$ctrace" run -- sh -c "cat; echo bad >&2; $copy" >out 2>err
code=$?
say 'stdin, stdout, stderr are inherited' "$([ "$(cat out)" = hello ] || echo 'hello is lost')"
check 'and its messages come first' 0 'bad'

run -o report.txt -- sh -c "$copy"
say '-o: a file' "$(grep -q '2 compiles' report.txt || echo 'no report')"
run -o - -- sh -c "$copy"
say '-o -: stdout' "$(grep -q '2 compiles' out || echo 'no report')"
run --format json -o report.json -- sh -c "$copy"
say '--format json' "$(grep -q '"recompiles": 1' report.json || echo 'no report')"
run --format json -- touch started
check '--format json needs -o' 2 '--format json needs -o FILE'
run -o no/such/folder/x -- touch started
check '-o that cannot be written' 5 "cannot write 'no/such/folder/x'"
run --check --limit no_such=0 -- touch started
check 'a wrong limit' 2 'no_such'
run --limit recompiles=0 -- touch started
check '--limit without --check' 2 'go with --check'
say 'is told before the command runs' "$([ ! -e started ] || echo 'it ran')"

run --check --limit recompiles=0 -- sh -c "$copy"
check '--check: violated' 1 'violated'
run --check --limit recompiles=1 -- sh -c "$copy"
check '--check: held' 0 '1 limit holds'
run --check --limit recompiles=0 -- sh -c "$copy; exit 7"
check '--check: the command'\''s failure comes first' 7 'violated'
printf 'version: 1\nlimits:\n  recompiles: 0\n' >policy.yaml
run --check --policy policy.yaml -- sh -c "$copy"
check '--check --policy' 1 'violated'
head -c 3000 "$traces/small_size.log" >cut.log
run --check --limit recompiles=0 -- sh -c 'cp cut.log "$TORCH_TRACE/dedicated_log_torch_trace_a.log"'
say '--check: lost data' "$([ "$code" = 4 ] || echo "exit $code")"

run --keep kept -- sh -c "cd /; $copy"
check '--keep' 0 'ctrace explain'
say '--keep: the trace stays' "$([ -s kept/dedicated_log_torch_trace_a.log ] || echo 'it is gone')"
run --keep kept --check --limit recompiles=1 -- sh -c \
	'cp "$traces/small_size.log" "$TORCH_TRACE/dedicated_log_torch_trace_b.log"'
check '--keep again: only what is new counts' 0 '1 limit holds'
run --keep plain -- true
check '--keep: a file' 5 'it is no folder'
TORCH_TRACE=kept run -- sh -c 'cp "$traces/small_size.log" "$TORCH_TRACE/dedicated_log_torch_trace_c.log"'
check 'TORCH_TRACE: only what is new' 0 '2 compiles of 1 function'
say 'TORCH_TRACE: it stays' "$([ -s kept/dedicated_log_torch_trace_c.log ] || echo 'it is gone')"
TORCH_TRACE=later run -- sh -c "mkdir later; $copy"
check 'TORCH_TRACE: a folder that torch makes' 0 '2 compiles of 1 function'
run -- sh -c 'for rank in 0 1; do
	cp "$traces/small_size.log" "$TORCH_TRACE/dedicated_log_torch_trace_rank_${rank}_a.log"; done'
check 'two ranks' 0 '2 processes'
run --logs -- sh -c "$copy; echo \"\$TORCH_LOGS\" >&2; : >\"\$TORCH_LOGS_OUT\""
check '--logs' 0 'recompiles,graph_breaks'
TORCH_LOGS=dynamo run --logs -- sh -c "$copy; echo \"\$TORCH_LOGS\" >&2"
check '--logs leaves TORCH_LOGS' 0 'dynamo'

# A signal goes to the command, which may end in its own way. SIGINT and SIGQUIT are
# ignored in what sh starts with &, so they are not among these.
for signal in TERM HUP USR1; do
	"$ctrace" run -- sh -c "trap '$copy; exit 9' $signal; : >ready; while :; do sleep 0.1; done" \
		>out 2>err </dev/null &
	pid=$!
	while [ ! -e ready ]; do sleep 0.1; done
	kill -$signal $pid
	wait $pid
	code=$?
	rm -f ready
	check "SIG$signal is handed on" 9 '2 compiles'
done

echo "run: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
