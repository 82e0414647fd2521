#!/usr/bin/env bash
# Training jobs with due dates: each alone, on the cluster, a generated load; files with faults.
. "$(dirname "$0")/common.bash"
examples=$here/../../examples/data

run 0 plan sts "$examples/sts.json"
has "vision     130 s    130 s    11300 J     11900 J    11300 J    11300 J" "$out"
has "vision: 1 on small:1, 1 on small:2, 1 on small:4" "$out"
has "overdue    100 s    140 s   too late" "$out"
has "All jobs on 3 nodes now: 5 run, 0 wait" "$out"
has "1000 jobs in 7 days on 20 nodes" "$out"
has "sts                 2480.3                 0         0.0       46   4712" "$out"
has "fifo, own node      3800.2     -34.7 %    34        30.6       38      0" "$out"
same "$(awk 'length > 80' <<<"$out")" "" "lines longer than 80 columns"

# The numbers of the worked example, by due date.
for line in "180 10200 1" "150 10800 2" "120 11900 1" "100 13300 2" "90 15300 1"; do
    read -r due joules parts <<<"$line"
    cat >"$scratch/one.json" <<EOF
{"nodes": [{"kind": "n", "watts": [0, 100, 175, 240, 300]}],
 "jobs": [{"id": "j", "due": $due, "stop_probabilities": [0.5, 0.3, 0.2], "configurations": [
   {"kind": "n", "devices": 1, "seconds": 60}, {"kind": "n", "devices": 2, "seconds": 40},
   {"kind": "n", "devices": 4, "seconds": 30}]}]}
EOF
    run 0 plan sts "$scratch/one.json" --json
    has "\"expected_j\": $joules.0" "$out"
    has '"gap_j": 0.0' "$out"
    same "$(grep -c '"epochs":' <<<"$out")" "$parts" "parts of the plan for $due s"
done
sed -i 's/"due": 90/"due": 89/' "$scratch/one.json"
run 0 plan sts "$scratch/one.json" --json
has '"feasible": false' "$out"
has '"fastest_s": 90.0' "$out"

# Moves that take time and no reserve: late by little.
echo '{"simulate": {"seed": 1, "nodes": 4, "jobs": 60, "days": 2, "move_seconds": 60}}' >"$scratch/load.json"
run 0 plan sts "$scratch/load.json" --json
first=$out
run 0 plan sts "$scratch/load.json" --json
same "$out" "$first" "two runs of one seed"

fails() { # WHAT JSON
    echo "$2" >"$scratch/bad.json"
    run 2 plan sts "$scratch/bad.json"
    has "bad.json" "$err"
    has "$1" "$err"
}
node='"nodes": [{"kind": "n", "watts": [0, 100, 200]}]'
how='"configurations": [{"kind": "n", "seconds": 10}]'
fails "neither 'nodes' and 'jobs'" '{}'
fails "is not JSON" '{'
fails "did you mean 'nodes'" '{"node": []}'
fails "has no 'jobs'" "{$node}"
fails "nodes[0].watts: falls" '{"nodes": [{"kind": "n", "watts": [0, 200, 100]}], "jobs": []}'
fails "nodes: has more than 1000000 devices" "{\"nodes\": [{\"kind\": \"n\", \"count\": 100000, \"watts\": [0$(printf ", 9%.0s" {1..20})]}]}"
fails "jobs: is empty" "{$node, \"jobs\": []}"
fails "jobs[0]: has no 'due'" "{$node, \"jobs\": [{\"id\": \"a\", \"epochs\": 2, $how}]}"
fails "needs one of 'epochs'" "{$node, \"jobs\": [{\"id\": \"a\", \"due\": 9, $how}]}"
fails "stop_probabilities: is no distribution" "{$node, \"jobs\": [{\"id\": \"a\", \"due\": 9, \"stop_probabilities\": [0.5], $how}]}"
fails "done: is all that the job can run" "{$node, \"jobs\": [{\"id\": \"a\", \"due\": 9, \"epochs\": 2, \"done\": 2, $how}]}"
fails "is a second job 'a'" "{$node, \"jobs\": [{\"id\": \"a\", \"due\": 9, \"epochs\": 2, $how}, {\"id\": \"a\", \"due\": 9, \"epochs\": 2, $how}]}"
bad() { fails "$1" "{$node, \"jobs\": [{\"id\": \"a\", \"due\": 9, \"epochs\": 2, \"configurations\": [$2]}]}"; }
bad "there is no kind 'm'" '{"kind": "m", "seconds": 10}'
bad "devices: is more than such a node has, 2" '{"kind": "n", "seconds": 10, "devices": 3}'
bad "has a share of more than one device" '{"kind": "n", "seconds": 10, "devices": 2, "share": 0.5}'
bad "memory_gb: is more than a device" '{"kind": "n", "seconds": 10, "memory_gb": 1}'
bad "seconds: is not above 0" '{"kind": "n", "seconds": 0}'
bad "share: is not a part of one" '{"kind": "n", "seconds": 1, "share": 1.5}'
fails "simulate.jobs: 0.5 is too small" '{"simulate": {"jobs": 0.5}}'
fails "simulate.loose" '{"simulate": {"tight": 3, "loose": 2}}'
run 2 plan sts "$scratch/absent.json"
has "absent.json" "$err"
finish
