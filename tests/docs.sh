#!/usr/bin/env bash
# Relative links of the documentation lead somewhere, and lines fit. What stands in code blocks: snippets.sh.
#   tests/docs.sh [root of the repository]
set -euo pipefail
root=$(cd "${1:-$(dirname "$0")/..}" && pwd)

pages=()
[ -f "$root/README.md" ] && pages+=("$root/README.md")
while IFS= read -r page; do pages+=("$page"); done < <(find "$root/docs" -name '*.md' | LC_ALL=C sort)
[ ${#pages[@]} -gt 0 ] || { echo "docs: no page found under $root"; exit 1; }

failures=0
fail() {
    echo "docs: $*"
    failures=$((failures + 1))
}

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
    # Long table rows have no other way of being written, and a quote is as long as what it quotes.
    while IFS= read -r bad; do fail "${page#"$root"/}:$bad"; done < <(
        awk '/^<!-- (from|run|prints)/ { quote = 1 }
             /^```$/ { quote = 0 }
             length($0) > 120 && !/^\|/ && !quote { print FNR ": " length($0) " columns, at most 120" }' "$page")
done

echo "docs: ${#pages[@]} pages, $lines lines, $links links, $failures failures"
[ "$links" -gt 0 ] || { echo "docs: no link found: the search is broken"; exit 1; }
[ "$failures" -eq 0 ]
