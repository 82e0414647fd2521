// L4 - what an admission sees and may do during one scheduling pass.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "book.hpp"
#include "decision.hpp"

namespace gangway {

/// One pass over the book at one instant. Jobs are named by slots; those that may not start whatever the room (class
/// never or blocked, or over a limit) are not seen at all.
template <class Book>
class admission_pass {
  public:
    using key_type = typename Book::key_type;                 ///< where a job stands in the order
    static constexpr std::size_t resources = Book::resources; ///< N of amounts<N>
    /// Two jobs never change places by waiting.
    static constexpr bool order_stands_still = Book::rank_type::moves <= drift::uniform;
    static constexpr bool counts_limits = has_limit<typename Book::model_type>; ///< groups have limits
    using sink_type = detail::start_sink<typename Book::model_type>;            ///< who is told of decisions

    admission_pass(Book& book, instant now, sink_type sink) : book_{&book}, now_{now}, sink_{sink} {} ///< of a book

    // --- time and room ------------------------------------------------------------------------------------------

    [[nodiscard]] instant now() const { return now_; } ///< the instant of the pass
    /// The nodes with what is free now.
    [[nodiscard]] node_table<resources> const& nodes() const { return book_->nodes; }
    /// May anything that waited before start that could not on the last pass?
    [[nodiscard]] bool freed() const { return book_->freed; }
    /// Was all that was freed given back just when the estimates said?
    [[nodiscard]] bool only_ends_on_time() const { return !book_->off_schedule; }
    /// The next pass must look at everything again, although nothing was freed: something that fits was held back.
    void leave_open() { open_ = true; }
    [[nodiscard]] bool left_open() const { return open_; } ///< was something that fits held back?
    /// A release that is overdue comes at the next representable instant, never in the past.
    [[nodiscard]] double not_before_now(double at) const {
        return at > now_.value() ? at : std::nextafter(now_.value(), std::numeric_limits<double>::infinity());
    }
    /// Asks the host for a pass at this instant even if nothing happens.
    void wake_at(instant at) { wake_ = std::min(wake_, at); }
    [[nodiscard]] instant wake() const { return wake_; } ///< the instant that was asked for

    // --- one job ------------------------------------------------------------------------------------------------

    /// Number of the job's shape; of two jobs with one number only the estimates differ.
    [[nodiscard]] index shape_of(index job) const { return book_->entries[job].shape; }
    /// What a job asks for.
    [[nodiscard]] gang_groups<resources> const& shape(index job) const { return line(job).shape; }
    /// Estimated run time in seconds; infinite where there is none.
    [[nodiscard]] double estimate(index job) const { return book_->entries[job].rank.estimate; }
    /// When a job came.
    [[nodiscard]] instant submitted(index job) const { return instant{book_->entries[job].rank.submitted}; }
    /// For how long a job has waited.
    [[nodiscard]] duration waited(index job) const { return now_ - instant{book_->entries[job].rank.submitted}; }
    /// Where a job stands in the order, now.
    [[nodiscard]] key_type key(index job) const { return book_->key(job, now_); }
    [[nodiscard]] bool ranks_before(index a, index b) const { return before(key(a), key(b)); } ///< is a ahead of b?
    /// May a job run on a node that is up?
    [[nodiscard]] bool usable(index job, index node) const {
        auto const& mask = line(job).mask;
        return book_->nodes[node].up && (!mask || (*mask)[node]);
    }
    /// Could the nodes in service hold it, if they were empty?
    [[nodiscard]] bool may_ever_run(index job) const { return line(job).may == standing::open; }
    /// Could it start if there were room? Not if a node that it needs is down or its group is at its limit.
    [[nodiscard]] bool may_start(index job) const { return may_ever_run(job) && book_->within_limit(shape_of(job)); }
    [[nodiscard]] bool fits(index job) const { return book_->fits_now(shape_of(job)); } ///< is there room now?
    /// Is there room in `left`, an entry for each node?
    [[nodiscard]] bool fits(index job, amounts<resources> const* left) const { return book_->fits_in(shape_of(job), left); }
    /// Appends where the policy would put it now; false: there is no room.
    bool place(index job, placement& out) const { return book_->place_now(shape_of(job), out); }
    /// The same in `left`, an entry for each node.
    bool place(index job, amounts<resources> const* left, placement& out) const {
        return book_->place_in(shape_of(job), left, out);
    }

    // --- what waits ---------------------------------------------------------------------------------------------

