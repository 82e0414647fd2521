// What the tests of the clock models share: random numbers, and the measured sweeps beside the repository.
#pragma once

#include <doctest/doctest.h>

#include <gangway/cost/dvfs/two_domain.hpp>
#include <gangway/model/profile.hpp>
#include <gangway/text/csv.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace dvfs_testing {

/// A file of ../shared/data/dvfs; where it is absent, says that the check is skipped.
inline std::optional<std::string> shared_sweep(std::string const& name) {
#ifdef GANGWAY_SHARED_DIR
    std::ifstream in{std::string{GANGWAY_SHARED_DIR "/data/dvfs/"} + name, std::ios::binary};
    if (in) return std::string{std::istreambuf_iterator<char>{in}, {}};
#endif
    std::string const text = "skipped: ../shared/data/dvfs/" + name + " is absent";
    MESSAGE(text);
    return std::nullopt;
}

inline double number(std::string_view field) {
    double value = 0.0;
    REQUIRE(gangway::text::parse_number(field, value) == gangway::text::number_fault::none);
    return value;
}

/// The fields of every row under some columns, by the text of the first ones.
template <class Row>
void for_each_row(std::string const& content, std::vector<gangway::text::csv_column> const& columns, Row row) {
    gangway::text::ledger account{"sweep", gangway::text::rule::stop};
    gangway::text::for_each_row(content, account, columns, [&](auto fields, std::size_t) { row(fields); });
    REQUIRE(std::move(account).issues().empty());
}

inline double mean(std::vector<double> const& v) {
    double sum = 0.0;
    for (double const x : v) sum += x;
    return sum / static_cast<double>(v.size());
}
inline double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    auto const n = v.size();
    return (v[(n - 1) / 2] + v[n / 2]) / 2.0;
}

/// Uniform numbers from a fixed seed.
class draw {
  public:
    explicit draw(unsigned seed) : engine_{seed} {}
    double operator()(double low, double high) {
        return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0;
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }

  private:
    std::mt19937 engine_;
};

} // namespace dvfs_testing
