// L4 - what a scheduler knows between passes: waiting jobs by shape, running gangs, nodes. It caches, it decides nothing.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "capacity/node_table.hpp"
#include "config.hpp"
#include "model/check.hpp"
#include "place/gang.hpp"
#include "policy.hpp"
#include "queue/id_table.hpp"
#include "queue/queue_for.hpp"

namespace gangway {

/// Why the gangs of one shape may not start, whatever the room.
enum class standing {
    open,    ///< an empty cluster of the nodes that are up holds it
    blocked, ///< only a cluster with more nodes up would
    never    ///< no cluster of these nodes would
};

namespace detail {

template <class Model>
auto group_key_of() {
    if constexpr (has_group<Model>) return std::remove_cvref_t<decltype(std::declval<Model>().group(std::declval<job_of<Model>>()))>{};
    else return 0;
}
template <class Model>
using group_key = decltype(group_key_of<Model>());

} // namespace detail

/// The tables behind a scheduler. Gangs of equal shape (and group, where limits count; and eligible nodes) are
/// interchangeable for fit, so waiting jobs stand in one queue a distinct shape.
template <class Model, class Policy>
class job_book {
    static_assert(check_cluster_model<Model>());
    static_assert(rank_term<typename Policy::rank_type, Model>,
                  "gangway: the rank slot needs a rank term: static drift moves, and line line_of(model, job, now) const");

  public:
    using model_type = Model;
    using job_type = job_of<Model>;
    using node_type = node_of<Model>;
    using id_type = job_id_of<Model>;
    using rank_type = typename Policy::rank_type;
    using admit_type = typename Policy::admit_type;
    using place_type = typename Policy::place_type;
    static constexpr std::size_t resources = resources_of<Model>;
    static constexpr std::size_t depth = depth_of<rank_type>;
    static constexpr bool by_age = requires { requires admit_type::by_age; };
    static constexpr bool by_estimate = requires { requires admit_type::by_estimate; };
    using queue_type = queue_for<rank_type::moves, admit_type::wants, depth, id_type>;
    using key_type = rank_key<depth, id_type>;

    enum class state : std::uint8_t { unused, waiting, running };
    struct entry {
        queued_job<depth, id_type> rank;
        job_type job{};
        index shape = no_index;
        index gang = no_index;
        state now = state::unused;
        double reserved = std::numeric_limits<double>::quiet_NaN();
    };
    struct gang_run {
        index job = no_index;
        instant since;
        double end = 0.0; // by the estimate
        placement nodes;
    };
    /// The best-ranked waiting job of a shape, beside its key: what a pass compares.
    struct front {
        key_type key;
        index job;
        index shape;
    };
    struct shape_line {
        gang_groups<resources> shape;
        std::optional<node_mask> mask;
        index group = no_index; // into groups, where limits count
        standing may = standing::open;
        queue_type queue;
        index in_active = no_index; // place in active
        bool has_arrivals = false;
    };
    struct group_use {
        amounts<resources> used;
        std::optional<amounts<resources>> limit;
    };
    struct release {
        double end;
        index gang;
    };

    Model const* model;
    Policy policy;
    node_table<resources> nodes;
    std::vector<node_type> node_handles; // by position
    std::vector<entry> entries;
    std::vector<gang_run> gangs;
    std::vector<shape_line> shapes;
    std::vector<front> active;       // shapes with waiting jobs that may start
    std::vector<index> arrivals;     // slots pushed since the last pass
    std::vector<release> releases;   // ascending end; kept where the admission reads estimates
    std::vector<group_use> groups;
    queue_places places;             // of the shapes' queues
    indexed_queue<1, id_type> ages;  // every waiting job by (submitted, id); kept where the admission asks for it
    queue_places age_places;
    std::size_t waiting = 0;
    std::size_t running = 0;
    std::vector<index> looked_at;             // scratch of a pass: shapes under examination
    placement chosen;                         // scratch of a pass
    std::vector<grant<node_type>> grants;     // scratch of a pass: what the host sees
    bool freed = true;        // something may have opened since the last pass
    bool off_schedule = true; // ... and not only by gangs that ended just when they were expected to

