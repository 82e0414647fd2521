# Takes the fenced blocks out of a page: block N goes to OUT/N, and a line "N page:line language mark" to stdout.
# A mark is an HTML comment on the line before the fence; it is `-` where there is none.
#   awk -v out=FOLDER -v first=BLOCKS_SO_FAR -v name=PAGE -f blocks.awk PAGE
BEGIN { n = first }
!inside && /^```/ {
    inside = 1
    language = substr($0, 4)
    file = out "/" (++n)
    printf "" > file
    printf "%d\t%s:%d\t%s\t%s\n", n, name, NR, language == "" ? "-" : language, mark == "" ? "-" : mark
    next
}
inside && /^```[ \t]*$/ { inside = 0; close(file); mark = ""; next }
inside { print > file; next }
{ mark = "" }
/^<!-- .* -->$/ { mark = substr($0, 6, length($0) - 9) }
END { if (inside) { printf "%s: the last block is not closed\n", name > "/dev/stderr"; exit 1 } }
