// L4 - what a scheduler knows between passes: waiting jobs by shape, running gangs, nodes. It caches, it decides nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "front_order.hpp"
#include "gang_table.hpp"
#include "group_table.hpp"
#include "model/check.hpp"
#include "node_reading.hpp"
#include "place/pool.hpp"
#include "policy.hpp"
#include "queue/id_table.hpp"
#include "queue/queue_for.hpp"
#include "shape_table.hpp"
#include "slot_pool.hpp"

namespace gangway {
namespace detail {

// What the clock slot gave a job, where the policy has one.
template <class Clock>
struct clock_of_entry {
    clock_choice clock;
};
template <>
struct clock_of_entry<no_clock> {
    static constexpr clock_choice clock{};
};

} // namespace detail

/// The tables behind a scheduler: every job it knows, the lines they wait in, what runs, and the nodes.
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
    using clock_type = typename Policy::clock_type;
    static_assert(std::is_same_v<clock_type, no_clock> || clock_rule<clock_type, Model>,
                  "gangway: the clock slot needs a clock rule: clock_choice clock_of(model, job) const");
    static constexpr std::size_t pool_resources = pool_resources_of<Model>;
    static constexpr std::size_t resources = counted_resources<Model>; // of a node, then of the pool
    static constexpr std::size_t depth = depth_of<rank_type>;
    static constexpr bool by_age = requires { requires admit_type::by_age; };
    static constexpr bool by_estimate = requires { requires admit_type::by_estimate; };
    using queue_type = queue_for<rank_type::moves, admit_type::wants, depth, id_type>;
    using key_type = rank_key<depth, id_type>;
    using shape_line = gangway::shape_line<resources, pool_resources, queue_type>;

    enum class state : std::uint8_t { unused, waiting, running };
    struct entry : detail::clock_of_entry<clock_type> {
        queued_job<depth, id_type> rank;
        job_type job{};
        index shape = no_index;
        state now = state::unused;
    };
    Model const* model;
    Policy policy;
    std::vector<node_type> node_handles; // by position
    node_table<resources> nodes;         // a pool is the last
    std::vector<entry> entries;
    gang_table<by_estimate> gangs;
    shape_table<Model, queue_type> shapes;
    front_order<depth, id_type> fronts; // shapes of which a waiting job may start
    std::vector<index> arrivals;     // slots pushed since the last pass
    group_table<Model> groups;       // with their limits
    queue_places places;             // of a waiting job in its shape's queue; of one that runs among the gangs
    indexed_queue<1, id_type> ages;  // every waiting job by (submitted, id); kept where the admission asks for it
    queue_places age_places;
    std::size_t waiting = 0;
    std::size_t running = 0;
    std::vector<index> looked_at;             // scratch of a pass: shapes under examination ...
    std::size_t looking = 0;                  // ... and how many they are
    placement chosen;                         // scratch of a pass
    std::vector<grant<node_type>> grants;     // scratch of a pass: what the host sees
    bool freed = true;        // something may have opened since the last pass
    bool off_schedule = true; // ... and not only by gangs that ended just when they were expected to

    job_book(Model const& m, Policy p)
        : model{&m}, policy{std::move(p)}, node_handles{detail::sorted_nodes(m)}, nodes{detail::read_nodes(m, node_handles)} {
        for (auto const& r : m.running()) adopt(r);
    }

    // --- jobs ---------------------------------------------------------------------------------------------------

    [[nodiscard]] index find(job_type const& job) const { return ids_.find(model->id(job), id_of()); }

