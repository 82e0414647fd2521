// L5 - Scrooge: branch and bound over one option for each model, pruned by longest paths and by chains.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "fronts.hpp"
#include "prices_of_time.hpp"

namespace gangway::plan::scrooge::detail {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// What a search found.
struct found {
    std::vector<std::size_t> chosen; ///< the option of each model; empty: none was found
    double cost = infinite;
    double at_least = infinite; ///< no choice costs less; infinite: there is none
    std::uint64_t nodes = 0;
};

/// Depth first, the child with the lowest bound first.
///
/// Semantics: the path through a model is at least its head (longest path before it, undecided models at their
/// fastest) plus its own latency plus its tail. The undecided rest of each chain must fit between the head of its first
/// and the tail of its last model, and costs at least what its staircase says there. On one chain that bound is exact.
/// Prices of time give a second bound, which is weaker on a chain and stronger where paths cross.
/// `Price` turns (decided options, their cost, a bound on the rest) into a bound, and into the cost where all are
/// decided.
template <class Price>
class search {
  public:
    search(std::vector<std::vector<option>> const& options, std::vector<edge> const& edges,
           std::vector<std::size_t> const& order, double limit, std::uint64_t budget, Price price)
        : options_{options},
          edges_{by_source(edges, order)},
          limit_{limit},
          budget_{budget},
          price_{std::move(price)},
          chains_{chains_of(options.size(), edges, order)},
          latency_(options.size()),
          head_(options.size()),
          tail_(options.size()),
          chosen_(options.size(), 0) {
        constexpr std::size_t cap = 1024;
        for (std::size_t m = 0; m < options_.size(); ++m) {
            latency_[m] = options_[m].front().latency;
            descent_ += options_[m].size();
            falling_.push_back(undominated(options_[m]));
        }
        for (std::size_t c = 0; c < chains_.size(); ++c) {
            auto const& chain = chains_[c];
            stairs_.emplace_back(chain.size() + 1);
            stairs_[c].back() = {step{}};
            for (std::size_t i = chain.size(); i-- > 0;)
                stairs_[c][i] = before(falling_[chain[i]], stairs_[c][i + 1], limit_, cap);
            for (std::size_t i = 0; i < chain.size(); ++i) sequence_.push_back({c, i});
        }
        prices_ = good_prices(options_, edges_, order, limit_);
        for (auto const p : sequence_) {
            std::size_t const m = chains_[p.chain][p.at];
            double least = infinite;
            for (auto const& o : options_[m]) least = std::min(least, o.cost + prices_.through[m] * o.latency);
            least_priced_.push_back(least);
        }
    }

    [[nodiscard]] found run() {
        double const bound = bound_from(0, 0.0, prices_.bound);
        if (bound < infinite) descend(0, 0.0, prices_.bound);
        out_.at_least = std::min({out_.cost, open_});
        return out_;
    }

  private:
    struct position {
        std::size_t chain;
        std::size_t at;
    };
    struct child {
        double bound;
        double priced;
        std::size_t option;
    };

