// tool - what the tool cannot go on with; the message is for a person and says what to do.
#pragma once

#include <gangway/text/suggest.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace tool {

/// Exit statuses of every verb.
inline constexpr int ok = 0;
inline constexpr int not_met = 1;  ///< a scenario's expectation does not hold
inline constexpr int unusable = 2; ///< arguments or input that cannot be used

/// Input or arguments that cannot be used.
struct unusable_input : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline std::string in_quotes(std::string_view text) { return std::string{'\''}.append(text).append(1, '\''); }

using gangway::text::did_you_mean;
using gangway::text::edit_distance;
using gangway::text::joined;

} // namespace tool