    index submit(job_type const& job) {
        index const slot = new_entry(job);
        queue_up(slot);
        return slot;
    }
    /// Back into the queue, at the place that its first submission gives it.
    void queue_up(index slot) {
        entry& e = entries[slot];
        e.now = state::waiting;
        if constexpr (rank_type::moves != drift::arbitrary) e.rank.lines = lines_of(policy.rank, *model, e.job, instant{});
        else e.rank.lines = {}; // every pass asks anew, but not for jobs that may not start: not those of the slot's last job
        GANGWAY_EXPECTS(keeps_its_drift(e), "a rank term moves more than its drift declares");
        ++waiting;
        push(slot);
        arrivals.push_back(slot);
        if constexpr (by_age) ages.push({slot, {}, e.rank.submitted, e.rank.id, 0.0}, {{}, e.rank.submitted, e.rank.id}, age_places);
    }
    /// Takes a job out of the queue, to start it or to forget it.
    void unqueue(index slot) {
        entry& e = entries[slot];
        shape_line& line = shapes[e.shape];
        line.queue.erase(slot, places);
        if (fronts[e.shape].slot == slot) {
            if (line.queue.empty()) fronts.erase(e.shape);
            else fronts.follow(e.shape, line.queue.front());
        }
        if constexpr (by_age) ages.erase(slot, age_places);
        if (slot < reserved_at_.size()) reserved_at_[slot] = none;
        --waiting;
    }
    /// As find, and the id is free for another job; to be followed by forget.
    index take_out(job_type const& job) { return ids_.take(model->id(job), id_of()); }
    void forget(index slot) {
        entries[slot].now = state::unused;
        slots_.give_back(slot);
    }

    // --- gangs --------------------------------------------------------------------------------------------------

    void take(index slot, placement const& where) { add(entries[slot].shape, where, 1); }
    void give(index slot, placement const& where) { add(entries[slot].shape, where, -1); }
    [[nodiscard]] index gang_of(index slot) const { return places[slot]; }

    /// A gang that holds its nodes already runs from here on. Takes the nodes out of `where`.
    index run(index slot, placement& where, instant now) {
        entry& e = entries[slot];
        e.now = state::running;
        places[slot] = gangs.start(slot, e.shape, now, now.value() + e.rank.estimate, where);
        ++running;
        return places[slot];
    }
    // Does not look at the entry, which nobody may have touched for as long as the gang has run.
    void stop(index slot) {
        index const gang = gang_of(slot);
        add(gangs[gang].shape, gangs[gang].nodes, -1);
        gangs.stop(gang);
        --running;
        freed = true;
    }
    /// The model has another estimate for a gang that runs; it keeps its clock.
    void change_estimate(index slot) {
        entry& e = entries[slot];
        duration const estimate = e.clock.slowdown * estimate_or_unbounded(*model, e.job);
        index const gang = gang_of(slot);
        placement where = gangs[gang].nodes; // stays taken: what a node holds may be more than it has by now
        instant const since = gangs[gang].since;
        gangs.stop(gang);
        e.rank.estimate = estimate.value();
        places[slot] = gangs.start(slot, e.shape, since, since.value() + e.rank.estimate, where);
        freed = true;
    }
    /// As if a waiting job asked for something else: for questions of the kind "what if", on a copy.
    void suppose(index slot, gang_groups<resources> const& shape, double estimate) {
        unqueue(slot);
        auto const was = std::pair{shapes[entries[slot].shape].mask.value_or(node_mask{}), shapes[entries[slot].shape].group};
        entries[slot].shape = reviewed(shapes.line_of(shape, was.first, was.second));
        entries[slot].rank.estimate = estimate;
        std::erase(arrivals, slot);
        queue_up(slot);
        freed = off_schedule = true;
    }
    void end_pass(bool left_open) {
        freed = off_schedule = left_open;
        arrivals.clear();
        groups.end_pass();
    }

    // --- room ---------------------------------------------------------------------------------------------------

