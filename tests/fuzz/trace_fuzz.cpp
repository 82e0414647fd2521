// Fuzz target over all trace readers: the first byte chooses the reader and the rule, the rest is the file.
#include <gangway/trace/detect.hpp>
#include <gangway/trace/machines.hpp>
#include <gangway/trace/own_csv.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace gangway;

void must(bool holds) {
    if (!holds) std::abort();
}

void check(trace::read_result const& r) {
    must(r.records == r.jobs.size() + r.left_out);
    must(r.lines.size() == r.jobs.size());
    must(r.usable || r.jobs.empty());
    must(r.usable || !r.issues.empty());
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i != r.jobs.size(); ++i) {
        auto const& j = r.jobs[i];
        must(!j.id.empty() && ids.insert(j.id).second);
        must(j.gpus >= 1 && j.gpus <= gangway::text::most_gpus);
        must(j.submitted >= instant{0.0} && j.submitted.value() <= gangway::text::most_seconds);
        must(j.run > duration{0.0} && j.run < unbounded);
        must(!j.estimate || (*j.estimate > duration{0.0} && *j.estimate < unbounded));
        must(i == 0 || trace::comes_before(r.jobs[i - 1], j));
    }
    for (auto const& i : r.issues) must(!i.file.empty() && !i.what.empty() && !i.done.empty());
    if (!r.usable) return;
    auto const again = trace::read_own_csv("again", trace::write_own_csv(r.jobs), {trace::rule::stop, {}});
    must(again.issues.empty() && again.jobs == r.jobs);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) return 0;
    std::string const content{reinterpret_cast<char const*>(data) + 1, size - 1};
    unsigned const choice = data[0] % 32U; // the digits and letters of a text seed give all of them
    trace::read_options const options{static_cast<trace::rule>(choice / 8 % 3),
                                      choice >= 24 ? "2017-10-07 00:00:00" : ""};
    auto const reader = choice % 8;
    if (reader < trace::format_names.size()) {
        check(trace::read_as(static_cast<trace::format>(reader), "f", content, options));
    } else if (reader == 5) {
        auto const list = trace::read_machines("f", content, options);
        for (auto const& m : list.machines) must(!m.name.empty() && m.gpus >= 1 && m.gpus <= gangway::text::most_gpus);
        must(list.usable == !list.machines.empty());
    } else if (reader == 6) {
        trace::machine_check held{{{{"m1", 2}}, {}, true}, static_cast<trace::capacity_rule>(choice / 8 % 3)};
        check(trace::read_philly_json("f", content, options, &held));
        for (auto const& m : held.machines()) must(m.gpus >= 1);
    } else {
        check(trace::read("f", content, options));
    }
    return 0;
}
