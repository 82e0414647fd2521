#!/usr/bin/env bash
# Reports in a browser: they load without a word on the console, narrow and wide, light and dark.
. "$(dirname "$0")/common.bash"
for program in gnuplot chromium; do
    command -v $program >/dev/null || { echo "[gangway] skipped: $program is absent"; exit 77; }
done
examples=$here/../../examples/data
look() { # ARGUMENTS OF CHROMIUM...: what it says lies in log
    timeout 60 chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr \
        --user-data-dir="$scratch/browser" --screenshot="$scratch/shot.png" "$@" >"$scratch/log" 2>&1
}
# load PAGE WIDTH SCHEME: a screenshot that is no blank sheet, and no message from the page.
load() {
    rm -f "$scratch/shot.png"
    look --blink-settings=preferredColorScheme="$3" --window-size="$2,1200" "file://$1"
    ! grep -q 'CONSOLE' "$scratch/log" || fault "$1 at $2: $(grep 'CONSOLE' "$scratch/log")"
    local bytes
    bytes=$(stat -c %s "$scratch/shot.png" 2>/dev/null || echo 0)
    [ "$bytes" -gt 20000 ] || fault "$1 at $2: a screenshot of $bytes bytes"
}
# The test itself: a page with a fault is heard.
echo '<!doctype html><script>nobody.here()</script>' >"$scratch/bad.html"
look "file://$scratch/bad.html"
grep -q 'CONSOLE' "$scratch/log" || fault "a broken page is not heard: this browser says nothing"

run 0 replay --trace philly-like:1,jobs=300,gpus=64 --cluster 8x8 --policy fifo --policy 'fifo;easy' \
    --report "$scratch/replay"
run 0 point "$examples/vla-stages.json" --latency-at-most 60ms --report "$scratch/point"
for width in 390 800 1400; do
    for scheme in 0 1; do load "$scratch/replay/report.html" $width $scheme; done
done
load "$scratch/point/report.html" 390 0
finish
