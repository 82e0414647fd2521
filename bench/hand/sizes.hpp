// bench - the distinct gang sizes of a workload, ascending.
#pragma once

#include "../workload.hpp"

namespace hand {

class size_classes {
public:
    explicit size_classes(std::vector<bench::job> const& jobs) {
        for (auto const& j : jobs) {
            auto const g = static_cast<std::size_t>(j.gpus);
            if (g >= class_of_.size()) class_of_.resize(g + 1, 0);
            class_of_[g] = 1;
        }
        for (std::size_t g = 0; g < class_of_.size(); ++g) {
            if (class_of_[g] == 0) continue;
            class_of_[g] = gpus_.size();
            gpus_.push_back(static_cast<int>(g));
        }
    }

    std::size_t count() const { return gpus_.size(); }
    int gpus(std::size_t c) const { return gpus_[c]; }
    std::size_t of(int gpus) const { return class_of_[static_cast<std::size_t>(gpus)]; }

private:
    std::vector<int> gpus_;
    std::vector<std::size_t> class_of_;
};

} // namespace hand
