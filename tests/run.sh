#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests: with g++; with clang under sanitizers; and with clang what those
# do not cover: each header alone, what must not compile, projects that use gangway, fuzz targets.
set -eu
cd "$(dirname "$0")/.."
. cmake/debian-packages.sh

# shellcheck disable=SC2086 # a list of words
install_packages $packages_tests $packages_hosts

mkdir -p build
start=$SECONDS

# step LOG COMMAND...: quiet while all goes well; what failed, otherwise.
step() {
    local log=$1
    shift
    if ! "$@" >"$log" 2>&1; then
        { grep -E -A 12 '^FAILED|CMake Error|error:' "$log" || tail -n 30 "$log"; } | head -n 120
        echo "== failed: $* (whole log: $log)"
        exit 1
    fi
}

failed=()
for preset in dev clang asan; do
    begin=$SECONDS
    echo "== $preset: configure and build"
    # The examples and the tool are built once: they are the same code again, and the slowest part.
    [ $preset = dev ] && examples=ON || examples=OFF
    step build/$preset-configure.log cmake --preset $preset -DGANGWAY_BUILD_EXAMPLES=$examples
    if [ $preset = clang ]; then # its unit and property tests are those of asan
        step build/$preset-build.log cmake --build --preset $preset --target gangway_compile_checks
        tests=(-L 'compile_fail|consumer|fuzz')
    else
        step build/$preset-build.log cmake --build --preset $preset
        tests=()
    fi
    echo "== $preset: built in $((SECONDS - begin)) s, testing"
    log=build/$preset-test.log
    if ! ctest --preset $preset "${tests[@]}" >"$log" 2>&1; then
        failed+=("$preset")
        # What failed, with its output; what passed is not worth a line.
        grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test +#[0-9]+:.* Passed )' "$log" |
            sed '/tests passed,/,$d' | head -n 300
    fi
    grep -hoE '^\[gangway\] skipped.*' build/$preset/Testing/Temporary/LastTest.log | sort -u || true
    echo "== $preset: $((SECONDS - begin)) s"
    [ $preset = asan ] || sed -n '/tests passed,/,$p' "$log"
done

echo "== all: $((SECONDS - start)) s"
sed -n '/tests passed,/,$p' build/asan-test.log
if [ ${#failed[@]} -gt 0 ]; then
    echo "== tests failed in: ${failed[*]}"
    exit 1
fi