    static std::vector<edge> by_source(std::vector<edge> edges, std::vector<std::size_t> const& order) {
        std::vector<std::size_t> place(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
        std::sort(edges.begin(), edges.end(), [&](edge const& a, edge const& b) {
            return a.from != b.from ? place[a.from] < place[b.from] : place[a.to] < place[b.to];
        });
        return edges;
    }

    void measure_paths() {
        std::fill(head_.begin(), head_.end(), 0.0);
        std::fill(tail_.begin(), tail_.end(), 0.0);
        for (auto const& e : edges_) head_[e.to] = std::max(head_[e.to], head_[e.from] + latency_[e.from]);
        for (auto e = edges_.rbegin(); e != edges_.rend(); ++e)
            tail_[e->from] = std::max(tail_[e->from], tail_[e->to] + latency_[e->to]);
    }

    // A bound on the whole where the first `depth` models of the sequence are decided; `priced` is that of the prices.
    [[nodiscard]] double bound_from(std::size_t depth, double spent, double priced) {
        double const rest_priced = depth == sequence_.size() ? 0.0 : std::max(0.0, priced - spent);
        if (!beats(price_(options_, chosen_, sequence_models(depth), spent, rest_priced))) return infinite;
        measure_paths();
        for (std::size_t m = 0; m < options_.size(); ++m)
            if (head_[m] + latency_[m] + tail_[m] > limit_) return infinite;
        double rest = 0.0;
        for (std::size_t c = depth < sequence_.size() ? sequence_[depth].chain : chains_.size(); c < chains_.size();
             ++c) {
            auto const& chain = chains_[c];
            std::size_t const first = c == sequence_[depth].chain ? sequence_[depth].at : 0;
            double const together = least_cost(stairs_[c][first], limit_ - head_[chain[first]] - tail_[chain.back()]);
            double each = 0.0;
            for (std::size_t i = first; i < chain.size(); ++i)
                each += least_cost(falling_[chain[i]], limit_ - head_[chain[i]] - tail_[chain[i]]);
            rest += std::max(together, each);
        }
        return rest < infinite ? price_(options_, chosen_, decided_, spent, std::max(rest, rest_priced)) : infinite;
    }

    [[nodiscard]] std::vector<std::size_t> const& sequence_models(std::size_t depth) {
        decided_.clear();
        for (std::size_t i = 0; i < depth; ++i) decided_.push_back(chains_[sequence_[i].chain][sequence_[i].at]);
        return decided_;
    }

    void descend(std::size_t depth, double spent, double priced) {
        if (depth == sequence_.size()) {
            double const cost = price_(options_, chosen_, sequence_models(depth), spent, 0.0);
            if (cost < out_.cost) {
                out_.cost = cost;
                out_.chosen = chosen_;
            }
            return;
        }
        std::size_t const m = chains_[sequence_[depth].chain][sequence_[depth].at];
        double const fastest = options_[m].front().latency;
        std::vector<child> children;
        for (std::size_t o = 0; o < options_[m].size(); ++o) {
            latency_[m] = options_[m][o].latency;
            chosen_[m] = o;
            ++out_.nodes;
            double const changed =
                priced - least_priced_[depth] + options_[m][o].cost + prices_.through[m] * options_[m][o].latency;
            double const bound = bound_from(depth + 1, spent + options_[m][o].cost, changed);
            if (beats(bound)) children.push_back({bound, changed, o});
        }
        std::sort(children.begin(), children.end(), [](child const& a, child const& b) {
            return a.bound != b.bound ? a.bound < b.bound : a.option < b.option;
        });
        for (auto const& c : children) {
            if (!beats(c.bound)) break;
            if (out_.nodes > (out_.cost < infinite ? budget_ : budget_ + descent_)) {
                open_ = std::min(open_, c.bound);
                break;
            }
            latency_[m] = options_[m][c.option].latency;
            chosen_[m] = c.option;
            descend(depth + 1, spent + options_[m][c.option].cost, c.priced);
        }
        latency_[m] = fastest;
    }

    // By more than rounding.
    [[nodiscard]] bool beats(double bound) const {
        return bound < infinite && (out_.cost == infinite || bound < out_.cost - 1e-12 * out_.cost);
    }

    std::vector<std::vector<option>> const& options_;
    std::vector<edge> edges_; // those from earlier models first, in topological order
    double limit_;
    std::uint64_t budget_;
    Price price_;
    std::vector<std::vector<std::size_t>> chains_;
    std::vector<std::vector<std::vector<step>>> stairs_; // by chain and position
    // Options may be kept that another one beats (on another type of machine): bounds want only those that none beats.
    std::vector<std::vector<option>> falling_;
    std::vector<position> sequence_;
    time_prices prices_;
    std::vector<double> least_priced_; // by place in the sequence
    std::vector<double> latency_, head_, tail_;
    std::vector<std::size_t> chosen_, decided_;
    found out_;
    double open_ = infinite; // the lowest bound of what was left unexplored
    std::uint64_t descent_ =
        0; // nodes of one descent, on top of the budget: where costs add up it always ends in a plan
};

/// Costs that add up.
struct additive {
    double operator()(std::vector<std::vector<option>> const&, std::vector<std::size_t> const&,
                      std::vector<std::size_t> const&, double spent, double rest) const {
        return spent + rest;
    }
};

} // namespace gangway::plan::scrooge::detail