    /// The best-ranked waiting job.
    [[nodiscard]] index best() const { return book_->best(); }
    /// The job that was submitted first.
    [[nodiscard]] index oldest() const {
        index found = no_index;
        each_by_age([&](index job) {
            found = job;
            return false;
        });
        return found;
    }
    /// Visits waiting jobs by (submitted, id) until `visit` says false. Do not start jobs meanwhile.
    template <class Visit>
    void each_by_age(Visit&& visit) const {
        book_->ages.for_each_in_order([&](index job) {
            return !may_ever_run(job) || !book_->within_limit(shape_of(job)) || visit(job);
        });
    }
    /// All waiting jobs in rank order. Complexity: O(n log n).
    [[nodiscard]] std::vector<index> in_order() const {
        std::vector<index> jobs;
        for (index s : book_->fronts)
            if (book_->within_limit(s)) book_->shapes[s].queue.for_each([&](index job) { jobs.push_back(job); });
        sort_by_rank(jobs);
        return jobs;
    }
    /// Does any job submitted since the last pass rank before this one?
    [[nodiscard]] bool arrival_ranks_before(index job) const {
        key_type const its = key(job);
        for (index a : book_->arrivals)
            if (may_ever_run(a) && before(key(a), its)) return true;
        return false;
    }
    /// The jobs submitted since the last pass, in rank order, also those that may not start.
    [[nodiscard]] std::vector<index> arrivals_in_order() const {
        std::vector<index> jobs = book_->arrivals;
        if (jobs.size() > 1) sort_by_rank(jobs);
        return jobs;
    }

    // --- shapes under examination -------------------------------------------------------------------------------

    /// From here on `best_that_fits` and `each_that_fits` look at every shape ...
    void look_at_all() { look_from_ = 0; }
    /// ... or only at shapes with arrivals, where nothing that waited before can start.
    void look_at_arrivals() {
        look_from_ = listed;
        book_->looking = 0;
        for (index job : book_->arrivals) {
            auto& l = book_->shapes[shape_of(job)];
            if (l.looked_at || !book_->fronts.contains(shape_of(job))) continue;
            l.looked_at = true; // once a shape
            book_->looked_at[book_->looking++] = shape_of(job);
        }
        for (std::size_t i = 0; i < book_->looking; ++i) book_->shapes[book_->looked_at[i]].looked_at = false;
    }
    /// The best-ranked job that fits now. Shapes that do not fit are dropped: during a pass room only shrinks.
    [[nodiscard]] index best_that_fits() {
        if (look_from_ != listed) { // a front that leaves gives its place to one that ranks behind it
            auto const& fronts = book_->fronts;
            while (look_from_ < fronts.size() && !book_->fits_now(fronts.shape_at(look_from_))) ++look_from_;
            return look_from_ < fronts.size() ? fronts[fronts.shape_at(look_from_)].slot : no_index;
        }
        index found = no_index;
        each_shape_that_fits([&](index s) {
            if (found == no_index || before(book_->fronts[s].key, book_->fronts[found].key)) found = s;
        });
        return found == no_index ? no_index : book_->fronts[found].slot;
    }
    /// Visits the best-ranked job of each shape that fits now, in no order.
    template <class Visit>
    void each_that_fits(Visit&& visit) {
        each_shape_that_fits([&](index s) { visit(book_->fronts[s].slot); });
    }
    /// The best-ranked job of the same shape whose estimate is at most `limit` seconds.
    [[nodiscard]] index best_within(index job, double limit) const { return line(job).queue.first_within(limit); }
    /// The best-ranked job that fits into `left` and is none of `others`.
    [[nodiscard]] index best_among(amounts<resources> const* left, std::vector<index> const& others) {
        index found = no_index;
        list_shapes();
        for (std::size_t i = 0; i < book_->looking;) {
            index const s = book_->looked_at[i];
            if (!book_->fronts.contains(s) || !book_->within_limit(s) || !book_->fits_in(s, left)) {
                book_->looked_at[i] = book_->looked_at[--book_->looking];
                continue;
            }
            ++i;
            auto const consider = [&](index job) {
                if (std::find(others.begin(), others.end(), job) == others.end() && (found == no_index || ranks_before(job, found)))
                    found = job;
            };
            bool const some_held = std::any_of(others.begin(), others.end(), [&](index o) { return shape_of(o) == s; });
            if (some_held) book_->shapes[s].queue.for_each(consider); // the head may be one of them
            else consider(book_->shapes[s].queue.front().slot);
        }
        return found;
    }

    // --- what runs ----------------------------------------------------------------------------------------------

    /// Running gangs by estimated end, the soonest last.
    [[nodiscard]] auto const& releases() const { return book_->gangs.releases(); }
    /// Visits what a running gang holds: node, tasks, demand of one.
    template <class Visit>
    void each_part(index gang, Visit&& visit) const {
        auto const& run = book_->gangs[gang];
        auto const& shape = line(run.job).shape;
        for (auto const& p : run.nodes) visit(p.node, p.tasks, demand_of(shape, p.group));
    }
    /// Visits every running gang: its number, for `each_part`, and since when it runs; in no order.
    template <class Visit>
    void each_gang(Visit&& visit) const {
        for (index g = 0; g < book_->gangs.size(); ++g)
            if (book_->gangs[g].job != no_index) visit(g, book_->gangs[g].since);
    }

