#!/usr/bin/env bash
# Reports: what is drawn is what was computed, the pages need nothing else, hostile names stay text, equal bytes.
. "$(dirname "$0")/common.bash"
examples=$here/../../examples/data

# Without gnuplot the message names the package, before anything is computed.
mkdir "$scratch/empty"
PATH=$scratch/empty "$tool" replay --trace "$data/two_nodes.csv" --cluster 2x2 --policy fifo --report "$scratch/none" \
    >"$scratch/out" 2>"$scratch/err"
same "$?" 2 "exit status without gnuplot"
has "gnuplot-nox" "$(cat "$scratch/err")"
same "$(cat "$scratch/out")" "" "stdout without gnuplot"
for program in gnuplot python3; do
    command -v $program >/dev/null && continue
    echo "[gangway] skipped: $program is absent"
    exit $((faults > 0 ? 1 : 77))
done

# page DIR PICTURES: a page of so many pictures, which needs no file and no network, and links files that are there.
page() {
    python3 - "$1" "$2" <<'P' || fault "the page in $1, see above"
import html.parser, os, re, sys
folder, pictures = sys.argv[1], int(sys.argv[2])
text = open(folder + "/report.html", encoding="utf-8").read() # no bytes but UTF-8
if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text): sys.exit("control characters")
void = {"meta", "path", "use", "circle", "rect"}
class reader(html.parser.HTMLParser):
    open, links, refs, ids, drawn = [], set(), set(), [], 0
    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        for name in a:
            if name.startswith("on") or name in ("src", "srcset"): sys.exit(f"<{tag} {name}=...>")
        if tag in ("script", "img", "link", "iframe", "object"): sys.exit(f"<{tag}>")
        if tag == "a": self.links.add(a["href"])
        if tag == "use": self.refs.add(a.get("href") or a["xlink:href"])
        if tag == "svg" and a.get("class") == "pic": self.drawn += 1
        if "id" in a: self.ids.append(a["id"])
        if tag not in void and not self.get_starttag_text().endswith("/>"): self.open.append(tag)
    def handle_endtag(self, tag):
        if tag in void: return
        if not self.open or self.open.pop() != tag: sys.exit(f"</{tag}> closes nothing, before line {self.getpos()[0]}")
r = reader()
r.feed(text)
if r.open: sys.exit(f"left open: {r.open}")
if r.drawn != pictures: sys.exit(f"{r.drawn} pictures instead of {pictures}")
if len(set(r.ids)) != len(r.ids): sys.exit("an id occurs twice")
for ref in r.refs:
    if ref[1:] not in r.ids: sys.exit(f"{ref} is not there")
for link in r.links:
    if not os.path.getsize(f"{folder}/{link}"): sys.exit(f"{link} is empty")
if len(r.links) != len(os.listdir(folder)) - 1: sys.exit("a file that no link names")
if re.search(r"https?:", text): sys.exit("an address")
if re.search(r"<text>\s*@\d+@</text>", text): sys.exit("a token is left")
if "rgb(" in text or "gnuplot_" in text: sys.exit("a colour or an id of gnuplot is left")
P
}

# A replay: five pictures and one of the nodes for each policy; the first curve is the distribution of waits.
week=(replay --trace philly-like:1,jobs=700 --cluster 40x8 --policy 'fifo;strict' --policy 'efficiency@24h;greedy')
run 0 "${week[@]}"
alone=$out
run 0 "${week[@]}" --report "$scratch/a/replay"
same "$out" "$alone" "stdout with a report"
page "$scratch/a/replay" $((5 + 2))
python3 - "$scratch/a/replay" <<'P' || fault "the curves of the replay, see above"
import csv, math, re, sys
folder = sys.argv[1]
text = open(folder + "/report.html").read()
jobs = [r for r in csv.DictReader(open(folder + "/jobs.csv")) if r["policy"] == "fifo;strict;best-fit"]
if len(jobs) != 700: sys.exit(f"{len(jobs)} rows of jobs")
waits = sorted(float(r["wait_s"]) for r in jobs)
most = max(float(r["wait_s"]) for r in csv.DictReader(open(folder + "/jobs.csv")))
svg = text[text.index('class="pic"'):]
svg = svg[:svg.index("</svg>")]
path = re.findall(r"<path stroke='var\(--c0\)'[^>]* d='([^']*)'", svg)
points = [tuple(map(float, p.split(","))) for p in re.findall(r"[\d.]+,[\d.]+", "".join(path))]
if not 500 < len(points) < 1500: sys.exit(f"{len(points)} points in the first curve")
left, right, top, bottom = 66, 520 - 22, 36, 360 - 56
def seconds(x): return 60 * math.exp((x - left) / (right - left) * math.log(most * 1.02 / 60))
def per_cent(y): return 100 * (bottom - y) / (bottom - top)
for x, y in points: # between the shares below and at most the time, within a pixel of the picture
    below = 100 * sum(w < seconds(x - 1) for w in waits) / len(waits)
    up_to = 100 * sum(w <= seconds(x + 1) for w in waits) / len(waits)
    if x < left + 1: below = 0
    if not below - 0.5 <= per_cent(y) <= up_to + 0.5:
        sys.exit(f"{seconds(x):.0f} s: {per_cent(y):.1f} %, not {below:.1f} to {up_to:.1f} %")
