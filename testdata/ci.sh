#!/bin/sh
# Tries what the README offers for CI: testdata/ci.sh CTRACE
#
# Each block of the README whose first line is a comment with a file's name is written to
# that file in a scratch folder. The commands in it that call ctrace run there, with a
# python3 that only leaves a trace behind. With real Python and PyYAML the YAML must load;
# with check-jsonschema it is held against the schemas of its services; with torch and
# pytest (PYTHON names another python3) the fixture is tried on real tests.
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
python=$(command -v "${PYTHON:-python3}")
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' INT TERM
cd "$tmp" || exit 2
passed=0 failed=0
verdict() { # LABEL CODE: of what was just done
	if [ "$2" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$1: exit $2"
		cat "$tmp/log"
	fi
}

mkdir -p .github/workflows bin work
awk '
/^```[a-z]+$/ { block = 1; next }
/^```$/ { block = 0; file = ""; next }
block == 1 { file = substr($0, 3); block = 2 }
block == 2 && file ~ /^[.A-Za-z\/-]+$/ { print >file }
' "$here/../README.md"
ln -s "$ctrace" bin/ctrace
cat >bin/python3 <<'SCRIPT'
#!/bin/sh
mkdir -p "$TORCH_TRACE" && cp "$TRACE" "$TORCH_TRACE"/dedicated_log_torch_trace_x.log
SCRIPT
chmod +x bin/python3
export TRACE="$here/traces/size_batch.log" PATH="$tmp/bin:$PATH" PWD="$tmp"

for file in ctrace.yaml .github/workflows/compile.yml .gitlab-ci.yml Makefile conftest.py; do
	: >log
	[ -s "$file" ]
	verdict "README: $file" $?
done

# The commands of a file, one a line, for a shell.
commands() { sed -n 's/^ *- run: //p; s/^    - \(TORCH_TRACE\|ctrace\)/\1/p' "$1"; }
run_all() { # FILE: in one shell, as the service does it
	rm -rf trace
	commands "$1" >script
	TORCH_TRACE=$tmp/trace sh -e script >log 2>&1
	verdict "$1" $?
	grep -q ctrace script
	verdict "$1: commands" $?
}
run_all .github/workflows/compile.yml
run_all .gitlab-ci.yml
make compile-check >log 2>&1
verdict Makefile $?
# … and they fail when the run is a bad one.
export TRACE="$here/traces/compiler_reset.log.gz"
gzip -dc "$here/traces/recompile_limit.log.gz" >bad.log && export TRACE="$tmp/bad.log"
! make compile-check >log 2>&1
verdict "Makefile, bad run" $?

if [ -n "$python" ] && "$python" -c 'import yaml' 2>/dev/null; then
	for file in ctrace.yaml .github/workflows/compile.yml .gitlab-ci.yml; do
		"$python" -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "$file" >log 2>&1
		verdict "$file as YAML" $?
	done
fi
if command -v check-jsonschema >/dev/null; then
	check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml >log 2>&1
	verdict "workflow schema" $?
	check-jsonschema --builtin-schema vendor.gitlab-ci .gitlab-ci.yml >log 2>&1
	verdict "GitLab schema" $?
fi

if [ -n "$python" ] && "$python" -c 'import torch, pytest' 2>/dev/null; then
	cat >test_compile.py <<'SCRIPT'
import torch

def compiled(mode=None):
    torch.compiler.reset()
    return torch.compile(lambda x, mode: x + (1 if mode == "a" else 2), backend="eager")

def test_good(compile_check):
    f = compiled()
    f(torch.ones(3), "a")
    f(torch.ones(3), "a")

def test_nothing(compile_check):
    pass

def test_bad(compile_check):
    f = compiled()
    f(torch.ones(3), "a")
    f(torch.ones(3), "b")
SCRIPT
	"$python" -m pytest -q -p no:cacheprovider test_compile.py >log 2>&1
	grep -q '3 passed, 1 error' log && grep -q 'recompiles  *at most 0' log &&
		! grep -q 'CalledProcessError\|Traceback' log
	verdict "conftest.py" $?
fi
echo "ci: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
