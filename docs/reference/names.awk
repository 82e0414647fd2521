# The filter of the reference: names that mean the same everywhere are documented once, here, and comparisons of all
# members are left out. What has a comment of its own keeps that. Lines stay where they are, so that warnings fit.
#   awk -f docs/reference/names.awk HEADER
function rule(pattern, sentence) { patterns[++rules] = pattern; sentences[rules] = sentence }
BEGIN {
    rule("constexpr drift moves =", "How the order that it induces moves with time.")
    rule("[ >]line_of\\(", "The score of a job, or several, as lines in time; see `rank_term`.")
    rule(" bind\\(", "The term as all who wait make it, for one pass.")
    rule("constexpr lookup wants =", "What it asks of the queue of one shape.")
    rule("constexpr bool by_age =", "It asks who has waited longest.")
    rule("constexpr bool by_estimate =", "It asks when gangs will end.")
    rule("void operator\\(\\)\\(Pass& pass", "Starts what may start on this pass.")
    rule("operator\\(\\)\\(Pass const& pass", "Puts the nodes in the order in which they are held.")
    rule("bool operator\\(\\)\\(Room const&", "Appends places for all tasks; false, and nothing appended: there is no room.")
    rule("clock_choice clock_of\\(Model", "The clock that a gang gets.")
    rule("profiles\\(\\) const", "The profiles that it reads.")
    rule("using (job|node)_type =", "What names one; any regular type.")
    rule("using (rank|admit|place|clock)_type =", "The type of the slot.")
    rule("using key_type =", "Where a job stands in the order.")
    rule(" (id|shape|submitted|estimate|priority|group)\\((job_type|job_ref|job|job const&) j\\)", "The answer of the model; see `cluster_model`.")
    rule(" (id|capacity|free|up)\\((node_type|node_ref) n\\)", "The answer of the model; see `cluster_model`.")
    rule(" (nodes|running)\\(\\) const", "The answer of the model; see `cluster_model`.")
    rule(" (configurations|runs|epochs|done|due|weight)\\((job|job const&) j\\)", "The answer of the host; see `training_host`.")
    rule(" (rate|batch|seconds|draw)\\(Job const&", "What the profiles say; see `rate_profile` and its neighbours.")
    rule(" (clocks|deadline)\\(Job const& job\\)", "What the profiles say.")
    rule(" is_sound\\(", "True for arguments that the formulas take: finite, and within their bounds.")
    rule(" to_text\\(", "The value in words, as it is printed.")
    rule(" empty\\(\\) const", "There is none.")
    rule(" size\\(\\) const", "How many there are.")
    rule("(begin|end)\\(\\) const", "The range, from its first to behind its last.")
    rule("void push\\(", "A job waits from now on.")
    rule("void erase\\(index slot", "A job no longer waits.")
    rule("void clear\\(\\)", "Nobody waits.")
    rule("void advance\\(instant now", "Time goes on; it never goes back.")
    rule("index top\\(\\) const", "Who is first. Expects: somebody waits.")
    rule(" top_key\\(\\) const", "Where the first one stands. Expects: somebody waits.")
    rule(" slot_of\\(index", "The job at a place of the queue.")
    rule(" key_of\\(index", "Where the job at a place of the queue stands.")
    rule("constexpr double (value|cost)\\(Point", "What counts of a point; less is better in a cost.")
    rule("constexpr double operator\\(\\)\\(frequency", "The voltage at a clock.")
    rule("power operator\\(\\)\\(frequency", "What is drawn at a clock.")
    rule("duration operator\\(\\)\\(frequency", "The time at a clock.")
    rule("frequency operator\\(\\)\\(std::span<frequency const> history", "The load that is to be expected.")
    rule("double operator\\(\\)\\(Host const&", "The key of a job; less goes first.")
    rule("duration operator\\(\\)\\(Host const& host", "Plans; the time until it wants to be asked again.")
    rule("double operator\\(\\)\\(std::size_t", "The chance that a job still runs at an epoch.")
    rule("void operator\\(\\)\\(Scheduler const&", "Looks at the replay after a pass.")
}
{ text[NR] = $0 }
END {
    for (i = 1; i <= NR; ++i) {
        if (text[i] ~ /friend .*operator(==|<=>)\(.*= default;/ || text[i] ~ /^[a-z_]+\([A-Za-z_:, &]*\) -> /) {
            text[i] = ""
            if (text[i - 1] ~ /^template/) text[i - 1] = ""
            continue
        }
        if (text[i] ~ /\/\/\// || text[i] ~ /^ *(\/\/|return|if|for|static_assert)/) continue
        first = i
        while (text[first - 1] ~ /^ *(template|requires)/) --first
        if (text[first - 1] ~ /^ *\/\/\//) continue
        for (r = 1; r <= rules; ++r)
            if (text[i] ~ patterns[r]) {
                text[first] = "/** " sentences[r] " */ " text[first]
                break
            }
    }
    for (i = 1; i <= NR; ++i) print text[i]
}