if abs(per_cent(points[-1][1]) - 100) > 0.2: sys.exit("the curve does not end at 100 %")
if abs(seconds(points[-1][0]) / waits[-1] - 1) > 0.02: sys.exit("the curve does not end at the longest wait")
# Means over time hold what the schedule holds.
load = [r for r in csv.DictReader(open(folder + "/load.csv")) if r["policy"] == "fifo;strict;best-fit"]
first = min(float(r["submit_s"]) for r in jobs)
until = float(load[-1]["to_s"])
drawn = sum(float(r["gpus_in_use"]) * (float(r["to_s"]) - float(r["from_s"])) for r in load)
held = 0
for r in jobs:
    inside = min(until, float(r["end_s"]) - first) - (float(r["start_s"]) - first)
    held += int(r["gpus"]) * max(0, inside)
if abs(drawn / held - 1) > 1e-4: sys.exit(f"{drawn} GPU-seconds drawn, {held} held")
queued = sum(float(r["queue"]) * (float(r["to_s"]) - float(r["from_s"])) for r in load)
if abs(queued / sum(waits) - 1) > 1e-4: sys.exit(f"{queued} job-seconds drawn in the queue, {sum(waits)} waited")
P
same "$(wc -l <"$scratch/a/replay/figures.csv")" 3 "rows of figures.csv"

# The same bytes under other settings of the user; a folder that is there is written again.
mkdir "$scratch/home" "$scratch/tmp with 'quotes\""
echo 'set terminal png; set xrange [0:1]' >"$scratch/home/.gnuplot"
HOME=$scratch/home TMPDIR="$scratch/tmp with 'quotes\"" LANG=de_DE.UTF-8 TZ=Asia/Tokyo \
    run 0 "${week[@]}" --report "$scratch/b"
