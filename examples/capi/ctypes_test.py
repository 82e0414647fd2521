# C ABI - used from Python through ctypes alone: decisions, explanations, refusals, and numbers drawn at random.
#   ctypes_test.py PATH-OF-libgangway_c.so
import ctypes as c
import math
import random
import sys

size, i64, f64 = c.c_size_t, c.c_int64, c.c_double


def struct(name, **fields):
    """A struct of gangway_c.h: its size first, which is set by itself."""
    made = type(name, (c.Structure,), {"_fields_": [("size", size), *fields.items()]})
    return lambda *values: made(c.sizeof(made), *values)


def pointer(kind):
    return c.POINTER(kind)


Nodes = struct("Nodes", count=size, capacity=pointer(i64), free=pointer(i64), up=pointer(c.c_uint8))
Jobs = struct("Jobs", count=size, id=pointer(i64), tasks=pointer(i64), demand=pointer(i64), submitted=pointer(f64),
              estimate=pointer(f64), priority=pointer(f64))
Running = struct("Running", jobs=c.c_void_p, since=pointer(f64), held_count=size, held_job=pointer(size),
                 held_node=pointer(size), held_tasks=pointer(i64))
Question = struct("Question", now=f64, policy=c.c_char_p, resources=size, nodes=c.c_void_p, waiting=c.c_void_p,
                  running=c.c_void_p)
Explanation = struct("Explanation", verdict=c.c_int32, cause=c.c_int32, ahead=size, resource=size, need=i64, free=i64,
                     largest_block=i64, reserved_at=f64, starts_at=f64)


class Grant(c.Structure):
    _fields_ = [("job", size), ("node", size), ("tasks", i64)]


library = c.CDLL(sys.argv[1])
library.gangway_last_error.restype = c.c_char_p


def array(kind, values):
    return (kind * len(values))(*values)


def ask(policy, nodes, jobs, running=(), now=100.0):
    """nodes: (capacity, free); jobs: (id, tasks, GPUs of a task, submitted, estimate); running: (job, since, parts)."""
    n = Nodes(len(nodes), array(i64, [x[0] for x in nodes]), array(i64, [x[1] for x in nodes]), None)

    def rows(all):
        return Jobs(len(all), array(i64, [j[0] for j in all]), array(i64, [j[1] for j in all]),
                    array(i64, [j[2] for j in all]), array(f64, [j[3] for j in all]), array(f64, [j[4] for j in all]),
                          None)

    waiting, run = rows(jobs), rows([r[0] for r in running])
    parts = [(j, node, tasks) for j, r in enumerate(running) for node, tasks in r[2]]
    r = Running(c.addressof(run), array(f64, [x[1] for x in running]), len(parts), array(size, [p[0] for p in parts]),
                array(size, [p[1] for p in parts]), array(i64, [p[2] for p in parts]))
    q = Question(now, policy.encode(), 1, c.addressof(n), c.addressof(waiting), c.addressof(r))
    q.keep = (n, waiting, run, r)  # they live as long as the question
    return q


def decide(q):
    """(status, [(job, node, tasks)]); the number of rows is asked for first."""
    count = size(0)
    status = library.gangway_decide(c.byref(q), None, size(0), c.byref(count))
    if status != 4:
        return status, []
    rows = (Grant * count.value)()
    status = library.gangway_decide(c.byref(q), rows, count, c.byref(count))
    return status, [(g.job, g.node, g.tasks) for g in rows]


def explain(q, job):
    out, text = Explanation(), c.create_string_buffer(300)
    status = library.gangway_explain(c.byref(q), size(job), c.byref(out), text, size(300), None)
    assert status == 0, library.gangway_last_error()
    return out, text.value.decode()


assert library.gangway_c_version() == 1

# Two nodes of 8; six GPUs of the first run until 600. `wide` needs both nodes whole and goes first.
nodes = [(8, 2), (8, 8)]
runs = [((1, 1, 6, 0.0, 600.0), 0.0, [(0, 1)])]
wide, short, long = (10, 2, 8, 10.0, 300.0), (11, 1, 8, 20.0, 400.0), (12, 1, 8, 30.0, 4000.0)
assert decide(ask("fifo;strict", nodes, [wide, short, long], runs)) == (0, [])
assert decide(ask("fifo;easy", nodes, [wide, short, long], runs)) == (0, [(1, 1, 1)])
assert decide(ask("fifo;greedy", nodes, [wide, long], runs)) == (0, [(1, 1, 1)])
assert decide(ask("fifo;easy", nodes, [wide, long], runs)) == (0, [])
why, text = explain(ask("fifo;easy", nodes, [wide, long], runs), 1)
assert (why.verdict, why.cause, why.ahead) == (1, 4, 1), text
assert why.starts_at == 900.0, why.starts_at
print(text)

status, rows = decide(ask("fifo;none", nodes, [wide]))
assert status == 3 and b"'none'" in library.gangway_last_error()
status, rows = decide(ask("fifo", nodes, [wide, wide]))
assert status == 2 and b"waiting.id[1] is 10, as waiting.id[0]" in library.gangway_last_error()
print(library.gangway_last_error().decode())

# Whatever the numbers are: a status, with a sentence unless it is 0; and what starts fits.
draw = random.Random(1)
odd = [0, -1, 1, 2, 7, 8, 2**40, 2**40 + 1, 2**63 - 1, -2**63]
times = [0.0, 1.0, 1e9, 1e300, -1.0, -0.0, 5e-324, math.inf, -math.inf, math.nan]


def number(usual):
    return draw.choice(odd) if draw.random() < 0.02 else draw.randint(*usual)


def time(usual):
    return draw.choice(times) if draw.random() < 0.02 else float(draw.randint(*usual))


seen = {}
for _ in range(3000):
    nodes = [(number((0, 8)), number((0, 4))) for _ in range(draw.randint(0, 4))]
    jobs = [(number((0, 200)), number((1, 4)), number((0, 4)), time((0, 99)), time((0, 900)))
            for _ in range(draw.randint(0, 5))]
    running = [((number((300, 400)), number((1, 2)), number((0, 2)), 0.0, time((0, 900))), time((0, 99)),
                [(number((0, 1)), number((1, 2)))]) for _ in range(draw.randint(0, 1))]
    policy = draw.choice(["fifo;strict", "fifo;greedy", "shortest;easy", "fifo;conservative", "fifo;protected(50s)",
                          "fifo;draining(50s,2);spread", "fifo;hybrid(2);consolidate", "priority;easy", "", ";;", "(",
                                ")"])
    q = ask(policy, nodes, jobs, running, time((100, 200)))
    status, rows = decide(q)
    seen[status] = seen.get(status, 0) + 1
    assert status in (0, 2, 3), (status, library.gangway_last_error())
    assert (library.gangway_last_error() == b"") == (status == 0)
    left = [n[1] for n in nodes]
    for job, node, tasks in rows:
        left[node] -= tasks * jobs[job][2]
        assert jobs[job][2] == 0 or left[node] >= 0, (nodes, jobs, rows)
    for job in {r[0] for r in rows}:
        assert sum(r[2] for r in rows if r[0] == job) == jobs[job][1], "a gang starts whole"
    if status == 0:
        for job in range(len(jobs)):
            why, text = explain(q, job)
            assert (why.verdict == 0) == (job in {r[0] for r in rows}) and text
print("3000 random questions; by status:", dict(sorted(seen.items())))
assert min(seen.get(s, 0) for s in (0, 2, 3)) > 100
