// L5 - finds any of a few words in a long text, several bytes at a step.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../config.hpp"

namespace gangway::profile {

/// A search for many words at once that looks at the text two bytes at a time and skips where no word can end.
///
/// Semantics: words are grouped by the two bytes at the end of their shortest common length. Expects: words of two
/// bytes or more, fewer than 255.
/// Complexity: about text / (shortest word - 1) steps.
/// Source: Wu and Manber, "A fast algorithm for multi-pattern searching", TR-94-17, University of Arizona, 1994.
class word_finder {
  public:
    /// Words that are looked for, all at once.
    explicit word_finder(std::vector<std::string> words) : words_{std::move(words)} {
        GANGWAY_EXPECTS(!words_.empty() && words_.size() < 255, "the finder takes 1 to 254 words");
        window_ = words_.front().size();
        for (auto const& w : words_) window_ = std::min(window_, w.size());
        GANGWAY_EXPECTS(window_ >= 2, "the finder takes words of two bytes or more");
        window_ = std::min<std::size_t>(window_, 64);
        skip_.assign(65'536, static_cast<std::uint8_t>(window_ - 1));
        group_of_.assign(65'536, 0);
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (std::size_t end = 2; end <= window_; ++end) {
                auto const block = block_at(words_[w].data() + end - 2);
                skip_[block] = std::min(skip_[block], static_cast<std::uint8_t>(window_ - end));
                if (end < window_) continue;
                if (group_of_[block] == 0) {
                    groups_.emplace_back();
                    group_of_[block] = static_cast<std::uint8_t>(groups_.size());
                }
                groups_[group_of_[block] - 1U].push_back(static_cast<std::uint8_t>(w));
            }
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1); ///< no word was found

    /// Where the next word begins, from `from` on; `none` where there is none.
    [[nodiscard]] std::size_t next(std::string_view text, std::size_t from) const {
        if (text.size() < window_) return none;
        std::size_t const last = text.size() - window_;
        char const* const data = text.data() + window_ - 2;
        std::uint8_t const* const skips = skip_.data();
        for (std::size_t at = from; at <= last;) {
            auto const skip = skips[block_at(data + at)];
            if (skip == 0) {
                if (begins(text, at)) return at;
                ++at;
            }
            at += skip;
        }
        return none;
    }
    /// The words of which one or more begin at a place that `next` gave, in the order in which they were named.
    [[nodiscard]] std::vector<std::uint8_t> const& at(std::string_view text, std::size_t found) const {
        return groups_[group_of_[block_at(text.data() + found + window_ - 2)] - 1U];
    }

  private:
    [[nodiscard]] bool begins(std::string_view text, std::size_t at) const {
        for (auto const w : this->at(text, at))
            if (words_[w].front() == text[at] && text.compare(at, words_[w].size(), words_[w]) == 0) return true;
        return false;
    }
    static std::uint16_t block_at(char const* p) {
        std::uint16_t block = 0;
        std::memcpy(&block, p, sizeof block);
        return block;
    }

    std::vector<std::string> words_;
    std::size_t window_ = 2;
    std::vector<std::uint8_t> skip_;
    std::vector<std::uint8_t> group_of_; // of a block that ends a window; 0: none
    std::vector<std::vector<std::uint8_t>> groups_;
};

} // namespace gangway::profile
