// tool - gangway: the library behind one command.
#include "options.hpp"

#include <gangway/config.hpp>

#include <fmt/core.h>

#include <new>

namespace {

/// What is wrong with the arguments: a word that nobody knows first, since the parser names it last.
std::string fault_in(CLI::App const& verb, CLI::ParseError const& e) {
    std::vector<std::string> names;
    for (auto const* const option : verb.get_options())
        for (auto const& name : option->get_lnames()) names.push_back("--" + name);
    for (auto const* const sub : verb.get_subcommands({})) names.push_back(sub->get_name());
    std::vector<std::string_view> const known{names.begin(), names.end()};
    for (auto const& word : verb.remaining())
        return "does not know " + tool::in_quotes(word) + tool::did_you_mean(std::string_view{word}.substr(0, word.find('=')), known);
    return e.what();
}

int run(int argc, char** argv) {
    int status = tool::ok;
    CLI::App app{"gangway: scheduling policies for GPU clusters, replayed on traces", "gangway"};
    app.formatter(std::make_shared<tool::help_format>());
    app.require_subcommand(1);
    app.set_version_flag("--version", fmt::format("gangway {}.{}.{}", GANGWAY_VERSION_MAJOR, GANGWAY_VERSION_MINOR, GANGWAY_VERSION_PATCH));
    app.footer("Example:\n  gangway replay --trace philly-like:1 --cluster 108x8 \\\n"
               "      --policy 'fifo;strict' --policy 'fifo;greedy'\n\n"
               "gangway VERB --help says more, with an example each.\n"
               "Exit status: 0 done, 1 an expectation of a scenario does not hold, a\n"
               "measurement is refused or no point keeps the targets, 2 unusable arguments or\n"
               "input.");
    tool::declare_replay(app, status);
    tool::declare_sweep(app, status);
    tool::declare_merge(app, status);
    tool::declare_explain(app, status);
    tool::declare_scenario(app, status);
    tool::declare_profile(app, status);
    tool::declare_plan(app, status);
    tool::declare_roofline(app, status);
    tool::declare_point(app, status);
    tool::declare_fit(app, status);
    try {
        app.parse(argc, argv);
    } catch (CLI::Success const& e) {
        return app.exit(e); // --help, --version
    } catch (CLI::ParseError const& e) {
        auto const used = app.get_subcommands();
        auto const verb = used.empty() ? std::string{"gangway"} : "gangway " + used[0]->get_name();
        fmt::print(stderr, "{}: {}\n  {} --help says what it takes, with an example\n", verb, fault_in(used.empty() ? app : *used[0], e), verb);
        return tool::unusable;
    }
    return status;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (tool::unusable_input const& e) {
        fmt::print(stderr, "gangway: {}\n", e.what());
    } catch (std::bad_alloc const&) {
        fmt::print(stderr, "gangway: out of memory; try a smaller trace or cluster\n");
    } catch (std::exception const& e) {
        fmt::print(stderr, "gangway: {}\n", e.what());
    }
    return tool::unusable;
}
