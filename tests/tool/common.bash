# What the tests of the command-line tool share; sourced with the tool's path as $1.
set -u
tool=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$here/data
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0

fault() {
    echo "FAULT: $*"
    faults=$((faults + 1))
}
# run WANTED-STATUS ARGUMENTS...: stdout in $out, stderr in $err.
run() {
    local wanted=$1
    shift
    "$tool" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    local status=$?
    out=$(cat "$scratch/out")
    err=$(cat "$scratch/err")
    [ "$status" = "$wanted" ] || fault "exit status $status instead of $wanted: gangway $* ($err)"
}
# has WHAT TEXT: TEXT holds the words WHAT.
has() {
    case $2 in
    *"$1"*) ;;
    *) fault "missing: $1 -- in: $2" ;;
    esac
}
same() {
    [ "$1" = "$2" ] || fault "$3: '$1' instead of '$2'"
}
# refused WORDS ARGUMENTS...: exit status 2, a message with these words, nothing on stdout.
refused() {
    local words=$1
    shift
    run 2 "$@"
    has "$words" "$err"
    same "$out" "" "stdout of gangway $*"
}
finish() {
    [ "$faults" = 0 ] && echo "ok"
    exit $((faults > 0))
}