    job_book(Model const& m, Policy p) : model{&m}, policy{std::move(p)} {
        read_nodes();
        for (auto const& r : m.running()) adopt(r);
    }

    // --- jobs ---------------------------------------------------------------------------------------------------

    [[nodiscard]] index find(job_type const& job) const { return ids_.find(model->id(job)); }

    index submit(job_type const& job) {
        index const slot = new_entry(job);
        queue_up(slot);
        return slot;
    }
    /// Back into the queue, at the place that its first submission gives it.
    void queue_up(index slot) {
        entry& e = entries[slot];
        e.now = state::waiting;
        e.rank.lines = lines_of(policy.rank, *model, e.job, instant{});
        ++waiting;
        push(slot);
        arrivals.push_back(slot);
        shapes[e.shape].has_arrivals = true;
        if constexpr (by_age) ages.push({slot, {}, e.rank.submitted, e.rank.id, 0.0}, {{}, e.rank.submitted, e.rank.id}, age_places);
    }
    /// Takes a job out of the queue, to start it or to forget it.
    void unqueue(index slot) {
        entry& e = entries[slot];
        shape_line& line = shapes[e.shape];
        line.queue.erase(slot, places);
        if (line.queue.empty()) deactivate(e.shape);
        else refresh_front(e.shape);
        if constexpr (by_age) ages.erase(slot, age_places);
        e.reserved = std::numeric_limits<double>::quiet_NaN();
        --waiting;
    }
    void forget(index slot) {
        entry& e = entries[slot];
        ids_.erase(e.rank.id);
        e.now = state::unused;
        spare_entries_.push_back(slot);
    }

    // --- gangs --------------------------------------------------------------------------------------------------

    void take(index slot, placement const& where) { add(slot, where, 1); }
    void give(index slot, placement const& where) { add(slot, where, -1); }

    /// A gang that holds its nodes already runs from here on.
    void run(index slot, placement const& where, instant now) {
        index g = static_cast<index>(gangs.size());
        if (spare_gangs_.empty()) {
            gangs.emplace_back();
        } else {
            g = spare_gangs_.back();
            spare_gangs_.pop_back();
        }
        entry& e = entries[slot];
        e.now = state::running;
        e.gang = g;
        gang_run& gang = gangs[g];
        gang.job = slot;
        gang.since = now;
        gang.end = now.value() + e.rank.estimate;
        gang.nodes.assign(where.begin(), where.end());
        ++running;
        if constexpr (by_estimate)
            releases.insert(std::upper_bound(releases.begin(), releases.end(), gang.end,
                                             [](double end, release const& r) { return end < r.end; }),
                            {gang.end, g});
    }
    void stop(index slot) {
        entry& e = entries[slot];
        gang_run& gang = gangs[e.gang];
        give(slot, gang.nodes);
        if constexpr (by_estimate) {
            auto at = std::lower_bound(releases.begin(), releases.end(), gang.end,
                                       [](release const& r, double end) { return r.end < end; });
            while (at->gang != e.gang) ++at;
            releases.erase(at);
        }
        gang.job = no_index;
        spare_gangs_.push_back(e.gang);
        e.gang = no_index;
        --running;
        freed = true;
    }

    void change_estimate(index slot, duration estimate) {
        entry& e = entries[slot];
        placement const where = gangs[e.gang].nodes;
        instant const since = gangs[e.gang].since;
        stop(slot);
        take(slot, where);
        e.rank.estimate = estimate.value();
        run(slot, where, since);
    }
    /// As if a waiting job asked for something else: for questions of the kind "what if", on a copy.
    void suppose(index slot, gang_groups<resources> const& shape, double estimate) {
        unqueue(slot);
        fresh_ = shape;
        fresh_mask_ = shapes[entries[slot].shape].mask.value_or(node_mask{});
        entries[slot].shape = find_shape(shapes[entries[slot].shape].group);
        entries[slot].rank.estimate = estimate;
        std::erase(arrivals, slot);
        queue_up(slot);
        freed = off_schedule = true;
    }
    void end_pass(bool left_open) {
        freed = off_schedule = left_open;
        for (index slot : arrivals) shapes[entries[slot].shape].has_arrivals = false;
        arrivals.clear();
    }

