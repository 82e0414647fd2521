#!/usr/bin/env bash
# gangway-slurm against a real slurmctld with 8 slurmd on loopback and real jobs: what it promises, and what it costs.
#   proof.sh PATH-OF-gangway-slurm      (root; about two minutes; leaves nothing behind)
set -u
program=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PATH=$PATH:/usr/sbin:/usr/local/sbin
for needed in slurmctld slurmd munged sbatch squeue scontrol; do
    command -v "$needed" >/dev/null || { echo "[gangway] skipped: $needed is absent"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "[gangway] skipped: a private Slurm needs root"; exit 0; }

source "$here/sandbox.bash"
trap sandbox_down EXIT
trap 'exit 1' INT TERM
cd "$sandbox" || exit 1
began=$SECONDS
faults=0
fault() {
    echo "FAULT: $*"
    faults=$((faults + 1))
}
same() { # WHAT WANTED GOT
    if [ "$2" = "$3" ]; then echo "ok: $1: $3"; else fault "$1: '$3' instead of '$2'"; fi
}
sandbox_up 8 8 || { echo "FAULT: the private Slurm did not come up"; exit 1; }
echo "== a private Slurm $(sinfo -V | cut -d' ' -f2): 8 nodes of 8 GPUs, up after $((SECONDS - began)) s"

cat >"$sandbox/work.sh" <<'JOB'
#!/bin/bash
echo "$(date +%s.%N) $SLURM_JOB_NAME $SLURM_JOB_NUM_NODES $SLURM_JOB_NODELIST" >>"$LOG"
sleep "$1"
JOB
# job NAME NODES SECONDS OPTIONS...: a gang of NODES whole nodes; prints its id.
job() {
    local name=$1 nodes=$2 seconds=$3
    shift 3
    LOG=$sandbox/starts sbatch --parsable -p gpu -o /dev/null -J "$name" --nodes="$nodes" --gres=gpu:8 --time=5 "$@" \
        "$sandbox/work.sh" "$seconds"
}
starts() { sort -n "$sandbox/starts" 2>/dev/null | awk '{ printf "%s%s", sep, $2; sep = " " }'; }
wait_until() { # SECONDS COMMAND...
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.1
    done
}
queue_empty() { [ -z "$(timeout 5 squeue -h 2>&1)" ]; }
clear_queue() {
    scancel -p gpu -p other 2>/dev/null
    scancel --user=root 2>/dev/null
    wait_until 30 queue_empty || fault "the queue did not empty"
    : >"$sandbox/starts"
}
pending_field() { squeue -h -t PD -o "$1"; }
controller() { sandbox_start controller "$program" "$@"; }

# Five to eight nodes each: one at a time, so that the order of starts is the order of decisions. Score: rate / GPUs.
six_jobs() { # OPTIONS...: names, nodes and rates
    local line
    for line in a:5:100 b:8:720 c:6:240 d:7:672 e:5:220 f:8:512; do
        IFS=: read -r name nodes rate <<<"$line"
        job "$name" "$nodes" "${seconds_of[$name]:-1}" --comment="gangway rate=$rate" "$@" >/dev/null
    done
}
declare -A asked=([a]=5 [b]=8 [c]=6 [d]=7 [e]=5 [f]=8 [all]=8 [wide]=6 [small]=1) seconds_of=()

echo "== (a) the order of starts, (b) whole gangs, (d) slurmctld killed in the middle"
job all 8 2 >/dev/null
six_jobs
wait_until 60 queue_empty
same "Slurm's own order" "all a b c d e f" "$(starts)"
clear_queue

# Samples of what runs, on how many nodes: a gang that is partly started would show here.
sampler() { while :; do squeue -h -t R -o '%j %D' 2>/dev/null; sleep 0.2; done; }
sampler >"$sandbox/samples" &
sandbox_pid[sampler]=$!
disown
seconds_of=([b]=9) # runs while slurmctld is away
job all 8 3 --hold --comment="gangway rate=9999" >/dev/null
six_jobs --hold
controller gate --word gangway --every 0.2s --record "$sandbox/record" --times
wait_until 30 grep -q ' b ' "$sandbox/starts" || fault "b did not start"
sleep 6 # slurmctld saves what changed after 5 s at the latest
slurmctld_kill
sleep 1
slurmctld_start
slurm_says_up 8 || fault "slurmctld did not come back"
wait_until 90 queue_empty || fault "jobs are left after the restart: $(squeue -h | head -n 3)"
sandbox_end controller
sandbox_end sampler
same "order under gate, with a restart of slurmctld" "all d b f e c a" "$(starts)"
same "order of the releases that decide() gave" "$(starts)" \
    "$(sed -n 's/.* job [0-9]* (\([a-z]*\)): release.*/\1/p' "$sandbox/log/controller.out" | paste -sd' ')"
