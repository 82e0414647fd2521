#!/usr/bin/env bash
# Arguments and input that cannot be used: exit status 2, a message that says what to do, nothing on stdout.
. "$(dirname "$0")/common.bash"
good=(--trace "$data/two_nodes.csv" --cluster 2x4)
refused "required"
refused "--help" nonsense
refused "did you mean 'sweep'" sweeep
refused "did you mean '--policy'" replay "${good[@]}" --polcy fifo
refused "did you mean 'greedy'" replay "${good[@]}" --policy 'fifo;gredy'
refused "every rank: fifo" replay "${good[@]}" --policy 'quickest'
refused "--policy is required" replay "${good[@]}"
refused "no such file" replay --trace "$scratch/none.csv" --cluster 2x4 --policy fifo
refused "no such file" replay --trace "$data/two_nodes.csv" --cluster 2by4 --policy fifo
refused "108x8" replay --trace "$data/two_nodes.csv" --cluster 0x4 --policy fifo
refused "philly-like:SEED" replay --trace philly-like:x --cluster 2x4 --policy fifo
refused "factor:3" replay "${good[@]}" --policy fifo --estimates factor:x
refused "did you mean 'exact'" replay "${good[@]}" --policy fifo --estimates exakt
refused "is one of philly_json" replay "${good[@]}" --policy fifo --format xml
refused "no such job" explain "${good[@]}" --policy fifo --at 1h --job nobody
refused "is not a time" explain "${good[@]}" --policy fifo --at noon --job a
refused "cannot be written" replay "${good[@]}" --policy fifo --schedule "$scratch/none/schedule.csv"
refused "is not a range" sweep "${good[@]}" --policy 'fifo;hybrid({9..1})'
refused "whole number" sweep "${good[@]}" --policy fifo --profile-seed one
refused "choose from a file" replay "${good[@]}" --policy efficiency --profile-gpu A100

printf 'job_id,submit_s,gpus,run_s\na,0,1,5\nb,zero,1,5\n' >"$scratch/bad.csv"
run 0 replay --trace "$scratch/bad.csv" --cluster 2x4 --policy fifo
has "bad.csv:3: bad_number" "$err"
refused "bad.csv:3: bad_number" replay --trace "$scratch/bad.csv" --cluster 2x4 --policy fifo --bad-rows stop
printf 'id\tsubmit\twait\n1\t20\t0\n' >"$scratch/table.swf"
refused "table.swf:1: unknown_format" replay --trace "$scratch/table.swf" --cluster 2x4 --policy fifo
: >"$scratch/empty.csv"
refused "empty" replay --trace "$scratch/empty.csv" --cluster 2x4 --policy fifo
printf 'model,gpu_type,workers,steps_per_s\nbert,A100,1,0\n' >"$scratch/profiles.csv"
refused "no profiles" replay "${good[@]}" --policy efficiency --profiles "$scratch/profiles.csv"
printf 'model,gpu_type,workers,steps_per_s\nbert,A100,1,2\n' >"$scratch/profiles.csv"
refused "did you mean 'bert'" replay "${good[@]}" --policy efficiency --profiles "$scratch/profiles.csv" --profile-models bart
finish
