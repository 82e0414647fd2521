#!/usr/bin/env bash
# Installs what is missing, builds the tool, replays a generated week on 864 GPUs under the main policies.
set -eu
cd "$(dirname "$0")/.."
. cmake/debian-packages.sh

# shellcheck disable=SC2086 # a list of words
install_packages $packages_tool

mkdir -p build
log=build/demo.log
echo "== building the tool into build/demo (some minutes)"
if ! { cmake --preset demo && cmake --build --preset demo; } >"$log" 2>&1; then
    tail -n 40 "$log"
    echo "== the build failed (whole log: $log)"
    exit 1
fi

# The first one is what the others are compared with.
policies=(
    'fifo;strict;best-fit'
    'fifo;pod-by-pod;best-fit'
    'efficiency+aging(6h);strict;best-fit'
    'fifo;greedy;best-fit'
    'fifo;protected(36h);best-fit'
    'fifo;draining(9h,20);best-fit'
    'efficiency@24h;draining(9h,20);best-fit'
    'fifo;easy;best-fit'
)
command=(build/demo/examples/gangway replay --trace philly-like:1 --cluster 108x8)

printf '== %s' "${command[*]}"
printf " --policy '%s'" "${policies[@]}"
echo
for policy in "${policies[@]}"; do command+=(--policy "$policy"); done
"${command[@]}"
