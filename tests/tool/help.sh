#!/usr/bin/env bash
# Each verb has help with an example; the example of replay and explain runs.
. "$(dirname "$0")/common.bash"
run 0 --help
for verb in replay sweep explain scenario profile roofline plan; do
    has "$verb" "$out"
done
for verb in replay sweep explain scenario profile roofline plan; do
    run 0 "$verb" --help
    has "Example:" "$out"
    has "gangway $verb" "$out"
    same "$err" "" "stderr of $verb --help"
    same "$(printf '%s\n' "$out" | awk 'length > 80')" "" "lines of $verb --help wider than 80"
done
run 0 replay --help
for word in virtual-arrival draining pod-by-pod fragmentation-aware; do has "$word" "$out"; done
run 0 --version
has "gangway" "$out"
run 0 replay --trace philly-like:1,jobs=50,days=1 --cluster 108x8 --policy 'fifo;strict' --policy 'efficiency+aging(6h);protected(36h);best-fit'
has "efficiency+aging(6h);protected(36h);best-fit" "$out"
has "made up" "$out"
finish
