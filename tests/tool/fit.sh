#!/usr/bin/env bash
# A clock sweep, long and wide, good and bad: models, clocks, limits, messages.
. "$(dirname "$0")/common.bash"
cd "$here/../.."
sweep=examples/data/gpu-sweep.csv
others=(--clock 'sm clock' --time-unit ms --power 'power (W)' --group app)
columns=("${others[@]}" --time 'TIME/ms')

# The example of the documentation; names of columns without case.
run 0 fit "$sweep" "${columns[@]}"
has "3 programs, 13 clocks each" "$out"
has "stencil  crisp   0.19  0.30    75   f+f3   0.29  0.40    24" "$out"
has "stencil  800    42.73     17.91   800     0.00    0.00" "$out"
has "median" "$out"
same "$err" "" "stderr"
same "$(printf '%s\n' "$out" | awk 'length > 80')" "" "lines wider than 80"
run 0 fit "$sweep" "${columns[@]}" --model stall
has "stencil  stall" "$out"

# What the documentation quotes is what is printed.
{
    "$tool" fit "$sweep" "${columns[@]}"
    "$tool" fit "$sweep" "${columns[@]}" --max-slowdown 1.05
} >"$scratch/printed"
awk '/^```text$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/cost/sweep-to-clock.md >"$scratch/quoted"
[ "$(wc -l <"$scratch/quoted")" -gt 15 ] || fault "docs/cost/sweep-to-clock.md quotes nothing"
while IFS= read -r line; do grep -qxF -- "$line" "$scratch/printed" || fault "quoted, not printed: $line"; done <"$scratch/quoted"

# Limits and objectives.
run 0 fit "$sweep" "${columns[@]}" --max-slowdown 1.05
has "stencil  1400" "$out"
run 0 fit "$sweep" "${columns[@]}" --deadline 0.03
has "gemm       1300" "$out"
has "copy !     1800" "$out"
has "no clock keeps the limits; the one that comes nearest (2 of 3 programs)" "$out"
run 0 fit "$sweep" "${columns[@]}" --objective delay --power-cap 150
has "gemm     1200" "$out"
run 0 fit "$sweep" "${columns[@]}" --objective ed2p
has "gemm     1700     6.54      4.32  1800     1.71" "$out"
run 0 fit "$sweep" "${columns[@]}" --objective zeus:0 --top-power 300
has "gemm     1800" "$out"

# JSON and CSV.
run 0 fit "$sweep" "${columns[@]}" --json
has '"form": "crisp"' "$out"
has '"chosen_clock": 800.0' "$out"
has '"median_time_held_out_error": 0.00' "$out"
run 0 fit "$sweep" "${columns[@]}" --csv
has "program,clock_mhz,time_s,power_w" "$out"
same "$(printf '%s\n' "$out" | wc -l)" 40 "rows of --csv"
printf '%s\n' "$out" >"$scratch/models.csv"
run 0 fit "$scratch/models.csv" # its own output, under the names it looks for by itself
has "gemm     stall   0.00  0.00" "$out"

# A power limit instead of a clock: the cost of Zeus by hand is 5220, 4264 and 4500 J.
printf 'power_limit,time,watts\n100,30,98\n250,20,200\n175,20.8,160\n' >"$scratch/limits.csv"
limits=("$scratch/limits.csv" --clock power_limit --clock-unit W --time time --power watts)
run 0 fit "${limits[@]}" --objective zeus
has "(all rows)  175    16.80      4.00   175" "$out"
run 0 fit "${limits[@]}"
has "(all rows)  100" "$out"
run 0 fit "${limits[@]}" --objective zeus:0
has "(all rows)  250" "$out"

# Two clocks.
{
    echo 'core,mem,t,p'
    for c in 1000 1200 1500 1600 2000; do
        for m in 4000 4500 5000; do awk -v c=$c -v m=$m 'BEGIN { printf "%d,%d,%.9f,%.9f\n", c, m, 0.1 + 500 / c + 1500 / m, 50 + m / 100 + 10 * (c / 1000) ^ 3 }'; done
    done
} >"$scratch/two.csv"
run 0 fit "$scratch/two.csv" --clock core --memory-clock mem --time t --power p
has "(all rows)   sum   0.00  0.00" "$out"
has "fm+f+f3   0.00  0.00" "$out"
run 2 fit "$scratch/two.csv" --clock core --memory-clock mem --time t --power p --model crisp
has "is no model of two clocks" "$err"

# Wide tables: a program of the times without watts, a bad number, speeds instead of times.
printf 'MHz,600,800,1000,1200,1400\na,4,3,x,2,1.714285714\nb,1,1,1,1,1\n' >"$scratch/t.csv"
printf 'MHz,600,800,1000,1200,1400\na,50,60,70,80,90\n' >"$scratch/p.csv"
run 0 fit "$scratch/t.csv" --power-table "$scratch/p.csv"
has "1 program, 4 clocks each" "$out"
has "t.csv:2: bad_number: 'x' is not a number above 0 and at most 1e18 (that clock left out)" "$err"
has "t.csv:3: missing_field: $scratch/p.csv has no row for 'b'" "$err"
has "1 of 1 programs have fewer than 5 clocks: not fitted, chosen as measured" "$err"
printf 'MHz,300,600,1200,1500,2400\na,0.125,0.25,0.5,0.625,1\n' >"$scratch/s.csv"
printf 'MHz,300,600,1200,1500,2400\na,50,60,70,80,90\n' >"$scratch/q.csv"
run 0 fit "$scratch/s.csv" --power-table "$scratch/q.csv" --speeds --json
has '"form": "stall"' "$out"
has '"cycles": 2400000000.0' "$out"
printf 'MHz,600,900\na,4,3\n' >"$scratch/other.csv"
run 2 fit "$scratch/other.csv" --power-table "$scratch/p.csv"
has "other.csv:1: the header holds '900', a clock that" "$err"

# Bad rows are named; clocks that repeat are averaged: 1 s and 3 s, 100 J and 500 J.
printf 'clock_mhz,time_s,power_w\n600,2,100\n700,N/A,100\n800,-1,100\n900,nan,100\n1000,1\n1200,,100\n1400,1,100\n1400,3,166.666666667\n' >"$scratch/bad.csv"
run 0 fit "$scratch/bad.csv" --json
for want in "bad.csv:3: bad_number: time_s 'N/A'" "bad.csv:4: bad_number: time_s '-1'" "bad.csv:5: bad_number" "bad.csv:6: malformed" "bad.csv:7: missing_field" "rows that repeat a clock of their program: 1"; do
    has "$want" "$err"
done
has '"clocks": 2' "$out"
has '"chosen_clock": 600.0' "$out" # 200 J against 300 J
has '"slowdown": 1.0' "$out"

# Arguments that cannot be used.
run 2 fit "$sweep" "${others[@]}" --time 'tme/ms'
has "did you mean 'time/ms'?" "$err"
run 2 fit "$sweep" "${columns[@]}" --objective enrgy
has "did you mean 'energy'?" "$err"
run 2 fit "$sweep" "${columns[@]}" --objective zeus
has "--top-power" "$err"
run 2 fit "$sweep" "${columns[@]}" --objective edp:3
has "only zeus takes a number" "$err"
run 2 fit "$sweep" "${columns[@]}" --clock-unit Mhz
has "did you mean 'MHz'?" "$err"
run 2 fit "$scratch/absent.csv"
has "cannot be read" "$err"
: >"$scratch/empty.csv"
run 2 fit "$scratch/empty.csv"
has "no header" "$err"
finish