    // --- room ---------------------------------------------------------------------------------------------------

    [[nodiscard]] node_mask const* mask(index shape) const { return shapes[shape].mask ? &*shapes[shape].mask : nullptr; }
    [[nodiscard]] bool within_limit(index shape) const {
        if constexpr (has_limit<Model>) {
            group_use const& g = groups[shapes[shape].group];
            return !g.limit || fits(total(shapes[shape].shape), *g.limit - g.used);
        } else {
            return true;
        }
    }
    [[nodiscard]] static amounts<resources> total(gang_groups<resources> const& shape) {
        amounts<resources> sum;
        for (auto const& g : shape.groups) sum += g.tasks.tasks * g.tasks.each;
        return sum;
    }
    [[nodiscard]] bool fits_now(index shape) const {
        return holds_gang(nodes, mask(shape), room_now<resources>{nodes, mask(shape)}, shapes[shape].shape, policy.place) &&
               within_limit(shape);
    }
    [[nodiscard]] bool fits_in(index shape, amounts<resources> const* left) const {
        return holds_gang(nodes, mask(shape), room_array<resources>{nodes, left, mask(shape)}, shapes[shape].shape,
                          policy.place);
    }
    bool place_now(index shape, placement& out) const {
        return place_gang(nodes, mask(shape), room_now<resources>{nodes, mask(shape)}, shapes[shape].shape, policy.place, out);
    }
    bool place_in(index shape, amounts<resources> const* left, placement& out) const {
        return place_gang(nodes, mask(shape), room_array<resources>{nodes, left, mask(shape)}, shapes[shape].shape,
                          policy.place, out);
    }

    // --- reservations -------------------------------------------------------------------------------------------

    void reserve(index slot, instant at) {
        if (reserved_.size() > 2 * waiting + 64)
            std::erase_if(reserved_, [&](index r) { return !(entries[r].reserved == entries[r].reserved); });
        entries[slot].reserved = at.value();
        reserved_.push_back(slot);
    }
    void clear_reservations() {
        for (index slot : reserved_) entries[slot].reserved = std::numeric_limits<double>::quiet_NaN();
        reserved_.clear();
    }

    // --- nodes --------------------------------------------------------------------------------------------------

    /// Reads capacity and service state of one node again. Amounts that no gang explains stay taken.
    void reread(node_type const& node) {
        index const n = position(node);
        amounts<resources> const capacity = model->capacity(node);
        nodes.set_amounts(n, capacity, nodes[n].free + (capacity - nodes[n].capacity));
        nodes.set_up(n, up(node));
        for (index s = 0; s < shapes.size(); ++s) review(s);
        freed = off_schedule = true;
    }
    [[nodiscard]] index position(node_type const& node) const {
        auto const at = std::lower_bound(node_handles.begin(), node_handles.end(), node, [&](auto const& a, auto const& b) {
            return model->id(a) < model->id(b);
        });
        GANGWAY_EXPECTS(at != node_handles.end() && !(model->id(node) < model->id(*at)), "the model does not list this node");
        return static_cast<index>(at - node_handles.begin());
    }

    // --- order --------------------------------------------------------------------------------------------------

