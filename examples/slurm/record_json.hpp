// slurm - records as JSON, one line a tick: what the adapter reads of each job, node and partition, and back again.
#pragma once

#include "records.hpp"

#include <nlohmann/json.hpp>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace slurm {

/// A line for a file of records. Text that is no UTF-8 is written with replacement characters.
[[nodiscard]] std::string record_line(records const& r);

/// Records from a line of such a file, in Slurm's own structs, so that all that follows is what follows a live load.
class recorded {
  public:
    /// Throws `std::runtime_error` that says what is wrong and where.
    explicit recorded(std::string_view line);
    recorded(recorded const&) = delete;
    recorded& operator=(recorded const&) = delete;

    [[nodiscard]] records view() { return {now_, jobs_, nodes_, partitions_}; }

  private:
    template <class Record>
    void read(char const* what, std::vector<Record>& into);

    nlohmann::json document_; // keeps the texts that the records point to
    std::deque<std::vector<int32_t>> lists_;
    std::time_t now_ = 0;
    std::vector<job_info_t> jobs_;
    std::vector<node_info_t> nodes_;
    std::vector<partition_info_t> partitions_;
};

} // namespace slurm
