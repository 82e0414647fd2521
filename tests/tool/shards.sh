#!/usr/bin/env bash
# A sweep in parts: merged, they are the sweep of one machine, byte for byte; what does not belong together is refused.
. "$(dirname "$0")/common.bash"
grid=(sweep --trace 'philly-like:{1..2},jobs=200' --cluster '{108x8,16x8}' --profile-seed '{1,2}'
    --policy fifo --policy 'fifo;{greedy,draining(12h,2)}' --policy 'efficiency@24h;greedy')
run 0 "${grid[@]}"
whole=$out
run 0 "${grid[@]}" --aggregate
means=$out
for parts in 1 3 40; do # 40: more parts than replays
    files=()
    for ((i = 1; i <= parts; i++)); do
        run 0 "${grid[@]}" --shard $i/$parts -o "$scratch/$i-$parts"
        files+=("$scratch/$i-$parts")
    done
    run 0 merge "${files[@]}"
    same "$out" "$whole" "rows from $parts parts"
done
run 0 merge "$scratch/3-3" "$scratch/1-3" "$scratch/2-3" --aggregate
same "$out" "$means" "means from parts in another order"
run 0 merge "$scratch"/?-3 -o "$scratch/all.csv"
same "$(cat "$scratch/all.csv")" "$whole" "rows in a file"
has "not beaten" "$out"

# A part that was killed leaves no file, or an old one; run again, it fits.
run 2 merge "$scratch/1-3" "$scratch/3-3"
has "missing: part 2/3" "$err"
head -n 4 "$scratch/2-3" >"$scratch/cut"
run 2 merge "$scratch/1-3" "$scratch/cut" "$scratch/3-3"
has "the file is cut; run part 2/3 again" "$err"
head -c 600 "$scratch/2-3" >"$scratch/cut"
run 2 merge "$scratch/1-3" "$scratch/cut" "$scratch/3-3"
has "the row is damaged; run part 2/3 again" "$err"
run 2 merge "$scratch/1-3" "$scratch/1-3"
has "are both part 1/3" "$err"

# Other sweeps: another policy, another trace, another number of parts.
run 0 "${grid[@]}" --policy 'fifo;easy' --shard 2/3 -o "$scratch/other"
run 2 merge "$scratch/1-3" "$scratch/other" "$scratch/3-3"
has "of another sweep" "$err"
run 0 "${grid[@]/1..2/1..3}" --shard 2/3 -o "$scratch/other"
run 2 merge "$scratch/1-3" "$scratch/other" "$scratch/3-3"
has "of another sweep" "$err"
run 2 merge "$scratch/1-3" "$scratch/2-40"
has "of another sweep" "$err"
printf '%s\n' "$whole" >"$scratch/whole"
run 2 merge "$scratch/whole"
has "no part of a sweep" "$err"
for bad in 0/3 4/3 3 a/b 1/ /2 1/3/5 -1/3; do
    run 2 "${grid[@]}" "--shard=$bad"
    has "no part; write i/n" "$err"
done
run 2 "${grid[@]}" --shard 1/3 --aggregate
has "gangway merge" "$err"
finish