    [[nodiscard]] key_type key(index slot, instant now) const {
        if constexpr (rank_type::moves <= drift::uniform) return still_key(entries[slot].rank);
        else return key_at(entries[slot].rank, now);
    }
    /// Brings the queues to `now`, where their order moves.
    void advance(instant now) {
        if constexpr (rank_type::moves == drift::per_job) {
            for (front& f : active) {
                shapes[f.shape].queue.advance(now);
                refresh_front(f.shape);
            }
        } else if constexpr (rank_type::moves == drift::arbitrary) {
            std::vector<index> slots;
            std::vector<job_type> jobs;
            for (front const& f : active) {
                shapes[f.shape].queue.for_each([&](index slot) {
                    slots.push_back(slot);
                    jobs.push_back(entries[slot].job);
                });
                shapes[f.shape].queue.clear();
            }
            if (jobs.empty()) return;
            auto const& bound = bind_to_queue(policy.rank, *model, jobs, now);
            for (index slot : slots) {
                entry& e = entries[slot];
                e.rank.lines = lines_of(bound, *model, e.job, now);
                shapes[e.shape].queue.push(e.rank, key_at(e.rank, now), places);
            }
            for (front const& f : active) refresh_front(f.shape);
        }
    }

  private:
    index new_entry(job_type const& job) {
        index slot = static_cast<index>(entries.size());
        if (spare_entries_.empty()) {
            entries.emplace_back();
            places.push_back(no_index);
            if constexpr (by_age) age_places.push_back(no_index);
        } else {
            slot = spare_entries_.back();
            spare_entries_.pop_back();
        }
        entry& e = entries[slot];
        e.job = job;
        e.rank.slot = slot;
        e.rank.id = model->id(job);
        e.rank.submitted = instant{model->submitted(job)}.value();
        e.rank.estimate = estimate_or_unbounded(*model, job).value();
        GANGWAY_EXPECTS(e.rank.submitted - e.rank.submitted == 0.0, "a submission time must be finite");
        GANGWAY_EXPECTS(e.rank.estimate >= 0.0, "an estimate must not be negative or NaN");
        GANGWAY_EXPECTS(ids_.find(e.rank.id) == no_index, "a job with this id already waits or runs");
        e.shape = shape_index(job);
        ids_.insert(e.rank.id, slot);
        return slot;
    }
    void push(index slot) {
        entry& e = entries[slot];
        key_type const key = still_key(e.rank);
        shape_line& line = shapes[e.shape];
        line.queue.push(e.rank, key, places);
        if (line.in_active == no_index) activate(e.shape);
        else if (rank_type::moves > drift::uniform || before(key, active[line.in_active].key)) refresh_front(e.shape);
    }
    void activate(index s) {
        if (shapes[s].in_active != no_index || shapes[s].may != standing::open || shapes[s].queue.empty()) return;
        shapes[s].in_active = static_cast<index>(active.size());
        active.push_back({shapes[s].queue.top_key(), shapes[s].queue.top(), s});
    }
    void deactivate(index s) {
        index const at = shapes[s].in_active;
        if (at == no_index) return;
        active[at] = active.back();
        shapes[active[at].shape].in_active = at;
        active.pop_back();
        shapes[s].in_active = no_index;
    }
    void refresh_front(index s) {
        index const at = shapes[s].in_active;
        if (at != no_index) active[at] = {shapes[s].queue.top_key(), shapes[s].queue.top(), s};
    }
    void add(index slot, placement const& where, std::int64_t sign) {
        auto const& line = shapes[entries[slot].shape];
        for (auto const& p : where) nodes.take(p.node, sign * p.tasks, demand_of(line.shape, p.group));
        if constexpr (has_limit<Model>)
            for (auto const& p : where) groups[line.group].used += sign * p.tasks * demand_of(line.shape, p.group);
    }

    // --- shapes -------------------------------------------------------------------------------------------------

