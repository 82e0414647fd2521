// tool - a place in a JSON file, for messages that say where: file: stages[2].launches: ...
#pragma once

#include "duration_text.hpp"
#include "error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

/// A value of a JSON file and where it stands.
class json_place {
  public:
    using json = nlohmann::ordered_json;

    json_place(std::string file, json const& value, std::string path = {})
        : file_{std::move(file)},
          path_{std::move(path)},
          value_{&value} {}

    [[noreturn]] void fail(std::string const& what) const {
        throw unusable_input{file_ + ": " + (path_.empty() ? "" : path_ + ": ") + what};
    }
    [[nodiscard]] bool has(std::string const& key) const { return value_->contains(key); }
    [[nodiscard]] json_place at(std::string const& key) const {
        if (!has(key)) fail("has no " + in_quotes(key));
        return {file_, value_->at(key), path_.empty() ? key : path_ + "." + key};
    }
    [[nodiscard]] std::vector<json_place> items() const {
        if (!value_->is_array()) fail("is not a list");
        std::vector<json_place> out;
        for (std::size_t i = 0; i < value_->size(); ++i)
            out.emplace_back(file_, (*value_)[i], path_ + "[" + std::to_string(i) + "]");
        return out;
    }
    /// Refuses keys that mean nothing here.
    void only(std::initializer_list<std::string_view> known) const {
        if (!value_->is_object()) fail("is not an object");
        std::vector<std::string_view> const names{known};
        for (auto const& [key, value] : value_->items())
            if (std::find(names.begin(), names.end(), key) == names.end())
                fail("has a key that means nothing here: " + in_quotes(key) + did_you_mean(key, names) +
                     "; known are " + joined(names));
    }
    /// A finite number of at least `least`.
    [[nodiscard]] double number(double least) const {
        if (!value_->is_number()) fail(value_->dump() + " is not a number");
        auto const v = value_->get<double>();
        if (!std::isfinite(v) || v > largest_measure) fail(value_->dump() + " is too large");
        if (v < least) fail(value_->dump() + (least == 0.0 ? " is below 0" : " is too small"));
        return v;
    }
    [[nodiscard]] double number_or(std::string const& key, double otherwise, double least = 0.0) const {
        return has(key) ? at(key).number(least) : otherwise;
    }
    [[nodiscard]] std::string text() const {
        if (!value_->is_string()) fail(value_->dump() + " is not a text");
        return value_->get<std::string>();
    }
    [[nodiscard]] bool truth() const {
        if (!value_->is_boolean()) fail(value_->dump() + " is neither true nor false");
        return value_->get<bool>();
    }
    [[nodiscard]] json const& value() const { return *value_; }
    [[nodiscard]] std::string where() const { return file_ + (path_.empty() ? "" : ": " + path_); }

  private:
    std::string file_;
    std::string path_;
    json const* value_;
};

/// The content of a JSON file; what is wrong with it is said with its line.
inline nlohmann::ordered_json parse_json(std::string const& path, std::string const& content) {
    try {
        return nlohmann::ordered_json::parse(content);
    } catch (nlohmann::json::parse_error const& e) {
        auto const upto = content.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, content.size()));
        auto const line = 1 + std::count(content.begin(), upto, '\n');
        std::string what = e.what();
        if (auto const at = what.find(": "); at != std::string::npos) what = what.substr(at + 2);
        throw unusable_input{path + ":" + std::to_string(line) + ": is not JSON: " + what};
    } catch (nlohmann::json::exception const&) {
        throw unusable_input{path + ": is not JSON that can be used: a number in it is too large"};
    }
}

} // namespace tool
