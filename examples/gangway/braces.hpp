// tool - ranges in a text: {a,b} and {1..5} stand for each of their values.
#pragma once

#include "duration_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tool {

namespace detail {

inline std::vector<std::string> values_in_braces(std::string_view inside, std::string_view whole) {
    if (auto const dots = inside.find(".."); dots != std::string_view::npos) {
        auto const from = whole_number_in<long>(inside.substr(0, dots));
        auto const to = whole_number_in<long>(inside.substr(dots + 2));
        if (!from || !to || *to < *from || *to - *from >= 100'000)
            throw unusable_input{in_quotes(whole) + ": {" + std::string{inside} + "} is not a range; write {1..5} or {a,b,c}"};
        std::vector<std::string> out;
        for (long n = *from; n <= *to; ++n) out.push_back(std::to_string(n));
        return out;
    }
    std::vector<std::string> out{""};
    int depth = 0;
    for (char const c : inside) {
        if (c == ',' && depth == 0) {
            out.emplace_back();
            continue;
        }
        depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
        out.back() += c;
    }
    return out;
}

} // namespace detail

/// Every text that the braces stand for, the last brace changing fastest.
inline std::vector<std::string> expand_braces(std::string_view text) {
    auto const open = text.find('{');
    if (open == std::string_view::npos) {
        if (text.find('}') != std::string_view::npos) throw unusable_input{in_quotes(text) + ": a } without its {"};
        return {std::string{text}};
    }
    std::size_t close = open;
    for (int depth = 0; close < text.size(); ++close) {
        depth += text[close] == '{' ? 1 : text[close] == '}' ? -1 : 0;
        if (depth == 0) break;
    }
    if (close >= text.size()) throw unusable_input{in_quotes(text) + ": a { without its }"};
    auto const head = std::string{text.substr(0, open)};
    std::vector<std::string> out;
    for (auto const& value : detail::values_in_braces(text.substr(open + 1, close - open - 1), text))
        for (auto const& middle : expand_braces(value))
            for (auto const& tail : expand_braces(text.substr(close + 1))) out.push_back(head + middle + tail);
    return out;
}

} // namespace tool