    [[nodiscard]] node_mask const* mask(index shape) const { return shapes[shape].mask ? &*shapes[shape].mask : nullptr; }
    [[nodiscard]] bool within_limit(index shape) const { return groups.allow(shapes[shape].group, shapes[shape].total); }
    [[nodiscard]] bool fits_now(index shape) const {
        shape_line const& line = shapes[shape];
        if (!fits(line.total, nodes.free())) return false; // one look spares most of the others
        if (!with_pool && line.equal.tasks > 0) return holds(room_now<resources>{nodes}, line.equal) && within_limit(shape);
        return holds_in(room_now<resources>{nodes, mask(shape)}, shape) && within_limit(shape);
    }
    [[nodiscard]] bool fits_in(index shape, amounts<resources> const* left) const {
        return holds_in(room_array<resources>{nodes, left, mask(shape)}, shape);
    }
    bool place_now(index shape, placement& out) const {
        shape_line const& line = shapes[shape];
        if (!fits(line.total, nodes.free())) return false;
        if constexpr (!with_pool)
            if (line.equal.tasks > 0) return policy.place(room_now<resources>{nodes}, line.equal, 0, out);
        return place_in(room_now<resources>{nodes, mask(shape)}, shape, out);
    }
    bool place_in(index shape, amounts<resources> const* left, placement& out) const {
        return place_in(room_array<resources>{nodes, left, mask(shape)}, shape, out);
    }

    // --- reservations -------------------------------------------------------------------------------------------

    /// The start that is planned for a waiting job, in seconds; NaN where none is.
    [[nodiscard]] double reserved(index slot) const { return slot < reserved_at_.size() ? reserved_at_[slot] : none; }
    void reserve(index slot, instant at) {
        if (reserved_.size() > 2 * waiting + 64)
            std::erase_if(reserved_, [&](index r) { return std::isnan(reserved_at_[r]); });
        reserved_at_.resize(entries.size(), none);
        reserved_at_[slot] = at.value();
        reserved_.push_back(slot);
    }
    void clear_reservations() {
        for (index slot : reserved_) reserved_at_[slot] = none;
        reserved_.clear();
    }

    // --- nodes --------------------------------------------------------------------------------------------------

    /// Reads capacity and service state of one node again. Amounts that no gang explains stay taken.
    void reread(node_type const& node) {
        index const n = position(node);
        auto const capacity = widened<resources>(amounts<resources_of<Model>>{model->capacity(node)});
        nodes.set_amounts(n, capacity, nodes[n].free + (capacity - nodes[n].capacity));
        nodes.set_up(n, detail::in_service(*model, node));
        review_all();
    }
    /// Reads the capacity of the pool again, by the same rule.
    void reread_pool()
        requires has_pool<Model>
    {
        index const n = nodes.size() - 1;
        auto const capacity = widened<resources>(model->pool().capacity, resources_of<Model>);
        nodes.set_amounts(n, capacity, nodes[n].free + (capacity - nodes[n].capacity));
        review_all();
    }
    [[nodiscard]] index position(node_type const& node) const {
        auto const at = std::lower_bound(node_handles.begin(), node_handles.end(), node, [&](auto const& a, auto const& b) {
            return model->id(a) < model->id(b);
        });
        GANGWAY_EXPECTS(at != node_handles.end() && !(model->id(node) < model->id(*at)), "the model does not list this node");
        return static_cast<index>(at - node_handles.begin());
    }

    // --- order --------------------------------------------------------------------------------------------------

    /// The best-ranked waiting job that may start.
    [[nodiscard]] index best() const {
        for (index s : fronts)
            if (within_limit(s)) return fronts[s].slot;
        return no_index;
    }
    [[nodiscard]] key_type key(index slot, instant now) const {
        if constexpr (rank_type::moves <= drift::uniform) return still_key(entries[slot].rank);
        else return key_at(entries[slot].rank, now);
    }
    /// Brings the queues to `now`, where their order moves.
    void advance(instant now) {
        if constexpr (rank_type::moves == drift::per_job) {
            fronts.renew([&](index s) {
                shapes[s].queue.advance(now);
                return shapes[s].queue.front();
            });
        } else if constexpr (rank_type::moves == drift::arbitrary) {
            std::vector<index> slots;
            std::vector<job_type> jobs;
            for (index s : fronts) {
                shapes[s].queue.for_each([&](index slot) {
                    slots.push_back(slot);
                    jobs.push_back(entries[slot].job);
                });
                shapes[s].queue.clear();
            }
            if (jobs.empty()) return;
            auto const& bound = bind_to_queue(policy.rank, *model, jobs, now);
            for (index slot : slots) {
                entry& e = entries[slot];
                e.rank.lines = lines_of(bound, *model, e.job, now);
                shapes[e.shape].queue.push(e.rank, key_at(e.rank, now), places);
            }
            fronts.renew([&](index s) { return shapes[s].queue.front(); });
        }
    }

