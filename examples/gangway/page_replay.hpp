// tool - the report of a replay: distributions, load over time, wait by gang size, nodes over time.
#pragma once

#include "curves.hpp"
#include "lanes.hpp"
#include "page.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace tool {

class replay_page {
  public:
    /// Throws `unusable_input` where no report can be made.
    replay_page(std::string folder, setup const& s);

    void add(std::string const& policy, played const& run);
    /// Figures of the same policies in the same order.
    void write(std::string const& profiles, std::vector<figures> const& all,
               gangway::sim::completion_bound const& bound) const;

  private:
    struct seen {
        std::string policy;
        std::vector<job_times> jobs;
        std::vector<held_lanes> held;
    };

    void add_figures(page& out, std::vector<figures> const& all, gangway::sim::completion_bound const& bound) const;
    void add_idle(page& out, std::vector<figures> const& all) const;
    void add_distributions(page& out) const;
    void add_load(page& out) const;
    void add_sizes(page& out) const;
    void add_nodes(page& out) const;
    [[nodiscard]] picture nodes_picture(seen const& policy, double from) const;
    [[nodiscard]] std::vector<legend_entry> policy_legend() const;

    std::string folder_;
    setup const* setup_;
    double first_ = 0.0; ///< the first submission
    double last_ = 0.0;  ///< the last one, from the first
    std::vector<seen> seen_;
    std::string schedule_;
};

} // namespace tool
