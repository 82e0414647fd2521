// The least that each concept asks for: types that can do nothing else, so that a hidden requirement does not compile.
#pragma once

#include <gangway/model/cluster.hpp>
#include <gangway/model/profile.hpp>

#include <compare>
#include <cstddef>
#include <optional>

namespace archetype {

using gangway::amounts;
using gangway::gang;
using gangway::instant;

/// A forward-only range: begin, end, *, ++, !=. Neither size nor subscript, and no iterator traits.
template <class T>
class forward_only {
  public:
    class iterator {
      public:
        T const& operator*() const { return *at_; }
        iterator& operator++() {
            ++at_;
            return *this;
        }
        friend bool operator!=(iterator a, iterator b) { return a.at_ != b.at_; }

      private:
        friend class forward_only;
        explicit iterator(T const* at) : at_{at} {}
        T const* at_;
    };
    forward_only(T const* first, std::size_t count) : first_{first}, count_{count} {}
    [[nodiscard]] iterator begin() const { return iterator{first_}; }
    [[nodiscard]] iterator end() const { return iterator{first_ + count_}; }

  private:
    T const* first_;
    std::size_t count_;
};

/// Regular, and nothing else: no order, no hash, no arithmetic. `Tag` keeps kinds apart.
template <class Tag>
class handle {
  public:
    handle() = default;
    friend bool operator==(handle const&, handle const&) = default;
    static handle make(int to) { return handle{to}; }
    [[nodiscard]] int place() const { return to_; }

  private:
    explicit handle(int to) : to_{to} {}
    int to_ = 0;
};

/// Regular and totally ordered, by comparison alone: no arithmetic, no hash.
template <class Tag>
class key {
  public:
    key() = default;
    static key make(int v) { return key{v}; }
    friend bool operator==(key const&, key const&) = default;
    friend auto operator<=>(key const& a, key const& b) = default;

  private:
    explicit key(int v) : value_{v} {}
    int value_ = 0;
};

/// Totally ordered and copyable, but never made from nothing.
template <class Tag>
class made_key {
  public:
    made_key() = delete;
    static made_key make(int v) { return made_key{v}; }
    friend bool operator==(made_key const&, made_key const&) = default;
    friend auto operator<=>(made_key const& a, made_key const& b) = default;

  private:
    explicit made_key(int v) : value_{v} {}
    int value_;
};

struct job_tag;
struct node_tag;
using job = handle<job_tag>;
using node = handle<node_tag>;

/// Converts to what is asked for, and is not it.
template <class To>
struct converts_to {
    To value;
    operator To() const { return value; } // NOLINT(google-explicit-constructor): the point of it
};

/// An element of running(): the three members, and no base.
struct run {
    archetype::job job;
    instant since;
    struct part {
        archetype::node node;
        std::int64_t tasks;
        std::size_t group;
    };
    forward_only<part> nodes;
};

/// The least model of `cluster_model`: `Nodes` nodes of 8, nothing runs, every job is one task of 2.
class least {
  public:
    using job_type = archetype::job;
    using node_type = archetype::node;

    [[nodiscard]] key<job_tag> id(job j) const { return key<job_tag>::make(j.place()); }
    [[nodiscard]] made_key<node_tag> id(node n) const { return made_key<node_tag>::make(n.place()); }
    [[nodiscard]] gang<1> shape(job) const { return {1, {2}}; }
    [[nodiscard]] converts_to<instant> submitted(job j) const { return {instant{static_cast<double>(j.place())}}; }
    [[nodiscard]] forward_only<node> nodes() const { return {nodes_, 2}; }
    [[nodiscard]] converts_to<amounts<1>> capacity(node) const { return {{8}}; }
    [[nodiscard]] converts_to<amounts<1>> free(node) const { return {{8}}; }
    [[nodiscard]] forward_only<run> running() const { return {nullptr, 0}; }

  private:
    node nodes_[2] = {node::make(1), node::make(2)};
};

// One archetype a capability: the least model, and that alone.

struct with_estimate : least {
    [[nodiscard]] converts_to<std::optional<gangway::duration>> estimate(job) const {
        return {gangway::duration{10.0}};
    }
};
struct with_priority : least {
    [[nodiscard]] converts_to<double> priority(job j) const { return {static_cast<double>(j.place())}; }
};
struct with_group : least {
    [[nodiscard]] key<with_group> group(job) const { return key<with_group>::make(1); }
};
struct with_limit : with_group {
    [[nodiscard]] converts_to<std::optional<amounts<1>>> limit(key<with_group>) const { return {amounts<1>{4}}; }
};
struct with_eligible : least {
    [[nodiscard]] converts_to<bool> eligible(job, node n) const { return {n.place() == 2}; }
};
struct with_up : least {
    [[nodiscard]] converts_to<bool> up(node n) const { return {n.place() == 2}; }
};
struct with_domain : least {
    [[nodiscard]] converts_to<int> domain_levels() const { return {1}; }
    [[nodiscard]] made_key<with_domain> domain(node n, int) const { return made_key<with_domain>::make(-n.place()); }
};
/// Unequal tasks: a range that can only be walked.
struct with_list {
    using job_type = archetype::job;
    using node_type = archetype::node;
    least rest;
    gang<1> list[2] = {{1, {2}}, {2, {3}}};

    [[nodiscard]] auto id(job j) const { return rest.id(j); }
    [[nodiscard]] auto id(node n) const { return rest.id(n); }
    [[nodiscard]] forward_only<gang<1>> shape(job) const { return {list, 2}; }
    [[nodiscard]] auto submitted(job j) const { return rest.submitted(j); }
    [[nodiscard]] auto nodes() const { return rest.nodes(); }
    [[nodiscard]] auto capacity(node n) const { return rest.capacity(n); }
    [[nodiscard]] auto free(node n) const { return rest.free(n); }
    [[nodiscard]] auto running() const { return rest.running(); }
};

/// Measured rates, and nothing more.
struct rates {
    [[nodiscard]] converts_to<gangway::throughput> rate(job j, std::int64_t) const {
        return {gangway::throughput{static_cast<double>(j.place())}};
    }
};
struct rates_and_batches : rates {
    [[nodiscard]] converts_to<double> batch(job, std::int64_t) const { return {32.0}; }
};

} // namespace archetype
