# Python - a lesson in cells: a gang that needs the whole cluster, among small jobs that keep coming.
# %%
import gangway

nodes = [{"name": "n0", "gpus": 4}, {"name": "n1", "gpus": 4}]
jobs = [
    {"name": "a", "gpus": 4, "submitted": 0, "run": 6},
    {"name": "b", "gpus": 2, "submitted": 0, "run": 10},
    {"name": "W", "gpus": 4, "tasks": 2, "submitted": 1, "run": 6},
]
jobs += [{"name": c, "gpus": 2, "submitted": 2 + 3 * i, "run": 8} for i, c in enumerate("cdefghij")]


def draw(schedule):
    """A line for each GPU, a column for each second, a letter for each job."""
    end = int(max(j["end"] for j in schedule["jobs"]))
    lines = {n["name"]: [["."] * end for _ in range(n["gpus"])] for n in nodes}
    gpus = {j["name"]: j["gpus"] for j in jobs}
    for j in sorted(schedule["jobs"], key=lambda j: j["start"]):
        start, stop = int(j["start"]), int(j["end"])
        for node, tasks in j["nodes"].items():
            idle = [line for line in lines[node] if line[start] == "."]
            for line in idle[: tasks * gpus[j["name"]]]:
                line[start:stop] = j["name"] * (stop - start)
    for node, drawn in lines.items():
        for line in drawn:
            print(f"    {node} {''.join(line)}")


def try_policy(policy):
    schedule = gangway.replay(nodes, jobs, policy)
    wide = next(j for j in schedule["jobs"] if j["name"] == "W")
    m = schedule["metrics"]
    print(f"\n{policy}: W starts at {wide['start']:g}; mean completion {m['mean_completion']:.1f} s, "
          f"longest wait {m['max_wait']:g} s, makespan {m['makespan']:g} s")
    draw(schedule)


print("Two nodes of 4 GPUs. W needs both nodes whole and comes at 1; small jobs of 2 GPUs come every 3 s.")

# %% Strict: nobody passes W. It starts as soon as all is free, and GPUs stand idle until then.
try_policy("fifo;strict")

# %% Greedy: whatever fits starts. GPUs are busy, and W is passed by every job that came after it.
try_policy("fifo;greedy")

# %% Protected: greedy at first, but from 12 s of waiting on W blocks the others.
try_policy("fifo;protected(12s)")

# %% What the scheduler itself would say at second 8, under greedy.
print("\nAt 8 s under fifo;greedy b and c hold n1, d half of n0, and e has just come:")
running = [
    {"name": "b", "gpus": 2, "submitted": 0, "since": 0, "nodes": {"n1": 1}},
    {"name": "c", "gpus": 2, "submitted": 2, "since": 2, "nodes": {"n1": 1}},
    {"name": "d", "gpus": 2, "submitted": 5, "since": 6, "nodes": {"n0": 1}},
]
waiting = [jobs[2], jobs[5]]
for start in gangway.decide(nodes, waiting, "fifo;greedy", now=8, running=running):
    print(f"    {start['name']} starts on {start['nodes']}")
print("    W", gangway.explain(nodes, waiting, "W", "fifo;greedy", now=8, running=running)["text"])
