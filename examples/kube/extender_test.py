# Kubernetes - the extender over loopback HTTP: requests as kube-scheduler sends them, and what must be refused.
#   extender_test.py PATH-OF-gangway_extender
import copy
import http.client
import json
import pathlib
import subprocess
import sys
import time

program = sys.argv[1]
data = pathlib.Path(__file__).parent / "data"
state = json.loads((data / "state.json").read_text())
by_names = json.loads((data / "filter_names.json").read_text())
by_nodes = json.loads((data / "filter_nodes.json").read_text())
faults = 0


def check(holds, what, got=""):
    global faults
    if not holds:
        faults += 1
        print("FAULT:", what, got)


class Extender:
    def __init__(self, *options):
        self.process = subprocess.Popen([program, "--port", "0", *options], stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.DEVNULL)
        self.line = self.process.stdout.readline()
        self.port = int(self.line.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, method, path, body=None, kind="application/json"):
        """(status, text)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, {"Content-Type": kind})
            reply = connection.getresponse()
            return reply.status, reply.read().decode()
        finally:
            connection.close()

    def post(self, path, value):
        status, text = self.send("POST", path, json.dumps(value))
        check(status == 200, path, text)
        return json.loads(text)

    def filter(self, name, of=state):
        """(nodes that pass, one reason of those that fail) for a pod of a state."""
        request = {**by_names, "Pod": pod(name, of["items"])}
        reply = self.post("/filter", request)
        check(reply["Error"] == "" and reply["Nodes"] is None, "a reply by names", reply)
        failed = reply["FailedNodes"]
        check(sorted([*reply["NodeNames"], *failed]) == sorted(by_names["NodeNames"]), "a verdict each", reply)
        return reply["NodeNames"], next(iter(failed.values()), "")

    def refused(self, words, method, path, body, wanted=400):
        status, text = self.send(method, path, body)
        check(status == wanted and words in text, f"{path}: {wanted} with {words}", (status, text))
        print(status, text.strip())


def pod(name, items=state["items"]):
    return next(i for i in items if i["kind"] == "Pod" and i["metadata"]["name"] == name)


def without(*names, base=state):
    return {**base, "items": [i for i in base["items"] if i["metadata"]["name"] not in names]}


def changed(change, base=state):
    copied = copy.deepcopy(base)
    change(copied["items"])
    return copied


print("== a strict gate: the older gang holds all others back")
with Extender("--policy", "fifo;strict", "--state", str(data / "state.json")) as e:
    check(e.send("GET", "/healthz") == (200, "ok\n"), "healthz")
    local = [l.split()[1] for l in open("/proc/net/tcp") if l.split()[3] == "0A"]
    check(f"0100007F:{e.port:04X}" in local and f"00000000:{e.port:04X}" not in local, "on loopback alone", local)
    gangs = json.loads(e.send("GET", "/gangs")[1])
    print(json.dumps(gangs, indent=1))
    check("capacity, needs 16 GPU, 10 free; 0 ahead" in gangs["PodGroup default/train"], "why train waits", gangs)
    check(gangs["PodGroup default/late"] == "has 1 of its 3 pods", "an incomplete gang", gangs)
    nodes, why = e.filter("train-0")
    check(nodes == [] and why.startswith("gangway: PodGroup default/train waits: capacity"), "train has no node", why)
    nodes, why = e.filter("small-0")
    check(nodes == [] and "waits: order" in why and "1 ahead" in why, "small waits for train", why)

    print("== solo ends: all of train starts, each pod on its own node, however often it asks")
    e.post("/state", without("solo"))
    check(e.filter("train-1") == (["g1"], "gangway: this pod of its gang goes to g1"), "train-1")
    for _ in range(2):
        check(e.filter("train-0")[0] == ["g0"], "train-0")
    check(e.post("/prioritize", by_names) == [{"Host": h, "Score": s} for h, s in [("g0", 10), ("g1", 0), ("c0", 0)]],
          "scores")
    check(e.filter("small-0")[0] == [], "what is promised is not free")
    check("starts: default/train-0 on g0 default/train-1 on g1" in e.send("GET", "/gangs")[1], "a verdict for the gang")

    print("== one is bound: the other keeps its node; then both are, and one of them ends")
    one = changed(lambda i: pod("train-0", i)["spec"].update(nodeName="g0"), without("solo"))
    e.post("/state", one)
    check(e.filter("train-1")[0] == ["g1"], "the rest of the gang")
    check(e.filter("small-1")[0] == [], "no GPU is left")
    both = changed(lambda i: pod("train-1", i)["spec"].update(nodeName="g1"), one)
    ended = changed(lambda i: pod("train-1", i)["status"].update(phase="Succeeded"), both)
    e.post("/state", ended)
    check(e.filter("small-1")[0] == ["g1"] and e.filter("small-0")[0] == ["g1"], "small starts where train-1 ended")
    check(e.filter("lone")[0] == ["g1"], "a lone pod is a gang of one")
    nodes, why = e.filter("late-0")
    check(nodes == [] and "has 1 of its 3 pods" in why, "an incomplete gang", why)

print("== a greedy gate: small goes first; the chosen node may be one that kube-scheduler does not offer")
with Extender("--policy", "fifo;greedy") as e:
    e.post("/state", state)
    check(e.filter("small-0")[0] == ["g0"] and e.filter("small-1")[0] == ["g1"], "small is packed", e.filter("small-1"))
    check(e.filter("train-0")[0] == [], "train waits")
    reply = e.post("/filter", {"Pod": pod("small-0"), "Nodes": None, "NodeNames": ["g1"]})
    check(reply["NodeNames"] == [] and "goes to g0, which kube-scheduler did not offer" in reply["FailedNodes"]["g1"],
          "not offered", reply)

print("== pods without GPUs go where nothing promised is taken; whole nodes in the request")
with Extender() as e:
    e.post("/state", without("solo"))
    check(e.filter("train-0")[0] == ["g0"], "train is promised g0 and g1, 4 CPUs each")
    reply = e.post("/filter", by_nodes)
    check([n["metadata"]["name"] for n in reply["Nodes"]["items"]] == ["g0", "g1"] and reply["NodeNames"] is None,
          "60 of 64 CPUs", reply)
    check("promised to a gang" in reply["FailedNodes"]["c0"], "60 CPUs on a node of 7.5", reply)
    more = changed(lambda p: p["spec"]["containers"][0]["resources"]["requests"].update(cpu="60001m"),
          {"items": by_nodes["Pod"]})["items"]
    check(e.post("/filter", {**by_nodes, "Pod": more})["Nodes"]["items"] == [], "a thousandth of a CPU more")
    scores = {s["Host"]: s["Score"] for s in e.post("/prioritize", by_nodes)}
    check(scores == {"g0": 10, "g1": 10, "c0": 10}, "no GPU is idle", scores)
    for _ in range(2):
        e.post("/state", without("solo", "train-0", "train-1"))
    scores = {s["Host"]: s["Score"] for s in e.post("/prioritize", by_nodes)}
    check(scores == {"g0": 0, "g1": 0, "c0": 10}, "away from idle GPUs", scores)

print("== a List may be older than a promise, a pod or a node: only two in a row end them")
with Extender("--policy", "fifo;greedy") as e:
    free = without("solo")
    e.post("/state", free)
    check(e.filter("train-0")[0] == ["g0"], "train is promised g0 and g1")
    older = without("solo", "train", "train-0", "train-1")
    e.post("/state", older)
    check(e.filter("small-0")[0] == [], "one List without train does not give its nodes away", e.filter("small-0"))
    check(e.filter("train-0")[0] == ["g0"], "train-0 asks again")
    e.post("/state", older)
    check(e.filter("small-0")[0] == ["g1"], "train-1 is gone after two", e.filter("small-0"))
    check("train-0 on g0" in e.send("GET", "/gangs")[1], "train-0 has asked between them", e.send("GET", "/gangs"))
    e.post("/state", older)
    check("train" not in e.send("GET", "/gangs")[1], "now it is gone too", e.send("GET", "/gangs"))
    e.post("/state", free)
    e.filter("train-0")
    for then in (changed(lambda i: pod("train-0", i)["spec"].update(nodeName="g0"), free), older):
        e.post("/state", then)
    check("train" not in e.send("GET", "/gangs")[1], "a pod that was bound has ended with the first List without it")
with Extender("--policy", "fifo;greedy") as e:
    lone = {"Pod": pod("lone"), "Nodes": {"items": state["items"][:1]}}
    first = e.post("/filter", lone)
    check([n["metadata"]["name"] for n in first["Nodes"]["items"]] == ["g0"], "nodes and pods out of a request", first)
    for left in (["default/lone"], []):
        got = e.post("/state", {"items": []})
        check(got == {"nodes": len(left), "pods": len(left), "podGroups": 0}, "g0 and lone", got)
        check(e.send("GET", "/gangs")[1].count("on g0") == len(left), "the promise", e.send("GET", "/gangs"))

print("== a promise that is not used runs out, and comes back when it is asked for")
with Extender("--policy", "fifo;strict") as e:
    short = changed(lambda items: next(i for i in items if i["kind"] == "PodGroup")["spec"].update(
          scheduleTimeoutSeconds=1),
                    without("solo"))
    e.post("/state", short)
    check(e.filter("train-0")[0] == ["g0"] and e.filter("small-0")[0] == [], "train first")
    time.sleep(1.1)
    check(e.filter("small-0")[0] == ["g0"], "train let its time pass")
    check("was not bound in its time" in e.send("GET", "/gangs")[1], "and it is said")
    check("capacity" in e.filter("train-0")[1], "now train waits for small")

print("== a node that is cordoned takes nothing; a gated pod waits; deadlines are estimates")
with Extender("--policy", "fifo;easy") as e:
    e.post("/state", changed(lambda i: i[1]["spec"].update(unschedulable=True), without("solo")))
    check("blocked: needs 2 tasks at once, nodes in service hold 1 (1 node down)" in e.filter("train-0")[1],
          "cordoned", e.filter("train-0")[1])
with Extender("--policy", "fifo;easy") as e:
    gated = changed(lambda i: pod("lone", i)["spec"].update(schedulingGates=[{"name": "x"}]))
    e.post("/state", gated)
    got = e.filter("lone", gated)
    check(got == ([], "gangway: this pod has schedulingGates"), "a gated pod", got)
with Extender("--policy", "fifo;easy") as e:
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    def deadlines(items):
        pod("solo", items)["spec"].update(activeDeadlineSeconds=1000)
        pod("solo", items)["status"].update(startTime=now)
        for name in ("small-0", "small-1"):
            pod(name, items)["spec"].update(activeDeadlineSeconds=500)
        pod("lone", items)["spec"].update(activeDeadlineSeconds=5000)

    estimated = changed(deadlines)
    e.post("/state", estimated)
    nodes, why = e.filter("train-0", estimated)
    check(nodes == [] and "reserved at" in why, "train is reserved for when solo ends", why)
    nodes, why = e.filter("lone", estimated)
    check(nodes == [] and "reservation, it would fit but would delay a reserved gang" in why, "lone would delay it",
          (nodes, why))
    check(len(e.filter("small-0", estimated)[0]) == 1, "small ends before")

print("== bodies as curl sends them: a form, as it says, of any length")
with Extender() as e:
    body = json.dumps(state, indent=4)
    check(len(body) > 8192, "a body longer than httplib takes of a form", len(body))
    got = e.send("POST", "/state", body, "application/x-www-form-urlencoded")
    check(got == (200, '{"nodes":3,"podGroups":3,"pods":7}\n'), "curl --data-binary @-", got)

print("== what is refused")
with Extender() as e:
    def broken(change, base):
        change(copied := copy.deepcopy(base))
        return json.dumps(copied)

    e.refused("parse error", "POST", "/state", "")
    e.refused("request has no key 'Pod'", "POST", "/filter", "{}")
    e.refused("request is no object", "POST", "/filter", "[]")
    e.refused("request has no key 'NodeNames'", "POST", "/filter", broken(lambda r: r.pop("NodeNames"), by_names))
    e.refused("request.Pod has no key 'spec'", "POST", "/filter", broken(lambda r: r["Pod"].pop("spec"), by_names))
    e.refused("request.Pod.metadata has no key 'name'", "POST", "/prioritize",
          broken(lambda r: r["Pod"]["metadata"].pop("name"), by_names))
    e.refused("request.NodeNames[1] is no text", "POST", "/filter",
              broken(lambda r: r.update(NodeNames=["g0", 1]), by_names))
    e.refused("request.Nodes has no key 'items'", "POST", "/filter",
              broken(lambda r: r["Nodes"].pop("items"), by_nodes))
    e.refused("request.Nodes.items[2] has no key 'status'", "POST", "/filter",
          broken(lambda r: r["Nodes"]["items"][2].pop("status"), by_nodes))
    e.refused("state has no key 'items'", "POST", "/state", "{}")
    e.refused("state.items[0].kind is 'Service'", "POST", "/state",
          broken(lambda s: s["items"][0].update(kind="Service"), state))
    e.refused("state.items[13] is there twice", "POST", "/state", broken(lambda s: s["items"].append(s["items"][3]),
          state))
    e.refused("allocatable.nvidia.com/gpu is 'many'", "POST", "/state",
              broken(lambda s: s["items"][0]["status"]["allocatable"].update({"nvidia.com/gpu": "many"}), state))
    e.refused("allocatable.memory is '-1Gi'", "POST", "/state",
              broken(lambda s: s["items"][0]["status"]["allocatable"].update({"memory": "-1Gi"}), state))
    asked = lambda r: r["Pod"]["spec"]["containers"][0]["resources"]
    e.refused("containers[0].cpu is '4 cores'", "POST", "/filter",
              broken(lambda r: asked(r)["requests"].update(cpu="4 cores"), by_names))
    e.refused("creationTimestamp is 'today'", "POST", "/state",
              broken(lambda s: pod("lone", s["items"])["metadata"].update(creationTimestamp="today"), state))
    e.refused("minMember is not from 1", "POST", "/state",
              broken(lambda s: s["items"][4]["spec"].update(minMember=0), state))
    e.refused("scheduleTimeoutSeconds is not above 0", "POST", "/state",
              broken(lambda s: s["items"][4]["spec"].update(scheduleTimeoutSeconds=0), state))
    deep = broken(lambda r: asked(r).update(limits="deep"), by_names)
    e.refused("nested deeper than 64 levels", "POST", "/filter", deep.replace('"deep"', "[" * 2**20 + "]" * 2**20))
    e.refused("nested deeper than 64 levels", "POST", "/state", '{"items":' * 2**19)
    e.refused("parse error", "POST", "/state", b"[" * 64)
    e.refused("ill-formed UTF-8", "POST", "/filter", b'{"Pod": "\xff"}')
    e.refused("no such path", "GET", "/nodes", None, 404)
    e.refused("no such path", "GET", "/%ff", None, 404)
    e.refused("more than 64 MiB", "POST", "/filter", b" " * (65 << 20), 413)
    e.refused("more than 64 MiB", "POST", "/filter", iter([b" " * ((64 << 20) + 1)]), 413)
    refused_form = e.send("POST", "/filter", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n[]\r\n--x--\r\n',
                          "multipart/form-data; boundary=x")
    check(refused_form[0] == 400 and "request is no object" in refused_form[1], "a form in parts", refused_form)
    check(json.loads(e.send("GET", "/gangs")[1]) == {}, "what was refused has left nothing behind")
    check(e.send("GET", "/healthz")[0] == 200, "and it still runs")
    taken = subprocess.run([program, "--port", str(e.port)], capture_output=True, text=True, timeout=20)
    check(taken.returncode == 1 and "cannot listen" in taken.stderr, "a port that is taken", taken)
for options, words in [(["--policy", "fifo;hasty"], "'hasty'"), (["--policy", "efficiency"], "leave out efficiency"),
                       (["--state", str(data / "filter_names.json")], "state has no key 'items'"),
                       (["--port", "99999"], "99999")]:
    got = subprocess.run([program, "--port", "0", *options], capture_output=True, text=True, timeout=20)
    check(got.returncode not in (0, 1) and words in got.stderr, f"{options} are refused", got)

# What a decision adds to a round trip: every /filter that may start something decides anew.
def median_ms(call):
    times = []
    for _ in range(101):
        begin = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - begin))
    return sorted(times)[50]


with Extender() as e:
    e.post("/state", state)
    print(f"median of 101: GET /healthz {median_ms(lambda: e.send('GET', '/healthz')):.2f} ms, "
          f"POST /filter {median_ms(lambda: e.filter('train-0')):.2f} ms, "
          f"POST /state {median_ms(lambda: e.post('/state', state)):.2f} ms, {len(state['items'])} objects")

print("ok" if faults == 0 else f"{faults} faults")
sys.exit(faults > 0)
