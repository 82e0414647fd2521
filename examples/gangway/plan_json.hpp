// tool - what the files of `gangway plan` have in common: amounts, counts, names.
#pragma once

#include "files.hpp"
#include "json_place.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tool {

/// A JSON file in memory; places point into it.
class plan_file {
  public:
    explicit plan_file(std::string const& path)
        : path_{path},
          value_(parse_json(path, read_file(path))) {} // braces would make a list of it
    [[nodiscard]] json_place root() const {
        json_place out{path_, value_};
        if (!value_.is_object()) out.fail("is not an object");
        return out;
    }

  private:
    std::string path_;
    nlohmann::ordered_json value_;
};

/// A number above zero, small enough to be multiplied with others.
inline double above_zero(json_place const& at) {
    double const v = at.number(0.0);
    if (!(v > 0.0)) at.fail("is not above 0");
    if (v > 1e12) at.fail("is too large");
    return v;
}

/// A number from zero on, small enough to be multiplied with others.
inline double from_zero(json_place const& at) {
    double const v = at.number(0.0);
    if (v > 1e12) at.fail("is too large");
    return v;
}

inline std::int64_t whole(json_place const& at, std::int64_t least, std::int64_t most) {
    double const v = at.number(-1e18);
    if (v != std::floor(v) || v < static_cast<double>(least) || v > static_cast<double>(most))
        at.fail("is not a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return static_cast<std::int64_t>(v);
}
inline std::int64_t whole_or(json_place const& of, std::string const& key, std::int64_t otherwise, std::int64_t least,
                             std::int64_t most) {
    return of.has(key) ? whole(of.at(key), least, most) : otherwise;
}

/// Names that must be different, and what they stand for by position.
class name_list {
  public:
    void add(json_place const& at) {
        auto const name = at.text();
        if (name.empty()) at.fail("is empty");
        if (!index_.emplace(name, names_.size()).second) at.fail(in_quotes(name) + " is there twice");
        names_.push_back(name);
    }
    [[nodiscard]] std::size_t find(std::string const& name, json_place const& at) const {
        auto const it = index_.find(name);
        if (it != index_.end()) return it->second;
        std::vector<std::string_view> const known{names_.begin(), names_.end()};
        at.fail("nothing is called " + in_quotes(name) + did_you_mean(name, known) + "; known are " + joined(known));
    }
    [[nodiscard]] std::string const& operator[](std::size_t i) const { return names_[i]; }
    [[nodiscard]] std::size_t size() const { return names_.size(); }

  private:
    std::vector<std::string> names_;
    std::map<std::string, std::size_t> index_;
};

/// The keys of an object, which must be one.
inline std::vector<std::string> keys_of(json_place const& at) {
    if (!at.value().is_object()) at.fail("is not an object");
    std::vector<std::string> out;
    for (auto const& [key, value] : at.value().items()) out.push_back(key);
    return out;
}

/// JSON as the verbs print it.
inline std::string printed(nlohmann::ordered_json const& j) {
    return j.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace tool
