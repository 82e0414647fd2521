#!/usr/bin/env bash
# The planners over the example files: what they print, as text and as JSON, and what they refuse.
. "$(dirname "$0")/common.bash"
examples=$here/../../examples/data
narrow() { # WHAT: the last output fits 80 columns
    same "$(printf '%s\n' "$out" | awk 'length > 80')" "" "$1: lines wider than 80"
}
run 0 plan --help
for planner in sts scrooge infadapter dispatch; do has "$planner" "$out"; done
for planner in scrooge infadapter dispatch; do
    run 0 plan "$planner" --help
    has "gangway plan $planner examples/data/$planner.json" "$out"
    narrow "help of $planner"
    run 0 plan "$planner" "$examples/$planner.json"
    narrow "$planner"
    same "$err" "" "stderr of plan $planner"
    first=$out
    run 0 plan "$planner" "$examples/$planner.json"
    same "$out" "$first" "plan $planner twice"
    run 0 plan "$planner" "$examples/$planner.json" --json
    printf '%s' "$out" | python3 -m json.tool >/dev/null || fault "plan $planner --json is not JSON"
done

# Two models in a row: three machines within .4 s, none within .09 s.
two() {
    printf '{"limit_s": %s, "types": [{"name": "gpu", "cost": 1}], "edges": [{"from": "a", "to": "b", "fan_out": 2}], "models": [' "$1"
    printf '{"name": "a", "entering": 60, "profiles": {"gpu": [%s]}},' "$2"
    printf '{"name": "b", "profiles": {"gpu": [%s]}}]}' "$2"
}
profiles='{"batch": 1, "duration_s": 0.025}, {"batch": 2, "duration_s": 0.04}, {"batch": 4, "duration_s": 0.075},
          {"batch": 4, "parallel": 2, "duration_s": 0.13333333333333333}, {"batch": 8, "parallel": 4, "duration_s": 0.4}'
two 0.4 "$profiles" >"$scratch/two.json"
run 0 plan scrooge "$scratch/two.json"
has "Fractions of machines: cost 3, proved" "$out"
has "Whole machines: cost 3, proved" "$out"
two 0.25 "$profiles" >"$scratch/two.json"
run 0 plan scrooge "$scratch/two.json"
has "Fractions of machines: cost 3.45, proved" "$out"
has "Whole machines: cost 4, proved" "$out"
two 0.09 "$profiles" >"$scratch/two.json"
run 0 plan scrooge "$scratch/two.json"
has "none: the fastest takes 0.1 s" "$out"

cat >"$scratch/three.json" <<'F'
{"cores": 10, "load": 40, "weights": {"cores": 0.05, "loading": 0.001}, "variants": [
  {"name": "r18", "accuracy": 0.70, "load_time_s": 6, "capacity": {"line": [10, 0]}},
  {"name": "r50", "accuracy": 0.76, "load_time_s": 7, "capacity": {"line": [5, 0]}},
  {"name": "r152", "accuracy": 0.78, "load_time_s": 8, "capacity": {"line": [2, 0]}}]}
F
run 0 plan infadapter "$scratch/three.json"
has "objective 0.719125" "$out"
sed 's/"cores": 0.05/"cores": 0/' "$scratch/three.json" >"$scratch/free.json"
run 0 plan infadapter "$scratch/free.json"
has "objective 0.762000" "$out"
sed 's/"load": 40/"load": 101/' "$scratch/three.json" >"$scratch/much.json"
run 0 plan infadapter "$scratch/much.json"
has "No allocation holds that load" "$out"

printf '{"rate": 150, "machines": [{"name": "m", "count": 2, "modes": [{"batch": 1, "duration_s": 0.020}, {"batch": 2, "duration_s": 0.028},
  {"batch": 4, "duration_s": 0.044}, {"batch": 8, "duration_s": 0.076}]}]}' >"$scratch/machines.json"
run 0 plan dispatch "$scratch/machines.json"
has "batch-aware         70.67" "$out"
has "round robin         91.62" "$out"
sed 's/150/250/' "$scratch/machines.json" >"$scratch/slow.json"
run 0 plan dispatch "$scratch/slow.json"
has "210.53 requests/s at most" "$out"

refused() { # WORDS PLANNER FILE
    run 2 plan "$2" "$3"
    has "$1" "$err"
    same "$out" "" "stdout of plan $2 $3"
}
run 2 plan
has "--help" "$err"
run 2 plan scroge "$scratch/two.json"
has "did you mean 'scrooge'" "$err"
refused "cannot be read" scrooge "$scratch/none.json"
printf '{"rate": 1,' >"$scratch/bad.json"
refused "bad.json:1: is not JSON" dispatch "$scratch/bad.json"
printf '[]' >"$scratch/bad.json"
refused "is not an object" infadapter "$scratch/bad.json"
sed 's/"to": "b"/"to": "bb"/' "$scratch/two.json" >"$scratch/bad.json"
refused "edges[0].to: nothing is called 'bb'" scrooge "$scratch/bad.json"
sed 's/"from": "a", "to": "b"/"from": "b", "to": "b"/' "$scratch/two.json" >"$scratch/bad.json"
refused "edges: go round in a circle" scrooge "$scratch/bad.json"
sed 's/0.025/-1/' "$scratch/two.json" >"$scratch/bad.json"
refused "models[0].profiles.gpu[0].duration_s: -1" scrooge "$scratch/bad.json"
sed 's/"limit_s"/"limit"/' "$scratch/two.json" >"$scratch/bad.json"
refused "did you mean 'limit_s'" scrooge "$scratch/bad.json"
sed 's/"line": \[5, 0\]/"line": [5]/' "$scratch/three.json" >"$scratch/bad.json"
refused "variants[1].capacity.line: is not [slope, intercept]" infadapter "$scratch/bad.json"
sed 's/"r50"/"r18"/' "$scratch/three.json" >"$scratch/bad.json"
refused "variants[1].name: 'r18' is there twice" infadapter "$scratch/bad.json"
sed 's/"batch": 2/"batch": 2.5/' "$scratch/machines.json" >"$scratch/bad.json"
refused "machines[0].modes[1].batch: is not a whole number" dispatch "$scratch/bad.json"
finish
