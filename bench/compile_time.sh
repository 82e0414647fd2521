#!/usr/bin/env bash
# Compile time of <gangway/gangway.hpp> against <ranges>: user CPU seconds, the median of several runs, for each compiler
# that is here; and under clang how many classes and functions each of them instantiates.
# Usage: bash bench/compile_time.sh [runs]      exit 1 where gangway costs more than twice <ranges>
set -eu
cd "$(dirname "$0")/.."
runs=${1:-9}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

echo '' >"$dir/empty.cpp"
echo '#include <ranges>' >"$dir/ranges.cpp"
echo '#include <gangway/gangway.hpp>' >"$dir/gangway.cpp"

# compile COMPILER SOURCE [FLAG...]
compile() {
    local compiler=$1 source=$2
    shift 2
    "$compiler" -std=c++20 -O1 -Iinclude -c "$dir/$source.cpp" -o "$dir/$source.o" "$@"
}

TIMEFORMAT=%U
# seconds COMPILER SOURCE: user CPU seconds of one compilation
seconds() { { time compile "$1" "$2" 2>"$dir/errors"; } 2>&1 || { cat "$dir/errors" >&2; exit 1; }; }

status=0
printf '%-12s %8s %8s %8s   %s\n' compiler empty ranges gangway 'gangway/ranges'
for compiler in g++ clang++-19; do
    if ! command -v "$compiler" >/dev/null; then
        echo "$compiler is not here"
        continue
    fi
    # Interleaved, so that a slow spell of the machine meets all three.
    for ((i = 0; i < runs; ++i)); do
        for source in empty ranges gangway; do seconds "$compiler" $source >>"$dir/$compiler.$source"; done
    done
    for source in empty ranges gangway; do
        sort -n "$dir/$compiler.$source" | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }' >"$dir/median.$source"
    done
    awk -v c="$compiler" '{ t[FNR == 1 ? ++n : n] = $1 }
        END { r = t[3] / t[2]; printf "%-12s %8.3f %8.3f %8.3f   %.2f\n", c, t[1], t[2], t[3], r; exit r > 2 }' \
        "$dir/median.empty" "$dir/median.ranges" "$dir/median.gangway" || status=1
done

if command -v clang++-19 >/dev/null; then
    echo
    printf '%-12s %20s %20s\n' 'clang++-19' InstantiateClass InstantiateFunction
    for source in ranges gangway; do
        compile clang++-19 $source -ftime-trace -ftime-trace-granularity=0
        printf '%-12s' $source
        for event in InstantiateClass InstantiateFunction; do
            printf ' %20d' "$(grep -o "\"name\":\"$event\"" "$dir/$source.json" | wc -l)"
        done
        echo
    done
fi
exit $status
