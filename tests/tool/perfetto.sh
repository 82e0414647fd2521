#!/usr/bin/env bash
# Timelines: valid JSON, no GPU held twice at a time, every slice and counter what the schedule says.
. "$(dirname "$0")/common.bash"
command -v python3 >/dev/null || { echo "[gangway] skipped: python3 is absent"; exit 77; }
check() { # TRACE.json SCHEDULE.csv POLICY NODES GPUS
    python3 - "$@" <<'P' || fault "the timeline $1, see above"
import collections, csv, json, sys
file, schedule, policy, nodes, gpus = sys.argv[1:]
root = json.load(open(file, encoding="utf-8"))
rows = [r for r in csv.DictReader(open(schedule)) if r["policy"] == policy]
first = min(float(r["submit_s"]) for r in rows)
def stamp(seconds): return round((float(seconds) - first) * 1e6)
names = {(e["pid"], e.get("tid")): e["args"]["name"] for e in root["traceEvents"] if e["name"].endswith("_name")}
threads = [k for k in names if k[1] is not None]
if len([k for k in names if k[1] is None]) != int(nodes) + 1: sys.exit("processes: not the nodes and the cluster")
if len(threads) != int(gpus): sys.exit(f"{len(threads)} threads")
if len({t for _, t in threads}) != len(threads) or {t for _, t in threads} & {p for p, _ in names}: sys.exit("ids meet")
lanes = collections.defaultdict(list)
slices = collections.defaultdict(list)
for e in root["traceEvents"]:
    if e["ph"] == "X":
        if e["dur"] < 0 or not isinstance(e["ts"], int): sys.exit(f"times of {e}")
        lanes[e["pid"], e["tid"]].append((e["ts"], e["ts"] + e["dur"]))
        slices[e["name"]].append(e)
    elif e["ph"] not in "MC": sys.exit(f"what is {e}")
for lane, held in lanes.items():
    if lane not in names: sys.exit(f"{lane} has no name")
    held.sort()
    for (_, end), (start, _) in zip(held, held[1:]):
        if start < end: sys.exit(f"{names[lane]} of {names[lane[0], None]} is held twice")
free, queue = collections.Counter(), collections.Counter()
never = []
for at, r in enumerate(rows):
    mine = slices.pop(r["job_id"], [])
    if not r["start_s"]:
        never.append(r["job_id"])
        if mine: sys.exit(f"{r['job_id']} never started")
        continue
    on = collections.Counter(names[e["pid"], None].removeprefix("node ") for e in mine)
    wanted = {n.rsplit(":", 1)[0]: int(n.rsplit(":", 1)[1]) for n in r["nodes"].split()}
    if on != wanted: sys.exit(f"{r['job_id']} is on {on}, not {wanted}")
    for e in mine:
        times = (stamp(r["start_s"]), stamp(r["end_s"]))
        if (e["ts"], e["ts"] + e["dur"]) != times: sys.exit(f"times of {r['job_id']}")
        said = (e["args"]["policy"], e["args"]["wait_s"], e["args"]["gpus"])
        if said != (policy, float(r["wait_s"]), int(r["gpus"])): sys.exit(f"arguments of {r['job_id']}: {said}")
    free[stamp(r["start_s"])] -= int(r["gpus"])
    free[stamp(r["end_s"])] += int(r["gpus"])
    queue[stamp(r["submit_s"])] += 1
    queue[stamp(r["start_s"])] -= 1
if slices: sys.exit(f"slices of nobody: {list(slices)}")
if root["otherData"]["never_started"] != never: sys.exit("never_started")
for name, changes, value in (("free GPUs", free, int(gpus)), ("jobs that wait", queue, 0)):
    events = [e for e in root["traceEvents"] if e["ph"] == "C" and e["name"] == name]
    changes[0] += 0
    if [e["ts"] for e in events] != sorted(changes): sys.exit(f"{name}: other times")
    for e in events:
        value += changes[e["ts"]]
        if list(e["args"].values()) != [value] or value < 0:
            sys.exit(f"{name} at {e['ts']}: {e['args']}, not {value}")
# Who passed whom, counted plainly on a part.
age = {r["job_id"]: (float(r["submit_s"]), i) for i, r in enumerate(rows)}
started = [e for e in root["traceEvents"] if e["ph"] == "X"]
by_job = {e["name"]: e for e in started}
for e in list(by_job.values())[:60]:
    a = e["args"]
    older = [r for r in rows if r["start_s"] and age[r["job_id"]] < age[e["name"]]]
    passed = sum(stamp(r["start_s"]) > e["ts"] for r in older)
    together = sum(stamp(r["start_s"]) == e["ts"] for r in older) # decided in one pass, in some order
    if not passed <= a["passed_older_jobs"] <= passed + together: sys.exit(f"{e['name']} passed {passed}, not {a}")
    if (a["passed_older_jobs"] > 0) != ("before" in a["reason"]): sys.exit(f"reason: {a}")
print(f"{len(started)} slices on {len(lanes)} GPUs")
P
}
week=(replay --trace philly-like:3,jobs=400 --cluster 108x8 --policy 'fifo;greedy' --perfetto "$scratch/week.json")
run 0 "${week[@]}" --schedule "$scratch/s.csv"
check "$scratch/week.json" "$scratch/s.csv" 'fifo;greedy;best-fit' 108 864
cp "$scratch/week.json" "$scratch/first.json"
run 0 "${week[@]}"
cmp -s "$scratch/week.json" "$scratch/first.json" || fault "differs from run to run"
# A file for each of several policies, also where tasks are bound one by one and where nodes are cut into single GPUs.
run 0 replay --trace philly-like:3,jobs=400,gpus=64 --cluster 8x8 --policy 'fifo;strict' --policy 'fifo;pod-by-pod' \
    --policy 'efficiency@6h;easy;spread' --perfetto "$scratch/three.json" --schedule "$scratch/s.csv"
[ ! -e "$scratch/three.json" ] || fault "three.json is written beside three.1.json"
check "$scratch/three.1.json" "$scratch/s.csv" 'fifo;strict;best-fit' 8 64
check "$scratch/three.2.json" "$scratch/s.csv" 'fifo;pod-by-pod;best-fit' 8 64
check "$scratch/three.3.json" "$scratch/s.csv" 'efficiency@6h;easy;spread' 8 64
# By hand: a gang of unequal tasks, a job that no cluster of this size holds, names that JSON must quote.
printf 'job_id,submit_s,gpus,run_s\n"a ""b""\\",0,2,100\nb,10,3,50\nc,20,1,0\nd,30,9,10\n' >"$scratch/quoted.csv"
small=(replay --trace "$scratch/quoted.csv" --cluster 2x2 --policy fifo)
run 0 "${small[@]}" --perfetto "$scratch/quoted.json" --schedule "$scratch/s.csv"
check "$scratch/quoted.json" "$scratch/s.csv" 'fifo;strict;best-fit' 2 4
refused "not to stdout" "${small[@]}" --perfetto -
refused "cannot be written" "${small[@]}" --perfetto "$scratch/none/x.json"
finish