    // --- decisions ----------------------------------------------------------------------------------------------

    /// Starts a gang where the policy places it; false if it does not fit.
    bool start(index job) {
        if (!book_->within_limit(shape_of(job))) return false;
        book_->chosen.clear();
        if (!place(job, book_->chosen)) return false;
        book_->take(job, book_->chosen);
        begin(job);
        return true;
    }
    /// Starts a gang on nodes that it fits on.
    void start_at(index job, placement const& where) {
        book_->take(job, where);
        start_bound(job, where);
    }
    /// Starts a gang that holds all its nodes already.
    void start_bound(index job, placement const& where) {
        book_->chosen.assign(where.begin(), where.end());
        if (look_from_ != listed) look_from_ = 0; // this one may be of a shape that was passed over
        begin(job);
    }
    /// Notes the earliest start that a plan gives a waiting job.
    void reserve(index job, instant at) { book_->reserve(job, at); }
    void clear_reservations() { book_->clear_reservations(); } ///< no waiting job has a planned start any more
    /// Until the end of the pass a waiting gang counts against the limit of its group, so that none of its own group can
    /// push it over the limit and out of its reservation.
    void claim(index job) { claim(job, line(job).total); }
    /// The same for a part of what it asks for.
    void claim(index job, amounts<resources> const& demand) {
        if constexpr (counts_limits) book_->groups[line(job).group].claimed += demand;
    }

    // --- for the baseline that holds parts of gangs -------------------------------------------------------------

    /// Binds up to `most` tasks of one group where they fit, task by task; gives how many.
    std::int64_t bind_up_to(index job, std::size_t group, std::int64_t most, placement& bound) {
        static_assert(Book::pool_resources == 0, "gangway: an admission that binds single tasks knows no pool");
        auto const& g = shape(job).groups[group];
        auto const* mask = book_->mask(shape_of(job));
        std::int64_t done = 0;
        for (; done < most; ++done) {
            placement one;
            if (!book_->policy.place(room_now<resources>{nodes(), mask}, gang<resources>{1, g.tasks.each}, g.at, one)) break;
            book_->take(job, one);
            auto const same = std::find_if(bound.begin(), bound.end(), [&](placed_tasks const& p) {
                return p.node == one[0].node && p.group == one[0].group;
            });
            if (same != bound.end()) ++same->tasks;
            else bound.push_back(one[0]);
        }
        return done;
    }
    /// Gives back what was bound.
    void unbind(index job, placement const& bound) {
        book_->give(job, bound);
        if (!bound.empty()) book_->freed = true;
    }

  private:
    // The gang runs on the nodes in `chosen`, which it holds.
    void begin(index job) {
        book_->unqueue(job);
        auto const& run = book_->gangs[book_->run(job, book_->chosen, now_)];
        book_->grants.clear();
        for (auto const& p : run.nodes)
            if (p.group != pool_group) book_->grants.push_back({book_->node_handles[p.node], p.tasks, p.group});
        auto const& entry = book_->entries[job];
        sink_.call(sink_.object, {entry.job, book_->grants, now_, entry.clock});
    }
    [[nodiscard]] auto const& line(index job) const { return book_->shapes[shape_of(job)]; }
    // The shapes that are looked at, in a list of their own.
    void list_shapes() {
        if (look_from_ == listed) return;
        auto const& fronts = book_->fronts;
        std::copy(fronts.begin() + static_cast<std::ptrdiff_t>(look_from_), fronts.end(), book_->looked_at.begin());
        book_->looking = fronts.size() - look_from_;
        look_from_ = listed;
    }
    // Drops each shape of those looked at of which nothing can start, and visits the others.
    template <class Visit>
    void each_shape_that_fits(Visit&& visit) {
        list_shapes();
        index* const first = book_->looked_at.data();
        index* last = first + book_->looking;
        for (index* s = first; s != last;) {
            if (book_->fronts.contains(*s) && book_->fits_now(*s)) {
                visit(*s);
                ++s;
            } else {
                *s = *--last;
            }
        }
        book_->looking = static_cast<std::size_t>(last - first);
    }
    void sort_by_rank(std::vector<index>& jobs) const {
        std::sort(jobs.begin(), jobs.end(), [&](index a, index b) { return ranks_before(a, b); });
    }

    Book* book_;
    instant now_;
    sink_type sink_;
    static constexpr std::size_t listed = std::numeric_limits<std::size_t>::max();
    std::size_t look_from_ = 0; // the first of the ranked shapes that is looked at; or `listed`
    bool open_ = false;
    instant wake_ = never_instant;
};

} // namespace gangway