  private:
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    static constexpr bool with_pool = pool_resources > 0;
    static constexpr bool with_clock = !std::is_same_v<clock_type, no_clock>;

    template <class Room>
    [[nodiscard]] bool holds_in(Room const& room, index shape) const {
        shape_line const& line = shapes[shape];
        if constexpr (with_pool) return holds_beside_pool(room, line.on_nodes, line.of_pool, policy.place);
        else return holds_gang(room, line.shape, policy.place);
    }
    template <class Room>
    bool place_in(Room const& room, index shape, placement& out) const {
        shape_line const& line = shapes[shape];
        if constexpr (with_pool) return place_beside_pool(room, line.on_nodes, line.of_pool, policy.place, out);
        else return place_gang(room, line.shape, policy.place, out);
    }
    // Below arbitrary drift lines do not depend on the time of asking; up to uniform all slopes are one; none has slope 0.
    [[nodiscard]] bool keeps_its_drift(entry const& e) {
        if (rank_type::moves == drift::arbitrary) return true;
        if (lines_of(policy.rank, *model, e.job, instant{1e9}) != e.rank.lines) return false;
        if (rank_type::moves == drift::per_job) return true;
        if (!first_lines_) first_lines_ = e.rank.lines;
        for (std::size_t i = 0; i < depth; ++i) {
            if (e.rank.lines[i].slope != (*first_lines_)[i].slope) return false;
            if (rank_type::moves == drift::none && e.rank.lines[i].slope != 0.0) return false;
        }
        return true;
    }
    [[nodiscard]] clock_choice rule_for(job_type const& job) const {
        if constexpr (with_clock) return policy.clock.clock_of(*model, job);
        else return {};
    }
    // A gang that runs keeps the clock at which it was started, where the host says which.
    [[nodiscard]] clock_choice clock_of_running(job_type const& job) const {
        if constexpr (with_clock && has_clock_of<Model>) return model->clock_of(job);
        else return rule_for(job);
    }
    index new_entry(job_type const& job) { return new_entry(job, rule_for(job)); }
    index new_entry(job_type const& job, clock_choice const& clock) {
        index const slot = slots_.take();
        if (slots_.size() > entries.size()) {
            entries.reserve(slots_.size()); // exactly so many
            entries.resize(slots_.size());
            places.resize(slots_.size(), no_index);
            if constexpr (by_age) age_places.resize(slots_.size(), no_index);
        }
        entry& e = entries[slot];
        e.job = job;
        e.rank.slot = slot;
        e.rank.id = model->id(job);
        e.rank.submitted = instant{model->submitted(job)}.value();
        if constexpr (with_clock) e.clock = clock;
        GANGWAY_EXPECTS(e.clock.slowdown > 0.0, "a slowdown is positive");
        e.rank.estimate = e.clock.slowdown * estimate_or_unbounded(*model, job).value();
        GANGWAY_EXPECTS(e.rank.submitted - e.rank.submitted == 0.0, "a submission time must be finite");
        GANGWAY_EXPECTS(e.rank.estimate >= 0.0, "an estimate must not be negative or NaN");
        GANGWAY_EXPECTS(ids_.find(e.rank.id, id_of()) == no_index, "a job with this id already waits or runs");
        e.shape = reviewed(shapes.line_of(*model, job, node_handles, number_of_group(job), e.clock));
        ids_.insert(e.rank.id, slot, id_of());
        return slot;
    }
    [[nodiscard]] auto id_of() const {
        return [this](index slot) -> id_type const& { return entries[slot].rank.id; };
    }
    void push(index slot) {
        entry& e = entries[slot];
        key_type const key = still_key(e.rank);
        shape_line& line = shapes[e.shape];
        line.queue.push(e.rank, key, places);
        if (line.may != standing::open) return;
        if (!fronts.contains(e.shape)) fronts.insert(e.shape, line.queue.front());
        else if (rank_type::moves > drift::uniform || before(key, fronts[e.shape].key)) fronts.replace(e.shape, line.queue.front());
    }
    void add(index shape, placement const& where, std::int64_t sign) {
        shape_line const& line = shapes[shape];
        if (line.equal.tasks > 0)
            for (auto const& p : where) nodes.take(p.node, sign * p.tasks, line.equal.each);
        else
            for (auto const& p : where) nodes.take(p.node, sign * p.tasks, demand_of(line.shape, p.group));
        if constexpr (has_limit<Model>)
            for (auto const& p : where) groups[line.group].used += sign * p.tasks * demand_of(line.shape, p.group);
    }

