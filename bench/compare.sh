#!/usr/bin/env bash
# Compares a benchmark of two builds: runs both in turns, so that a slow spell of the machine meets both, and says for
# each of its rows how far apart they are, and where that is no more than noise.
#
#   bash bench/compare.sh OLD NEW [BENCHMARK] [FLAG...]     e.g. build/old build/new variants --benchmark_filter=easy
#
# OLD and NEW are build folders that hold bench/BENCHMARK (default: variants), or git revisions, which are built in
# build/compare/. ROUNDS=15 sets how often each runs. CPU time; `new/old` is the ratio of the medians. The interval is
# that of the median of the ratios by round, such that all rows together are wrong once in a hundred comparisons. Exit
# status: 0 no difference, 1 some row differs, 2 it cannot be compared.
set -euo pipefail
here=$(pwd)
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-15}
give_up() { echo "compare: $*" >&2; exit 2; }
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' bench/compare.sh >&2; exit 2; }
old=$1 new=$2 name=${3:-variants}
[ $# -le 3 ] && flags=() || flags=("${@:4}")
[[ $rounds =~ ^[0-9]+$ ]] && [ "$rounds" -ge 8 ] || give_up "ROUNDS is a number from 8 on: with fewer nothing can be said"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# program_of FOLDER-OR-REVISION: sets $program
program_of() {
    local folder=$1 revision source
    [[ $folder = /* ]] || folder=$here/$folder
    if [ -d "$folder" ]; then
        program=$folder/bench/$name
        [ -x "$program" ] || give_up "$1 holds no bench/$name: build the target bench_$name there"
        return
    fi
    revision=$(git rev-parse --verify --quiet "$1^{commit}") || give_up "$1 is neither a folder nor a git revision"
    source=build/compare/$revision
    if [ ! -d "$source" ]; then
        rm -rf "$source.part" # of a run that was interrupted
        mkdir -p "$source.part"
        git archive "$revision" | tar -x -C "$source.part"
        mv "$source.part" "$source"
    fi
    [ -f "$source/bench/$name.cpp" ] || give_up "$1 has no bench/$name.cpp yet"
    echo "compare: building $1 ($revision)" >&2
    { cmake -S "$source" -B "$source/build" -DCMAKE_BUILD_TYPE=Release -DGANGWAY_BUILD_BENCH=ON -DGANGWAY_BUILD_TESTS=OFF \
        -DGANGWAY_BUILD_EXAMPLES=OFF && cmake --build "$source/build" --target "bench_$name" -j2; } >"$work/build" 2>&1 ||
        { tail -n 20 "$work/build" >&2; give_up "$1 does not build"; }
    program=$source/build/bench/$name
}
program_of "$old"
old_program=$program
program_of "$new"
new_program=$program

# one SIDE PROGRAM ROUND: appends "side round cpu-time name" lines
one() {
    "$2" --benchmark_repetitions=1 --benchmark_report_aggregates_only=false --benchmark_out="$work/out" \
        --benchmark_out_format=csv "${flags[@]}" >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; give_up "$2 failed"; }
    awk -v side="$1" -v round="$3" '/^"/ {
        end = index(substr($0, 2), "\"")
        split(substr($0, end + 3), field, ",")
        if (field[3] + 0 > 0) print side "\t" round "\t" field[3] "\t" substr($0, 2, end - 1)
    }' "$work/out" >>"$work/times"
}
: >"$work/times"
for ((i = 1; i <= rounds; ++i)); do
    echo "compare: round $i of $rounds" >&2
    if ((i % 2)); then one old "$old_program" "$i"; one new "$new_program" "$i"; else
        one new "$new_program" "$i"; one old "$old_program" "$i"; fi
done
[ -s "$work/times" ] || give_up "bench/$name ran nothing with these flags"

awk -F '\t' -v rounds="$rounds" '
    { time[$1, $4, $2] = $3; if (!($4 in seen)) { seen[$4] = 1; order[++rows] = $4 } }
    function sorted(v, n,    i, j, t) {
        for (i = 2; i <= n; ++i) for (j = i; j > 1 && v[j] < v[j - 1]; --j) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    }
    function median(v, n) { return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2 }
    END {
        # Ranks that enclose the median of the ratios: a binomial tail of at most 1 % in all, over all rows and both sides.
        tail = 0; term = 0.5 ^ rounds; rank = 0
        for (k = 0; k < rounds / 2; ++k) {
            tail += term
            if (2 * tail > 0.01 / rows) break
            rank = k + 1
            term *= (rounds - k) / (k + 1)
        }
        if (rank < 1) { printf "compare: %d rows need more rounds than %d: ROUNDS=%d\n", rows, rounds, rounds + 4; exit 2 }
        for (i = 2; i <= rows; ++i) for (j = i; j > 1 && order[j] < order[j - 1]; --j) {
            name = order[j]; order[j] = order[j - 1]; order[j - 1] = name
        }
        width = 7
        for (r = 1; r <= rows; ++r) if (length(order[r]) > width) width = length(order[r])
        printf "%-" width "s %12s %12s %9s   %-16s\n", "", "old", "new", "new/old", "interval"
        for (r = 1; r <= rows; ++r) {
            n = 0
            for (i = 1; i <= rounds; ++i) if (((("old", order[r], i) in time)) && (("new", order[r], i) in time)) {
                a[++n] = time["old", order[r], i]; b[n] = time["new", order[r], i]; q[n] = b[n] / a[n]
            }
            if (n < rounds) { printf "%-" width "s is in one of the builds only\n", order[r]; ++alone; continue }
            sorted(a, n); sorted(b, n); sorted(q, n)
            low = q[rank]; high = q[n + 1 - rank]
            verdict = low > 1 ? "slower" : high < 1 ? "faster" : "no difference: inside the noise"
            if (low > 1 || high < 1) ++differ
            printf "%-" width "s %12.4g %12.4g %9.3f   %.3f to %.3f   %s\n", order[r], median(a, n), median(b, n),
                median(b, n) / median(a, n), low, high, verdict
        }
        if (alone == rows) { print "compare: the builds have no row in common"; exit 2 }
        both = rows - alone
        print (differ ? differ " of " both " differ" : "no difference") (alone ? ", " alone " not compared" : "")
        exit differ > 0
    }' "$work/times"
