// tool - what gnuplot wrote, as a part of a page.
#pragma once

#include "picture.hpp"

#include <string>
#include <string_view>

namespace tool {

/// Text for a page: markup escaped; bytes that are no UTF-8, and control characters, as the replacement character.
std::string html_escaped(std::string_view text);

/// The `<svg>` to be put into a page.
///
/// Semantics: colours are variables of the page, tokens are the picture's texts, and what differs between versions of
/// gnuplot or repeats an id is gone. Marks refer to `mark_shapes`.
std::string inline_svg(std::string_view from_gnuplot, picture const& p);

/// The shapes of all marks, once for a page.
std::string mark_shapes(std::string_view from_gnuplot);

} // namespace tool
