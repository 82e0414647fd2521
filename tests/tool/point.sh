#!/usr/bin/env bash
# Choosing an operating point: points in a table, in JSON, or modelled from stages; targets, control loop, bad input.
. "$(dirname "$0")/common.bash"
examples=$here/../../examples/data

# The worked example of the documentation.
run 0 point "$examples/vla-stages.json" --latency-at-most 60ms --moving latency
has "clock 0.8: 60 ms, 1.694 J" "$out"
has "2 of 4 points keep the targets" "$out"
has "vision 0.8, prefill 0.8, action 0.4" "$out"
has "1.4256 J, 1 change; one clock for all: 1.6944 J (-15.9 %)" "$out"
has "from 54 ms      clock 1" "$out"
has "from 70 ms      clock 0.6" "$out"
run 0 point "$examples/vla-stages.json"
has "clock 0.6: 70 ms, 1.562 J" "$out"
run 0 point "$examples/vla-stages.json" --best edp
has "clock 0.8:" "$out"
run 0 point "$examples/vla-stages.json" --latency-at-most 0.06 --json
has '"choice": "clock 0.8"' "$out"
has '"clock": "0.4"' "$out"

# Points with episodes: the low end of the interval counts.
run 0 point "$examples/vla-points.csv" --latency-at-most 60ms --success-at-least 0.86
has "f=0.8: 60 ms, 1.694 J, success 0.9 (0.8667 to 0.9257)" "$out"
run 1 point "$examples/vla-points.csv" --latency-at-most 50ms --success-at-least 0.87
has "none of 4 points keeps the targets" "$out"
has "nearest is f=1.0" "$out"
has "it misses latency +4 ms" "$out"
run 1 point "$examples/vla-points.csv" --latency-at-most 50ms --json
has '"choice": null' "$out"
has '"latency": 0.00' "$out"
run 0 point "$examples/vla-points.csv" --best success
has "f=1.0:" "$out"

# A control loop: 6 actions to spare are 60 ms at 100 Hz.
run 0 point "$examples/vla-points.csv" --rate 100 --chunk 16 --execute 10 --idle 18
has "f=0.8: 60 ms" "$out"
has "loop +10 ms" "$out"
run 0 point "$examples/vla-points.csv" --rate 100 --chunk 10 --execute 10 --synchronous
has "4 of 4" "$out"

printf '{"points": [{"name": "a", "latency_s": 1, "energy_j": 2}, {"name": "b", "latency_ms": 500, "energy_mj": 4000}]}' >"$scratch/p.json"
run 0 point "$scratch/p.json" --energy-at-most 3000mJ
has "a: 1 s, 2 J" "$out"
printf 'name,success,latency_s\na,0,1\nb,0.5,2\n' >"$scratch/zero.csv"
run 2 point "$scratch/zero.csv"
has "$scratch/zero.csv:2: a has no energy, which --best energy needs" "$err"
run 0 point "$scratch/zero.csv" --best latency
has "a: 1 s, success 0" "$out"
printf 'name,success,energy_j\na,0,1\nb,0.5,2\n' >"$scratch/never.csv"
run 0 point "$scratch/never.csv" --best energy-per-success
has "b: 2 J" "$out"
has "1 refused" "$out"

refused() { # WORDS CONTENT ARGUMENTS...
    printf '%b' "$2" >"$scratch/bad"
    local words=$1
    shift 2
    run 2 point "$scratch/bad" "$@"
    has "$words" "$err"
    same "$out" "" "stdout of gangway point $*"
}
run 2 point "$scratch/none.json"
has "cannot be read" "$err"
refused "the file is empty" ""
refused "holds no point" "name,energy_j\n"
refused "no column that says anything" "a,b\n1,2\n"
refused "bad:3: energy_j: 'nan' is not a number from 0 on" "name,energy_j\na,1\nb,nan\n"
refused "bad:2: energy_j: '-1' is not" "name,energy_j\na,-1\n"
refused "in two units" "name,energy_j,energy_mj\na,1,1000\n"
refused "another point of the name 'a'" "name,energy_j\na,1\na,2\n"
refused "successes and episodes come together" "name,energy_j,episodes\na,1,4\n"
refused "no more successes" "name,energy_j,successes,episodes\na,1,5,4\n"
refused "bad:2: is not JSON" '{"points": [\n}'
refused "has neither 'points' nor 'stages'" '{"point": []}'
refused "points[0]: has a key that means nothing here: 'energy', did you mean" '{"points": [{"energy": 1}]}'
refused "points[1].energy_j: \"2\" is not a number" '{"points": [{"energy_j": 1}, {"energy_j": "2"}]}'
refused "too large" '{"points": [{"energy_j": 1e999}]}'
model='{"device": {"peak_tflops": 1, "bandwidth_gbs": 1}, "power": {}'
refused "has no 'clocks'" "$model, \"stages\": [{\"name\": \"a\"}]}"
refused "stages: is empty" "$model, \"clocks\": [1], \"stages\": []}"
refused "clocks[1]: a clock is a share" "$model, \"clocks\": [1, 0], \"stages\": [{\"name\": \"a\"}]}"
refused "stages[0]: eta_compute" "$model, \"clocks\": [1], \"stages\": [{\"name\": \"a\", \"eta_compute\": 2}]}"
refused "is not a time" "name,energy_j\na,1\n" --latency-at-most fast
refused "is not an energy" "name,energy_j\na,1\n" --energy-at-most much
refused "did you mean 'energy'" "name,energy_j\na,1\n" --best enery
refused "a has no latency, which --latency-at-most needs" "name,energy_j\na,1\n" --latency-at-most 1
refused "1 <= execute <= chunk" "name,energy_j\na,1\n" --rate 10 --chunk 2 --execute 3
refused "belong to a control loop" "name,energy_j\na,1\n" --idle 3
finish