partly=$({ cat "$sandbox/samples"; cut -d' ' -f2,3 "$sandbox/starts"; } |
    while read -r name nodes; do [ "$nodes" = "${asked[$name]}" ] || echo "$name on $nodes"; done)
same "gangs partly started, in $(wc -l <"$sandbox/samples") samples" "" "$partly"
grep -v '^look: \|^gangway-slurm: ' "$sandbox/log/controller.out" >"$sandbox/live"
"$program" gate --word gangway --replay "$sandbox/record" >"$sandbox/replayed" || fault "replay failed"
if [ -s "$sandbox/live" ] && cmp -s "$sandbox/live" "$sandbox/replayed"; then
    echo "ok: $(wc -l <"$sandbox/record") recorded states replayed without slurmctld:" \
        "$(wc -l <"$sandbox/live") changes, byte for byte"
else
    fault "the replay differs: $(diff "$sandbox/live" "$sandbox/replayed" | head -n 4)"
fi
clear_queue

echo "== (c) a gang of 6 nodes under a stream of small jobs that go first"
# stream SECONDS OPTIONS...: never fewer than 12 small jobs wait; each holds a node for 2 s.
stream() {
    local end=$((SECONDS + $1)) i
    shift
    while [ "$SECONDS" -lt "$end" ] && ! grep -q ' wide ' "$sandbox/starts"; do
        for i in $(seq $((12 - $(squeue -h -t PD -n small | wc -l)))); do job small 1 2 "$@" >/dev/null; done
        sleep 0.2
    done
}
landed() { awk -v from="$1" '$2 == "wide" { printf "%.0f", $1 - from }' "$sandbox/starts"; }
# contest WHO SECONDS OPTIONS-OF-THE-JOBS...
contest() {
    local who=$1 from after
    clear_queue
    job small 1 2 "${@:3}" >/dev/null # never an empty cluster
    for i in $(seq 11); do job small 1 2 --nice=-100 --comment="gangway rate=80" "${@:3}" >/dev/null; done
    from=$(date +%s.%N)
    job wide 6 1 --comment="gangway rate=48" "${@:3}" >/dev/null
    stream "$2" --nice=-100 --comment="gangway rate=80" "${@:3}"
    after=$(landed "$from")
    echo "    $who: ${after:+lands after }${after:-still waits after $2} s," \
        "$(grep -c ' small ' "$sandbox/starts") small jobs started meanwhile"
    landed_after=$after
}
greedy='efficiency+aging(6h);greedy' protected='efficiency+aging(6h);protected(5s)'
contest "Slurm's own order (small jobs have a better nice)" 20
[ -z "$landed_after" ] || fault "Slurm's own order did not starve the gang: the contest shows nothing"
controller gate --word gangway --every 0.2s --policy "$greedy"
contest "gate, $greedy" 20 --hold
[ -z "$landed_after" ] || fault "greedy did not starve the gang: the contest shows nothing"
sandbox_end controller
controller gate --word gangway --every 0.2s --policy "$protected"
contest "gate, $protected" 30 --hold
[ "${landed_after:-99}" -le 12 ] || fault "the protected gang did not land within 12 s"
sandbox_end controller
controller rank --word gangway --every 0.2s --policy "$protected"
contest "rank, $protected" 30
[ "${landed_after:-99}" -le 20 ] || fault "the protected gang did not land within 20 s"
sandbox_end controller
clear_queue

echo "== safety"
# Somebody else's job on the node of a released gang: it is taken back, not left pinned for ever.
sbatch --parsable -p other -o /dev/null --nodes=1 --nodelist=n1 --gres=gpu:8 --wrap 'sleep 60' >/dev/null
pinned=$(job pinned 1 1 --hold --comment=gangway)
unheld=$(job unheld 8 1 --comment=gangway)
by_hand=$(job byhand 1 1 --hold --comment=gangway)
scontrol hold "$by_hand"
left=$(sbatch --parsable -p other -o /dev/null --nodes=1 --gres=gpu:8 --hold --wrap true)
something_runs() { [ -n "$(squeue -h -t R)" ]; }
wait_until 10 something_runs || fault "the other partition's job does not run"
sleep 1
scontrol update JobId="$pinned" ReqNodeList=n1 \
    AdminComment='gangway: released to n1 at 2020-01-01T00:00:00+0000 | a note'
scontrol release "$pinned"
"$program" gate --word gangway --once >"$sandbox/out" 2>&1 || fault "gate --once failed: $(cat "$sandbox/out")"
same "a gang that could not start is held again, without a node" "JobHeldUser (null)" \
    "$(squeue -h -j "$pinned" -o %r) $(scontrol -o show job "$pinned" | sed -n 's/.*ReqNodeList=\([^ ]*\) .*/\1/p')"
