#!/usr/bin/env bash
# Why jobs do not run, at a moment of a small trace.
. "$(dirname "$0")/common.bash"
ask=(explain --trace "$data/two_nodes.csv" --cluster 2x2)
run 0 "${ask[@]}" --policy 'fifo;easy' --at 50 --job a --job b --job c --job d
has "runs: since 0 s" "$out"
has "never" "$out"
has "starts at 100 s" "$out"
has "reservation 100 s" "$out"
run 0 "${ask[@]}" --policy fifo --at 50 --job c
has "order, it would fit" "$out"
has "first b" "$out"
run 0 "${ask[@]}" --policy fifo --at 5 --job b
has "not yet submitted" "$out"
run 0 "${ask[@]}" --policy fifo --at 10h --job b
has "done: ran from 100 s to 150 s" "$out"
run 0 "${ask[@]}" --policy fifo --at 50 --job b --json
has '"class": "waits"' "$out"
finish
