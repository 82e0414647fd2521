# Python - what the module answers, and what it refuses with which words.
import gangway

faults = []


def same(got, wanted, what):
    if got != wanted:
        faults.append(f"{what}: {got!r} instead of {wanted!r}")


def refused(kind, words, call, *arguments, **named):
    try:
        got = call(*arguments, **named)
    except kind as e:
        if words not in str(e):
            faults.append(f"the message lacks {words!r}: {e}")
        else:
            print(f"{kind.__name__}: {e}")
    except Exception as e:
        faults.append(f"{type(e).__name__} instead of {kind.__name__} ({words}): {e}")
    else:
        faults.append(f"not refused ({words}): {got!r}")


nodes = [{"name": "n0", "gpus": 8}, {"name": "n1", "gpus": 8}]
first = {"name": "first", "gpus": 6, "submitted": 0, "since": 0, "estimate": 600, "nodes": {"n1": 1}}
wide = {"name": "wide", "tasks": 2, "gpus": 8, "submitted": 10, "estimate": 300}
short = {"name": "short", "gpus": 8, "submitted": 20, "estimate": 500}
long = {"name": "long", "gpus": 8, "submitted": 30, "estimate": 5000}

# decide and explain
for policy, starts in [
    ("fifo;strict", []),
    ("fifo;greedy", [{"name": "short", "nodes": {"n0": 1}}]),
    ("fifo;easy", [{"name": "short", "nodes": {"n0": 1}}]),
    ("shortest;strict", []),
]:
    same(gangway.decide(nodes, [wide, short, long], policy, now=60, running=[first]), starts, policy)
same(gangway.decide(nodes, [wide, long], "fifo;easy", now=60, running=[first]), [], "long would move the reservation")
why = gangway.explain(nodes, [wide, long], "long", "fifo;easy", now=60, running=[first])
same((why["verdict"], why["ahead"], why["starts_at"]), ("waits", 1, 900.0), "why long waits")
same("would delay a reserved gang" in why["text"], True, why["text"])
same(gangway.explain(nodes, [wide], "wide", "fifo;easy", now=60, running=[first])["reserved_at"], 600.0, "reservation")
same(gangway.explain(nodes, [{"name": "h", "gpus": 9}], "h")["verdict"], "never", "too large")
same(gangway.explain([{"name": "n", "gpus": 8, "up": False}], [short], "short", now=30)["verdict"], "blocked", "down")
same(gangway.decide(nodes, []), [], "nothing waits")
same(gangway.decide([{**nodes[0], "free": 7}], [short], now=30), [], "less is free than the running gangs explain")

# replay: the gang is cut at its estimate, the last never fits
run = gangway.replay(nodes, [{**wide, "run": 400}, {**short, "run": 100}, {"name": "h", "gpus": 9, "run": 1}],
      "fifo;strict")
same([(j["name"], j["start"], j["end"], j["cut"], j["nodes"]) for j in run["jobs"]],
     [("wide", 10, 310, True, {"n0": 1, "n1": 1}), ("short", 310, 410, False, {"n0": 1}), ("h", None, None, False, {})],
     "a schedule")
same((run["metrics"]["mean_completion"], run["metrics"]["max_wait"], run["metrics"]["never_started"]), (345, 290, 1),
      "metrics")
# ties go by name, whatever the order of the lists
tied = [{"name": n, "gpus": 8, "run": 10} for n in "ba"]
same([j["start"] for j in gangway.replay(nodes[:1], tied)["jobs"]], [10, 0], "ties of a replay")
same(gangway.decide(nodes[:1], tied)[0]["name"], "a", "ties of a decision")

# refusals
ask = gangway.decide
refused(ValueError, "jobs[1] has no key 'gpus'", ask, nodes, [wide, {"name": "x"}])
refused(ValueError, "nodes[0] has no key 'name'", ask, [{"gpus": 1}], [])
refused(ValueError, "running[0] has no key 'since'", ask, nodes, [], running=[{"name": "r", "gpus": 1, "nodes": {}}])
refused(ValueError, "jobs[0] has an unknown key 'gpu'", ask, nodes, [{"name": "x", "gpu": 1}])
refused(TypeError, "jobs[0]['gpus'] is 'four' (str)", ask, nodes, [{"name": "x", "gpus": "four"}])
refused(TypeError, "jobs[0]['gpus'] is 1.5 (float)", ask, nodes, [{"name": "x", "gpus": 1.5}])
refused(TypeError, "jobs[0]['gpus'] is True (bool)", ask, nodes, [{"name": "x", "gpus": True}])
refused(ValueError, "jobs[0]['gpus'] is -1 (int)", ask, nodes, [{"name": "x", "gpus": -1}])
refused(ValueError, "from 1 to 1073741824", ask, nodes, [{"name": "x", "gpus": 1, "tasks": 10**30}])
refused(ValueError, "jobs[0]['tasks'] is 0", ask, nodes, [{"name": "x", "gpus": 1, "tasks": 0}])
refused(ValueError, "jobs[0]['submitted'] is nan", ask, nodes, [{"name": "x", "gpus": 1, "submitted": float("nan")}])
refused(ValueError, "jobs[0]['estimate'] is -5", ask, nodes, [{"name": "x", "gpus": 1, "estimate": -5}])
refused(TypeError, "jobs[0]['name'] is 7 (int)", ask, nodes, [{"name": 7, "gpus": 1}])
refused(TypeError, "jobs[0] is 'w' (str)", ask, nodes, "wide")
refused(ValueError, "jobs[1]['name'] is 'wide', as jobs[0]['name']", ask, nodes, [wide, wide])
refused(ValueError, "nodes[1]['name'] is 'n0'", ask, nodes[:1] * 2, [])
refused(ValueError, "nodes[0]['free'] is 9", ask, [{"name": "n", "gpus": 8, "free": 9}], [])
refused(ValueError, "running[0]['nodes']['n9'] names 'n9'", ask, nodes, [], running=[{**first, "nodes": {"n9": 1}}])
refused(ValueError, "0 of 1 tasks: a gang runs whole", ask, nodes, [], running=[{**first, "nodes": {}}])
refused(ValueError, "only 2 of the node are left", ask, nodes, [], running=[first, {**first, "name": "again"}])
refused(ValueError, "'hasty'", ask, nodes, [wide], "fifo;hasty")
refused(TypeError, "now is 'noon' (str)", ask, nodes, [], now="noon")
refused(ValueError, "no job in jobs is named 'x'", gangway.explain, nodes, [wide], "x")
refused(ValueError, "jobs[0] has no key 'run', which a replay needs", gangway.replay, nodes, [wide])
refused(ValueError, "a replay starts empty", gangway.replay, [{"name": "n", "gpus": 8, "free": 1}], [])

for f in faults:
    print("FAULT:", f)
print("ok" if not faults else f"{len(faults)} faults")
raise SystemExit(bool(faults))