same "an administrator's hold stays" "JobHeldAdmin" "$(squeue -h -j "$by_hand" -o %r)"
same "a job that is not held is left to Slurm, and told" \
    "1 gangway: left to Slurm: it is not held; submit with --hold" \
    "$(squeue -h -j "$unheld" -o %Q) $(scontrol -o show job "$unheld" | sed -n 's/.*AdminComment=\(.*hold\) .*/\1/p')"
same "a job of another partition, without the word, is not touched" "(null)" \
    "$(scontrol -o show job "$left" | grep -o 'AdminComment=.*' || echo '(null)')"
"$program" gate --word gangway --once >"$sandbox/out" 2>&1
wait_until 20 grep -q ' pinned ' "$sandbox/starts" || fault "the gang that was taken back did not start elsewhere"
same "the note of others is kept" "a note" \
    "$(scontrol -o show job "$pinned" | sed -n 's/.*AdminComment=[^|]*| \(a note\).*/\1/p')"
clear_queue

job all 8 60 >/dev/null
wait_until 10 grep -q ' all ' "$sandbox/starts"
for i in 1 2 3; do job "r$i" 1 1 --nice=$((i * 10)) --comment="gangway rate=$i" >/dev/null; done
as_they_are() { pending_field '%j, priority %Q, nice %y' | sort | paste -sd';'; }
before=$(as_they_are | sed 's/r2, priority 1/r2, priority 0/') # r2 is held below
controller rank --partition gpu --word gangway --every 0.2s --restore-on-exit
ranked() { [ "$(pending_field '%Q %j' | sort -rn | awk '{ printf "%s ", $2 }')" = "r3 r2 r1 " ]; }
wait_until 10 ranked || fault "rank did not order r3 r2 r1: $(pending_field '%Q %j')"
scontrol uhold "jobname=r2" # ranked, then held by its owner: it gets its nice back, and stays held
sandbox_end controller
same "rank, then --restore-on-exit: priorities and nice as before" "$before" "$(as_they_are)"
clear_queue

echo "== (e) a thousand waiting jobs, (f) decisions against round trips"
job all 8 300 --time=60 >/dev/null
wait_until 10 grep -q ' all ' "$sandbox/starts"
printf '#!/bin/bash\nsleep 1\n' >"$sandbox/nothing.sh"
for i in $(seq 1000); do
    sbatch --parsable -p gpu -o /dev/null -J "m$i" --nodes=$((i % 8 + 1)) --gres=gpu:8 --time=$((i % 50 + 5)) --hold \
        --comment="gangway rate=$((i * 7 % 1000))" "$sandbox/nothing.sh" >/dev/null
done
look() { "$program" "$@" --word gangway --once --times 2>&1 >"$sandbox/out" | grep '^look: '; }
writes_of() { sed 's/.*writes \([0-9]*\).*/\1/' <<<"$1"; }
thousand() { # MODE
    local first steady=() i line
    first=$(look "$1")
    echo "    $1, first look:  ${first#look: }"
    for i in 1 2 3; do
        line=$(look "$1")
        steady+=("$(writes_of "$line")")
        echo "    $1, steady look: ${line#look: }"
    done
    same "$1: writes of the first look and of three steady ones" "1000, 0 0 0" "$(writes_of "$first"), ${steady[*]}"
}
thousand gate
"$program" gate --word gangway --once --dry-run --record "$sandbox/line" >/dev/null
echo "    a recorded state has $(($(wc -c <"$sandbox/line") / 1000)) kB"
"$program" put-back --word gangway >/dev/null || fault "put-back failed"
same "put-back: jobs that wait and are still marked" 0 \
    "$(scontrol -o show job | grep 'JobState=PENDING' | grep -c 'AdminComment=gangway')"
pending_field %i | xargs -n 100 | tr ' ' , | xargs -n 1 scontrol release
thousand rank
# Jobs that vanish between reading and writing.
"$program" put-back --word gangway >/dev/null || fault "put-back failed"
pending_field %i | tail -n 300 >"$sandbox/victims"
"$program" rank --word gangway --once >/dev/null 2>"$sandbox/err" &
writer=$!
xargs -n 100 scancel <"$sandbox/victims"
wait "$writer"
same "exit status while 300 jobs are cancelled under its hands" 0 $?
echo "    it says: $(cat "$sandbox/err")"
sandbox_down_began=$SECONDS
sandbox_down
trap - EXIT
[ -z "$(sandbox_left)" ] || fault "processes are left: $(sandbox_left)"
echo "== $((SECONDS - began)) s in all, $((SECONDS - sandbox_down_began)) of them for going down; $faults faults"
exit $((faults > 0))