    index shape_index(job_type const& job) {
        if constexpr (equal_gang<shape_of<Model>> && !has_eligible<Model> && !has_limit<Model>) {
            auto const& g = model->shape(job); // the common case: no list to build, nothing to sort
            if (!shape_cells_.empty())
                for (std::size_t at = hash_group(no_index, g) & (shape_cells_.size() - 1); shape_cells_[at] != no_index;
                     at = (at + 1) & (shape_cells_.size() - 1)) {
                    auto const& groups = shapes[shape_cells_[at]].shape.groups;
                    if (groups.size() == 1 && groups[0].tasks == g) return shape_cells_[at];
                }
        }
        for_each_group(model->shape(job), [&](std::size_t at, gang<resources> const& g) {
            GANGWAY_EXPECTS(g.tasks >= 1, "a gang has at least one task");
            GANGWAY_EXPECTS(!any_negative(g.each), "a demand must not be negative");
            fresh_.groups.push_back({g, static_cast<index>(at)});
        });
        GANGWAY_EXPECTS(!fresh_.groups.empty(), "a gang has at least one group of tasks");
        if (fresh_.groups.size() > 1)
            std::sort(fresh_.groups.begin(), fresh_.groups.end(), [](auto const& a, auto const& b) {
                return a.tasks.each != b.tasks.each ? a.tasks.each.of > b.tasks.each.of : a.at < b.at;
            });
        if constexpr (has_eligible<Model>) {
            fresh_mask_.assign(nodes.size(), false);
            bool all = true;
            for (index n = 0; n < nodes.size(); ++n) {
                bool const may = model->eligible(job, node_handles[n]);
                fresh_mask_[n] = may;
                all = all && may;
            }
            if (all) fresh_mask_.clear();
        }
        return find_shape(group_index(job));
    }
    // The line of the shape in fresh_ and fresh_mask_, made if it is new.
    index find_shape(index group) {
        std::uint64_t const hash = hash_shape(group);
        index found = no_index;
        if (!shape_cells_.empty())
            for (std::size_t at = hash & (shape_cells_.size() - 1); shape_cells_[at] != no_index;
                 at = (at + 1) & (shape_cells_.size() - 1)) {
                shape_line const& s = shapes[shape_cells_[at]];
                bool const same_mask = fresh_mask_.empty() ? !s.mask : s.mask && *s.mask == fresh_mask_;
                if (s.group == group && s.shape == fresh_ && same_mask) {
                    found = shape_cells_[at];
                    break;
                }
            }
        if (found == no_index) found = add_shape(group, hash);
        fresh_.groups.clear();
        return found;
    }
    index add_shape(index group, std::uint64_t hash) {
        auto const s = static_cast<index>(shapes.size());
        shapes.emplace_back();
        shapes[s].shape = fresh_;
        if (!fresh_mask_.empty()) shapes[s].mask = fresh_mask_;
        shapes[s].group = group;
        shape_hashes_.push_back(hash);
        if (2 * shapes.size() > shape_cells_.size()) {
            shape_cells_.assign(std::max<std::size_t>(16, 2 * shape_cells_.size()), no_index);
            for (index k = 0; k < shapes.size(); ++k) seat_shape(k);
        } else {
            seat_shape(s);
        }
        review(s);
        return s;
    }
    void seat_shape(index s) {
        std::size_t at = shape_hashes_[s] & (shape_cells_.size() - 1);
        while (shape_cells_[at] != no_index) at = (at + 1) & (shape_cells_.size() - 1);
        shape_cells_[at] = s;
    }
    [[nodiscard]] std::uint64_t hash_shape(index group) const {
        std::uint64_t h = group;
        for (auto const& g : fresh_.groups) h = hash_group(h, g.tasks);
        for (std::size_t n = 0; n < fresh_mask_.size(); ++n)
            if (fresh_mask_[n]) h = mixed(h, n);
        return h;
    }
    static constexpr std::uint64_t mixed(std::uint64_t h, std::uint64_t x) {
        h = (h ^ x) * 0x9E3779B97F4A7C15ull;
        return h ^ (h >> 29);
    }
    static constexpr std::uint64_t hash_group(std::uint64_t h, gang<resources> const& g) {
        h = mixed(h, static_cast<std::uint64_t>(g.tasks));
        for (auto amount : g.each.of) h = mixed(h, static_cast<std::uint64_t>(amount));
        return h;
    }
    // What the nodes could hold if they were empty.
    void review(index s) {
        std::vector<amounts<resources>> all(nodes.size());
        std::vector<amounts<resources>> in_service(nodes.size());
        auto everyone = nodes;
        for (index n = 0; n < nodes.size(); ++n) {
            all[n] = in_service[n] = nodes[n].capacity;
            everyone.set_up(n, true);
        }
        auto const& shape = shapes[s].shape;
        room_array<resources> const if_up{everyone, all.data(), mask(s)};
        bool const could = holds_gang(everyone, mask(s), if_up, shape, policy.place);
        shapes[s].may = fits_in(s, in_service.data()) ? standing::open : could ? standing::blocked : standing::never;
        if (shapes[s].may == standing::open) activate(s);
        else deactivate(s);
    }
    index group_index(job_type const& job) {
        if constexpr (has_limit<Model>) {
            auto const key = model->group(job);
            auto const at = std::lower_bound(group_keys_.begin(), group_keys_.end(), key,
                                             [](auto const& a, auto const& b) { return a.first < b; });
            if (at != group_keys_.end() && !(key < at->first)) return at->second;
            auto const g = static_cast<index>(groups.size());
            group_keys_.insert(at, {key, g});
            groups.push_back({{}, model->limit(key)});
            return g;
        } else {
            return no_index;
        }
    }

