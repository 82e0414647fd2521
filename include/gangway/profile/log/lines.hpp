// L5 - a stream of bytes, fed in pieces of any size, as text that ends at line ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "../../text/text.hpp"

namespace gangway::profile {

/// Cuts pieces so that none begins or ends within a line; CR ends a line as LF does.
///
/// Semantics: a line may grow to 65,536 bytes; a longer one is dropped and counted. What is fed is copied only where a
/// line lies across two pieces.
class line_feeder {
  public:
    /// Calls `take(text)` for each piece of whole lines, at most twice.
    template <class Take>
    void feed(std::string_view chunk, Take&& take) {
        if (!carried_.empty() || skipping_) {
            auto const end = chunk.find_first_of("\n\r");
            auto const head = chunk.substr(0, end == std::string_view::npos ? chunk.size() : end + 1);
            if (!skipping_) carried_ += head;
            if (!skipping_ && carried_.size() > text::longest_line) start_skipping();
            if (end == std::string_view::npos) return;
            if (skipping_) {
                skipping_ = false;
                carried_.assign(1, chunk[end]); // the line end still counts
            }
            take(std::string_view{carried_});
            carried_.clear();
            chunk.remove_prefix(end + 1);
        }
        auto const last = chunk.find_last_of("\n\r");
        if (last != std::string_view::npos) {
            take(chunk.substr(0, last + 1));
            chunk.remove_prefix(last + 1);
        }
        carried_.assign(chunk);
        if (carried_.size() > text::longest_line) start_skipping();
    }
    /// What is left without a line end.
    [[nodiscard]] std::string_view rest() const { return carried_; }
    /// Lines that were too long to be read.
    [[nodiscard]] std::size_t overlong() const { return overlong_; }

  private:
    void start_skipping() {
        ++overlong_;
        skipping_ = true;
        carried_.clear();
    }
    std::string carried_;
    bool skipping_ = false;
    std::size_t overlong_ = 0;
};

/// Where the line begins that holds the byte at `at`, if that is not before `least`.
[[nodiscard]] inline std::size_t line_begin(std::string_view text, std::size_t at, std::size_t least) {
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101U;
    for (; at >= least + 8; at -= 8) { // eight bytes at once, until one is below 0x0e: LF, CR, or a few others
        std::uint64_t eight = 0;
        std::memcpy(&eight, text.data() + at - 8, 8);
        if (((eight - 0x0e * ones) & ~eight & 0x80 * ones) != 0) break;
    }
    while (at > least && text[at - 1] != '\n' && text[at - 1] != '\r') --at;
    return at;
}

/// The line without escape sequences (colours, cursor moves).
inline std::string_view without_escapes(std::string_view line, std::string& buffer) {
    if (std::memchr(line.data(), '\x1b', line.size()) == nullptr) return line;
    buffer.clear();
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            buffer += line[i];
        } else if (i + 1 < line.size() && line[i + 1] == '[') { // up to its final byte, 0x40 to 0x7e
            for (i += 2; i < line.size() && (line[i] < '@' || line[i] > '~'); ++i) {
            }
        } else {
            ++i;
        }
    }
    return buffer;
}

} // namespace gangway::profile
