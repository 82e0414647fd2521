// Kubernetes - JSON from text and back, for text of anybody: not too deep, and bytes that are no UTF-8 do no harm.
#pragma once

#include "quantity.hpp"

#include <utility>

namespace kube {

/// The API nests some twenty deep. JSON is copied and written by recursion: text of millions of levels ends the stack.
inline constexpr int most_depth = 64;

/// Errors: bad_input for what is nested too deep, json::exception for what is no JSON.
template <class Input>
[[nodiscard]] json from_text(Input&& text) {
    return json::parse(std::forward<Input>(text), [](int depth, json::parse_event_t event, json const&) {
        bool const opens = event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
        if (opens && depth >= most_depth)
            throw bad_input{"JSON nested deeper than " + std::to_string(most_depth) + " levels is not read"};
        return true;
    });
}

/// One line. Bytes that are no UTF-8, as a parse error quotes them, become replacement characters.
[[nodiscard]] inline std::string to_text(json const& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace kube
