#!/usr/bin/env bash
# What the documentation promises: C++ blocks that are whole files compile, quoted files are quoted to the letter,
# relative links lead somewhere, lines fit.
#   tests/docs.sh [root of the repository]
set -euo pipefail
root=$(cd "${1:-$(dirname "$0")/..}" && pwd)
cxx=${CXX:-g++}
eigen=$(pkg-config --cflags eigen3 2>/dev/null | sed 's/-I/-isystem /g' || true) # the models of cost fit with it
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pages=()
[ -f "$root/README.md" ] && pages+=("$root/README.md")
while IFS= read -r page; do pages+=("$page"); done < <(find "$root/docs" -name '*.md' | LC_ALL=C sort)
[ ${#pages[@]} -gt 0 ] || { echo "docs: no page found under $root"; exit 1; }

failures=0
fail() {
    echo "docs: $*"
    failures=$((failures + 1))
}

# Blocks of ```cpp that begin with an #include, or with a comment before it: one file each, beside where it stands.
blocks=0
for page in "${pages[@]}"; do
    awk -v out="$work/block" -v page="$page" -v first="$blocks" '
        !inside && /^```cpp[ \t]*$/ { inside = 1; start = NR; text = ""; next }
        inside && /^```[ \t]*$/ {
            if (text ~ /^(\/\/[^\n]*\n)*#include/) { n++; file = out (first + n) ".cpp"; printf "%s", text > file; close(file)
                                      print page ":" start > (file ".at"); close(file ".at") }
            inside = 0; next
        }
        inside { text = text $0 "\n" }
        END { if (inside) { print page ":" start ": the block is not closed" > "/dev/stderr"; exit 1 } }' "$page" ||
        fail "a block in ${page#"$root"/} is not closed"
    blocks=$(find "$work" -name 'block*.cpp' | wc -l)
done
for ((i = 1; i <= blocks; i++)); do
    file=$work/block$i.cpp
    # shellcheck disable=SC2086 # $eigen is several words, or none
    if ! "$cxx" -std=c++20 -fsyntax-only -Wall -Wextra -I"$root/include" $eigen "$file" 2>"$work/errors"; then
        at=$(cat "$file.at")
        fail "${at#"$root"/}: the block does not compile"
        grep -m 3 'error:' "$work/errors" || head -n 5 "$work/errors"
    fi
done

# `<!-- the whole of PATH -->` promises that the next block is that file.
quotes=0
for page in "${pages[@]}"; do
    while IFS=: read -r line path; do
        quotes=$((quotes + 1))
        awk -v from="$line" 'NR > from && /^```/ { if (inside) exit; inside = 1; next } inside' "$page" |
            diff -q "$root/$path" - >/dev/null 2>&1 || fail "${page#"$root"/}:$line: the block is not $path"
    done < <(sed -n 's/^<!-- the whole of \(.*\) -->$/\1/;T;=;p' "$page" | paste -d: - -)
done

# [text](target) outside code: web addresses are not followed, an anchor must be a heading of the page it names.
links=0
anchors_of() { # the anchors of a page, as GitHub makes them
    awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ +/, ""); print tolower($0) }' "$1" |
        sed -e 's/[^a-z0-9 _-]//g' -e 's/ /-/g'
}
for page in "${pages[@]}"; do
    while IFS= read -r target; do
        case $target in http://* | https://* | mailto:*) continue ;; esac
        links=$((links + 1))
        path=${target%%#*}
        file=$page
        [ -z "$path" ] || file=$(dirname "$page")/$path
        if [ ! -e "$file" ]; then
            fail "${page#"$root"/}: the link $target leads nowhere"
        elif [ "$target" != "$path" ] && [[ $file == *.md ]] && ! anchors_of "$file" | grep -qxF -- "${target#*#}"; then
            fail "${page#"$root"/}: the link $target names no heading"
        fi
    done < <(awk '/^```/ { code = !code; next } !code && !/^    / { gsub(/`[^`]*`/, ""); print }' "$page" |
        grep -oE '\]\([^) ]+\)' | sed -e 's/^](//' -e 's/)$//')
done

lines=0
for page in "${pages[@]}"; do
    lines=$((lines + $(wc -l <"$page")))
    # Long table rows have no other way of being written.
    while IFS= read -r bad; do fail "${page#"$root"/}:$bad"; done < <(
        awk 'length($0) > 120 && !/^\|/ { print FNR ": " length($0) " columns, at most 120" }' "$page")
done

echo "docs: ${#pages[@]} pages, $lines lines, $blocks blocks compiled, $quotes files quoted, $links links, $failures failures"
[ "$blocks" -gt 0 ] || { echo "docs: no block found: the search is broken"; exit 1; }
[ "$failures" -eq 0 ]
