// slurm - GPUs in the words of Slurm: gres:gpu:h100:8, gpu:8(S:0-1), gpu:h100:3(IDX:0-2).
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace slurm {

/// GPUs that a text of Slurm names: how many in all, and of which type (empty: of any, or of several).
struct gpu_count {
    std::int64_t gpus = 0;
    std::string_view type;
};

/// Reads a list such as `tres_per_node` of a job or `gres` and `gres_used` of a node; null is an empty list.
///
/// Semantics: other resources in the list are passed over. A gpu without a number is one.
[[nodiscard]] inline gpu_count gpus_in(char const* text) {
    gpu_count sum;
    std::string_view rest = text == nullptr ? std::string_view{} : std::string_view{text};
    while (!rest.empty()) {
        std::size_t end = 0; // of this entry: a comma inside of (IDX:0-2,5) is none
        for (int depth = 0; end < rest.size() && (depth > 0 || rest[end] != ','); ++end)
            depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
        auto entry = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        entry = entry.substr(0, entry.find('('));
        if (entry.starts_with("gres:") || entry.starts_with("gres/")) entry.remove_prefix(5);
        if (!entry.starts_with("gpu") || (entry.size() > 3 && entry[3] != ':' && entry[3] != '=')) continue;
        entry.remove_prefix(std::min<std::size_t>(4, entry.size()));
        auto const last = entry.find_last_of(":=");
        auto const number = last == std::string_view::npos ? entry : entry.substr(last + 1);
        std::int64_t gpus = 1;
        auto const read = std::from_chars(number.data(), number.data() + number.size(), gpus);
        bool const counted = !number.empty() && read.ptr == number.data() + number.size();
        auto const type = !counted                         ? entry
                          : last == std::string_view::npos ? std::string_view{}
                                                           : entry.substr(0, last);
        sum.type = sum.gpus == 0 || sum.type == type ? type : std::string_view{};
        sum.gpus += counted ? gpus : 1;
    }
    return sum;
}

} // namespace slurm
