# Python - the three questions that the module answers. docs/hosts/python.md shows it whole.
import gangway

nodes = [{"name": "n0", "gpus": 8}, {"name": "n1", "gpus": 8}]
first = {"name": "first", "gpus": 6, "since": 0, "estimate": 600, "nodes": {"n1": 1}}
wide = {"name": "wide", "tasks": 2, "gpus": 8, "submitted": 10, "estimate": 300}
short = {"name": "short", "gpus": 8, "submitted": 20, "estimate": 500}
now = {"policy": "fifo;easy", "now": 60, "running": [first]}

print(gangway.decide(nodes, [wide, short], **now))
print(gangway.explain(nodes, [wide, short], "wide", **now)["text"])
print(gangway.replay(nodes, [{"name": "a", "gpus": 8, "run": 10}])["jobs"])
