#!/usr/bin/env bash
# Breaks the library on purpose, one line at a time, and checks that a test goes red. Takes minutes: not part of ctest.
#
#   bash tests/mutations.sh [NAME ...]     all mutations, or those named
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cxx=${CXX:-g++}
"$cxx" -std=c++20 -O0 -c tests/main.cpp -o "$work/main.o"

survived=0
tried=0
wanted=("$@")
# mutate NAME HEADER OLD NEW TEST: in HEADER the text OLD becomes NEW; TEST must then fail, or not compile.
mutate() {
    local name=$1 header=$2 old=$3 new=$4 test=$5
    if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
    tried=$((tried + 1))
    rm -rf "$work/include"
    cp -r include "$work/include"
    OLD=$old NEW=$new perl -0pi -e 's/\Q$ENV{OLD}\E/$ENV{NEW}/ or die "the text to mutate is gone\n"' "$work/include/gangway/$header" ||
        { echo "$name: cannot be applied to $header"; survived=$((survived + 1)); return; }
    if ! "$cxx" -std=c++20 -O0 -I"$work/include" -Itests "tests/$test.cpp" "$work/main.o" -lrapidcheck -o "$work/test" 2>"$work/log"; then
        echo "$name: red, $test does not compile"
    elif (cd "$work" && RC_PARAMS="seed=1 max_success=500" timeout 300 ./test >"$work/log" 2>&1); then
        echo "$name: SURVIVED $test"
        survived=$((survived + 1))
    else
        echo "$name: red in $test"
    fi
}

mutate tie-break queue/key.hpp 'return a.id < b.id;' 'return b.id < a.id;' property/replay_equals_oracle
mutate lying-drift rank/aging.hpp $'struct capped_aging {\n    static constexpr drift moves = drift::arbitrary;' \
    $'struct capped_aging {\n    static constexpr drift moves = drift::uniform;' property/decide_equals_scheduler
mutate shadow-off-by-one admit/easy.hpp 'double const limit = m.shadow - pass.now().value();' \
    'double const limit = m.shadow - pass.now().value() + 1.0;' property/replay_equals_oracle
mutate one-task-short place/best_fit.hpp 'auto const here = std::min(wanted, tasks_that_fit(g.each, room.left(n)));' \
    'auto const here = std::min(wanted, tasks_that_fit(g.each, room.left(n))) - (wanted == g.tasks && wanted > 1 ? 1 : 0);' \
    property/placements_are_whole
mutate protected-too-late admit/protected_greedy.hpp 'pass.waited(job) >= after' 'pass.waited(job) > after' property/replay_equals_oracle
mutate hold-forgotten admit/draining.hpp 'held[n] += here * g.tasks.each;' '' property/replay_equals_oracle
mutate reservation-too-short admit/conservative.hpp 'book(pass, m, job, start, start + length);
        pass.reserve' 'book(pass, m, job, start, start + length - 1.0);
        pass.reserve' property/replay_equals_oracle
mutate release-too-late capacity/timeline.hpp 'times_[s + 1] >= times_[start] + length' 'times_[s + 1] > times_[start] + length' \
    property/replay_equals_oracle
mutate kinetic-never-turns queue/kinetic_queue.hpp 'return closing > 0.0 ? crossing - doubt : forever;' 'return forever;' \
    property/queues_equal_rescan
mutate loose-fit capacity/levels.hpp 'return tasks <= 0;' 'return tasks <= 1;' property/replay_equals_oracle
mutate front-not-followed front_order.hpp 'sooner(ranked_[at + 1], shape)' 'false' property/replay_equals_oracle
mutate minimum-kept queue/estimate_run.hpp 'least_[at] = std::min(least_[2 * at], least_[2 * at + 1]);' '' \
    property/queues_equal_rescan
mutate later-event-first sim/event_tree.hpp 'rival.at < at)' 'at < rival.at)' property/replay_equals_oracle
mutate tag-is-enough queue/id_table.hpp 'cells_[at].tag == tag && id_of(cells_[at].slot) == id' 'cells_[at].tag == tag' \
    unit/id_table
mutate watts-unchecked place/pool.hpp 'return fits(of_pool, room.left(room.size() - 1)) &&
           holds_gang' 'return holds_gang' property/replay_equals_oracle
mutate watts-forgotten book.hpp 'if (with_pool && line.shape.groups.back().at == pool_group) where.push_back' \
    'if (false) where.push_back' property/decide_equals_scheduler
mutate slower-than-planned book.hpp 'e.rank.estimate = e.clock.slowdown * estimate' 'e.rank.estimate = estimate' \
    unit/pool
mutate joules-of-the-last-run sim/replay.hpp 'result_.joules[job] = result_.joules[job] + ' 'result_.joules[job] = ' \
    property/replay_equals_oracle
mutate cube-loses-a-third cost/dvfs/optimum.hpp '(3.0 - d) * cubic' '(2.0 - d) * cubic' unit/cost_dvfs_optimum
mutate past-the-ridge cost/dvfs/optimum.hpp 'if (below <= knee) return frequency{below};' 'return frequency{below};' \
    unit/cost_dvfs_optimum
mutate slowdown-of-a-slowdown cost/dvfs/zeus.hpp 'slowdown * top->time.value()' 'slowdown * best->time.value()' \
    unit/cost_dvfs_zeus
mutate ties-by-order clock/choose.hpp 'return p.time != best.time ? p.time < best.time : p.clock < best.clock;' 'return false;' \
    unit/clock_choose

echo "$tried mutations, $survived survived"
[ "$survived" -eq 0 ]
