// tool - `gangway plan`: the planners of the literature, each over a file of its own.
#include "plan.hpp"

#include "files.hpp"
#include "options.hpp"

namespace tool {

namespace {

struct plan_options {
    std::string file;
    bool json = false;
};

void declare_planner(CLI::App& verb, std::string const& name, std::string const& what, std::string const& footer,
                     std::string (*planner)(std::string const&, bool), int& status) {
    auto const o = std::make_shared<plan_options>();
    auto* const sub = verb.add_subcommand(name, what);
    sub->add_option("FILE", o->file, "JSON, see docs/plan/" + name + ".md")->required()->type_name("");
    sub->add_flag("--json", o->json, "Print JSON; SI units");
    sub->footer("Example:\n  gangway plan " + name + " examples/data/" + name + ".json\n\n" + footer);
    sub->callback([o, planner, &status] {
        write_file("-", planner(o->file, o->json));
        status = ok;
    });
}

} // namespace

void declare_plan(CLI::App& app, int& status) {
    auto* const verb = app.add_subcommand("plan", "Plan training or inference as the systems of the literature do");
    verb->require_subcommand(1);
    verb->footer("Example:\n  gangway plan scrooge examples/data/scrooge.json\n\n"
                 "gangway plan PLANNER --help says more. Which paper each follows, and how far, is\n"
                 "in docs/systems.md. No figure of a plan is a measurement: it is as good as the\n"
                 "profiles in the file.");
    declare_planner(*verb, "sts", "Training jobs with due dates, energy and early stops",
                    "Each job alone, all jobs on the nodes now, and a generated load under the\n"
                    "planner and its baselines.",
                    plan_sts, status);
    declare_planner(*verb, "scrooge", "The cheapest machines for a graph of models",
                    "Four plans: fractions of machines, whole machines, full machines and what is\n"
                    "left over by itself, and models that share machines. Each says whether it is\n"
                    "proved to be the cheapest, or how far from it at most.",
                    plan_scrooge, status);
    declare_planner(*verb, "infadapter", "Variants of a model, and cores for each",
                    "One plan for the load in the file; with loads over time also the controller,\n"
                    "beside one variant at a time and vertical autoscaling of each variant.",
                    plan_infadapter, status);
    declare_planner(*verb, "dispatch", "Batch sizes of machines with the least latency",
                    "Three ways of sending requests, each with its bound on latency and what a\n"
                    "simulation of even arrivals shows.",
                    plan_dispatch, status);
}

} // namespace tool
