#!/usr/bin/env bash
# Runs each example of a folder, or the one that is named, and compares what it prints with expected/NAME.txt there.
#   tests/examples.sh <folder of the built examples> [folder of the sources [NAME]]
set -euo pipefail
[ $# -ge 1 ] && [ $# -le 3 ] || { echo "usage: tests/examples.sh <folder of the built examples> [folder of the sources [NAME]]"; exit 2; }
built=$1
source=$(cd "${2:-$(dirname "$0")/../examples}" && pwd)
only=${3:-}
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT

compared=0
failures=0
fail() {
    echo "examples: $*"
    failures=$((failures + 1))
}
for file in "$source"/${only:-*}.cpp; do
    name=$(basename "$file" .cpp)
    compared=$((compared + 1))
    if [ ! -f "$source/expected/$name.txt" ]; then
        fail "$name has no $source/expected/$name.txt"
    elif [ ! -x "$built/$name" ]; then
        fail "$name is not built in $built"
    elif ! "$built/$name" >"$actual"; then
        fail "$name did not end well"
    elif ! diff -u "$source/expected/$name.txt" "$actual"; then
        fail "$name prints something else"
    fi
done
for file in "$source"/expected/${only:-*}.txt; do
    [ -f "$source/$(basename "$file" .txt).cpp" ] || fail "$(basename "$file") belongs to no example"
done
echo "examples: $compared compared, $failures failures"
[ "$compared" -gt 0 ] && [ "$failures" -eq 0 ]
