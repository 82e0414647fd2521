#!/usr/bin/env bash
# A sweep as a job array of a real Slurm: one part is killed and run again, and the merged rows are those of one machine.
#   sweep_array.sh PATH-OF-gangway      (root; some seconds; leaves nothing behind)
set -u
gangway=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PATH=$PATH:/usr/sbin:/usr/local/sbin
for needed in slurmctld slurmd munged sbatch squeue; do
    command -v "$needed" >/dev/null || { echo "[gangway] skipped: $needed is absent"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "[gangway] skipped: a private Slurm needs root"; exit 0; }

source "$here/sandbox.bash"
trap sandbox_down EXIT
trap 'exit 1' INT TERM
cd "$sandbox" || exit 1
fault() {
    echo "FAULT: $*"
    exit 1
}
sandbox_up 4 8 || fault "the private Slurm did not come up"

words=(--trace 'philly-like:{1..2},jobs=300' --cluster 16x8 --policy fifo --policy 'fifo;{greedy,draining({6h,12h,24h},{2,4,8})}')
"$gangway" sweep "${words[@]}" -o one.csv >/dev/null || fault "the sweep of one machine"

# Part 3 hangs before it has written anything, until somebody has looked.
cat >part.sh <<'JOB'
#!/bin/bash
if [ "$SLURM_ARRAY_TASK_ID" = 3 ] && [ ! -e looked ]; then
    touch hangs
    sleep 600
fi
exec "$GANGWAY" sweep "$@" --threads 1 --shard "$SLURM_ARRAY_TASK_ID/4" -o "part-$SLURM_ARRAY_TASK_ID"
JOB
array() { GANGWAY=$gangway sbatch --parsable -D "$sandbox" -o 'log/part-%a' --array="$1" part.sh "${words[@]}"; }
wait_until() { # SECONDS COMMAND...
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.1
    done
}
left_are() { [ "$(timeout 5 squeue -h -r -o %K 2>&1 | sort | xargs)" = "$1" ]; }
hangs() { [ -e hangs ]; }

id=$(array 1-4) || fault "sbatch"
wait_until 30 hangs || fault "part 3 did not begin"
wait_until 60 left_are 3 || fault "the other parts did not end: $(squeue -h)"
scancel --signal=KILL --full "${id}_3"
wait_until 30 left_are "" || fault "part 3 could not be killed"
echo "ok: part 3 of 4 is killed; there are: $(ls part-? | xargs)"
said=$("$gangway" merge part-? 2>&1) && fault "merged without part 3"
[[ $said == *"missing: part 3/4"* ]] || fault "merge says: $said"
echo "ok: merge says: ${said#gangway: }"

touch looked
array 3 >/dev/null || fault "sbatch"
wait_until 60 left_are "" || fault "part 3 did not end"
"$gangway" merge part-? -o merged.csv >/dev/null || fault "merge"
cmp one.csv merged.csv || fault "the merged rows are not those of one machine"
echo "ok: run again and merged: $(($(wc -l <merged.csv) - 1)) rows, byte for byte those of one machine"
