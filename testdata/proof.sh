#!/bin/sh
# Proves remedies on real torch: testdata/proof.sh CTRACE fast|all [PYTHON]
# PYTHON is one that has torch; without it one is made in build/torch. The whole writes
# proof.md. Where torch cannot be installed, that is said, and nothing is proven.
set -u
ctrace=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
part=$2
python=${3:-}
cd "$(dirname "$0")/.." || exit 2
release=2.13.0
venv=build/torch

stop() {
	echo "$1: no remedy is proven"
	echo "proof: 0 passed, 0 failed"
	exit 0
}

install() {
	mkdir -p build
	[ -x $venv/bin/python3 ] || python3 -m venv $venv || return 1
	$venv/bin/python3 -m pip --timeout 60 --retries 1 install --quiet torch==$release numpy
}

has_torch() {
	"$1" -c 'import torch' 2>/dev/null
}

if [ -z "$python" ]; then
	command -v python3 >/dev/null || stop 'there is no python3'
	python=$PWD/$venv/bin/python3
	has_torch "$python" || install || stop "torch $release cannot be installed in $venv"
fi
has_torch "$python" || stop "'$python' has no torch"
if [ "$part" = all ]; then
	set -- --out testdata/proof.md
else
	set -- --part "$part"
fi
exec "$python" testdata/proof.py "$@" "$ctrace" "$python"
