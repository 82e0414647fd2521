# Is the first file a part of the second one? Its lines must stand there in order and without a gap, indented alike by
# any amount; a line `...` stands for any lines. Exit status 1: it is no part.
#   awk -f part.awk PART WHOLE
FNR == NR { part[++parts] = $0; next }
{ whole[++lines] = $0 }
function fits(p, w, indent) { # do part[p..] follow at whole[w]?
    for (; p <= parts; ++p) {
        if (part[p] == "...") {
            for (; w <= lines + 1; ++w) if (fits(p + 1, w, indent)) return 1
            return 0
        }
        if (w > lines || (part[p] == "" ? whole[w] !~ /^ *$/ : whole[w] != indent part[p])) return 0
        ++w
    }
    return 1
}
END {
    if (parts == 0) exit 1
    for (w = 1; w <= lines; ++w) {
        match(whole[w], /^ */)
        extra = RLENGTH
        match(part[1], /^ */)
        extra -= RLENGTH
        if (extra >= 0 && fits(1, w, substr(whole[w], 1, extra))) exit 0
    }
    exit 1
}
