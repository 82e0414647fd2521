#!/usr/bin/env bash
# A small trace by hand: figures in JSON and CSV, the schedule, jobs that can never start, the deadlock of the baseline.
. "$(dirname "$0")/common.bash"
command -v python3 >/dev/null || { echo "[gangway] skipped: python3 is absent"; exit 77; }
# On 2 nodes of 2 GPUs: a (2) at 0; b (3 = 2 + 1) at 100, after a and beside nothing but c; c (1) at 20 if it may pass.
run 0 replay --trace "$data/two_nodes.csv" --cluster 2x2 --policy fifo --policy 'fifo;greedy' --json --schedule "$scratch/schedule.csv"
printf '%s' "$out" >"$scratch/replay.json"
python3 - "$scratch/replay.json" "$scratch/schedule.csv" <<'P' || fault "figures differ, see above"
import csv, json, sys
root = json.load(open(sys.argv[1]))
strict, greedy = root["policies"]
def check(what, got, want):
    if got != want: sys.exit(f"{what}: {got!r} instead of {want!r}")
check("names", [p["policy"] for p in root["policies"]], ["fifo;strict;best-fit", "fifo;greedy;best-fit"])
check("never", [[n["jobs"] for n in p["never_started"]] for p in root["policies"]], [[["d"]], [["d"]]])
check("why", strict["never_started"][0]["why"], "asks for more than the 4 GPUs of the cluster")
check("strict wait", strict["wait"]["mean_s"], (0 + 90 + 80) / 3)
check("strict longest", strict["longest_wait_job"], "b")
check("greedy wait", greedy["wait"]["max_s"], 90)
check("makespan", (strict["makespan_s"], greedy["makespan_s"]), (300, 220))
check("first has no change", strict["mean_jct_change_percent"], 0)
if not greedy["mean_jct_change_percent"] < 0: sys.exit("greedy is not faster")
if not root["mean_jct_bound_s"]["best"] <= greedy["jct"]["mean_s"]: sys.exit("below the bound")
rows = {(r["policy"], r["job_id"]): r for r in csv.DictReader(open(sys.argv[2]))}
check("rows", len(rows), 8)
b = rows["fifo;strict;best-fit", "b"]
check("b", (b["start_s"], b["end_s"], b["wait_s"], sorted(b["nodes"].split())), ("100", "150", "90", ["n0:2", "n1:1"]))
d = rows["fifo;greedy;best-fit", "d"]
check("d", (d["start_s"], d["end_s"], d["nodes"]), ("", "", ""))
P
run 0 replay --trace "$data/two_nodes.csv" --cluster 2x2 --policy fifo --csv
same "$(printf '%s\n' "$out" | wc -l)" 2 "lines of CSV"
same "$(printf '%s\n' "$out" | head -1 | tr ',' '\n' | wc -l)" "$(printf '%s\n' "$out" | tail -1 | tr ',' '\n' | wc -l)" "fields of CSV"
# Two jobs that each hold a half of what both need.
printf 'job_id,submit_s,gpus,run_s\nr1,0,1,10\nr2,0,1,20\na,1,4,5\nb,2,4,5\n' >"$scratch/lock.csv"
run 0 replay --trace "$scratch/lock.csv" --cluster 1x4 --policy 'fifo;pod-by-pod'
has "never started" "$out"
# No line is wider than the terminal of 80 columns, nor of 140.
for width in 80 140; do
    COLUMNS=$width run 0 replay --trace philly-like:1,jobs=300 --cluster 108x8 --policy fifo --policy 'efficiency+aging(6h);draining(24h,8)'
    same "$(printf '%s\n' "$out" | awk -v w=$width 'length > w' | wc -l)" 0 "lines wider than $width"
done
# Nothing depends on the order of rows.
run 0 replay --trace "$data/two_nodes.csv" --cluster 2x2 --policy 'fifo;easy' --csv
first=$out
{ head -1 "$data/two_nodes.csv"; tail -n +2 "$data/two_nodes.csv" | tac; } >"$scratch/turned.csv"
run 0 replay --trace "$scratch/turned.csv" --cluster 2x2 --policy 'fifo;easy' --csv
same "$out" "$first" "another order of rows"
finish
