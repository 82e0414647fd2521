#!/usr/bin/env bash
# A sweep: the rows do not depend on the number of threads; braces, the Pareto set, aggregates.
. "$(dirname "$0")/common.bash"
grid=(sweep --trace 'philly-like:{1..2},jobs=200' --cluster '{108x8,16x8}' --profile-seed '{1,2}'
    --policy fifo --policy 'fifo;{greedy,draining({12h,24h},{2,8})}' --policy 'efficiency@24h;greedy')
run 0 "${grid[@]}" --threads 1
one=$out
run 0 "${grid[@]}" --threads 2
same "$out" "$one" "rows with two threads"
same "$(printf '%s\n' "$one" | wc -l)" $((1 + 2 * 2 * 2 * 7)) "rows"
pareto=$(printf '%s\n' "$one" | awk -F, '$NF == 1' | wc -l)
[ "$pareto" -ge 8 ] || fault "only $pareto rows of the Pareto set"
[ "$pareto" -lt 56 ] || fault "every row is of the Pareto set"
run 0 "${grid[@]}" --threads 2 --aggregate
same "$(printf '%s\n' "$out" | wc -l)" $((1 + 2 * 7)) "aggregated rows"
run 0 "${grid[@]}" --output "$scratch/sweep.csv"
same "$(cat "$scratch/sweep.csv")" "$one" "rows in a file"
has "not beaten" "$out"
same "$err" "" "no progress bar where stderr is no terminal"
finish
