#!/bin/sh
# The example of how to use the library still works: testdata/library.sh PROGRAM
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/traces" || exit 2
if "$program" size_batch.log three_causes.log.gz 2>&1 | diff -u ../library.want -; then
	echo "library: 1 passed, 0 failed"
else
	echo "library: 0 passed, 1 failed"
	exit 1
fi
