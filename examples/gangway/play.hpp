// tool - the replay behind `play`, for one admission type; included by the files that instantiate it.
#pragma once

#include "compiled_once.hpp"
#include "engine.hpp"

#include <gangway/describe.hpp>
#include <gangway/runtime/admissions.hpp>
#include <gangway/runtime/any_clock.hpp>

namespace tool::detail {

template <class Scheduler>
answer explained(Scheduler const& s, gangway::index job, gangway::instant now) {
    static constexpr std::string_view names[] = {"GPUs", "W"};
    auto const e = gangway::explain(s, {job}, now);
    answer a;
    a.job = job;
    a.is = to_text(e.is);
    a.sentence = gangway::describe(e, names);
    a.ahead = e.ahead;
    a.cause = to_text(e.why);
    a.need = e.need;
    a.free = e.free;
    a.largest_block = e.largest_block;
    a.tasks = e.tasks;
    a.tasks_that_fit = e.tasks_that_fit;
    if (e.first_ahead) a.first_ahead.push_back(e.first_ahead->at);
    if (e.reserved_at) a.reserved_at = e.reserved_at->value();
    if (e.starts_at) a.starts_at = e.starts_at->value();
    a.would_start_with_tasks = e.would_start_with_tasks;
    if (e.would_start_with_estimate) a.would_start_with_estimate = e.would_start_with_estimate->value();
    return a;
}

template <class Rank, class Admit, class Work>
played play_one(setup const& s, Work const& work, policy_text const& text, assigned_profiles const* profiles, Admit admit,
                request const& ask) {
    using clock_type = gangway::runtime::any_clock<assigned_sweeps>;
    gangway::policy<Rank, Admit, gangway::runtime::any_place<1>, clock_type> policy{
        .rank = Rank{text.rank, profiles},
        .admit = std::move(admit),
        .place = gangway::runtime::make_place(text.placement, s.by_typical_sizes),
        .clock = {s.sweeps.get(), text.clock}};
    gangway::sim::replay r{work, std::move(policy)};
    played out;
    out.result = r.run(ask.until);
    auto const& scheduler = r.scheduler();
    auto const& book = scheduler.book();
    out.may.assign(work.jobs.size(), gangway::standing::open);
    for (gangway::index j = 0; j < work.jobs.size(); ++j)
        if (auto const slot = book.find({j}); slot != gangway::no_index) out.may[j] = book.shapes[book.entries[slot].shape].may;
    for (auto const j : ask.explain) out.answers.push_back(explained(scheduler, j, ask.until));
    out.waiting = scheduler.waiting();
    out.running = scheduler.running();
    return out;
}

template <class Admit, class Work>
played play_admission(setup const& s, Work const& work, policy_text const& text, assigned_profiles const* profiles,
                      Admit const& admit, request const& ask) {
    using gangway::drift;
    auto const go = [&]<drift Moves>() {
        return play_one<gangway::runtime::text_rank<Moves, assigned_profiles>>(s, work, text, profiles, admit, ask);
    };
    // Under a budget always ranked anew on each pass: slower, the same order, a third of the code.
    if constexpr (!std::is_same_v<Work, powered_work>) {
        switch (drift_of(text.rank)) {
        case drift::none:
        case drift::uniform: return go.template operator()<drift::uniform>();
        case drift::per_job: return go.template operator()<drift::per_job>();
        case drift::arbitrary: break;
        }
    }
    return go.template operator()<drift::arbitrary>();
}

} // namespace tool::detail
