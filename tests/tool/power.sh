#!/usr/bin/env bash
# Watts: joules by hand, a budget that binds, clocks from sweeps, what is wrong with the options.
. "$(dirname "$0")/common.bash"
command -v python3 >/dev/null || { echo "[gangway] skipped: python3 is absent"; exit 77; }
printf 'job_id,submit_s,gpus,run_s\na,0,2,100\nb,0,2,100\nc,0,2,100\n' >"$scratch/three.csv"
printf 'program,clock_mhz,time_s,power_w\np,1400,2,200\np,700,2.6,100\n' >"$scratch/clocks.csv"
# value FIELD POLICY: from the JSON of the last run.
value() { printf '%s' "$out" | python3 -c "import json,sys; print(format(eval('json.load(sys.stdin)[\"policies\"][$2]' + sys.argv[1]), 'g'))" "$1"; }

run 0 replay --trace "$scratch/three.csv" --cluster 1x8 --policy 'fifo;easy' --gpu-power 200 --idle-power 10 --json
same "$(value '["energy"]["gangs_j"]' 0)" 120000 "joules of three gangs of two GPUs at 200 W for 100 s"
same "$(value '["energy"]["idle_j"]' 0)" 2000 "joules of two idle GPUs"
same "$(value '["energy"]["peak_draw_w"]' 0)" 1200 "peak"

run 0 replay --trace "$scratch/three.csv" --cluster 1x8 --policy 'fifo;easy' --gpu-power 200 --power-budget 1000 --json
same "$(value '["makespan_s"]' 0)" 200 "under 1000 W the third waits"
same "$(value '["energy"]["peak_draw_w"]' 0)" 800 "peak under the budget"

run 0 replay --trace "$scratch/three.csv" --cluster 1x8 --policy 'fifo;easy' --policy 'fifo;easy;;least-energy' \
    --policy 'fifo;easy;;least-energy(1.2)' --policy 'fifo;easy;;fastest(150)' --clocks "$scratch/clocks.csv" --power-budget 600 --json
same "$(value '["makespan_s"]' 0)" 300 "one at a time at the highest clock"
same "$(value '["makespan_s"]' 1)" 130 "all at once at 200 W each, 1.3 times as long"
same "$(value '["makespan_s"]' 2)" 300 "a slowdown of 1.3 is not within 1.2"
same "$(value '["makespan_s"]' 3)" 130 "only the low clock is under the cap"
same "$(value '["energy"]["gangs_j"]' 1)" 78000 "joules at the low clock"

run 2 replay --trace "$scratch/three.csv" --cluster 1x8 --policy fifo --power-budget 1000
has "give --gpu-power W, or --clocks FILE" "$err"
run 2 replay --trace "$scratch/three.csv" --cluster 1x8 --policy 'fifo;;;least-energy'
has "give their sweeps with --clocks FILE" "$err"
run 2 replay --trace "$scratch/three.csv" --cluster 1x8 --policy 'fifo;pod-by-pod' --gpu-power 1 --power-budget 10
has "knows no power budget" "$err"
printf 'program,clock_mhz,time_s,power_w\np,1400,2,200\np,1400,3,100\np,700,nan,100\n' >"$scratch/bad.csv"
run 0 replay --trace "$scratch/three.csv" --cluster 1x8 --policy 'fifo;;;least-energy' --clocks "$scratch/bad.csv"
has "bad.csv:3" "$err"
has "bad.csv:4" "$err"
for width in 80 140; do
    COLUMNS=$width run 0 replay --trace "$scratch/three.csv" --cluster 1x8 --policy 'fifo;easy;;least-energy(1.5)' --clocks "$scratch/clocks.csv"
    same "$(printf '%s\n' "$out" | sed "s#$scratch#.#g" | awk -v w=$width 'length > w' | wc -l)" 0 "lines wider than $width"
done
finish