for file in "$scratch"/b/*; do
    cmp -s "$file" "$scratch/a/replay/${file##*/}" || fault "${file##*/} differs from run to run"
done
same "$(ls -A "$scratch/tmp with 'quotes\"")" "" "left in TMPDIR"

# Names of jobs, nodes, programs, kernels and files are text, whatever they say; nothing of them is run.
mkdir "$scratch/cwd"
cd "$scratch/cwd" || exit 1
printf 'job_id,submit_s,gpus,run_s\n<script>alert(1)</script>,0,2,100\n"`touch pwned`",1,9,50\n\377\001@0@,2,1,60\n' \
    >"<b>&'.csv"
cat >k.csv <<'K'
name,flop,bytes
<img src=x onerror=alert(1)>,1e12,1e10
"' ; system(''touch pwned'') ; `touch pwned` @1@",1e9,1e9
K
cat >p.csv <<'K'
program,clock_mhz,time_s,power_w
</svg><script>,1000,1,100
</svg><script>,1200,0.9,140
</svg><script>,1400,0.8,190
K
cat >o.csv <<'K'
name,latency_s,energy_j
"</text><script>@0@",1,2
$(touch pwned),2,1
K
run 0 replay --trace "<b>&'.csv" --cluster 2x2 --policy fifo --report replay
has "of &lt;b&gt;&amp;&#39;.csv on 2x2" "$(cat replay/report.html)"
page replay $((5 + 1))
run 0 roofline --device H100 --kernels k.csv --report kernels
page kernels 1
has "&lt;img src=x onerror=alert(1)&gt; (memory)" "$(cat kernels/report.html)"
run 0 fit p.csv --report fit
page fit 3
has "&lt;/svg&gt;&lt;script&gt;" "$(cat fit/report.html)"
run 0 point o.csv --report point
page point 1
has ">&lt;/text&gt;&lt;script&gt;@0@</text>" "$(cat point/report.html)"
[ -z "$(find "$scratch" -name pwned)" ] || fault "a name was run"
cd - >/dev/null || exit 1

# A sweep: a mark for each policy, and the names of those that are not beaten.
run 0 sweep --trace 'philly-like:{1..2},jobs=300,gpus=128' --cluster '{16x8,1x128}' --policy fifo \
    --policy 'fifo;{greedy,easy,draining({6h,24h},{2,8})}' --report "$scratch/sweep" -o "$scratch/sweep.csv"
page "$scratch/sweep" 2
cmp -s "$scratch/sweep.csv" "$scratch/sweep/rows.csv" || fault "rows.csv is not what the sweep wrote"
python3 - "$scratch/sweep" <<'P' || fault "the picture of the sweep, see above"
import csv, html, re, sys
folder = sys.argv[1]
rows = list(csv.DictReader(open(folder + "/aggregate.csv")))
if len(rows) != 14: sys.exit(f"{len(rows)} rows")
pictures = re.findall(r'class="pic".*?</svg>', open(folder + "/report.html").read(), re.S)
for cluster, picture in zip(("16x8", "1x128"), pictures):
    mine = [r for r in rows if r["cluster"] == cluster]
    front = [r for r in mine if r["pareto"] == "1"]
    dots = len(re.findall(r"<use xlink:href='#gpPt6'[^>]*var\(--c1\)", picture))
    other = len(re.findall(r"<use xlink:href='#gpPt6'[^>]*var\(--c8\)", picture))
    if (dots, other) != (len(front), len(mine) - len(front)): sys.exit(f"{cluster}: {dots} marks and {other} others")
    words = html.unescape(picture)
    for r in front:
        if r["policy"] not in words and f"# {mine.index(r) + 1}" not in words:
            sys.exit(f"{cluster}: {r['policy']} has no name")
P

# A part of a sweep has no Pareto set to draw; the parts together make the same page.
grid=(sweep --trace 'philly-like:1,jobs=200,gpus=64' --cluster 8x8 --policy 'fifo;{strict,greedy,easy}')
run 0 "${grid[@]}" --report "$scratch/one" -o "$scratch/one.csv"
run 0 "${grid[@]}" --shard 1/2 -o "$scratch/1.csv"
run 0 "${grid[@]}" --shard 2/2 -o "$scratch/2.csv"
run 0 merge "$scratch/1.csv" "$scratch/2.csv" -o "$scratch/both.csv" --report "$scratch/both"
for file in rows.csv aggregate.csv; do
    cmp -s "$scratch/one/$file" "$scratch/both/$file" || fault "$file of a merged sweep differs"
done
page "$scratch/both" 1
refused "gangway merge" "${grid[@]}" --shard 1/2 --report "$scratch/x"

# Fits, kernels and points: what is chosen and what binds stands in the page.
run 0 fit "$examples/gpu-sweep.csv" --clock 'sm clock' --time 'time/ms' --time-unit ms --power 'power (W)' \
    --group app --report "$scratch/fit"
page "$scratch/fit" 9
has "chosen: 900 MHz" "$(cat "$scratch/fit/report.html")"
same "$(cut -d, -f1,10 "$scratch/fit/clocks.csv" | grep -c ',1$')" 3 "chosen clocks in clocks.csv"
printf 'name,flop,bytes,measured_s\nfast,1e13,1e9,0.001\n' >"$scratch/fast.csv"
run 1 roofline --device H100 --kernel a=1T,1T --kernel b=9T,1G --kernels "$scratch/fast.csv" \
    --report "$scratch/roofline"
page "$scratch/roofline" 1
has "a (memory)" "$(cat "$scratch/roofline/report.html")"
has "b (compute)" "$(cat "$scratch/roofline/report.html")"
has "<td>refused</td>" "$(cat "$scratch/roofline/report.html")"
run 0 point "$examples/vla-stages.json" --latency-at-most 60ms --report "$scratch/point"
page "$scratch/point" 1
has "latency at most 60 ms" "$(cat "$scratch/point/report.html")"

# What cannot be: a file where the folder should be, a roofline without kernels.
echo >"$scratch/file"
refused "cannot be made" "${week[@]}" --report "$scratch/file"
refused "give --kernel" roofline --device H100 --report "$scratch/x"
finish
