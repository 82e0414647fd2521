// L5 - when a pre-flight run has seen enough, and what it cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "steady_state.hpp"

namespace gangway::profile {

/// Whether a pre-flight run goes on.
enum class preflight_verdict : std::uint8_t {
    go_on,
    narrow_enough, ///< the interval is as narrow as was asked
    budget_spent   ///< whatever the interval is
};

[[nodiscard]] constexpr std::string_view to_text(preflight_verdict v) {
    return v == preflight_verdict::narrow_enough  ? "narrow enough"
           : v == preflight_verdict::budget_spent ? "budget spent"
                                                  : "goes on";
}

/// When to stop: narrow enough, or out of budget.
struct preflight_rule {
    double half_width = 0.02;        ///< of the interval over the value; 0: only the budget ends it
    duration budget = unbounded;     ///< of the run's own time, warm-up and stalls included
    std::size_t least_readings = 20; ///< before the interval counts
};

/// Watches a growing run until its rule is met.
///
/// Semantics: an interval that is looked at after every reading is narrow by accident sooner or later. So it is looked
/// at after each tenth more readings, a few dozen times in all, and must be narrow and settled at two looks in
/// succession; the tests measure how often it then holds the true mean. Complexity: all looks together O(n) in the last
/// number of readings.
class preflight_watch {
  public:
    /// Watches by a rule.
    explicit preflight_watch(preflight_rule rule = {}) : rule_{rule} {}

    /// Whether a look is due at so many readings and so much time.
    [[nodiscard]] bool due(std::size_t readings, duration spent) {
        if (readings < next_ && spent < rule_.budget) return false;
        next_ = readings + 1 + readings / 10;
        return true;
    }
    /// A look.
    preflight_verdict look(steady const& s, duration spent) {
        bool const narrow = rule_.half_width > 0.0 && s.settled && s.readings >= rule_.least_readings &&
                            s.relative_half_width() <= rule_.half_width;
        narrow_ = narrow ? narrow_ + 1 : 0;
        if (narrow_ > 1) return preflight_verdict::narrow_enough;
        return spent >= rule_.budget ? preflight_verdict::budget_spent : preflight_verdict::go_on;
    }

  private:
    preflight_rule rule_;
    std::size_t next_ = 8;
    int narrow_ = 0; // looks in succession
};

/// What a pre-flight run of a gang cost.
[[nodiscard]] constexpr quantity<dimension{.time = 1, .device = 1}> preflight_cost(devices gang, duration run) {
    return gang * run;
}

} // namespace gangway::profile
