// tool - the options that several verbs share.
#pragma once

#include "duration_text.hpp"
#include "engine.hpp"
#include "vocabulary.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tool {

/// Where jobs come from and how they are dressed up.
struct input_options {
    std::string format;
    std::string bad_rows = "skip";
    estimate_choice estimates;
    profile_choice profiles;
    power_choice power;

    void declare(CLI::App& verb);
};

/// Help on 80 columns.
class help_format : public CLI::Formatter {
  public:
    help_format() { column_width(28); }
    [[nodiscard]] std::string make_option_desc(CLI::Option const* option) const override {
        return wrapped(CLI::Formatter::make_option_desc(option), 52, 0); // behind the 28 of the names
    }
};

/// The text after the options.
inline void set_footer(CLI::App& verb, std::string const& example, bool policies) {
    verb.footer("Example:\n  " + example + "\n" + (policies ? "\n" + vocabulary_help() : ""));
}

/// Checks the number of an option; the help says in words what it is.
inline CLI::Validator from_to(double least, double most) {
    return {[=](std::string& text) {
                auto const n = number_in(text);
                return n && *n >= least && *n <= most ? std::string{}
                                                      : fmt::format("{} is not a number from {:g} to {:g}", in_quotes(text), least, most);
            },
            ""};
}

/// Profiles for one setup, where a policy reads them.
struct profiles_in_use {
    profile_set set;
    std::optional<assigned_profiles> assigned;
    std::string words;

    profiles_in_use(setup const& s, profile_set from, std::uint64_t seed);
    profiles_in_use(profiles_in_use const&) = delete;
    profiles_in_use& operator=(profiles_in_use const&) = delete;
};

// One for each verb: declares it; its callback returns the exit status through `status`.
void declare_replay(CLI::App& app, int& status);
void declare_sweep(CLI::App& app, int& status);
void declare_merge(CLI::App& app, int& status);
void declare_explain(CLI::App& app, int& status);
void declare_scenario(CLI::App& app, int& status);
void declare_profile(CLI::App& app, int& status);
void declare_plan(CLI::App& app, int& status);
void declare_roofline(CLI::App& app, int& status);
void declare_point(CLI::App& app, int& status);
void declare_fit(CLI::App& app, int& status);

} // namespace tool
