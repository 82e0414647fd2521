#!/usr/bin/env bash
# Rates from logs: of files and of a pipe that goes on, as text, JSON and table; and the whole chain to a replay.
. "$(dirname "$0")/common.bash"
logs=$here/../data/logs
run 0 profile "$logs/hf_trainer_evaluation.log" --gpus 4
has "it/s" "$out"
has "form       tqdm" "$out"
has "stalls" "$out"
has "GPU seconds" "$out"
same "$(printf '%s\n' "$out" | tail -n +2 | awk 'length > 80')" "" "lines wider than 80"
run 1 profile "$logs/none_untimed_steps.log"
has "none found" "$out"
has "step_without_time, line 1, 60 times" "$out"
run 2 profile "$logs/no_such.log"
has "cannot be read" "$err"
run 2 profile "$logs"
has "is a folder" "$err"
run 2 profile "$logs/megatron.log" --until 200%
has "write 2%" "$err"
run 2 profile "$logs/megatron.log" --form 'x=step {step}'
has "it needs a rate" "$err"
run 2 profile "$logs/megatron.log" --table "$scratch/t.csv"
has "does not say what ran" "$err"
# A form of one's own.
for i in $(seq 30); do echo "done $i at 5.0 a second"; done >"$scratch/own.log"
run 1 profile "$scratch/own.log"
run 0 profile "$scratch/own.log" --form 'mine=done {step} at {it/s} a second'
has "5.000 it/s" "$out"
has "form       mine" "$out"
# A pipe that never ends: the tool ends as soon as the interval is narrow enough, and a budget ends it too.
endless() { for ((i = 0; ; i++)); do echo "iter $i: loss 3.1, time 25$((i % 3)).00ms, mfu 38.21%"; done 2>/dev/null; }
out=$(endless | timeout 60 "$tool" profile - --until 2%)
same "${PIPESTATUS[*]}" 0 "a pipe without an end"
has "narrow enough after" "$out"
out=$(endless | timeout 60 "$tool" profile - --budget 5s)
has "budget spent after" "$out"
# Figures.
if command -v python3 >/dev/null; then
    run 0 profile "$logs/nanogpt.log" "$logs/deepspeed_samples_only.log" --json
    printf '%s' "$out" >"$scratch/profile.json"
    python3 - "$scratch/profile.json" <<'P' || fault "figures differ, see above"
import json, sys
a, b = json.load(open(sys.argv[1]))
def check(what, holds):
    if not holds: sys.exit(f"{what}: {a} {b}")
check("rate", abs(a["rate"] * 0.2671 - 1) < 0.02)
check("interval", a["low"] < a["rate"] < a["high"] and a["confidence"] >= 0.95)
check("readings", a["readings"]["used"] + a["readings"]["warm_up"] + a["readings"]["stalls"] == 200)
check("samples", b["unit"] == "samples/s" and abs(b["rate"] * 0.81 / 96 - 1) < 0.02)
check("findings", {f["what"] for f in a["findings"]} == {"stalls"})
P
fi
# The whole chain: logs, profiles, efficiency, replay; in one command and in two.
mkdir "$scratch/logs"
cp "$logs/keras2.log" "$scratch/logs/resnet50.A100.x1.b256.log"
cp "$logs/lightning.log" "$scratch/logs/resnet50.A100.x4.b256.log"
cp "$logs/megatron_checkpoints.log" "$scratch/logs/gpt.A100.x8.b768.log"
cp "$logs/nanogpt.log" "$scratch/logs/gpt-2.124m.A100.x8.b480.log"
week=(replay --trace philly-like:1,jobs=400,days=2 --cluster 20x8 --policy 'fifo;strict' --policy 'efficiency+aging(6h);strict')
run 0 "${week[@]}" --profile-logs "$scratch/logs"
has "on A100: gpt, gpt-2.124m, resnet50" "$out"
has "pre-flight runs took" "$out"
same "$(printf '%s\n' "$out" | awk 'length > 80')" "" "lines wider than 80"
run 0 "${week[@]}" --profile-logs "$scratch/logs" --no-preflight --csv
one=$out
run 0 profile "$scratch"/logs/*.log --table "$scratch/measured.csv"
has "model,gpu_type" "$(cat "$scratch/measured.csv")"
same "$(wc -l <"$scratch/measured.csv")" 5 "rows of the table"
run 0 "${week[@]}" --profiles "$scratch/measured.csv" --csv
same "$out" "$one" "one command and two"
run 0 "${week[@]}" --profiles "$scratch/measured.csv" --preflight 10m --json
has '"preflight"' "$out"
run 2 "${week[@]}" --profiles "$scratch/measured.csv" --profile-logs "$scratch/logs"
has "give one of them" "$err"
cp "$logs/none_empty.log" "$scratch/logs/empty.A100.x1.log"
run 2 "${week[@]}" --profile-logs "$scratch/logs"
has "holds no rate" "$err"
finish
