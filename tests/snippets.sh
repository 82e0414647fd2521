#!/usr/bin/env bash
# Every code block of README.md and docs/ is true: whole programs run, quotes are quoted to the letter, commands of the
# tool print what the page shows. CONTRIBUTING.md says how a page marks its blocks.
#   tests/snippets.sh --programs OUT      writes the whole programs of the pages to OUT and prints their names
#   tests/snippets.sh BUILT [TOOL]        checks all; BUILT holds the programs, built, and their sources; TOOL is gangway
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -ge 1 ] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
if [ "$1" != --programs ]; then
    built=$(realpath "$1")
    tool=${2:+$(realpath "$2")}
fi
cd "$root"

failures=0
fail() {
    echo "snippets: $*" >&2
    failures=$((failures + 1))
}

mkdir "$work/blocks"
blocks=0
: >"$work/list"
while IFS= read -r page; do
    awk -v out="$work/blocks" -v first="$blocks" -v name="$page" -f "$here/snippets/blocks.awk" "$page" >>"$work/list" ||
        fail "$page cannot be read"
    blocks=$(wc -l <"$work/list")
done < <(ls README.md; find docs -name '*.md' | LC_ALL=C sort)
[ "$blocks" -gt 0 ] || { echo "snippets: no block found: the search is broken"; exit 1; }

# The program of block N is called after its page: docs/cost/pareto.md gives cost_pareto, cost_pareto_2, ...
declare -A programs_of
name_of() { # sets $name
    local page=${1%%:*}
    page=${page#docs/}
    page=${page%.md}
    page=${page//[^A-Za-z0-9]/_}
    programs_of[$page]=$((${programs_of[$page]:-0} + 1))
    name=$page
    [ "${programs_of[$page]}" = 1 ] || name=${page}_${programs_of[$page]}
}
is_program() { grep -q '^int main(' "$work/blocks/$1"; }

if [ "$1" = --programs ]; then
    mkdir -p "$2"
    while IFS=$'\t' read -r n at language mark; do
        { [ "$language" = cpp ] && [ "$mark" = - ] && is_program "$n"; } || continue
        name_of "$at"
        cmp -s "$work/blocks/$n" "$2/$name.cpp" || cp "$work/blocks/$n" "$2/$name.cpp"
        echo "$name"
    done <"$work/list"
    exit $((failures > 0))
fi
# A quote is good for what is compiled and run as well: the lessons and examples, unit tests, tests/snippets.
is_run() {
    case $1 in
    *.cpp | *.hpp | *.c | *.h | *.py) [[ $1 =~ ^(examples|tests/unit|tests/snippets)/ ]] ;;
    *) true ;;
    esac
}

# Commands see the repository's examples, and write where it does no harm.
mkdir "$work/bin" "$work/at"
ln -s "$root/examples" "$work/at/examples"
[ -z "$tool" ] || ln -s "$tool" "$work/bin/gangway"
execute() { # execute STATUS FILE: runs the commands of the file, output to $work/output
    local status=0
    (cd "$work/at" && PATH="$work/bin:$PATH" bash -e -o pipefail "$2" </dev/null) >"$work/output" 2>&1 || status=$?
    [ "$status" = "$1" ] && return
    fail "$at: exit status $status instead of $1"
    head -n 5 "$work/output"
}
is_part() { awk -f "$here/snippets/part.awk" "$1" "$2"; }
shown_in() { # shown_in PART WHOLE WHAT
    is_part "$1" "$2" && return
    fail "$at: $3"
    diff "$1" "$2" | head -n 10 || true
}
# A console block: `$ command` lines, each followed by what it prints.
console() { # console STATUS BLOCK
    awk -v out="$work/command" '
        /^\$ / { ++n; printf "" > (out n ".out"); print substr($0, 3) > (out n); more = /\\$/; next }
        more { print > (out n); more = /\\$/; next }
        { print > (out n ".out") }' "$2"
    local i
    for ((i = 1; ; ++i)); do
        [ -f "$work/command$i" ] || break
        execute "$1" "$work/command$i"
        if [ -s "$work/command$i.out" ]; then
            outputs=$((outputs + 1))
            shown_in "$work/command$i.out" "$work/output" "the command prints something else"
        fi
        commands=$((commands + 1))
    done
    rm -f "$work"/command*
}

programs=0 quotes=0 commands=0 outputs=0 excused=0 unchecked=0
: >"$work/output"
while IFS=$'\t' read -r n at language mark; do
    block=$work/blocks/$n
    case $language/$mark in
    */"the whole of "* | */"from "*)
        file=${mark#the whole of }
        file=${file#from }
        quotes=$((quotes + 1))
        if [ ! -f "$file" ]; then
            fail "$at: there is no $file"
        elif ! is_run "$file"; then
            fail "$at: $file is not compiled and run by a test; quote from examples/, tests/unit/ or tests/snippets/"
        elif [[ $mark = from* ]]; then
            is_part "$block" "$file" || fail "$at: the block is no part of $file"
        else
            cmp -s "$block" "$file" || fail "$at: the block is not $file"
        fi
        ;;
    cpp/-)
        if ! is_program "$n"; then
            fail "$at: a fragment: quote it, <!-- from FILE -->, or make it a whole program"
            continue
        fi
        name_of "$at"
        programs=$((programs + 1))
        if [ ! -x "$built/$name" ] || ! cmp -s "$block" "$built/$name.cpp"; then
            fail "$at: $name is not built from this block; configure and build again"
            rm -f "$work/output"
        else
            echo "'$built/$name'" >"$work/run"
            execute 0 "$work/run"
        fi
        ;;
    */prints)
        if [ ! -f "$work/output" ]; then
            excused=$((excused + 1))
        else
            outputs=$((outputs + 1))
            shown_in "$block" "$work/output" "this is not what the block before it prints"
        fi
        ;;
    sh/run* | console/run*)
        status=${mark#run}
        status=${status#, exit status }
        if [ -z "$tool" ]; then
            excused=$((excused + 1))
            rm -f "$work/output"
        elif [ "$language" = console ]; then
            console "${status:-0}" "$block"
        else
            execute "${status:-0}" "$block"
            commands=$((commands + 1))
        fi
        ;;
    */"not run: "?*) excused=$((excused + 1)) ;;
    c/- | python/-) fail "$at: quote it from an example that a test runs, <!-- from FILE -->" ;;
    sh/- | console/-) fail "$at: say <!-- run --> or <!-- not run: why --> before the block" ;;
    */-) unchecked=$((unchecked + 1)) ;;
    *) fail "$at: the mark '$mark' means nothing" ;;
    esac
done <"$work/list"

[ -n "$tool" ] || echo "[gangway] skipped: the commands of the pages: the tool is not built"
echo "snippets: $blocks blocks: $programs programs run, $quotes quotes, $commands commands run, $outputs outputs compared," \
    "$excused not run for a reason, $unchecked plain text; $failures failures"
[ "$failures" -eq 0 ]
