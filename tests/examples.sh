#!/usr/bin/env bash
# Runs every example and compares what it prints with examples/expected/NAME.txt.
#   tests/examples.sh <folder of the built examples>
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: tests/examples.sh <folder of the built examples>"; exit 2; }
built=$1
source=$(cd "$(dirname "$0")/../examples" && pwd)
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT

compared=0
failures=0
fail() {
    echo "examples: $*"
    failures=$((failures + 1))
}
for file in "$source"/*.cpp; do
    name=$(basename "$file" .cpp)
    compared=$((compared + 1))
    if [ ! -f "$source/expected/$name.txt" ]; then
        fail "$name has no examples/expected/$name.txt"
    elif [ ! -x "$built/$name" ]; then
        fail "$name is not built in $built"
    elif ! "$built/$name" >"$actual"; then
        fail "$name did not end well"
    elif ! diff -u "$source/expected/$name.txt" "$actual"; then
        fail "$name prints something else"
    fi
done
for file in "$source"/expected/*.txt; do
    [ -f "$source/$(basename "$file" .txt).cpp" ] || fail "$(basename "$file") belongs to no example"
done
echo "examples: $compared compared, $failures failures"
[ "$compared" -gt 0 ] && [ "$failures" -eq 0 ]
