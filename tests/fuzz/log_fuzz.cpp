// Fuzz target over the reader of training logs: the first byte says in which pieces the log comes and whether a
// pattern of the user's own stands on its first line.
#include <gangway/profile/log/reader.hpp>
#include <gangway/profile/preflight_rule.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace gangway;
using namespace gangway::profile;

void must(bool holds) {
    if (!holds) std::abort();
}

log_summary read(std::string_view log, std::size_t piece, std::span<log_form const> own) {
    log_reader r{own};
    for (std::size_t at = 0; at < log.size(); at += piece) r.feed(log.substr(at, piece));
    must(r.streams().size() <= log_reader::most_streams);
    for (auto const& s : r.streams()) {
        must(s.readings().size() <= log_stream::most_readings);
        for (auto const& t : s.readings()) must(t.each > 0.0 && t.units > 0.0 && t.resolution >= 0.0 && t.edge >= 0.0);
        for (auto const at : s.starts()) must(at <= s.readings().size());
    }
    auto const out = r.summary();
    if (out.stream) {
        auto const& k = out.rate;
        must(k.each > 0.0 && k.low <= k.each && k.each <= k.high && k.readings > 0 && k.confidence >= 0.0 &&
             k.confidence <= 1.0);
        preflight_watch watch;
        static_cast<void>(watch.look(k, duration{1.0}));
    } else {
        must(!out.findings.empty());
    }
    for (auto const& f : out.findings)
        must(!to_text(f.what).empty() && !explained(f.what).empty() && f.line <= out.lines + 1);
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) return 0;
    std::string_view log{reinterpret_cast<char const*>(data) + 1, size - 1};
    std::vector<log_form> own;
    if (data[0] >= 128) {
        auto const end = std::min(log.find('\n'), log.size());
        auto const pattern = log.substr(0, end);
        std::string why;
        if (pattern.size() < 200 && log_pattern::parse(pattern, why))
            own.push_back({"own", pattern, pattern.starts_with("{time}*") ? log_span::stamps : log_span::window,
                           log_counter::run});
        else
            must(pattern.size() >= 200 || !why.empty());
        log.remove_prefix(end);
    }
    auto const whole = read(log, log.size() + 1, own);
    auto const parts = read(log, 1 + data[0] % 128U, own);
    must(whole.lines == parts.lines && whole.stream == parts.stream && whole.rate.each == parts.rate.each);
    return 0;
}