    // --- shapes -------------------------------------------------------------------------------------------------

    index reviewed(index s) {
        for (; reviewed_ < shapes.size(); ++reviewed_) {
            looked_at.push_back(no_index);
            fronts.add_shape();
            review(reviewed_, empty_cluster{nodes}); // nobody waits there yet
        }
        return s;
    }
    void review_all() {
        empty_cluster const empty{nodes};
        for (index s = 0; s < shapes.size(); ++s) review(s, empty);
        fronts.reset([&](index s) {
            bool const ranks = shapes[s].may == standing::open && !shapes[s].queue.empty();
            return ranks ? shapes[s].queue.front() : front_order<depth, id_type>::none();
        });
        freed = off_schedule = true;
    }
    // The nodes as they would be without any work, and the same with all of them up.
    struct empty_cluster {
        std::vector<amounts<resources>> left;
        node_table<resources> everyone;

        explicit empty_cluster(node_table<resources> const& nodes) : everyone{nodes} {
            for (index n = 0; n < nodes.size(); ++n) {
                left.push_back(nodes[n].capacity);
                everyone.set_up(n, true);
            }
        }
    };
    void review(index s, empty_cluster const& empty) {
        bool const could = holds_in(room_array<resources>{empty.everyone, empty.left.data(), mask(s)}, s);
        shapes[s].may = fits_in(s, empty.left.data()) ? standing::open : could ? standing::blocked : standing::never;
    }
    index number_of_group(job_type const& job) {
        bool moved = false;
        index const g = groups.number_of(*model, job, moved);
        if (moved) freed = off_schedule = true;
        return g;
    }

    // A gang that runs already: its room is taken in the model's free amounts.
    template <class Running>
    void adopt(Running const& r) {
        index const slot = new_entry(r.job, clock_of_running(r.job));
        placement where;
        for (auto const& g : r.nodes) where.push_back({position(g.node), g.tasks, static_cast<index>(g.group)});
        auto const& line = shapes[entries[slot].shape];
        if (with_pool && line.shape.groups.back().at == pool_group) where.push_back({nodes.size() - 1, 1, pool_group});
        for (auto const& p : where) {
            nodes.count(p.node, p.tasks);
            if constexpr (has_limit<Model>) groups[line.group].used += p.tasks * demand_of(line.shape, p.group);
        }
        run(slot, where, r.since);
    }

    id_table<id_type> ids_;
    slot_pool slots_;
    std::optional<score_lines<depth>> first_lines_; // what every job's slopes are compared with
    std::vector<index> reserved_;     // slots with a reservation, and some that had one
    std::vector<double> reserved_at_; // by slot, as far as there ever was one
    index reviewed_ = 0;          // shapes that have a standing
};

} // namespace gangway