    // --- reading the model --------------------------------------------------------------------------------------

    [[nodiscard]] bool up(node_type const& node) const {
        if constexpr (has_up<Model>) return model->up(node);
        else return true;
    }
    void read_nodes() {
        for (auto const& node : model->nodes()) node_handles.push_back(node);
        std::sort(node_handles.begin(), node_handles.end(),
                  [&](auto const& a, auto const& b) { return model->id(a) < model->id(b); });
        std::vector<typename node_table<resources>::node> table;
        for (auto const& node : node_handles) table.push_back({model->capacity(node), model->free(node), 0, up(node)});
        for (std::size_t n = 1; n < node_handles.size(); ++n)
            GANGWAY_EXPECTS(model->id(node_handles[n - 1]) < model->id(node_handles[n]), "two nodes have the same id");
        nodes = node_table<resources>{std::move(table), read_domains()};
    }
    [[nodiscard]] std::vector<std::vector<index>> read_domains() const {
        std::vector<std::vector<index>> domains;
        if constexpr (has_domain<Model>) {
            for (int level = 0; level < model->domain_levels(); ++level) {
                using key = std::remove_cvref_t<decltype(model->domain(node_handles[0], level))>;
                std::vector<key> keys;
                for (auto const& node : node_handles) keys.push_back(model->domain(node, level));
                auto sorted = keys;
                std::sort(sorted.begin(), sorted.end());
                sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
                domains.emplace_back();
                for (auto const& k : keys)
                    domains.back().push_back(
                        static_cast<index>(std::lower_bound(sorted.begin(), sorted.end(), k) - sorted.begin()));
            }
        }
        return domains;
    }
    // A gang that runs already: its room is taken in the model's free amounts.
    template <class Running>
    void adopt(Running const& r) {
        index const slot = new_entry(r.job);
        placement where;
        for (auto const& g : r.nodes) where.push_back({position(g.node), g.tasks, static_cast<index>(g.group)});
        auto const& line = shapes[entries[slot].shape];
        for (auto const& p : where) {
            nodes.count(p.node, p.tasks);
            if constexpr (has_limit<Model>) groups[line.group].used += p.tasks * demand_of(line.shape, p.group);
        }
        run(slot, where, r.since);
    }

    id_table<id_type> ids_;
    std::vector<index> spare_entries_;
    std::vector<index> reserved_; // slots with a reservation, and some that had one
    std::vector<index> spare_gangs_;
    std::vector<index> shape_cells_;
    std::vector<std::uint64_t> shape_hashes_;
    gang_groups<resources> fresh_; // scratch: the shape being looked up
    node_mask fresh_mask_;
    std::vector<std::pair<detail::group_key<Model>, index>> group_keys_; // sorted
};

} // namespace gangway
