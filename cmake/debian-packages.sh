#!/usr/bin/env bash
# The Debian 12 packages that gangway is built with: the one list. Sourced by examples/demo.sh and tests/run.sh; run by
# itself it installs everything, also what only the presets tidy and release need, and examples/ that stand on real hosts.

packages_tool="g++ cmake ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev libeigen3-dev librange-v3-dev"
packages_tool="$packages_tool gnuplot-nox" # draws the reports, at run time
packages_tests="$packages_tool clang-19 libclang-rt-19-dev doctest-dev librapidcheck-dev libglpk-dev pkgconf doxygen"
packages_hosts="libcpp-httplib-dev libsimgrid-dev libslurm-dev munge pybind11-dev python3-dev"
packages_hosts="$packages_hosts slurm-client slurm-wlm-basic-plugins slurmctld slurmd"
packages_all="$packages_tests $packages_hosts clang-tidy-19 libbenchmark-dev"

# install_packages NAME...: installs what is missing; without apt or without the right to, says what is needed, exit 2.
install_packages() {
    local system package missing=() as_root=()
    system=$(. /etc/os-release 2>/dev/null && echo "${ID:-unknown} ${VERSION_ID:-}") || system="unknown"
    if [ "$system" != "debian 12" ]; then
        echo "gangway: this script installs packages on Debian 12 only; this system is: $system" >&2
        echo "gangway: needed here are the equivalents of: $*" >&2
        echo "gangway: with those installed, \`cmake --workflow --preset dev\` builds and tests on any system" >&2
        exit 2
    fi
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        echo "== packages: all there"
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "gangway: missing packages, and neither root nor sudo to install them. As root:" >&2
            echo "    apt-get update && apt-get install ${missing[*]}" >&2
            exit 2
        fi
        as_root=(sudo)
    fi
    echo "== packages: installing ${missing[*]}"
    local log policy=/usr/sbin/policy-rc.d
    log=$(mktemp)
    # A package starts no daemon here: tests run their own, as they need them, and end them.
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
        "${as_root[@]}" chmod +x "$policy"
    else
        policy=""
    fi
    local installed=yes
    { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 || installed=no
    [ -z "$policy" ] || "${as_root[@]}" rm -f "$policy"
    if [ $installed = no ]; then
        tail -n 20 "$log" >&2
        echo "gangway: apt-get could not install: ${missing[*]} (whole log: $log)" >&2
        exit 2
    fi
    rm -f "$log"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    set -eu
    # shellcheck disable=SC2086 # a list of words
    install_packages $packages_all
fi
