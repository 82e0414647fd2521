// slurm - what slurmctld says at one moment, in Slurm's own records: loaded through libslurm.
#pragma once

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include <ctime>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace slurm {

/// slurmctld did not answer, or did not do what it was asked to.
struct no_answer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Views of Slurm's records and the time at which they were read; who loaded them keeps them.
struct records {
    std::time_t now = 0;
    std::span<job_info_t> jobs;
    std::span<node_info_t> nodes; ///< with holes: records without a name
    std::span<partition_info_t> partitions;
};

/// Records as libslurm returned them, freed by libslurm.
///
/// Semantics: nodes first, jobs last. What starts in between shows in the jobs, what ends in between in the nodes, and
/// the adapter takes the larger use: a GPU counts as free only where both say so.
class loaded_records {
  public:
    loaded_records() {
        load("slurm_load_partitions", partitions_, [](auto** out) { return slurm_load_partitions(0, out, SHOW_ALL); });
        load("slurm_load_node", nodes_, [](auto** out) { return slurm_load_node(0, out, SHOW_ALL | SHOW_DETAIL); });
        load("slurm_load_jobs", jobs_, [](auto** out) { return slurm_load_jobs(0, out, SHOW_ALL); });
        now_ = std::time(nullptr);
    }
    [[nodiscard]] records view() const {
        return {now_,
                {jobs_->job_array, jobs_->record_count},
                {nodes_->node_array, nodes_->record_count},
                {partitions_->partition_array, partitions_->record_count}};
    }

  private:
    template <auto Free>
    struct by_libslurm {
        void operator()(auto* message) const { Free(message); }
    };
    template <class Message, auto Free>
    using owned = std::unique_ptr<Message, by_libslurm<Free>>;

    template <class Owned, class Load>
    static void load(char const* what, Owned& into, Load load) {
        typename Owned::pointer message = nullptr;
        if (load(&message) != SLURM_SUCCESS)
            throw no_answer{std::string{what} + ": " + slurm_strerror(slurm_get_errno())};
        into.reset(message);
    }

    owned<partition_info_msg_t, slurm_free_partition_info_msg> partitions_;
    owned<node_info_msg_t, slurm_free_node_info_msg> nodes_;
    owned<job_info_msg_t, slurm_free_job_info_msg> jobs_;
    std::time_t now_ = 0;
};

} // namespace slurm
