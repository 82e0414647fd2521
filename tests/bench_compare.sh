#!/usr/bin/env bash
# bench/compare.sh on made-up benchmarks: equal ones are not told apart, a slower one is, and what is missing is said.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
fault() {
    echo "FAULT: $*"
    faults=$((faults + 1))
}
# build NAME FACTOR SEED: a build folder whose benchmark takes FACTOR times 100, with noise of 5 %.
build() {
    mkdir -p "$work/$1/bench"
    cat >"$work/$1/bench/variants" <<END
#!/usr/bin/env bash
for flag in "\$@"; do [[ \$flag = --benchmark_out=* ]] && out=\${flag#*=}; done
echo x >>"$work/$1/runs"
awk -v seed=\$(($3 * 1000 + \$(wc -l <"$work/$1/runs"))) 'BEGIN {
    srand(seed); rand()
    print "name,iterations,real_time,cpu_time,time_unit"
    print "\"one\",1,1," 100 * $2 * (1 + 0.1 * (rand() - 0.5)) ",ms"
    print "\"two(9h,20)\",1,1," 100 * (1 + 0.1 * (rand() - 0.5)) ",ms"
}' >"\$out"
END
    chmod +x "$work/$1/bench/variants"
}
# compare STATUS WORDS OLD NEW: exit status and words of the answer.
compare() {
    local status=0
    bash bench/compare.sh "${@:3}" >"$work/answer" 2>&1 || status=$?
    [ "$status" = "$1" ] || fault "exit status $status instead of $1: ${*:3}: $(cat "$work/answer")"
    grep -q -- "$2" "$work/answer" || fault "missing '$2' in: $(cat "$work/answer")"
}
build same 1.0 1
build renamed 1.0 4
sed -i 's/"one/"uno/' "$work/renamed/bench/variants"
build other 1.0 5
sed -i 's/"one/"uno/; s/"two/"due/' "$work/other/bench/variants"
build again 1.0 2
build slow 1.1 3
compare 0 '^no difference$' "$work/same" "$work/again"
compare 0 '^no difference, 2 not compared$' "$work/same" "$work/renamed"
compare 2 'no row in common' "$work/same" "$work/other"
compare 1 '^one .* slower$' "$work/same" "$work/slow"
compare 1 '^two(9h,20) .* inside the noise$' "$work/same" "$work/slow"
compare 1 '^one .* faster$' "$work/slow" "$work/same"
compare 2 'holds no bench/nothing' "$work/same" "$work/slow" nothing
compare 2 'neither a folder nor a git revision' "$work/same" no-such-revision
ROUNDS=8 compare 2 'need more rounds' "$work/same" "$work/slow"
[ "$faults" = 0 ] && echo ok
exit $((faults > 0))
