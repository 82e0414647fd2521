// tool - measured clocks: sweeps of programs, and which job runs which program.
#pragma once

#include <gangway/clock/choose.hpp>
#include <gangway/model/job.hpp>
#include <gangway/sim/workload.hpp>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace tool {

/// One program on one GPU at several clocks.
struct program_sweep {
    std::string program;
    std::vector<gangway::clock_point> points; ///< ascending clocks, no clock twice
};

/// Reads `program,clock_mhz,time_s,power_w`, power of one GPU; rows that cannot be taken are reported and left out.
std::vector<program_sweep> read_sweeps(std::string const& file);

/// A sweep as a gang of several GPUs runs it: as long as on one GPU, the draw times the GPUs.
class gang_sweep {
  public:
    class iterator {
      public:
        using value_type = gangway::clock_point;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        iterator(gangway::clock_point const* at, double gpus) : at_{at}, gpus_{gpus} {}
        gangway::clock_point operator*() const { return {at_->clock, at_->time, gpus_ * at_->draw}; }
        iterator& operator++() {
            ++at_;
            return *this;
        }
        friend bool operator==(iterator const&, iterator const&) = default;

      private:
        gangway::clock_point const* at_ = nullptr;
        double gpus_ = 1.0;
    };

    gang_sweep(program_sweep const& program, double gpus) : points_{&program.points}, gpus_{gpus} {}
    [[nodiscard]] iterator begin() const { return {points_->data(), gpus_}; }
    [[nodiscard]] iterator end() const { return {points_->data() + points_->size(), gpus_}; }

  private:
    std::vector<gangway::clock_point> const* points_;
    double gpus_;
};

/// Sweeps as the clock slot reads them: the program of each job of a workload, drawn by the job's name and a seed.
class assigned_sweeps {
  public:
    assigned_sweeps(std::vector<program_sweep> programs, std::vector<std::string> const& job_names,
                    std::vector<std::int64_t> gpus, std::uint64_t seed);

    [[nodiscard]] gang_sweep clocks(gangway::sim::job_ref job) const {
        return {programs_[program_of_job_[job.at]], static_cast<double>(gpus_[job.at])};
    }
    [[nodiscard]] std::vector<program_sweep> const& programs() const { return programs_; }

  private:
    std::vector<program_sweep> programs_;
    std::vector<std::uint8_t> program_of_job_;
    std::vector<std::int64_t> gpus_;
};

} // namespace tool
